//! Broad phase: boxes sorted into coarse cells along each axis, as bit masks. Candidates share a cell with the query box on
//! both axes; then their boxes are compared. It knows no shapes.
//!
//! The masks earn their keep on full levels: without them every bullet, orb and ray would compare all boxes, a quarter of a
//! tick with 32 movers.

use bevy::math::{Rect, Vec2};

use hairline_level::limits::OBSTACLES_MAX;

/// Tiles in a cell.
const CELL_SIZE: f32 = 4.0;
/// Cells along an axis.
const CELLS: usize = 256;
/// Tiles that each box is grown by: more than rounding moves a corner on the largest map.
const MARGIN: f32 = 2e-3;

const _: () = assert!(OBSTACLES_MAX <= 64, "a mask has a bit for each obstacle");

/// At most 64 boxes, each known by its index: one bit of a `u64`.
#[derive(Clone, Debug)]
pub struct BroadPhase {
    boxes: Vec<Rect>,
    x: Axis,
    y: Axis,
}

/// The cells along one axis: 256 of them, over a thousand tiles. Everything outside counts as in the first or the last cell.
#[derive(Clone, Debug)]
struct Axis {
    /// For each cell, the boxes that begin in it or before it.
    begun: [u64; CELLS],
    /// For each cell, the boxes that end in it or after it.
    unended: [u64; CELLS],
    /// The first and the last cell that each box covers; `None` before it is first set.
    spans: [Option<(u8, u8)>; OBSTACLES_MAX],
}

impl Axis {
    /// Without boxes.
    fn new() -> Self {
        Self { begun: [0; CELLS], unended: [0; CELLS], spans: [None; OBSTACLES_MAX] }
    }

    /// Sets the range of a box, in tiles.
    fn set(&mut self, index: usize, min: f32, max: f32) {
        let (first, last) = (cell(min), cell(max));
        if self.spans[index].replace((first, last)) == Some((first, last)) {
            return;
        }
        let bit = 1 << index;
        let change = |mask: &mut u64, is_set: bool| if is_set { *mask |= bit } else { *mask &= !bit };
        self.begun.iter_mut().enumerate().for_each(|(cell, mask)| change(mask, usize::from(first) <= cell));
        self.unended.iter_mut().enumerate().for_each(|(cell, mask)| change(mask, cell <= usize::from(last)));
    }

    /// Removes a box.
    fn remove(&mut self, index: usize) {
        self.spans[index] = None;
        self.begun.iter_mut().chain(&mut self.unended).for_each(|mask| *mask &= !(1 << index));
    }

    /// The boxes that share a cell with a range of tiles.
    fn meeting(&self, min: f32, max: f32) -> u64 {
        self.begun[usize::from(cell(max))] & self.unended[usize::from(cell(min))]
    }
}

/// The cell of a coordinate. The cast saturates, and an index of eight bits needs no bounds check.
fn cell(at: f32) -> u8 {
    (at * (1.0 / CELL_SIZE)) as u8
}

impl BroadPhase {
    /// Without boxes.
    pub(super) fn new() -> Self {
        Self { boxes: vec![Rect::EMPTY; OBSTACLES_MAX], x: Axis::new(), y: Axis::new() }
    }

    /// Sets the box of an index, `0..64`.
    pub fn set(&mut self, index: usize, bounds: Rect) {
        let Rect { min, max } = Rect { min: bounds.min - MARGIN, max: bounds.max + MARGIN };
        self.boxes[index] = Rect { min, max };
        self.x.set(index, min.x, max.x);
        self.y.set(index, min.y, max.y);
    }

    /// Removes the box of an index until it is set again.
    pub fn remove(&mut self, index: usize) {
        self.x.remove(index);
        self.y.remove(index);
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

    /// A bit for every box that shares cells with a box on both axes: at least for all that meet it.
    fn candidates(&self, bounds: Rect) -> u64 {
        let Rect { min, max } = bounds;
        self.x.meeting(min.x, max.x) & self.y.meeting(min.y, max.y)
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

    fn in_box(boxes: &BroadPhase, min: (f32, f32), max: (f32, f32)) -> Vec<usize> {
        boxes.in_box(Rect { min: min.into(), max: max.into() }).collect()
    }

    /// Boxes of one tile on the diagonal, at (0, 0), (2, 2), (4, 4)…
    fn diagonal(count: usize) -> BroadPhase {
        let mut boxes = BroadPhase::new();
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
    fn a_removed_box_is_not_found_until_it_is_set_again() {
        let mut boxes = diagonal(4);
        boxes.remove(3);
        assert_eq!(in_box(&boxes, (-100.0, -100.0), (300.0, 300.0)), [0, 1, 2]);
        assert_eq!(boxes.along_segment(Vec2::splat(-9.0), Vec2::splat(300.0)).collect::<Vec<_>>(), [0, 1, 2]);
        boxes.set(3, Rect::new(6.0, 6.0, 7.0, 7.0));
        assert_eq!(in_box(&boxes, (6.0, 6.0), (7.0, 7.0)), [3]);
    }

    #[test]
    fn boxes_outside_the_map_are_found() {
        let mut boxes = BroadPhase::new();
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
