//! Distances between points, circles and segments. A segment with equal ends is a point; nothing moves here.
//!
//! Everything is computed in `f64` and rounded once: for points within [`REACH`](crate::REACH) an
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
