//! The boxes of all obstacles, kept so that four of them are compared at once: what rejects nearly everything before any
//! shape is looked at. It knows nothing of the shapes themselves.

use bevy::math::{Rect, Vec2};

use crate::level::limits::OBSTACLES_MAX;

/// Boxes are compared in groups of this many.
const GROUP: usize = 4;
/// Tiles that each box is grown by: more than rounding moves a corner on the largest map.
const MARGIN: f32 = 2e-3;
/// The bit of each place in its half of the mask.
const BITS: [u32; OBSTACLES_MAX] = {
    let mut bits = [0; OBSTACLES_MAX];
    let mut index = 0;
    while index < OBSTACLES_MAX {
        bits[index] = 1 << (index % 32);
        index += 1;
    }
    bits
};

/// At most 64 boxes, each known by its place: one bit of a `u64`.
#[derive(Clone, Debug)]
pub struct Bounds {
    low_x: [f32; OBSTACLES_MAX],
    low_y: [f32; OBSTACLES_MAX],
    high_x: [f32; OBSTACLES_MAX],
    high_y: [f32; OBSTACLES_MAX],
    /// A bit for each place in use.
    in_use: u64,
}

impl Bounds {
    /// No boxes.
    pub const fn none() -> Self {
        let zeros = [0.0; OBSTACLES_MAX];
        Self { low_x: zeros, low_y: zeros, high_x: zeros, high_y: zeros, in_use: 0 }
    }

    /// Sets the box of a place, `0..64`.
    pub fn set(&mut self, index: usize, bounds: Rect) {
        (self.low_x[index], self.low_y[index]) = (bounds.min.x - MARGIN, bounds.min.y - MARGIN);
        (self.high_x[index], self.high_y[index]) = (bounds.max.x + MARGIN, bounds.max.y + MARGIN);
        self.in_use |= 1 << index;
    }

    /// The box of a place, `0..64`.
    pub fn get(&self, index: usize) -> Rect {
        Rect {
            min: Vec2::new(self.low_x[index], self.low_y[index]),
            max: Vec2::new(self.high_x[index], self.high_y[index]),
        }
    }

    /// The places whose boxes meet a box.
    #[inline]
    pub fn near(&self, bounds: Rect) -> u64 {
        let Rect { min, max } = bounds;
        self.masked(|index| {
            (self.low_x[index] <= max.x)
                & (self.high_x[index] >= min.x)
                & (self.low_y[index] <= max.y)
                & (self.high_y[index] >= min.y)
        })
    }

    /// The places whose boxes meet a ray of at most `limit` tiles.
    #[inline]
    pub fn along(&self, origin: Vec2, direction: Vec2, limit: f32) -> u64 {
        // A direction along an axis gets a finite inverse, so that 0 times infinity never comes up.
        let inverse = |part: f32| if part.abs() < 1e-20 { 1e20 } else { 1.0 / part };
        let (inverse_x, inverse_y) = (inverse(direction.x), inverse(direction.y));
        let least = |a: f32, b: f32| if a < b { a } else { b };
        let most = |a: f32, b: f32| if a > b { a } else { b };
        self.masked(|index| {
            let (left, right) =
                ((self.low_x[index] - origin.x) * inverse_x, (self.high_x[index] - origin.x) * inverse_x);
            let (low, high) = ((self.low_y[index] - origin.y) * inverse_y, (self.high_y[index] - origin.y) * inverse_y);
            let enters = most(most(least(left, right), least(low, high)), 0.0);
            let leaves = least(least(most(left, right), most(low, high)), limit);
            enters <= leaves
        })
    }

    /// A mask of the places for which `meets` holds, four at a time.
    #[inline(always)]
    fn masked(&self, meets: impl Fn(usize) -> bool) -> u64 {
        let half = |from: usize, to: usize| {
            let mut lanes = [0_u32; GROUP];
            let mut start = from;
            while start < to {
                for (lane, bits) in lanes.iter_mut().enumerate() {
                    *bits |= BITS[start + lane] & u32::from(meets(start + lane)).wrapping_neg();
                }
                start += GROUP;
            }
            lanes[0] | lanes[1] | lanes[2] | lanes[3]
        };
        // Whole groups are looked at; what of them is not in use never meets anything.
        let places = OBSTACLES_MAX - self.in_use.leading_zeros() as usize;
        self.in_use & (u64::from(half(0, places.min(32))) | u64::from(half(32, places)) << 32)
    }
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
    use super::*;

    /// Boxes of one tile on the diagonal, at (0, 0), (2, 2), (4, 4)…
    fn diagonal(count: usize) -> Bounds {
        let mut bounds = Bounds::none();
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
    fn a_ray_meets_the_boxes_along_its_way() {
        let bounds = diagonal(40);
        let along =
            |x: f32, y: f32, direction: Vec2, limit: f32| bounds.along(Vec2::new(x, y), direction.normalize(), limit);
        assert_eq!(along(-1.0, 0.5, Vec2::X, 9.0), 1);
        assert_eq!(along(-1.0, 0.5, Vec2::X, 0.5), 0, "too short");
        assert_eq!(along(-1.0, 0.5, Vec2::NEG_X, 9.0), 0, "behind");
        assert_eq!(along(0.5, 0.5, Vec2::NEG_X, 9.0), 1, "from inside");
        assert_eq!(along(4.5, 9.0, Vec2::NEG_Y, f32::INFINITY), 0b100);
        assert_eq!(along(-1.0, -1.0, Vec2::ONE, f32::INFINITY), (1 << 40) - 1);
        assert_eq!(along(66.0, 64.5, Vec2::NEG_X, 3.0), 1 << 32, "the second half of the mask");
        assert_eq!(along(1.5, 0.0, Vec2::Y, 100.0), 0, "between");
    }

    #[test]
    fn the_places_of_a_mask_come_in_order() {
        assert_eq!(places(0b1010_0001 | 1 << 63).collect::<Vec<_>>(), [0, 5, 7, 63]);
        assert_eq!(places(0).count(), 0);
    }
}
