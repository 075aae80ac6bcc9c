//! Bins: which things stand in each column and in each row of the map. What is in none of a box's columns, or in none of its
//! rows, cannot meet it; that rejects nearly everything before anything is compared.

use bevy::math::{IRect, IVec2, Rect, UVec2};

/// Tiles from one bin to the next.
const WIDTH: usize = 4;

/// Which of `64 * WORDS` things stand where, each known by its place: one bit of the masks.
#[derive(Clone, Debug)]
pub struct Bins<const WORDS: usize> {
    columns: Vec<[u64; WORDS]>,
    rows: Vec<[u64; WORDS]>,
    /// Where each thing stands; nothing for one that was never set.
    spans: Vec<Option<Span>>,
}

/// The columns and rows of a box, both ends included. What lies outside the map counts as in its outermost bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    left: usize,
    right: usize,
    bottom: usize,
    top: usize,
}

impl<const WORDS: usize> Bins<WORDS> {
    /// No bins: there is no room for anything.
    pub const fn none() -> Self {
        Self { columns: Vec::new(), rows: Vec::new(), spans: Vec::new() }
    }

    /// Empty bins of a map, with room for `count` things, at most `64 * WORDS`.
    pub fn on_map(size: UVec2, count: usize) -> Self {
        let bins = |length: u32| vec![[0; WORDS]; (length as usize).div_ceil(WIDTH).max(1)];
        Self { columns: bins(size.x), rows: bins(size.y), spans: vec![None; count.min(64 * WORDS)] }
    }

    /// Sets the box of a place.
    #[inline]
    pub fn set(&mut self, place: usize, bounds: Rect) {
        let span = self.span(bounds);
        if self.spans[place] == Some(span) {
            return;
        }
        let (word, bit) = (place / 64, 1 << (place % 64));
        if let Some(Span { left, right, bottom, top }) = self.spans[place].replace(span) {
            self.columns[left..=right].iter_mut().for_each(|bin| bin[word] &= !bit);
            self.rows[bottom..=top].iter_mut().for_each(|bin| bin[word] &= !bit);
        }
        self.columns[span.left..=span.right].iter_mut().for_each(|bin| bin[word] |= bit);
        self.rows[span.bottom..=span.top].iter_mut().for_each(|bin| bin[word] |= bit);
    }

    /// The places of all that shares a column and a row with a box: at least whatever meets it.
    #[inline]
    pub fn near(&self, bounds: Rect) -> [u64; WORDS] {
        self.in_span(self.span(bounds))
    }

    /// [`Self::near`] of cells of the map.
    #[inline]
    pub fn of_cells(&self, cells: IRect) -> [u64; WORDS] {
        let bin = |cell: i32| cell as usize / WIDTH;
        let (IVec2 { x: left, y: bottom }, IVec2 { x: right, y: top }) = (cells.min, cells.max);
        self.in_span(Span { left: bin(left), right: bin(right), bottom: bin(bottom), top: bin(top) })
    }

    /// The places of all that shares a column and a row with what is at a place, itself included.
    #[inline]
    pub fn beside(&self, place: usize) -> [u64; WORDS] {
        self.spans[place].map_or([0; WORDS], |span| self.in_span(span))
    }

    #[inline]
    fn in_span(&self, span: Span) -> [u64; WORDS] {
        // Mostly it is one or two bins each way: both are taken, since a branch on whether they are the same is guessed wrong
        // too often.
        let Span { left, right, bottom, top } = span;
        if right - left <= 1
            && top - bottom <= 1
            && let (Some(left), Some(right)) = (self.columns.get(left), self.columns.get(right))
            && let (Some(bottom), Some(top)) = (self.rows.get(bottom), self.rows.get(top))
        {
            return std::array::from_fn(|word| (left[word] | right[word]) & (bottom[word] | top[word]));
        }
        // Without any bins there is nothing.
        let bins = |bins: &[[u64; WORDS]], from, to| bins.get(from..=to).map_or([0; WORDS], union);
        let (columns, rows) = (bins(&self.columns, span.left, span.right), bins(&self.rows, span.bottom, span.top));
        std::array::from_fn(|word| columns[word] & rows[word])
    }

    #[inline]
    fn span(&self, bounds: Rect) -> Span {
        // Below 0 rounding towards it changes nothing, since the first bin is the least.
        let bin = |at: f32, bins: &[_]| ((at * (1.0 / WIDTH as f32)) as i32).min(bins.len() as i32 - 1).max(0) as usize;
        Span {
            left: bin(bounds.min.x, &self.columns),
            right: bin(bounds.max.x, &self.columns),
            bottom: bin(bounds.min.y, &self.rows),
            top: bin(bounds.max.y, &self.rows),
        }
    }
}

#[inline]
fn union<const WORDS: usize>(bins: &[[u64; WORDS]]) -> [u64; WORDS] {
    let mut all = [0; WORDS];
    for bin in bins {
        for (all, word) in all.iter_mut().zip(bin) {
            *all |= word;
        }
    }
    all
}

/// The places of a mask, lowest first.
pub fn places(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        index
    })
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;

    /// A box whose corners are these many bins from the map's lower left corner.
    fn bins(left: f32, bottom: f32, right: f32, top: f32) -> Rect {
        Rect { min: Vec2::new(left, bottom) * WIDTH as f32, max: Vec2::new(right, top) * WIDTH as f32 }
    }

    const MAP: UVec2 = UVec2::new(10 * WIDTH as u32, 5 * WIDTH as u32);

    #[test]
    fn what_shares_a_column_and_a_row_is_near() {
        let mut filled = Bins::<2>::on_map(MAP, 128);
        filled.set(3, bins(2.5, 2.5, 3.5, 3.7));
        filled.set(100, bins(3.0, 3.0, 4.0, 4.0));
        let near = |filled: &Bins<2>, x: f32, y: f32| filled.near(bins(x, y, x, y));
        assert_eq!(near(&filled, 2.1, 2.1), [1 << 3, 0]);
        assert_eq!(near(&filled, 3.9, 2.9), [1 << 3, 0]);
        assert_eq!(near(&filled, 4.0, 4.5), [0, 1 << (100 - 64)], "its edge is in the next bins too");
        assert_eq!(near(&filled, 2.1, 4.1), [0, 0], "a column of one and a row of the other");
        assert_eq!(filled.near(bins(0.0, 0.0, 9.0, 4.0)), [1 << 3, 1 << 36]);
        assert_eq!(filled.beside(100), [1 << 3, 1 << 36], "in the bins that both reach into");
        filled.set(3, bins(7.0, 0.0, 7.5, 0.5));
        assert_eq!(near(&filled, 2.1, 2.1), [0, 0], "gone from where it was");
        assert_eq!(near(&filled, 7.9, 0.9), [1 << 3, 0]);
    }

    #[test]
    fn what_is_outside_the_map_is_in_its_outermost_bins() {
        let mut filled = Bins::<1>::on_map(MAP, 64);
        filled.set(0, bins(-9.0, -1e9, -8.0, -0.5));
        filled.set(63, bins(11.0, 4.5, f32::INFINITY, f32::INFINITY));
        assert_eq!(filled.near(bins(-3.0, -3.0, -2.0, -2.0)), [1]);
        assert_eq!(filled.near(bins(50.0, 50.0, 51.0, 51.0)), [1 << 63]);
        assert_eq!(filled.near(Rect { min: Vec2::NEG_INFINITY, max: Vec2::INFINITY }), [1 | 1 << 63]);
        assert_eq!(filled.near(bins(3.0, 3.0, 4.0, 4.0)), [0]);
        assert_eq!(Bins::<1>::none().near(bins(3.0, 3.0, 4.0, 4.0)), [0]);
    }

    #[test]
    fn the_places_of_a_mask_come_in_order() {
        assert_eq!(places(0b1010_0001 | 1 << 63).collect::<Vec<_>>(), [0, 5, 7, 63]);
        assert_eq!(places(0).count(), 0);
    }
}
