//! When a moving point first comes within a distance of a fixed one: the one quadratic behind moving circles, round
//! corners and rays against discs.

use bevy_math::{DVec2, Vec2};

/// Tiles beyond the radius at which a motion is rejected on one axis alone; more than rounding can move it.
const FAR_MARGIN: f32 = 1e-3;

/// The fraction of a motion, in 0..=1, at which a point that moves from `start` by `delta` (tiles) first comes within
/// `radius` tiles of the origin; 0 if it starts there, whatever the motion. Touching counts, also a graze. `None` if it
/// stays farther away, if anything is not finite, or if the radius is negative.
///
/// For two moving circles, pass the difference of their centers, the difference of their motions and the sum of their
/// radii. Solved in `f64`: within [`REACH`](crate::REACH) a motion that passes the circle by more than
/// 10⁻⁹ tile never counts, one that comes nearer by as much always does, and the fraction is off by no more than its
/// rounding to an `f32`.
pub fn time_of_impact_point_circle(start: Vec2, delta: Vec2, radius: f32) -> Option<f32> {
    // Most points are far away on one axis alone.
    if (start.abs() - delta.abs()).max_element() > radius + FAR_MARGIN {
        return None;
    }
    let (start, delta, radius) = (start.as_dvec2(), delta.as_dvec2(), f64::from(radius));
    let outside = start.length_squared() - radius * radius;
    // Of finite `f32`s no square overflows, so the sum is finite exactly if all of them are.
    if radius < 0.0 || !(outside + delta.length_squared()).is_finite() {
        return None;
    }
    if outside <= 0.0 {
        return Some(0.0);
    }
    let root = first_root(start, delta, radius)?;
    (root.t <= 1.0).then_some(root.t as f32)
}

/// Where a moving point meets a circle.
pub(crate) struct Root {
    /// The parameter of the motion.
    pub t: f64,
    /// `|delta| radius sin φ` for the angle φ between the motion and the circle's tangent there: 0 for a graze.
    pub approach: f64,
}

/// The smaller root `t` of `|start + t delta| = radius` for a start on or outside the circle. `None` if the point moves
/// away or passes by, or if anything is not a number.
///
/// A quarter of the discriminant, `(start · delta)² - |delta|² (|start|² - radius²)`, is taken in the form
/// `radius² |delta|² - (start × delta)²`, which does not cancel for a start far away (compare Haines et al., *Precision
/// Improvements for Ray/Sphere Intersection*, in *Ray Tracing Gems*, 2019); the root in the form that does not cancel
/// for a start near the circle (Ericson, *Real-Time Collision Detection*, 2005, 5.3.2).
#[inline]
pub(crate) fn first_root(start: DVec2, delta: DVec2, radius: f64) -> Option<Root> {
    let towards = -start.dot(delta);
    let aside = start.perp_dot(delta);
    let discriminant = radius * radius * delta.length_squared() - aside * aside;
    // Negated, so that NaN means no meeting.
    let meets = towards > 0.0 && discriminant >= 0.0;
    if !meets {
        return None;
    }
    let approach = discriminant.sqrt();
    Some(Root { t: (start.length_squared() - radius * radius) / (towards + approach), approach })
}
