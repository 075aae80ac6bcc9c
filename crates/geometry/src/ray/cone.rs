//! Cones: the evenly spread rays of a field of view.

use std::f32::consts::TAU;

use bevy_math::Vec2;
use thiserror::Error;

use super::direction::{RayDirection, unit};
use super::error::{RayError, check_ray};
use super::hit::RayCast;
use crate::terrain::{Layer, Terrain};

/// The default number of rays in a cone.
pub const CONE_RAYS: usize = 30;
/// The most rays that a cone can have.
pub const CONE_RAYS_MAX: usize = 65_536;

/// A fan of rays from one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Where the rays start, in tiles.
    pub origin: Vec2,
    /// The direction of the middle of the field of view, in radians; any finite angle.
    pub facing: f32,
    /// The field of view in radians, 0 to a full turn.
    pub fov: f32,
    /// The number of rays, spread evenly from edge to edge, or around a full turn. A single ray goes through the
    /// middle.
    pub rays: usize,
    /// The maximum distance of each ray, in tiles; may be infinite.
    pub max_distance: f32,
}

/// Why a cone was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConeError {
    /// The facing angle is not a finite number.
    #[error("a cone must face a finite angle, but it is {0}")]
    Facing(f32),
    /// The field of view is not within 0 and a full turn.
    #[error("a cone's field of view must be 0 to {TAU} radians, but it is {0}")]
    Fov(f32),
    /// More than [`CONE_RAYS_MAX`] rays.
    #[error("a cone has at most {CONE_RAYS_MAX} rays, not {0}")]
    Rays(usize),
    /// The origin or the maximum distance is one that a single ray would be refused for.
    #[error(transparent)]
    Ray(#[from] RayError),
}

impl Cone {
    /// A cone of [`CONE_RAYS`] rays without a maximum distance.
    pub fn new(origin: Vec2, facing: f32, fov: f32) -> Self {
        Self { origin, facing, fov, rays: CONE_RAYS, max_distance: f32::INFINITY }
    }

    /// The directions of its rays, counter-clockwise.
    ///
    /// # Errors
    /// [`ConeError::Facing`], [`ConeError::Fov`] or [`ConeError::Rays`] if that field is out of range.
    pub fn directions(&self) -> Result<Vec<RayDirection>, ConeError> {
        if !self.facing.is_finite() {
            return Err(ConeError::Facing(self.facing));
        }
        // A full turn computed elsewhere may be rounded up.
        if !(0.0..=TAU * (1.0 + 1e-6)).contains(&self.fov) {
            return Err(ConeError::Fov(self.fov));
        }
        if self.rays > CONE_RAYS_MAX {
            return Err(ConeError::Rays(self.rays));
        }
        let is_full_turn = self.fov >= TAU * (1.0 - 1e-6);
        // Around a full turn the last ray would coincide with the first.
        let gaps = if is_full_turn { self.rays } else { self.rays.saturating_sub(1) };
        let start = if gaps == 0 { 0.0 } else { -self.fov / 2.0 };
        let step = self.fov / gaps.max(1) as f32;
        // Rotated from the facing, since the sum of a large facing angle and a small step would round the step away.
        let facing = unit(self.facing);
        let aside = |i: usize| unit(start + step * i as f32);
        Ok((0..self.rays).map(|i| RayDirection::from_unit(facing.rotate(aside(i)))).collect())
    }
}

impl Terrain {
    /// Casts the rays of a cone, each by the rules of [`Self::cast_ray`], in the order of [`Cone::directions`].
    ///
    /// # Errors
    /// [`ConeError`] for a cone whose facing, field of view, number of rays, origin or maximum distance is out of
    /// range.
    pub fn cast_cone(&self, layer: Layer, cone: &Cone) -> Result<Vec<RayCast>, ConeError> {
        check_ray(cone.origin, cone.max_distance)?;
        let cast = |direction| self.cast_ray(layer, cone.origin, direction, cone.max_distance);
        Ok(cone.directions()?.into_iter().map(cast).collect())
    }
}
