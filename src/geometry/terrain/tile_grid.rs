//! The tile of each cell, laid out like the bits of a [`BitGrid`](super::bit_grid::BitGrid). Knows nothing of what the
//! tiles mean to rays or bodies.

use bevy::math::{IVec2, UVec2};

use super::bit_grid::{bit_index, row_stride};
use crate::geometry::tile::TileShape;

/// A map of tiles within a ring of empty cells.
#[derive(Clone, Debug)]
pub(super) struct TileGrid {
    size: UVec2,
    stride: isize,
    tiles: Vec<TileShape>,
}

impl TileGrid {
    /// From rows bottom to top: `tiles[y * size.x + x]`.
    pub fn new(size: UVec2, tiles: &[TileShape]) -> Self {
        let stride = row_stride(size.x);
        let mut bordered = vec![TileShape::Empty; stride * (size.y as usize + 2)];
        for (y, row) in tiles.chunks_exact(size.x.max(1) as usize).enumerate() {
            let start = (y + 1) * stride + 1;
            bordered[start..start + row.len()].copy_from_slice(row);
        }
        Self { size, stride: stride as isize, tiles: bordered }
    }

    /// Width and height of the map in cells, without the ring.
    #[inline]
    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// Whether a cell lies in the map.
    #[inline]
    pub fn contains(&self, cell: IVec2) -> bool {
        (cell.x as u32) < self.size.x && (cell.y as u32) < self.size.y
    }

    /// The tile of a cell; `Empty` outside the map.
    #[inline]
    pub fn get(&self, cell: IVec2) -> TileShape {
        if self.contains(cell) { self.at(bit_index(cell, self.stride)) } else { TileShape::Empty }
    }

    /// The tile at the index of a cell's bit in a [`BitGrid`](super::bit_grid::BitGrid) of the same size; `Empty` in
    /// the ring around the map.
    #[inline]
    pub fn at(&self, index: isize) -> TileShape {
        self.tiles[index as usize]
    }
}
