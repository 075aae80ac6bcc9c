//! Distances between points, circles and segments. A segment with equal ends is a point; nothing moves here.

use bevy::math::Vec2;

/// The point of the segment from `a` to `b` that is closest to `point`, in tiles.
///
/// Ericson, *Real-Time Collision Detection* (2005), 5.1.2.
#[inline]
pub fn closest_point_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let length_squared = along.length_squared();
    let t = (point - a).dot(along);
    if t <= 0.0 || length_squared == 0.0 {
        a
    } else if t >= length_squared {
        b
    } else {
        a + along * (t / length_squared)
    }
}

/// The distance from `point` to the segment from `a` to `b`, in tiles, never negative.
#[inline]
pub fn distance_point_segment(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    point.distance(closest_point_segment(point, a, b))
}

/// The clearance between a circle and the segment from `a` to `b`, in tiles: 0 when they touch, negative when they
/// overlap (also when the circle contains the segment), down to `-radius` when the segment passes through the center.
#[inline]
pub fn distance_circle_segment(center: Vec2, radius: f32, a: Vec2, b: Vec2) -> f32 {
    distance_point_segment(center, a, b) - radius
}

#[cfg(test)]
mod tests {
    use super::*;

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
