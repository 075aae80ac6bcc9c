//! Rays.
use bevy::math::Vec2;

/// A finite unit direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayDirection(Vec2);

impl RayDirection {
    /// From a vector that is a unit vector already, to rounding.
    pub fn from_unit(direction: Vec2) -> Self {
        Self(direction)
    }
    /// The unit vector.
    pub fn get(self) -> Vec2 {
        self.0
    }
}
