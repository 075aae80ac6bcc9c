//! When a moving point first comes within a distance of a fixed one: the one quadratic behind moving circles, round
//! corners and rays against discs.

use bevy::math::Vec2;

/// Tiles beyond the radius at which a motion is rejected on one axis alone; more than rounding can move it.
const FAR_MARGIN: f32 = 1e-3;

/// The fraction of a motion, in 0..=1, at which a point that moves from `start` by `delta` (tiles) first comes within
/// `radius` tiles of the origin; 0 if it starts there, whatever the motion. Touching counts. `None` if it stays farther
/// away, or if anything is not a number.
///
/// For two moving circles, pass the difference of their centers, the difference of their motions and the sum of their
/// radii. Solved in `f64`.
pub fn time_of_impact_point_circle(start: Vec2, delta: Vec2, radius: f32) -> Option<f32> {
    // Most points are far away on one axis alone.
    if (start.abs() - delta.abs()).max_element() > radius + FAR_MARGIN {
        return None;
    }
    let (start, delta, radius) = (start.as_dvec2(), delta.as_dvec2(), f64::from(radius));
    let outside = start.length_squared() - radius * radius;
    if outside <= 0.0 {
        return Some(0.0);
    }
    let fraction = first_root(outside, -start.dot(delta), delta.length_squared())?;
    (fraction <= 1.0).then_some(fraction as f32)
}

/// The smaller root `t` of `|start + t delta|² = radius²` for a start outside the circle, in the form that does not
/// cancel (Ericson, *Real-Time Collision Detection*, 2005, 5.3.2). `None` if the point moves away or passes by.
///
/// `outside` is `|start|² - radius²`, `towards` is `-start · delta`, `length_squared` is `|delta|²`.
#[inline]
pub(in crate::geometry) fn first_root(outside: f64, towards: f64, length_squared: f64) -> Option<f64> {
    let discriminant = towards * towards - length_squared * outside;
    if towards <= 0.0 || discriminant < 0.0 {
        return None;
    }
    Some(outside / (towards + discriminant.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
