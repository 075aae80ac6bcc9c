//! Distances to segments.

use bevy_math::Vec2;
use hairline_geometry::shapes::segment::{distance_circle_segment, segment_touches_rectangle};

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
