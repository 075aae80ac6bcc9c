//! One layer's bits in the four layouts of the row walk ([`row_walk`](crate::geometry::ray::row_walk)): a ray that runs
//! in any direction reads bits of increasing index in one of them.

use bevy::math::{IVec2, UVec2, Vec2Swizzles};

use super::bit_grid::BitGrid;

/// The longest side, in cells, of a map whose rows are walked; the row walk is exact up to it.
pub(in crate::geometry) const ROW_WALK_SIDE_MAX: u32 = 1 << 13;
/// The largest sum of the two parts of a lattice direction for which the row walk is exact.
pub(in crate::geometry) const ROW_WALK_PARTS_MAX: i64 = (1 << 25) - 1;

/// One layer's bits, with a set border, in four layouts.
#[derive(Clone, Debug)]
pub(in crate::geometry) struct RowGrids {
    /// The map's rows, its rows reversed, its columns and its columns reversed.
    layouts: [BitGrid; 4],
    size: UVec2,
    parts_max: i64,
}

impl RowGrids {
    /// The grids of an empty map within a set border.
    pub fn new(size: UVec2) -> Self {
        let (rows, columns) = (BitGrid::new(size, true), BitGrid::new(size.yx(), true));
        let parts_max = if size.max_element() <= ROW_WALK_SIDE_MAX { ROW_WALK_PARTS_MAX } else { 0 };
        Self { layouts: [rows.clone(), rows, columns.clone(), columns], size, parts_max }
    }

    /// Sets the bit of a cell.
    pub fn set(&mut self, cell: IVec2) {
        let reversed = self.size.as_ivec2() - 1 - cell;
        self.layouts[0].set(cell);
        self.layouts[1].set(IVec2::new(reversed.x, cell.y));
        self.layouts[2].set(cell.yx());
        self.layouts[3].set(IVec2::new(reversed.y, cell.x));
    }

    /// The map as it is: row by row, from left to right.
    #[inline]
    pub fn rows(&self) -> &BitGrid {
        &self.layouts[0]
    }

    /// A layout by its number: bit 0 reverses the rows, bit 1 takes the map's columns as rows.
    #[inline]
    pub fn layout(&self, number: usize) -> &BitGrid {
        &self.layouts[number]
    }

    /// [`ROW_WALK_PARTS_MAX`], or 0 on a map that is too large to be walked by rows.
    #[inline]
    pub fn parts_max(&self) -> i64 {
        self.parts_max
    }

    /// How many cells in a row are unset, counted from both given cells in the direction `ahead`, which is a unit
    /// vector along an axis. The two cells are the same, or neighbors across that axis; they lie in the map or on its
    /// border.
    #[inline]
    pub fn free_ahead(&self, cells: [IVec2; 2], ahead: IVec2) -> i32 {
        let (along_y, down) = (ahead.x == 0, ahead.x + ahead.y < 0);
        let grid = &self.layouts[usize::from(down) | usize::from(along_y) << 1];
        // Columns and rows of the grid count from 0 at the border.
        let [(first, one), (_, other)] = cells.map(|cell| {
            let IVec2 { x, y } = if along_y { cell.yx() } else { cell } + 1;
            (if down { grid.last_column() as i32 - x } else { x } as usize, y as usize * grid.words_per_row())
        });
        let mut column = first;
        loop {
            let bits = (grid.word(one + (column >> 6)) | grid.word(other + (column >> 6))) >> (column & 63);
            if bits != 0 {
                return (column - first) as i32 + bits.trailing_zeros() as i32;
            }
            column = (column | 63) + 1;
        }
    }
}
