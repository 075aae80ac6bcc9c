//! Ray casts that check their input: for rays that come from outside the program.

use bevy_math::Vec2;

use crate::ray::{RayCast, RayDirection, RayError, check_ray};
use crate::terrain::{Layer, Terrain};

impl Terrain {
    /// [`Self::cast_ray`] that refuses malformed input. `direction` is a [`Vec2`] of any length but 0, an `f32` that is
    /// an angle in radians, a [`Dir2`](bevy_math::Dir2) or a [`RayDirection`].
    ///
    /// # Errors
    /// [`RayError`] for a zero or non-finite direction, an origin that is not finite or farther than
    /// [`REACH`](crate::reach::REACH) from (0, 0), and a maximum distance that is negative or not a
    /// number.
    pub fn try_cast_ray(
        &self,
        layer: Layer,
        origin: Vec2,
        direction: impl TryInto<RayDirection, Error: Into<RayError>>,
        max_distance: f32,
    ) -> Result<RayCast, RayError> {
        check_ray(origin, max_distance)?;
        Ok(self.cast_ray(layer, origin, direction.try_into().map_err(Into::into)?, max_distance))
    }
}
