//! Why a ray is refused, and the checks that refuse it.

use std::convert::Infallible;

use bevy_math::Vec2;
use thiserror::Error;

use crate::{REACH, is_within_reach};

/// Why a ray was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum RayError {
    /// The origin has a coordinate that is not a number or farther than [`REACH`] from 0.
    #[error("a ray's origin must be within {REACH} tiles of (0, 0), but it is {0}")]
    Origin(Vec2),
    /// The direction is zero, infinite or not a number.
    #[error("a ray's direction must be finite and not zero, but it is {0}")]
    Direction(Vec2),
    /// The direction's angle is infinite or not a number.
    #[error("a ray's angle must be finite, but it is {0}")]
    Angle(f32),
    /// The maximum distance is negative or not a number.
    #[error("a ray's maximum distance must be 0 or more, but it is {0}")]
    MaxDistance(f32),
}

impl From<Infallible> for RayError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// Checks a ray's origin and maximum distance.
pub(crate) fn check_ray(origin: Vec2, max_distance: f32) -> Result<(), RayError> {
    if !is_within_reach(origin) {
        return Err(RayError::Origin(origin));
    }
    if max_distance.is_nan() || max_distance < 0.0 {
        return Err(RayError::MaxDistance(max_distance));
    }
    Ok(())
}
