//! Solid tiles scattered over a map by a seed: `scatter: (tiles: 10, seed: 7)` in a level file.

use bevy::math::IVec2;
use serde::Deserialize;

use super::map::TextMap;
use crate::geometry::tile::TileShape;
use crate::level::diagnostics::Diagnostic;
use crate::level::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

#[derive(Deserialize)]
#[serde(rename = "scatter", deny_unknown_fields)]
struct ScatterFile<'a> {
    #[serde(borrow)]
    tiles: RonValue<'a>,
    #[serde(borrow)]
    seed: RonValue<'a>,
}

/// Reads `scatter` and fills that many empty cells of the map. Cells with a mark, and those beside one, stay free, so that
/// nothing starts walled in. The same seed on the same map gives the same cells on every platform.
pub(super) fn apply<'a>(reader: &mut Reader<'a>, value: RonValue<'a>, map: &mut TextMap) -> Option<()> {
    let file: ScatterFile = reader.read(value)?;
    let tiles = reader.count(file.tiles, "tiles", 1, u8::MAX);
    let seed = reader.scalar::<u32>(file.seed, "seed", "a whole number, 0 to 4294967295");
    let (tiles, seed) = (usize::from(tiles?), seed?);
    let (width, height) = (map.size.x as i32, map.size.y as i32);
    let is_free = |cell: IVec2| {
        let is_beside = |mark: IVec2| (mark - cell).abs().max_element() <= 1;
        map.tile(cell) == Some(TileShape::Empty) && !map.marks.iter().any(|mark| is_beside(mark.cell))
    };
    // Each free cell gets a pseudo-random number; the cells with the lowest are filled.
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| IVec2::new(x, y)));
    let mut drawn: Vec<(u64, IVec2)> =
        cells.filter(|&cell| is_free(cell)).map(|cell| (draw(seed, cell), cell)).collect();
    if drawn.len() < tiles {
        let message = format!("there is no room to scatter {tiles} tiles; {} cells are free", drawn.len());
        let diagnostic = Diagnostic::error(message).at(reader.span(file.tiles), format!("at most {}", drawn.len()));
        reader.report(diagnostic.help("cells with a mark, and those beside one, stay free"));
        return None;
    }
    drawn.sort_by_key(|&(number, cell)| (number, cell.y, cell.x));
    for (_, cell) in &drawn[..tiles] {
        map.tiles[(cell.y * width + cell.x) as usize] = TileShape::Solid;
    }
    Some(())
}

/// The pseudo-random number of a cell under a seed. Never change it: levels with `scatter` would get other tiles and
/// hashes, and their replays would be refused.
fn draw(seed: u32, cell: IVec2) -> u64 {
    let mut hasher = StableHasher::new();
    // Two rounds, since after one the numbers of neighboring cells are still similar.
    for value in [seed, cell.x as u32, cell.y as u32, seed, cell.x as u32, cell.y as u32] {
        hasher.write_u32(value);
    }
    hasher.finish()
}
