//! Broad phase: boxes sorted into coarse cells along each axis, as bit masks. Candidates share a cell with the query box on
//! both axes; then their boxes are compared. It knows no shapes.
//!
//! The masks earn their keep on full levels: without them every bullet, orb and ray would compare all boxes, a quarter of a
//! tick with 32 movers.

use bevy::math::{Rect, Vec2};

use hairline_geometry::limit::Limit;
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

impl Default for BroadPhase {
    /// Without boxes.
    fn default() -> Self {
        Self { boxes: vec![Rect::EMPTY; OBSTACLES_MAX], x: Axis::new(), y: Axis::new() }
    }
}

impl BroadPhase {
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
            a.min(b).max_element().at_least(0.0) <= a.max(b).min_element().at_most(1.0)
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
