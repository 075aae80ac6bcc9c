//! The fast part of a walk: row by row, with all cells that the ray crosses within a row looked at in one go; private,
//! behind [`walk`](crate::geometry::ray::grid_walk).
//!
//! A ray that advances more along x crosses, between two lines of the grid along x, a span of cells in one row, and a row
//! is a string of bits: the first set bit after the ray's entry, if it comes before the ray's exit, is the hit. One that
//! advances more along y does the same in a grid whose rows are the map's columns, and one that advances downwards in a
//! grid with its rows turned round. So a ray takes as many looks as it crosses lines of the axis on which it advances
//! less, and no branch says which way it goes.
//!
//! The lines that are crossed when the ray leaves its k-th row are `floor((e + k major) / minor) + 1` in whole numbers,
//! where `major` and `minor` are the direction's parts and `e` is the walk's error term in whole tiles. Here the quotient
//! is summed up in 2⁻³⁹ of a cell, beginning `0.5 / minor` above its value. That keeps it as far away from a whole number,
//! and in [`ROWS_MAX`] rows of at most [`PARTS_MAX`] the rounding takes less: its whole part is exact.

use bevy::math::{IVec2, UVec2, Vec2Swizzles};

use super::bit_grid::BitGrid;
use super::lattice::{LatticeRay, Strike, TILE};
use crate::geometry::tile::TileShape;

/// Bits of a cell's fraction in the sum of quotients.
const FRACTION: u32 = 39;
/// Cells on the longer side of the largest map that is walked in spans: with each row the sum loses less than 2⁻³⁹, in so
/// many rows less than 2⁻²⁵, which half of 1 / `minor` is at least.
const ROWS_MAX: u32 = 1 << 13;
/// The sum of a direction's parts up to which a quotient fits its 64 bits. The lesser part is at most half of it.
const PARTS_MAX: i64 = (1 << 25) - 1;

/// The first cell with a bit that a ray meets.
pub(crate) struct Blocked {
    pub cell: IVec2,
    /// All ones when the ray enters it by a step along x, 0 by one along y.
    pub along_x: i64,
    /// It does so at `t = numerator / denominator`.
    pub numerator: i64,
    pub denominator: i64,
}

impl Blocked {
    /// The strike on the cell's side, with what fills it.
    #[inline]
    pub fn strike(&self, tile: TileShape) -> Strike {
        Strike::on_face(self.numerator, self.denominator, self.cell, tile, self.along_x)
    }
}

/// Why a ray is not walked in spans.
pub(crate) struct NoSpans;

/// One layer's bits, with a border, laid out for each direction in which a ray may look along a row.
#[derive(Clone, Debug)]
pub(crate) struct SpanGrids {
    /// The map's rows, its rows turned round, its columns and its columns turned round.
    grids: [BitGrid; 4],
    size: UVec2,
    /// [`PARTS_MAX`], or 0 on a map that is too large for spans.
    parts_max: i64,
}

impl SpanGrids {
    /// The grids of an empty map within a border.
    pub fn new(size: UVec2) -> Self {
        let (rows, columns) = (BitGrid::new(size, true), BitGrid::new(size.yx(), true));
        let parts_max = if size.max_element() <= ROWS_MAX { PARTS_MAX } else { 0 };
        Self { grids: [rows.clone(), rows, columns.clone(), columns], size, parts_max }
    }

    /// Sets the bit of a cell.
    pub fn set(&mut self, cell: IVec2) {
        let turned = self.size.as_ivec2() - 1 - cell;
        self.grids[0].set(cell);
        self.grids[1].set(IVec2::new(turned.x, cell.y));
        self.grids[2].set(cell.yx());
        self.grids[3].set(IVec2::new(turned.y, cell.x));
    }

    /// The map as it is.
    #[inline]
    pub fn rows(&self) -> &BitGrid {
        &self.grids[0]
    }

    /// How many cells from these two on, which lie side by side or are the same, are free in both their lines in the
    /// direction of an axis. They lie in the map or on its border, which is not free.
    #[inline]
    pub fn free_ahead(&self, cells: [IVec2; 2], ahead: IVec2) -> i32 {
        let (along_y, down) = (ahead.x == 0, ahead.x + ahead.y < 0);
        let grid = &self.grids[usize::from(down) | usize::from(along_y) << 1];
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

    /// The first set bit on the way of a ray that starts in the map. `Ok(None)` when there is none less than `far` cells
    /// away along an axis; further ones may be found.
    ///
    /// # Errors
    /// The ray meets a corner, runs along an axis or starts in a cell that is not free, or the map is too large.
    #[inline(always)]
    pub fn first_blocked(&self, ray: &LatticeRay, far: u32) -> Result<Option<Blocked>, NoSpans> {
        // All ones where the ray runs down the axis.
        let (down_x, down_y) = (ray.dx >> 63, ray.dy >> 63);
        let (ax, ay) = ((ray.dx ^ down_x) - down_x, (ray.dy ^ down_y) - down_y);
        // Just after the origin, in 1 / TILE tile; and how far it is from there to the next line of the grid.
        let (x, y) = (ray.ox + down_x, ray.oy + down_y);
        let (to_x, to_y) = (((x ^ !down_x) & (TILE - 1)) + 1, ((y ^ !down_y) & (TILE - 1)) + 1);
        // The greater part is called major: along it lie the rows of the grid that is chosen. Swapped without a branch, which
        // a random ray would turn either way.
        let steep = (ax - ay) >> 63;
        let swap = |x: i64, y: i64| {
            let both = (x ^ y) & steep;
            (x ^ both, y ^ both)
        };
        let (major, minor) = swap(ax, ay);
        let (to_major, to_minor) = swap(to_x, to_y);
        let error = to_minor * major - to_major * minor;
        if minor == 0 || major + minor > self.parts_max {
            return Err(NoSpans);
        }
        let (column, row) = swap((x >> 12) + 1, (y >> 12) + 1);
        let (down, down_minor) = swap(down_x, down_y);
        let grid = &self.grids[(down & 1 | steep & 2) as usize];
        let (crossed, step) = crossings(major, minor, error >> 12);
        // Columns and rows of the grid count from 0 at the border.
        let turned = |column: i64| (column ^ down) - down + (grid.last_column() & down);
        let start = turned(column);
        let stride = grid.words_per_row() as i64;
        let word = row * stride;
        let by = (stride ^ down_minor) - down_minor;
        let spans =
            Spans { crossed, step, start: start as u64, far: u64::from(far), word: word as usize, by: by as usize };
        let hit = if stride == 1 { spans.first_in_words(grid) } else { spans.first_in_rows(grid) };
        let rows = ((hit.row as i64 - row) ^ down_minor) - down_minor;
        // Steps change the error by whole tiles: only from a multiple can it ever come to 0, at a corner.
        if error & (TILE - 1) == 0 && meets_corner(crossed, step, rows, minor) {
            return Err(NoSpans);
        }
        let Look { row: hit_row, bit: Some((hit, along_major)) } = hit else { return Ok(None) };
        let columns = hit as i64 - start;
        if columns + rows == 0 {
            return Err(NoSpans);
        }
        let choose = |major: i64, minor: i64| minor ^ ((major ^ minor) & along_major);
        let (x, y) = swap(turned(hit as i64), hit_row as i64);
        Ok(Some(Blocked {
            cell: IVec2::new(x as i32 - 1, y as i32 - 1),
            along_x: along_major ^ steep,
            numerator: choose(to_major, to_minor) + ((choose(columns, rows) - 1) << 12),
            denominator: choose(major, minor),
        }))
    }
}

/// How many columns are crossed when a ray leaves its first row, and in each further row, in 2⁻³⁹ of a column.
#[inline(always)]
fn crossings(major: i64, minor: i64, error: i64) -> (u64, u64) {
    let divisor = minor as u64;
    let first = (((error + minor) as u64) << FRACTION) + (1 << (FRACTION - 1));
    (first / divisor, ((major as u64) << FRACTION) / divisor)
}

/// Whether a ray leaves one of its rows, from the first to the one that lies `rows` further, through a corner.
#[inline]
fn meets_corner(mut crossed: u64, step: u64, rows: i64, minor: i64) -> bool {
    const ONE: u64 = 1 << FRACTION;
    let mut meets = false;
    for _ in 0..=rows {
        meets |= (crossed & (ONE - 1)) * (minor as u64) < ONE;
        crossed = crossed.wrapping_add(step);
    }
    meets
}

/// The spans of a ray, in the grid that suits its direction.
struct Spans {
    /// Columns crossed at the end of the first row, and in each further one.
    crossed: u64,
    step: u64,
    /// The first column.
    start: u64,
    /// How many columns to cross.
    far: u64,
    /// The first row's first word, and the way to the next row's (modulo 2⁶⁴).
    word: usize,
    by: usize,
}

/// What a walk in spans came to.
struct Look {
    /// The row of the bit, or the last that was looked at.
    row: usize,
    /// The column of the first set bit, and all ones if a step along the row leads there.
    bit: Option<(u64, i64)>,
}

impl Spans {
    /// Looks for the first set bit in a grid of one word a row.
    #[inline(always)]
    fn first_in_words(self, grid: &BitGrid) -> Look {
        let Self { mut crossed, step, start, far, mut word, by } = self;
        let mut from = start;
        loop {
            let to = start + (crossed >> FRACTION);
            // Never beyond the border, which is set.
            let hit = from + u64::from((grid.word(word) >> (from & 63)).trailing_zeros());
            if hit <= to {
                return Look { row: word, bit: Some((hit, i64::from(hit == from) - 1)) };
            }
            if to - start >= far {
                return Look { row: word, bit: None };
            }
            from = to;
            crossed += step;
            word = word.wrapping_add(by);
        }
    }

    /// [`Self::first_in_words`] in a grid of any width.
    #[inline(never)]
    fn first_in_rows(self, grid: &BitGrid) -> Look {
        let Self { mut crossed, step, start, far, mut word, by } = self;
        let mut from = start;
        loop {
            let to = start + (crossed >> FRACTION);
            let mut hit = from;
            while hit <= to {
                let bits = grid.word(word + (hit >> 6) as usize) >> (hit & 63);
                if bits == 0 {
                    hit = (hit | 63) + 1;
                    continue;
                }
                hit += u64::from(bits.trailing_zeros());
                if hit <= to {
                    return Look { row: grid.row_of(word), bit: Some((hit, i64::from(hit == from) - 1)) };
                }
            }
            if to - start >= far {
                return Look { row: grid.row_of(word), bit: None };
            }
            from = to;
            crossed += step;
            word = word.wrapping_add(by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::tests::random::Random;

    #[test]
    fn the_sum_of_quotients_has_the_exact_whole_part_in_every_row() {
        let mut random = Random::new(71);
        let below = |random: &mut Random, bound: i64| random.below_wide(bound as u64) as i64;
        for round in 0..4000 {
            // The longest sums come of parts that are nearly equal, the finest margins of large ones.
            let major = if round % 2 == 0 { PARTS_MAX / 2 - below(&mut random, 99) } else { 1 << (1 + round % 24) };
            let minor = if round % 4 == 0 {
                major - below(&mut random, 99).min(major - 1)
            } else {
                1 + below(&mut random, major)
            };
            let error = below(&mut random, major + minor) - minor;
            let (mut crossed, step) = crossings(major, minor, error);
            for row in 0..=i64::from(ROWS_MAX) + 1 {
                let exact = (error + row * major).div_euclid(minor) + 1;
                assert_eq!((crossed >> FRACTION) as i64, exact, "row {row} of {major} / {minor} from {error}");
                if exact > i64::from(ROWS_MAX) + 1 {
                    break;
                }
                crossed += step;
            }
        }
    }
}
