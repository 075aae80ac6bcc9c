//! Solid tiles scattered over a map by a seed: `scatter: (tiles: 10, seed: 7)` in a level file.

use bevy_math::IVec2;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;

use super::map::TextMap;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::reader::{Reader, RonValue};
use hairline_geometry::tile::TileShape;

#[derive(Deserialize)]
#[serde(rename = "scatter", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct ScatterFile<'a> {
    tiles: RonValue<'a>,
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
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| IVec2::new(x, y)));
    let mut free: Vec<IVec2> = cells.filter(|&cell| is_free(cell)).collect();
    if free.len() < tiles {
        let message = format!("there is no room to scatter {tiles} tiles; {} cells are free", free.len());
        let diagnostic = Diagnostic::error(message)
            .of(&faults::TOO_MANY)
            .at(reader.span(file.tiles), format!("at most {}", free.len()));
        return reader.refuse(diagnostic.help("cells with a mark, and those beside one, stay free"));
    }
    // The first steps of a Fisher-Yates shuffle. The levels that use `scatter` depend on these numbers, and so do their
    // replays; a test holds them.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.into());
    for drawn in 0..tiles {
        let other = random.random_range(drawn as u32..free.len() as u32) as usize;
        free.swap(drawn, other);
        let cell = free[drawn];
        map.tiles[(cell.y * width + cell.x) as usize] = TileShape::Solid;
        map.scattered.push(cell);
    }
    Some(())
}
