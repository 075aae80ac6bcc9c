//! A part of a full turn. Angles wrap, and so nobody else here compares them.

use std::f64::consts::TAU;

use bevy::math::{Vec2, ops};

/// How far beside its ends an angle still counts as on an arc, in radians: a millionth of a turn, which is more than
/// rounding moves an angle of a few turns.
const SLACK: f64 = TAU * 1e-6;

/// A part of a full turn: from `start` on over `width`, both in radians. A positive width turns counter-clockwise, a
/// negative one clockwise; one of a whole turn or more is every angle. It wraps across 0 in both directions. With a start
/// that is not finite, or a width that is not a number, it holds no angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Where it starts; any finite angle.
    pub start: f32,
    /// How far it reaches.
    pub width: f32,
}

impl Arc {
    /// Every angle.
    pub const FULL: Self = Self { start: 0.0, width: std::f32::consts::TAU };

    /// The arc of a field of view `fov` wide around the angle `facing`, both in radians.
    pub fn around(facing: f32, fov: f32) -> Self {
        Self { start: facing - fov / 2.0, width: fov }
    }

    /// Whether an angle in radians lies on the closed arc, to within a millionth of a turn.
    pub fn contains(self, angle: f32) -> bool {
        self.turned(angle).is_some()
    }

    /// Whether the direction of a vector lies on the arc; the zero vector, which has none, always does.
    pub fn contains_direction(self, v: Vec2) -> bool {
        v == Vec2::ZERO || self.contains(ops::atan2(v.y, v.x))
    }

    /// How far along the arc an angle lies, in radians from its start in the sense in which the arc turns; `None` beside
    /// the arc.
    pub(crate) fn turned(self, angle: f32) -> Option<f64> {
        let ahead = f64::from(angle) - f64::from(self.start);
        let turned = if self.width < 0.0 { -ahead } else { ahead }.rem_euclid(TAU);
        if turned <= f64::from(self.width.abs()) + SLACK {
            Some(turned)
        } else if turned >= TAU - SLACK && !self.width.is_nan() {
            Some(0.0)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn degrees(start: f32, width: f32) -> Arc {
        Arc { start: start.to_radians(), width: width.to_radians() }
    }

    #[test]
    fn arcs_wrap_across_zero_in_both_directions() {
        let holds = |arc: Arc, angle: f32| arc.contains(angle.to_radians());
        for turns in [-720.0, 0.0, 360.0] {
            let across = degrees(350.0 + turns, 20.0);
            assert!(holds(across, 355.0) && holds(across, 5.0) && holds(across, -5.0) && holds(across, 370.0));
            assert!(!holds(across, 15.0) && !holds(across, 345.0) && !holds(across, 180.0));
            let backwards = degrees(10.0 + turns, -20.0);
            assert!(holds(backwards, 355.0) && holds(backwards, 5.0) && !holds(backwards, 15.0));
        }
        assert!(holds(degrees(90.0, 0.0), 90.0) && !holds(degrees(90.0, 0.0), 91.0));
        assert!((0..360).all(|angle| holds(degrees(200.0, 360.0), angle as f32)));
        assert!((0..360).all(|angle| holds(degrees(200.0, -400.0), angle as f32)));
        let wide = degrees(-170.0, 340.0);
        assert!(holds(wide, 0.0) && holds(wide, 170.0) && !holds(wide, 180.0));
    }

    #[test]
    fn an_arc_that_is_no_number_holds_nothing() {
        let holds = |start, width, angle| Arc { start, width }.contains(angle);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(!holds(bad, 1.0, 0.5) && !holds(0.0, 1.0, bad), "{bad}");
        }
        assert!(!holds(0.0, f32::NAN, 0.0) && holds(1.0, f32::INFINITY, 0.5) && holds(1.0, f32::NEG_INFINITY, 0.5));
    }
}
