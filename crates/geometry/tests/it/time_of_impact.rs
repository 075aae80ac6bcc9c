//! When a moving point meets a circle.

use bevy_math::Vec2;
use hairline_geometry::sweep::time_of_impact_point_circle;

#[track_caller]
fn check(start: (f32, f32), delta: (f32, f32), expected: Option<f32>) {
    let touch = time_of_impact_point_circle(start.into(), delta.into(), 1.0);
    let near = match (touch, expected) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-6,
        (a, b) => a == b,
    };
    assert!(near, "from {start:?} by {delta:?}: {touch:?}, not {expected:?}");
}

#[test]
fn each_case_of_the_quadratic() {
    check((-3.0, 0.0), (4.0, 0.0), Some(0.5));
    // A tangent touches, one slightly farther out does not.
    check((-3.0, 1.0), (6.0, 0.0), Some(0.5));
    check((-3.0, 1.0001), (6.0, 0.0), None);
    // At the very end of the motion, and just short of it.
    check((-3.0, 0.0), (2.0, 0.0), Some(1.0));
    check((-3.0, 0.0), (1.999, 0.0), None);
    // Moving away, and starting inside, whatever the motion.
    check((3.0, 0.0), (4.0, 0.0), None);
    check((0.5, 0.0), (4.0, 0.0), Some(0.0));
    check((0.5, 0.0), (0.0, 0.0), Some(0.0));
    check((1.0, 0.0), (1.0, 0.0), Some(0.0));
    // No motion, outside.
    check((3.0, 0.0), (0.0, 0.0), None);
    // A motion of a thousand tiles through a circle of radius 1.
    check((-500.0, 0.0), (1000.0, 0.0), Some(0.499));
}

#[test]
fn nothing_that_is_not_a_number_touches() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        check((bad, 0.0), (4.0, 0.0), None);
    }
    check((-3.0, 0.0), (f32::NAN, 0.0), None);
    assert_eq!(time_of_impact_point_circle(Vec2::new(-3.0, 0.0), Vec2::X, f32::NAN), None);
}
