//! Many rays from one origin.

use bevy::math::Vec2;

use super::{
    ray::{RayCast, RayDirection},
    terrain::{Layer, Terrain},
};

impl Terrain {
    /// Casts many rays from one origin and appends an answer for each, bit for bit that of [`Self::cast`].
    pub fn cast_many(
        &self,
        layer: Layer,
        origin: Vec2,
        directions: &[RayDirection],
        limit: f32,
        casts: &mut Vec<RayCast>,
    ) {
        casts.extend(directions.iter().map(|&direction| self.cast(layer, origin, direction, limit)));
    }
}
