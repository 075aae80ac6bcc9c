//! An interval of angles. All wrap-around logic of the toolkit lives here.

use std::f64::consts::TAU;

use bevy_math::{Vec2, ops};

/// How far beyond its ends an arc still contains an angle, in radians: a millionth of a turn, more than rounding moves
/// an angle of a few turns.
const TOLERANCE: f64 = TAU * 1e-6;

/// A closed interval of angles: from `start` over `width`, both in radians. A positive width runs counter-clockwise, a
/// negative one clockwise; a full turn or more contains every angle. The interval wraps across 0 in both directions. If
/// the start is not finite or the width is not a number, it contains no angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// The angle at which it starts, in radians; any finite angle.
    pub start: f32,
    /// Its extent in radians, negative for clockwise.
    pub width: f32,
}

impl Arc {
    /// Every angle.
    pub const FULL: Self = Self { start: 0.0, width: std::f32::consts::TAU };

    /// The arc of a field of view of `fov` radians, centered on the angle `facing` in radians. Contains no angle if one
    /// of them is not finite.
    pub fn around(facing: f32, fov: f32) -> Self {
        Self { start: facing - fov / 2.0, width: fov }
    }

    /// Whether an angle in radians lies on the arc, to within a millionth of a turn. An angle that is not finite does
    /// not. Angles of many turns are taken as the `f32`s that they are, which are the coarser the more turns they have.
    pub fn contains(self, angle: f32) -> bool {
        self.angle_from_start(angle).is_some()
    }

    /// Whether the direction of a vector lies on the arc, to within a millionth of a turn. The zero vector, which has no
    /// direction, counts as on every arc; a vector that is not finite is on none.
    pub fn contains_direction(self, v: Vec2) -> bool {
        v == Vec2::ZERO || v.is_finite() && self.contains(ops::atan2(v.y, v.x))
    }

    /// The angle in radians between the arc's start and an angle on the arc, measured in the direction in which the arc
    /// runs; `None` for an angle that is not on the arc.
    pub(super) fn angle_from_start(self, angle: f32) -> Option<f64> {
        let ahead = f64::from(angle) - f64::from(self.start);
        let from_start = if self.width < 0.0 { -ahead } else { ahead }.rem_euclid(TAU);
        if from_start <= f64::from(self.width.abs()) + TOLERANCE {
            Some(from_start)
        } else if from_start >= TAU - TOLERANCE && !self.width.is_nan() {
            Some(0.0)
        } else {
            None
        }
    }
}
