//! The direction of a ray: a unit vector by construction, so that no cast has to check it.

use bevy_math::{Dir2, Vec2, ops};

use super::error::RayError;

/// A unit direction, finite and not zero by construction. Made from a [`Vec2`] of any length but 0, from an `f32` that
/// is an angle in radians, or from a [`Dir2`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayDirection(Vec2);

impl RayDirection {
    /// The direction of a vector of any length but 0.
    ///
    /// # Errors
    /// [`RayError::Direction`] if the vector is zero, infinite or not a number.
    pub fn new(direction: Vec2) -> Result<Self, RayError> {
        // Scaled first, so that the square of the length neither overflows nor vanishes.
        let largest = direction.abs().max_element();
        (direction / largest)
            .try_normalize()
            .filter(|_| direction.is_finite())
            .map(Self)
            .ok_or(RayError::Direction(direction))
    }

    /// The direction at an angle in radians, counter-clockwise from +x; any finite angle, however many turns.
    ///
    /// # Errors
    /// [`RayError::Angle`] if the angle is infinite or not a number.
    pub fn from_angle(radians: f32) -> Result<Self, RayError> {
        if radians.is_finite() { Ok(Self::at_angle(radians)) } else { Err(RayError::Angle(radians)) }
    }

    /// [`Self::from_angle`] without an error, for an angle that is known to be finite, such as one from a loaded level.
    /// An angle that is not finite counts as 0.
    pub fn at_angle(radians: f32) -> Self {
        let (sin, cos) = ops::sin_cos(if radians.is_finite() { radians } else { 0.0 });
        Self(Vec2::new(cos, sin))
    }

    /// From a vector that is already a unit vector, up to rounding: a cosine and a sine, or a rotated unit vector. Checked
    /// in debug builds only.
    #[inline]
    pub fn from_unit(direction: Vec2) -> Self {
        debug_assert!((direction.length_squared() - 1.0).abs() < 1e-3, "{direction} is not a unit vector");
        Self(direction)
    }

    /// The unit vector.
    #[inline]
    pub fn get(self) -> Vec2 {
        self.0
    }

    /// The direction after reflection on a surface with this unit normal: `d - 2 (d · n) n`. With a normal that is not
    /// finite, the opposite direction.
    pub fn reflect(self, normal: Vec2) -> Self {
        Self((self.0 - normal * (2.0 * self.0.dot(normal))).try_normalize().unwrap_or(-self.0))
    }
}

/// The unit vector at an angle in radians, counter-clockwise from +x. An angle that is not finite counts as 0.
pub fn unit(radians: f32) -> Vec2 {
    RayDirection::at_angle(radians).get()
}

impl From<Dir2> for RayDirection {
    /// A `Dir2` made without its check that is no unit vector counts as +x.
    #[inline]
    fn from(direction: Dir2) -> Self {
        let is_unit = (direction.length_squared() - 1.0).abs() < 1e-3;
        Self(if is_unit { direction.as_vec2() } else { Vec2::X })
    }
}

impl TryFrom<Vec2> for RayDirection {
    type Error = RayError;

    fn try_from(direction: Vec2) -> Result<Self, RayError> {
        Self::new(direction)
    }
}

impl TryFrom<f32> for RayDirection {
    type Error = RayError;

    fn try_from(radians: f32) -> Result<Self, RayError> {
        Self::from_angle(radians)
    }
}
