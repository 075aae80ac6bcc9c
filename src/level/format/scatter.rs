//! Solid tiles scattered over a map by a seed, as a level file asks for them: `scatter: (tiles: 10, seed: 7)`.

use bevy::math::IVec2;
use serde::Deserialize;

use super::map::TextMap;
use crate::geometry::tile::TileShape;
use crate::level::StableHasher;
use crate::level::diagnostics::Diagnostic;
use crate::level::reader::{Piece, Reader};

#[derive(Deserialize)]
#[serde(rename = "scatter", deny_unknown_fields)]
struct ScatterFile<'a> {
    #[serde(borrow)]
    tiles: Piece<'a>,
    #[serde(borrow)]
    seed: Piece<'a>,
}

/// Reads `scatter` and fills so many empty cells of the map. A cell beside a mark, or with one, stays free, so that nobody
/// starts walled in. The same seed on the same map gives the same cells on every platform.
pub(crate) fn apply<'a>(reader: &mut Reader<'a>, piece: Piece<'a>, map: &mut TextMap) -> Option<()> {
    let file: ScatterFile = reader.read(piece)?;
    let tiles = reader.count(file.tiles, "tiles", 1, u8::MAX);
    let seed = reader.scalar::<u32>(file.seed, "seed", "a whole number, 0 to 4294967295");
    let (tiles, seed) = (usize::from(tiles?), seed?);
    let (width, height) = (map.size.x as i32, map.size.y as i32);
    let is_free = |cell: IVec2| {
        let is_beside = |mark: IVec2| (mark - cell).abs().max_element() <= 1;
        map.tile(cell) == Some(TileShape::Empty) && !map.marks.iter().any(|mark| is_beside(mark.cell))
    };
    // Each free cell draws a number; the lowest are filled.
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| IVec2::new(x, y)));
    let mut drawn: Vec<(u64, IVec2)> =
        cells.filter(|&cell| is_free(cell)).map(|cell| (draw(seed, cell), cell)).collect();
    if drawn.len() < tiles {
        let message = format!("there is no room to scatter {tiles} tiles; {} cells are free", drawn.len());
        let fault = Diagnostic::error(message).at(reader.place(file.tiles), format!("at most {}", drawn.len()));
        reader.fault(fault.help("cells with a mark, and those beside one, stay free"));
        return None;
    }
    drawn.sort_by_key(|&(number, cell)| (number, cell.y, cell.x));
    for (_, cell) in &drawn[..tiles] {
        map.tiles[(cell.y * width + cell.x) as usize] = TileShape::Solid;
    }
    Some(())
}

/// The number that a cell draws under a seed.
fn draw(seed: u32, cell: IVec2) -> u64 {
    let mut hasher = StableHasher::new();
    // A few rounds, since one step of the hash alone leaves neighbouring cells with neighbouring numbers.
    for value in [seed, cell.x as u32, cell.y as u32, seed, cell.x as u32, cell.y as u32] {
        hasher.write_u32(value);
    }
    hasher.finish()
}
