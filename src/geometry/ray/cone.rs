//! The even fan of rays of a field of view.

use std::f32::consts::TAU;

use bevy::math::Vec2;
use thiserror::Error;

use super::{RayCast, RayDirection, RayError, check_ray};
use crate::geometry::terrain::{Layer, Terrain};

/// How many rays a cone has unless told otherwise.
pub const CONE_RAYS: usize = 30;
/// The most rays that a cone may have.
pub const CONE_RAYS_MAX: usize = 65_536;

/// A fan of rays from one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Where the rays start, in tiles.
    pub origin: Vec2,
    /// The middle of the field of view, in radians; any finite angle.
    pub facing: f32,
    /// The field of view in radians, 0 to a whole turn.
    pub fov: f32,
    /// How many rays: spread evenly from edge to edge, or around a whole turn. A single one goes down the middle.
    pub rays: usize,
    /// The length limit of each ray, in tiles; may be infinite.
    pub limit: f32,
}

/// Why a cone was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConeError {
    /// The facing angle is not a finite number.
    #[error("a cone must face a finite angle, but it is {0}")]
    Facing(f32),
    /// The field of view is not within 0 and a whole turn.
    #[error("a cone's field of view must be 0 to {TAU} radians, but it is {0}")]
    Fov(f32),
    /// More than [`CONE_RAYS_MAX`] rays.
    #[error("a cone has at most {CONE_RAYS_MAX} rays, not {0}")]
    Rays(usize),
    /// The origin or the limit would be refused for one ray, too.
    #[error(transparent)]
    Ray(#[from] RayError),
}

impl Cone {
    /// A cone of [`CONE_RAYS`] rays without a length limit.
    pub fn new(origin: Vec2, facing: f32, fov: f32) -> Self {
        Self { origin, facing, fov, rays: CONE_RAYS, limit: f32::INFINITY }
    }

    /// The directions of its rays, counter-clockwise.
    ///
    /// # Errors
    /// A facing or a field of view out of range, too many rays.
    pub fn directions(&self) -> Result<Vec<RayDirection>, ConeError> {
        if !self.facing.is_finite() {
            return Err(ConeError::Facing(self.facing));
        }
        // A whole turn computed elsewhere may be a hair too much.
        if !(0.0..=TAU * (1.0 + 1e-6)).contains(&self.fov) {
            return Err(ConeError::Fov(self.fov));
        }
        if self.rays > CONE_RAYS_MAX {
            return Err(ConeError::Rays(self.rays));
        }
        let whole = self.fov >= TAU * (1.0 - 1e-6);
        // Around a whole turn the last ray would be the first again.
        let gaps = if whole { self.rays } else { self.rays.saturating_sub(1) };
        let start = if gaps == 0 { 0.0 } else { -self.fov / 2.0 };
        let step = self.fov / gaps.max(1) as f32;
        // Turned from the facing, and not added to its angle: after many turns a sum of angles would round the fan away.
        let facing = RayDirection::at_angle(self.facing).get();
        let aside = |i: usize| RayDirection::at_angle(start + step * i as f32).get();
        Ok((0..self.rays).map(|i| RayDirection::from_unit(facing.rotate(aside(i)))).collect())
    }

    /// The checked directions of a cone whose origin and limit are checked, too.
    pub(crate) fn checked_directions(&self) -> Result<Vec<RayDirection>, ConeError> {
        check_ray(self.origin, self.limit)?;
        self.directions()
    }
}

impl Terrain {
    /// Casts the rays of a cone, each by the rules of [`Self::cast_ray`]; the answers stand in the order of
    /// [`Cone::directions`].
    ///
    /// # Errors
    /// A facing or a field of view out of range, too many rays, or an origin or limit that a single ray would refuse.
    pub fn cast_cone(&self, layer: Layer, cone: &Cone) -> Result<Vec<RayCast>, ConeError> {
        let directions = cone.checked_directions()?;
        let mut casts = Vec::with_capacity(directions.len());
        self.cast_many(layer, cone.origin, &directions, cone.limit, &mut casts);
        Ok(casts)
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::geometry::tests::map::map;

    #[test]
    fn a_cone_has_thirty_rays_from_edge_to_edge() {
        let directions = Cone::new(Vec2::ZERO, 1.0, FRAC_PI_2).directions().unwrap();
        assert_eq!(directions.len(), 30);
        let angle = |direction: &RayDirection| bevy::math::ops::atan2(direction.get().y, direction.get().x);
        assert!((angle(&directions[0]) - (1.0 - FRAC_PI_2 / 2.0)).abs() < 1e-6);
        assert!((angle(&directions[29]) - (1.0 + FRAC_PI_2 / 2.0)).abs() < 1e-6);
    }

    #[test]
    fn a_whole_turn_has_no_ray_twice_and_one_ray_looks_ahead() {
        let around = Cone { rays: 4, ..Cone::new(Vec2::ZERO, PI, TAU) }.directions().unwrap();
        assert!((around[0].get() - Vec2::X).length() < 1e-6 && (around[3].get() - Vec2::NEG_Y).length() < 1e-6);
        let single = Cone { rays: 1, ..Cone::new(Vec2::ZERO, FRAC_PI_2, 1.0) }.directions().unwrap();
        assert!((single[0].get() - Vec2::Y).length() < 1e-6);
        assert_eq!(Cone { rays: 0, ..Cone::new(Vec2::ZERO, 0.0, 1.0) }.directions(), Ok(vec![]));
    }

    #[test]
    fn malformed_cones_are_refused() {
        let terrain = map("...");
        let cone = Cone::new(Vec2::splat(0.5), 0.0, 1.0);
        let refused = |cone: Cone| terrain.cast_cone(Layer::Light, &cone).unwrap_err();
        assert!(matches!(refused(Cone { facing: f32::NAN, ..cone }), ConeError::Facing(_)));
        assert!(matches!(refused(Cone { fov: -0.1, ..cone }), ConeError::Fov(_)));
        assert!(matches!(refused(Cone { fov: 7.0, ..cone }), ConeError::Fov(_)));
        assert!(matches!(refused(Cone { rays: usize::MAX, ..cone }), ConeError::Rays(_)));
        assert!(matches!(refused(Cone { limit: f32::NAN, ..cone }), ConeError::Ray(RayError::Limit(_))));
        assert!(matches!(refused(Cone { origin: Vec2::NAN, ..cone }), ConeError::Ray(RayError::Origin(_))));
    }

    #[test]
    fn a_cone_is_as_even_after_many_turns_as_at_rest() {
        let fan = |facing: f32| Cone::new(Vec2::ZERO, facing, 1e-3).directions().unwrap();
        for facing in [0.0, 1e4, -1e7, 1e30] {
            let directions = fan(facing);
            for pair in directions.windows(2) {
                // The sine, which is the angle for one as small.
                let gap = pair[0].get().perp_dot(pair[1].get());
                assert!((gap - 1e-3 / 29.0).abs() < 1e-6, "{gap} facing {facing}");
            }
        }
    }

    #[test]
    fn a_cone_from_outside_looks_into_the_map() {
        let terrain = map("..#");
        let casts = terrain.cast_cone(Layer::Light, &Cone { rays: 3, ..Cone::new(Vec2::new(-1.0, 0.5), 0.0, 0.1) });
        for cast in casts.unwrap() {
            assert!(cast.hit.is_some_and(|hit| (hit.point.x, hit.normal) == (2.0, Vec2::NEG_X)), "{cast:?}");
        }
    }
}
