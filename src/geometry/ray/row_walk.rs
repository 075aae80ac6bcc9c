//! The fast part of a walk: row by row, with one bit scan over all cells that the ray crosses in a row. It finds only
//! the first cell with a bit; corners, slopes and rays along an axis are for [`grid_walk`](super::grid_walk).
//!
//! A ray that advances more along x than along y crosses, within one row of cells, a run of cells from where it enters
//! the row to where it leaves it. A row is a string of bits, so the first set bit from the entry on, if it is not
//! beyond the exit, is the hit:
//!
//! ```text
//!          ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
//!   row 2  │   │   │   │   │   │ ░ │ █ │ ░ │ ░ │   scan columns 5..=8: hit in column 6
//!          ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
//!   row 1  │   │   │ ░ │ ░ │ ░ │ ░ │   │   │   │   scan columns 2..=5: clear
//!          ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
//!   row 0  │ ░ │ ░ │ ░ │   │   │ █ │   │   │   │   scan columns 0..=2: clear
//!          └───┴───┴───┴───┴───┴───┴───┴───┴───┘
//! ```
//!
//! A steep ray does the same in a grid whose rows are the map's columns, and one that runs towards smaller coordinates
//! in a grid with its rows reversed ([`RowGrids`]). So a walk takes one step for each grid line of the minor axis, and
//! no branch depends on the ray's direction.
//!
//! When a ray has left its k-th row it has crossed `floor((e + k major) / minor) + 1` columns, where `major` and
//! `minor` are the parts of its direction and `e` is the walk's error term in whole tiles. In the figure `major` is
//! three times `minor`. The quotient is summed up in 2⁻³⁹ of a column, from a first value that is `0.5 / minor` too
//! large. Exact quotients are multiples of 1 / `minor`, so the sum starts at least `0.5 / minor` away from the whole
//! numbers on either side. In `ROW_WALK_SIDE_MAX` rows of directions up to `ROW_WALK_PARTS_MAX` rounding takes away
//! less: the whole part of the sum is exact.

use bevy::math::IVec2;

use super::lattice::{LatticeRay, TILE, WalkHit};
use crate::geometry::terrain::bit_grid::BitGrid;
use crate::geometry::terrain::row_grids::RowGrids;
use crate::geometry::tile::TileShape;

/// Fraction bits of a sum of quotients. Each row loses less than 2⁻³⁹ of a column, and 2¹³ rows less than 2⁻²⁶, while
/// 0.5 / `minor` is at least 2⁻²⁵: `minor` is at most half of `ROW_WALK_PARTS_MAX`.
const FRACTION: u32 = 39;

/// The first cell with a set bit that a ray meets.
pub(in crate::geometry) struct RowHit {
    pub cell: IVec2,
    /// All ones when the ray enters the cell by a step along x, 0 when along y.
    pub along_x: i64,
    /// The ray enters the cell at `t = numerator / denominator`.
    pub numerator: i64,
    pub denominator: i64,
}

impl RowHit {
    /// The hit on the cell's side, given the cell's tile.
    #[inline]
    pub fn on_tile(&self, tile: TileShape) -> WalkHit {
        WalkHit::on_face(self.numerator, self.denominator, self.cell, tile, self.along_x)
    }
}

/// The result of a walk by rows.
pub(in crate::geometry) enum RowWalk {
    /// The ray meets a cell with a set bit.
    Hit(RowHit),
    /// No bit is set within the distance walked.
    Clear,
    /// The ray has to be walked cell by cell: it meets a corner, runs along an axis or starts in a cell whose bit is
    /// set, or the map is too large.
    Unsupported,
}

impl RowGrids {
    /// Walks a ray that starts in the map by rows to the first set bit. It looks at least `far` cells ahead along the
    /// major axis, and may find a bit beyond.
    #[inline(always)]
    pub(in crate::geometry) fn first_hit(&self, ray: &LatticeRay, far: u32) -> RowWalk {
        // All ones where the ray runs towards smaller coordinates.
        let (down_x, down_y) = (ray.dx >> 63, ray.dy >> 63);
        let (ax, ay) = ((ray.dx ^ down_x) - down_x, (ray.dy ^ down_y) - down_y);
        // Just after the origin, in 1 / TILE tile, and the distances from there to the next grid lines.
        let (x, y) = (ray.ox + down_x, ray.oy + down_y);
        let (to_x, to_y) = (((x ^ !down_x) & (TILE - 1)) + 1, ((y ^ !down_y) & (TILE - 1)) + 1);
        // The major axis, that of the greater part, is the one along which the chosen grid has its rows. Swapped
        // without a branch, which random rays would mispredict.
        let steep = (ax - ay) >> 63;
        let swap = |x: i64, y: i64| {
            let both = (x ^ y) & steep;
            (x ^ both, y ^ both)
        };
        let (major, minor) = swap(ax, ay);
        let (to_major, to_minor) = swap(to_x, to_y);
        let error = to_minor * major - to_major * minor;
        if minor == 0 || major + minor > self.parts_max() {
            return RowWalk::Unsupported;
        }
        let (column, row) = swap((x >> 12) + 1, (y >> 12) + 1);
        let (down, down_minor) = swap(down_x, down_y);
        let grid = self.layout((down & 1 | steep & 2) as usize);
        let (crossed, step) = crossings(major, minor, error >> 12);
        // Columns and rows of the grid count from 0 at the border.
        let reversed = |column: i64| (column ^ down) - down + (grid.last_column() & down);
        let start = reversed(column);
        let stride = grid.words_per_row() as i64;
        let word = row * stride;
        let by = (stride ^ down_minor) - down_minor;
        let runs =
            RowRuns { crossed, step, start: start as u64, far: u64::from(far), word: word as usize, by: by as usize };
        let scan = if stride == 1 { runs.scan_single_words(grid) } else { runs.scan_rows(grid) };
        let rows = ((scan.row as i64 - row) ^ down_minor) - down_minor;
        // Steps change the error by whole tiles, so it can reach 0, at a corner, only from a multiple of a tile.
        if error & (TILE - 1) == 0 && meets_corner(crossed, step, rows, minor) {
            return RowWalk::Unsupported;
        }
        let RowScan { row: hit_row, bit: Some((hit, along_major)) } = scan else { return RowWalk::Clear };
        let columns = hit as i64 - start;
        if columns + rows == 0 {
            return RowWalk::Unsupported;
        }
        let choose = |major: i64, minor: i64| minor ^ ((major ^ minor) & along_major);
        let (x, y) = swap(reversed(hit as i64), hit_row as i64);
        RowWalk::Hit(RowHit {
            cell: IVec2::new(x as i32 - 1, y as i32 - 1),
            along_x: along_major ^ steep,
            numerator: choose(to_major, to_minor) + ((choose(columns, rows) - 1) << 12),
            denominator: choose(major, minor),
        })
    }
}

/// How many columns a ray has crossed when it leaves its first row, and crosses in each further row, in 2⁻³⁹ of a
/// column.
#[inline(always)]
fn crossings(major: i64, minor: i64, error: i64) -> (u64, u64) {
    let divisor = minor as u64;
    let first = (((error + minor) as u64) << FRACTION) + (1 << (FRACTION - 1));
    (first / divisor, ((major as u64) << FRACTION) / divisor)
}

/// Whether a ray leaves one of its rows, from the first one to the one `rows` farther, through a corner.
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

/// The runs of cells that a ray crosses, row by row, in the layout that suits its direction.
struct RowRuns {
    /// Columns crossed at the end of the first row, and in each further row, in 2⁻³⁹ of a column.
    crossed: u64,
    step: u64,
    /// The first column.
    start: u64,
    /// The number of columns to scan.
    far: u64,
    /// The first row's first word, and the offset to the next row's (modulo 2⁶⁴).
    word: usize,
    by: usize,
}

/// The result of scanning the rows.
struct RowScan {
    /// The row of the bit, or the last row scanned.
    row: usize,
    /// The column of the first set bit, and all ones if the ray enters its cell by a step along the row.
    bit: Option<(u64, i64)>,
}

impl RowRuns {
    /// Scans a grid with one word a row.
    #[inline(always)]
    fn scan_single_words(self, grid: &BitGrid) -> RowScan {
        let Self { mut crossed, step, start, far, mut word, by } = self;
        let mut from = start;
        loop {
            let to = start + (crossed >> FRACTION);
            // Never beyond the border, whose bits are set.
            let hit = from + u64::from((grid.word(word) >> (from & 63)).trailing_zeros());
            if hit <= to {
                return RowScan { row: word, bit: Some((hit, i64::from(hit == from) - 1)) };
            }
            if to - start >= far {
                return RowScan { row: word, bit: None };
            }
            from = to;
            crossed += step;
            word = word.wrapping_add(by);
        }
    }

    /// Scans a grid of any width.
    #[inline(never)]
    fn scan_rows(self, grid: &BitGrid) -> RowScan {
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
                    return RowScan { row: grid.row_of(word), bit: Some((hit, i64::from(hit == from) - 1)) };
                }
            }
            if to - start >= far {
                return RowScan { row: grid.row_of(word), bit: None };
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
    use crate::geometry::terrain::row_grids::{ROW_WALK_PARTS_MAX, ROW_WALK_SIDE_MAX};
    use crate::geometry::tests::random::Random;

    #[test]
    fn the_whole_part_of_the_sum_of_quotients_is_exact_in_every_row() {
        let mut random = Random::new(71);
        let below = |random: &mut Random, bound: i64| random.below_wide(bound as u64) as i64;
        for round in 0..4000 {
            // Nearly equal parts give the longest sums, large parts the finest margins.
            let major =
                if round % 2 == 0 { ROW_WALK_PARTS_MAX / 2 - below(&mut random, 99) } else { 1 << (1 + round % 24) };
            let minor = if round % 4 == 0 {
                major - below(&mut random, 99).min(major - 1)
            } else {
                1 + below(&mut random, major)
            };
            let error = below(&mut random, major + minor) - minor;
            let (mut crossed, step) = crossings(major, minor, error);
            for row in 0..=i64::from(ROW_WALK_SIDE_MAX) + 1 {
                let exact = (error + row * major).div_euclid(minor) + 1;
                assert_eq!((crossed >> FRACTION) as i64, exact, "row {row} of {major} / {minor} from {error}");
                if exact > i64::from(ROW_WALK_SIDE_MAX) + 1 {
                    break;
                }
                crossed += step;
            }
        }
    }
}
