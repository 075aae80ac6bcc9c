//! Cones: the evenly spread ray directions of a field of view. Casts nothing itself.

use std::f32::consts::TAU;

use bevy_math::Vec2;
use thiserror::Error;

use super::direction::{RayDirection, unit};
use super::error::{RayError, check_ray};

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

    /// [`Self::directions`] of a cone whose origin and maximum distance are checked, too.
    pub(crate) fn checked_directions(&self) -> Result<Vec<RayDirection>, ConeError> {
        check_ray(self.origin, self.max_distance)?;
        self.directions()
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;

    #[test]
    fn a_cone_has_thirty_rays_from_edge_to_edge() {
        let directions = Cone::new(Vec2::ZERO, 1.0, FRAC_PI_2).directions().unwrap();
        assert_eq!(directions.len(), 30);
        let angle = |direction: &RayDirection| bevy_math::ops::atan2(direction.get().y, direction.get().x);
        assert!((angle(&directions[0]) - (1.0 - FRAC_PI_2 / 2.0)).abs() < 1e-6);
        assert!((angle(&directions[29]) - (1.0 + FRAC_PI_2 / 2.0)).abs() < 1e-6);
    }

    #[test]
    fn a_full_turn_repeats_no_ray_and_a_single_ray_goes_through_the_middle() {
        let around = Cone { rays: 4, ..Cone::new(Vec2::ZERO, PI, TAU) }.directions().unwrap();
        assert!((around[0].get() - Vec2::X).length() < 1e-6 && (around[3].get() - Vec2::NEG_Y).length() < 1e-6);
        let single = Cone { rays: 1, ..Cone::new(Vec2::ZERO, FRAC_PI_2, 1.0) }.directions().unwrap();
        assert!((single[0].get() - Vec2::Y).length() < 1e-6);
        assert_eq!(Cone { rays: 0, ..Cone::new(Vec2::ZERO, 0.0, 1.0) }.directions(), Ok(vec![]));
    }

    #[test]
    fn a_cone_that_faces_a_large_angle_is_still_even() {
        let fan = |facing: f32| Cone::new(Vec2::ZERO, facing, 1e-3).directions().unwrap();
        for facing in [0.0, 1e4, -1e7, 1e30] {
            let directions = fan(facing);
            for pair in directions.windows(2) {
                // The sine of a small angle is the angle.
                let gap = pair[0].get().perp_dot(pair[1].get());
                assert!((gap - 1e-3 / 29.0).abs() < 1e-6, "{gap} facing {facing}");
            }
        }
    }
}
