//! Distances between points, circles and segments. A segment with equal ends is a point; nothing moves here.
//!
//! Everything is computed in `f64` and rounded once: for points within [`REACH`](crate::reach::REACH) an
//! answer is off by no more than that rounding to an `f32`, also for a long segment and for a point far from it.

use bevy_math::{DVec2, Vec2};

/// The point of the segment from `a` to `b` that is closest to `point`, in tiles; [`Vec2::NAN`] if any of the three is
/// not finite.
///
/// Ericson, *Real-Time Collision Detection* (2005), 5.1.2.
#[inline]
pub fn closest_point_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    closest_point(point.as_dvec2(), a.as_dvec2(), b.as_dvec2()).as_vec2()
}

/// The distance from `point` to the segment from `a` to `b`, in tiles, never negative: 0 for a point on the segment,
/// infinite if any of the three is not finite.
#[inline]
pub fn distance_point_segment(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    distance(point.as_dvec2(), a.as_dvec2(), b.as_dvec2()) as f32
}

/// The clearance between a circle and the segment from `a` to `b`, in tiles: 0 when they touch, negative when they
/// overlap (also when the circle contains the segment), down to `-radius` when the segment passes through the center.
/// Infinite if an argument is not finite or the radius is negative: then there is no circle.
#[inline]
pub fn distance_circle_segment(center: Vec2, radius: f32, a: Vec2, b: Vec2) -> f32 {
    if !(0.0..f32::INFINITY).contains(&radius) {
        return f32::INFINITY;
    }
    (distance(center.as_dvec2(), a.as_dvec2(), b.as_dvec2()) - f64::from(radius)) as f32
}

/// Whether the segment from `a` to `b` touches the rectangle around `center` whose sides are twice `half`, in tiles; one inside
/// it does, and a common point is enough. Never if a number is not finite.
///
/// Separating axes: Ericson, *Real-Time Collision Detection* (2005), 5.3.3, `TestSegmentAABB`.
#[inline]
pub fn segment_touches_rectangle(a: Vec2, b: Vec2, center: Vec2, half: Vec2) -> bool {
    let (a, b, center, half) = (a.as_dvec2(), b.as_dvec2(), center.as_dvec2(), half.as_dvec2());
    // The segment as its middle, relative to the rectangle, and half its extent.
    let (middle, along) = ((a + b) * 0.5 - center, (b - a) * 0.5);
    let reach = half + along.abs();
    // Of finite `f32`s no square overflows, so the sum is finite exactly if all of them are.
    (middle.length_squared() + reach.length_squared()).is_finite()
        && middle.x.abs() <= reach.x
        && middle.y.abs() <= reach.y
        && middle.perp_dot(along).abs() <= half.x * along.y.abs() + half.y * along.x.abs()
}

/// [`closest_point_segment`] before it is rounded.
#[inline]
pub(crate) fn closest_point(point: DVec2, a: DVec2, b: DVec2) -> DVec2 {
    let along = b - a;
    let length_squared = along.length_squared();
    let t = (point - a).dot(along);
    // Of finite `f32`s no square overflows, so the sum is finite exactly if all of them are.
    if !(t + length_squared).is_finite() {
        DVec2::NAN
    } else if t <= 0.0 {
        a
    } else if t >= length_squared {
        b
    } else {
        a + along * (t / length_squared)
    }
}

/// [`distance_point_segment`] before it is rounded.
pub(crate) fn distance(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let length_squared = along.length_squared();
    let start = point - a;
    let t = start.dot(along);
    if !(t + length_squared).is_finite() {
        f64::INFINITY
    } else if t <= 0.0 {
        start.length()
    } else if t >= length_squared {
        point.distance(b)
    } else {
        // The cross product is 0 for a point on the segment, which the distance to the rounded nearest point is not.
        along.perp_dot(start).abs() / length_squared.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_and_a_rectangle() {
        let (center, half) = (Vec2::new(2.0, 1.0), Vec2::new(2.0, 1.0));
        let cases = [
            // Through it, inside it, and ending in it.
            ((-1.0, 1.0), (5.0, 1.0), true),
            ((1.0, 0.5), (2.0, 1.5), true),
            ((-1.0, 3.0), (1.0, 1.0), true),
            // Along a side, and ending on one.
            ((0.0, 2.0), (4.0, 2.0), true),
            ((2.0, 5.0), (2.0, 2.0), true),
            // Through a corner, and past it by a little.
            ((3.0, 3.0), (5.0, 1.0), true),
            ((3.0, 3.001), (5.0, 1.001), false),
            // Beside it, short of it, and with boxes that overlap around a corner.
            ((-1.0, -1.0), (-1.0, 3.0), false),
            ((-3.0, 1.0), (-0.001, 1.0), false),
            ((-1.0, 1.5), (1.0, 4.0), false),
            // A point, inside and outside.
            ((4.0, 2.0), (4.0, 2.0), true),
            ((4.0, 2.1), (4.0, 2.1), false),
            // No numbers.
            ((f32::NAN, 1.0), (2.0, 1.0), false),
            ((f32::NEG_INFINITY, 1.0), (f32::INFINITY, 1.0), false),
        ];
        for (a, b, expected) in cases {
            let (a, b) = (Vec2::from(a), Vec2::from(b));
            assert_eq!(segment_touches_rectangle(a, b, center, half), expected, "{a} to {b}");
            assert_eq!(segment_touches_rectangle(b, a, center, half), expected, "{b} to {a}");
        }
    }

    #[test]
    fn distance_from_a_circle_to_a_segment() {
        let cases = [
            // Beside the middle, apart.
            (Vec2::new(5.0, 3.0), 1.0, Vec2::ZERO, Vec2::new(10.0, 0.0), 2.0),
            // Beyond an end.
            (Vec2::new(13.0, 4.0), 1.0, Vec2::ZERO, Vec2::new(10.0, 0.0), 4.0),
            // Touching the end exactly.
            (Vec2::new(11.0, 0.0), 1.0, Vec2::ZERO, Vec2::new(10.0, 0.0), 0.0),
            // The circle contains the segment: a discriminant test would miss it.
            (Vec2::ZERO, 5.0, Vec2::new(1.0, 0.0), Vec2::new(2.0, 0.0), -4.0),
            // The segment through the center.
            (Vec2::new(5.0, 0.0), 1.0, Vec2::ZERO, Vec2::new(10.0, 0.0), -1.0),
            // A segment that is a point.
            (Vec2::new(3.0, 4.0), 1.0, Vec2::ZERO, Vec2::ZERO, 4.0),
        ];
        for (center, radius, a, b, expected) in cases {
            let got = distance_circle_segment(center, radius, a, b);
            assert!((got - expected).abs() < 1e-5, "{center} r {radius} to {a}..{b}: {got}, not {expected}");
            assert_eq!(got, distance_circle_segment(center, radius, b, a), "with the ends swapped");
        }
    }
}
