//! The tile of each cell of a map. Knows nothing of what the tiles mean to rays or bodies.

use bevy_math::{IVec2, UVec2};

use crate::tile::TileShape;

/// A map of tiles, in rows from the bottom.
#[derive(Clone, Debug)]
pub(super) struct TileGrid {
    pub size: UVec2,
    pub tiles: Vec<TileShape>,
}

impl TileGrid {
    /// Whether a cell lies in the map.
    #[inline]
    pub fn contains(&self, cell: IVec2) -> bool {
        (cell.x as u32) < self.size.x && (cell.y as u32) < self.size.y
    }

    /// The tile of a cell; `Empty` outside the map.
    #[inline]
    pub fn get(&self, cell: IVec2) -> TileShape {
        if !self.contains(cell) {
            return TileShape::Empty;
        }
        self.tiles[cell.y as usize * self.size.x as usize + cell.x as usize]
    }
}
