//! Broad phase: boxes in a coarse grid, with a bit mask for each column and each row of it. Candidates share both with the
//! query box; then their boxes are compared. It knows no shapes.
//!
//! The grid earns its keep on full levels: without it every bullet, orb and ray would compare all boxes, a quarter of a
//! tick with 32 movers.

use bevy::math::{Rect, UVec2, Vec2};

use crate::level::limits::OBSTACLES_MAX;

/// Width and height of a grid cell, in tiles.
const CELL_SIZE: usize = 4;
/// Tiles that each box is grown by: more than rounding moves a corner on the largest map.
const MARGIN: f32 = 2e-3;

const _: () = assert!(OBSTACLES_MAX <= 64, "a mask has a bit for each obstacle");

/// At most 64 boxes, each known by its index: one bit of a `u64`.
#[derive(Clone, Debug)]
pub struct BroadPhase {
    boxes: Vec<Rect>,
    /// The grid cells that each box covers; `None` before it is first set.
    spans: Vec<Option<Span>>,
    columns: Vec<u64>,
    rows: Vec<u64>,
}

/// A range of columns and rows of the grid, both ends included. Everything outside the map counts as in its outermost cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    left: usize,
    right: usize,
    bottom: usize,
    top: usize,
}

impl BroadPhase {
    /// No boxes yet, on a map of this many tiles.
    pub fn new(map_size: UVec2) -> Self {
        let masks = |length: u32| vec![0; (length as usize).div_ceil(CELL_SIZE).max(1)];
        Self {
            boxes: vec![Rect::EMPTY; OBSTACLES_MAX],
            spans: vec![None; OBSTACLES_MAX],
            columns: masks(map_size.x),
            rows: masks(map_size.y),
        }
    }

    /// Sets the box of an index, `0..64`.
    pub fn set(&mut self, index: usize, bounds: Rect) {
        let grown = Rect { min: bounds.min - MARGIN, max: bounds.max + MARGIN };
        self.boxes[index] = grown;
        let span = self.span(grown);
        if self.spans[index] == Some(span) {
            return;
        }
        let bit = 1 << index;
        if let Some(Span { left, right, bottom, top }) = self.spans[index].replace(span) {
            self.columns[left..=right].iter_mut().for_each(|mask| *mask &= !bit);
            self.rows[bottom..=top].iter_mut().for_each(|mask| *mask &= !bit);
        }
        self.columns[span.left..=span.right].iter_mut().for_each(|mask| *mask |= bit);
        self.rows[span.bottom..=span.top].iter_mut().for_each(|mask| *mask |= bit);
    }

    /// The indices whose boxes meet a box, lowest first.
    pub fn in_box(&self, bounds: Rect) -> impl Iterator<Item = usize> + use<> {
        bits(self.filter(self.candidates(bounds), |other| {
            other.min.cmple(bounds.max).all() && other.max.cmpge(bounds.min).all()
        }))
    }

    /// The indices whose boxes meet a segment, lowest first, by the slab test (Kay and Kajiya, 1986).
    pub fn along_segment(&self, from: Vec2, to: Vec2) -> impl Iterator<Item = usize> + use<> {
        let candidates = self.candidates(Rect { min: from.min(to), max: from.max(to) });
        // A segment along an axis gets a finite inverse, so that 0 times infinity never occurs.
        let inverse = |part: f32| if part.abs() < 1e-20 { 1e20 } else { 1.0 / part };
        let inverse = Vec2::new(inverse(to.x - from.x), inverse(to.y - from.y));
        bits(self.filter(candidates, |bounds| {
            let (a, b) = ((bounds.min - from) * inverse, (bounds.max - from) * inverse);
            a.min(b).max_element().max(0.0) <= a.max(b).min_element().min(1.0)
        }))
    }

    /// The bits of a mask for whose boxes `meets` holds.
    fn filter(&self, candidates: u64, meets: impl Fn(&Rect) -> bool) -> u64 {
        bits(candidates).fold(0, |mask, index| mask | u64::from(meets(&self.boxes[index])) << index)
    }

    /// A bit for every box that shares a column and a row with a box: at least for all that meet it.
    fn candidates(&self, bounds: Rect) -> u64 {
        let Span { left, right, bottom, top } = self.span(bounds);
        let union = |masks: &[u64]| masks.iter().fold(0, |union, mask| union | mask);
        union(&self.columns[left..=right]) & union(&self.rows[bottom..=top])
    }

    fn span(&self, bounds: Rect) -> Span {
        // The cast rounds towards 0, and saturates: below the map that is the first cell, beyond it the last one.
        let cell = |at: f32, count: usize| ((at * (1.0 / CELL_SIZE as f32)) as usize).min(count - 1);
        Span {
            left: cell(bounds.min.x, self.columns.len()),
            right: cell(bounds.max.x, self.columns.len()),
            bottom: cell(bounds.min.y, self.rows.len()),
            top: cell(bounds.max.y, self.rows.len()),
        }
    }
}

/// The set bits of a mask, lowest first.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        index
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: UVec2 = UVec2::splat(130);

    fn in_box(boxes: &BroadPhase, min: (f32, f32), max: (f32, f32)) -> Vec<usize> {
        boxes.in_box(Rect { min: min.into(), max: max.into() }).collect()
    }

    /// Boxes of one tile on the diagonal, at (0, 0), (2, 2), (4, 4)…
    fn diagonal(count: usize) -> BroadPhase {
        let mut boxes = BroadPhase::new(MAP);
        for index in 0..count {
            let corner = Vec2::splat(2.0 * index as f32);
            boxes.set(index, Rect { min: corner, max: corner + 1.0 });
        }
        boxes
    }

    #[test]
    fn a_box_meets_what_it_overlaps_or_touches() {
        let boxes = diagonal(64);
        assert_eq!(in_box(&boxes, (0.2, 0.2), (0.3, 0.3)), [0]);
        assert_eq!(in_box(&boxes, (1.0, 1.0), (2.0, 2.0)), [0, 1], "touching both");
        assert_eq!(in_box(&boxes, (1.2, 1.2), (1.7, 1.7)), [0; 0], "between two in one grid cell");
        assert_eq!(in_box(&boxes, (126.5, 126.5), (135.0, 135.0)), [63]);
        assert_eq!(in_box(&boxes, (0.0, 4.5), (1.0, 5.5)), [0; 0], "a column of one and a row of another");
        assert_eq!(in_box(&boxes, (0.0, 0.0), (200.0, 200.0)).len(), 64);
        assert_eq!(in_box(&diagonal(0), (0.0, 0.0), (200.0, 200.0)), [0; 0]);
    }

    #[test]
    fn a_box_that_moves_is_gone_from_where_it_was() {
        let mut boxes = diagonal(4);
        boxes.set(3, Rect::new(60.0, 20.0, 61.0, 21.0));
        assert_eq!(in_box(&boxes, (6.0, 6.0), (7.0, 7.0)), [0; 0]);
        assert_eq!(in_box(&boxes, (60.5, 20.5), (60.5, 20.5)), [3]);
    }

    #[test]
    fn boxes_outside_the_map_are_found() {
        let mut boxes = BroadPhase::new(UVec2::new(40, 20));
        boxes.set(0, Rect::new(-40.0, -1e9, -35.0, -2.0));
        boxes.set(63, Rect { min: Vec2::new(44.0, 18.0), max: Vec2::INFINITY });
        assert_eq!(in_box(&boxes, (-36.0, -5.0), (-35.5, -4.0)), [0]);
        assert_eq!(in_box(&boxes, (50.0, 50.0), (51.0, 51.0)), [63]);
        assert_eq!(boxes.in_box(Rect { min: Vec2::NEG_INFINITY, max: Vec2::INFINITY }).collect::<Vec<_>>(), [0, 63]);
        assert_eq!(in_box(&boxes, (12.0, 12.0), (16.0, 16.0)), [0; 0]);
    }

    #[test]
    fn a_segment_meets_the_boxes_along_it() {
        let boxes = diagonal(40);
        let along = |from: (f32, f32), to: (f32, f32)| boxes.along_segment(from.into(), to.into()).collect::<Vec<_>>();
        assert_eq!(along((-1.0, 0.5), (8.0, 0.5)), [0]);
        assert_eq!(along((-1.0, 0.5), (-0.5, 0.5)), [0; 0], "too short");
        assert_eq!(along((-1.0, 0.5), (-10.0, 0.5)), [0; 0], "behind");
        assert_eq!(along((0.5, 0.5), (-8.5, 0.5)), [0], "from inside");
        assert_eq!(along((0.5, 0.5), (0.5, 0.5)), [0], "a point inside");
        assert_eq!(along((4.5, 9.0), (4.5, -1e4)), [2]);
        assert_eq!(along((-1.0, -1.0), (1e4, 1e4)), (0..40).collect::<Vec<_>>());
        assert_eq!(along((66.0, 64.5), (63.0, 64.5)), [32]);
        assert_eq!(along((1.5, 0.0), (1.5, 100.0)), [0; 0], "between two");
    }
}
