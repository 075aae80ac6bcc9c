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
        casts.reserve(directions.len());
        let rays = directions.iter();
        // A loop for each layer, compiled for it.
        match layer {
            Layer::Light => casts.extend(rays.map(|&d| self.cast_on(Layer::Light, origin, d, limit))),
            Layer::Body => casts.extend(rays.map(|&d| self.cast_on(Layer::Body, origin, d, limit))),
        }
    }
}
