//! The boxes of all obstacles: what rejects nearly everything before any shape is looked at. It knows nothing of the shapes
//! themselves.

use bevy::math::{IRect, Rect, UVec2, Vec2};

use crate::level::limits::OBSTACLES_MAX;

use super::bins::{Bins, places};

/// Tiles that each box is grown by: more than rounding moves a corner on the largest map.
const MARGIN: f32 = 2e-3;

/// At most 64 boxes, each known by its place: one bit of a `u64`.
#[derive(Clone, Debug)]
pub struct Bounds {
    boxes: Vec<Rect>,
    bins: Bins<1>,
}

impl Bounds {
    /// No boxes, and no room for any.
    pub const fn none() -> Self {
        Self { boxes: Vec::new(), bins: Bins::none() }
    }

    /// No boxes yet, on a map.
    pub fn on_map(size: UVec2) -> Self {
        Self { boxes: vec![Rect::EMPTY; OBSTACLES_MAX], bins: Bins::on_map(size, OBSTACLES_MAX) }
    }

    /// Sets the box of a place, `0..64`.
    pub fn set(&mut self, index: usize, bounds: Rect) {
        let grown = Rect { min: bounds.min - MARGIN, max: bounds.max + MARGIN };
        self.boxes[index] = grown;
        self.bins.set(index, grown);
    }

    /// The places whose boxes meet a box.
    #[inline]
    pub fn near(&self, bounds: Rect) -> u64 {
        let [mask] = self.bins.near(bounds);
        self.among(mask, |other| other.min.cmple(bounds.max).all() && other.max.cmpge(bounds.min).all())
    }

    /// Whether the boxes of any may reach into some cells: a quick look.
    #[inline]
    pub fn may_be_in(&self, cells: IRect) -> bool {
        self.bins.of_cells(cells) != [0]
    }

    /// The places whose boxes meet a segment.
    #[inline]
    pub fn along(&self, from: Vec2, to: Vec2) -> u64 {
        let [mask] = self.bins.near(Rect { min: from.min(to), max: from.max(to) });
        if mask == 0 {
            return 0;
        }
        // A way along an axis gets a finite inverse, so that 0 times infinity never comes up.
        let inverse = |part: f32| if part.abs() < 1e-20 { 1e20 } else { 1.0 / part };
        let inverse = Vec2::new(inverse(to.x - from.x), inverse(to.y - from.y));
        self.among(mask, |bounds| {
            let (a, b) = ((bounds.min - from) * inverse, (bounds.max - from) * inverse);
            a.min(b).max_element().max(0.0) <= a.max(b).min_element().min(1.0)
        })
    }

    /// The places of a mask for whose boxes `meets` holds.
    #[inline]
    fn among(&self, mut mask: u64, meets: impl Fn(&Rect) -> bool) -> u64 {
        for index in places(mask) {
            if !meets(&self.boxes[index]) {
                mask &= !(1 << index);
            }
        }
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of one tile on the diagonal, at (0, 0), (2, 2), (4, 4)…
    fn diagonal(count: usize) -> Bounds {
        let mut bounds = Bounds::on_map(UVec2::splat(130));
        for index in 0..count {
            let corner = Vec2::splat(2.0 * index as f32);
            bounds.set(index, Rect { min: corner, max: corner + 1.0 });
        }
        bounds
    }

    #[test]
    fn a_box_meets_what_it_overlaps_or_touches() {
        let bounds = diagonal(64);
        let near = |x: f32, y: f32, side: f32| bounds.near(Rect::new(x, y, x + side, y + side));
        assert_eq!(near(0.2, 0.2, 0.1), 1);
        assert_eq!(near(1.0, 1.0, 1.0), 0b11, "touching both");
        assert_eq!(near(1.2, 1.2, 0.5), 0);
        assert_eq!(near(126.5, 126.5, 9.0), 1 << 63);
        assert_eq!(near(0.0, 4.5, 1.0), 0, "beside");
        assert_eq!(near(0.0, 0.0, 200.0), u64::MAX);
        assert_eq!(diagonal(5).near(Rect::new(0.0, 0.0, 200.0, 200.0)), 0b1_1111);
        assert_eq!(diagonal(0).near(Rect::new(0.0, 0.0, 200.0, 200.0)), 0);
    }

    #[test]
    fn a_segment_meets_the_boxes_along_its_way() {
        let bounds = diagonal(40);
        let along = |from: (f32, f32), to: (f32, f32)| bounds.along(from.into(), to.into());
        assert_eq!(along((-1.0, 0.5), (8.0, 0.5)), 1);
        assert_eq!(along((-1.0, 0.5), (-0.5, 0.5)), 0, "too short");
        assert_eq!(along((-1.0, 0.5), (-10.0, 0.5)), 0, "behind");
        assert_eq!(along((0.5, 0.5), (-8.5, 0.5)), 1, "from inside");
        assert_eq!(along((0.5, 0.5), (0.5, 0.5)), 1, "a point inside");
        assert_eq!(along((4.5, 9.0), (4.5, -1e4)), 0b100);
        assert_eq!(along((-1.0, -1.0), (1e4, 1e4)), (1 << 40) - 1);
        assert_eq!(along((66.0, 64.5), (63.0, 64.5)), 1 << 32);
        assert_eq!(along((1.5, 0.0), (1.5, 100.0)), 0, "between");
    }
}
