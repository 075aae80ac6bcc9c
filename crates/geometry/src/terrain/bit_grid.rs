//! One bit for each cell of a map, in rows of `u64` words. A ring of border cells around the map lets a walk stop there
//! without a bounds check.

use bevy_math::{IVec2, UVec2};

/// A map of bits with a border one cell wide. Bit 0 of a row is the border cell at x = -1.
#[derive(Clone, Debug)]
pub(crate) struct BitGrid {
    words: Vec<u64>,
    words_per_row: usize,
    /// 2⁴⁰ / `words_per_row`, rounded up: division by multiplication. Exact while `words * words_per_row < 2⁴⁰`.
    row_reciprocal: u64,
}

impl BitGrid {
    /// A grid for a map of `size` cells and its border, all unset.
    pub fn new(size: UVec2) -> Self {
        let (words_per_row, rows) = ((size.x as usize + 2).div_ceil(64), size.y as usize + 2);
        // An index is an `isize`, which on some targets has 32 bits itself.
        let bits_max = (1 << 32).min(isize::MAX as u64);
        assert!(rows as u64 * words_per_row as u64 * 64 <= bits_max, "a walk keeps the index of a bit in 32 bits");
        let row_reciprocal = (1u64 << 40).div_ceil(words_per_row as u64);
        Self { words: vec![0; words_per_row * rows], words_per_row, row_reciprocal }
    }

    /// Indices from a cell to the cell above it.
    #[inline]
    pub fn stride(&self) -> isize {
        (self.words_per_row * 64) as isize
    }

    /// The index of a cell of the map or of its border.
    #[inline]
    pub fn index(&self, cell: IVec2) -> isize {
        (cell.y as isize + 1) * self.stride() + cell.x as isize + 1
    }

    /// The cell at an index: the inverse of [`Self::index`].
    #[inline]
    pub fn cell(&self, index: isize) -> IVec2 {
        let word = index as u64 >> 6;
        let row = (word * self.row_reciprocal) >> 40;
        let column = index - row as isize * self.stride();
        IVec2::new(column as i32 - 1, row as i32 - 1)
    }

    /// Whether a bit is set.
    #[inline]
    pub fn get(&self, index: isize) -> bool {
        self.words[index as usize >> 6] >> (index & 63) & 1 != 0
    }

    /// Sets the bit of a cell.
    pub fn set(&mut self, cell: IVec2) {
        let index = self.index(cell) as usize;
        self.words[index >> 6] |= 1 << (index & 63);
    }

    /// The bits of a row from `x_min` to `x_max`, both included, with `x_min` in bit 0. Requires cells of the map or its
    /// border, and `x_min <= x_max < x_min + 64`.
    #[inline]
    pub fn row(&self, y: i32, x_min: i32, x_max: i32) -> u64 {
        debug_assert!(x_min <= x_max && x_max - x_min < 64);
        let start = self.index(IVec2::new(x_min, y)) as usize;
        let (word, shift, last) = (start >> 6, start & 63, (x_max - x_min) as usize);
        let mut bits = self.words[word] >> shift;
        if shift + last >= 64 {
            // The range crosses into the next word, so `shift` is not 0.
            bits |= self.words[word + 1] << (64 - shift);
        }
        bits & (u64::MAX >> (63 - last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_cell_are_inverse_on_narrow_and_wide_maps() {
        for size in [UVec2::new(1, 1), UVec2::new(42, 23), UVec2::new(62, 5), UVec2::new(63, 5), UVec2::new(4096, 40)] {
            let grid = BitGrid::new(size);
            for y in -1..=size.y as i32 {
                for x in -1..=size.x as i32 {
                    assert_eq!(grid.cell(grid.index(IVec2::new(x, y))), IVec2::new(x, y));
                }
            }
        }
    }

    #[test]
    fn a_row_reads_the_same_bits_as_single_cells() {
        let size = UVec2::new(200, 3);
        let mut grid = BitGrid::new(size);
        for x in (0..200).filter(|x| (x * 7) % 5 < 2) {
            grid.set(IVec2::new(x, 1));
        }
        for x_min in -1..=200 {
            for width in [0, 1, 5, 31, 63].into_iter().filter(|width| x_min + width <= 200) {
                let bits = grid.row(1, x_min, x_min + width);
                for k in 0..64 {
                    let x = x_min + k;
                    let expected = k <= width && (0..200).contains(&x) && (x * 7) % 5 < 2;
                    assert_eq!(bits >> k & 1 != 0, expected, "x {x} from {x_min} width {width}");
                }
            }
        }
    }
}
