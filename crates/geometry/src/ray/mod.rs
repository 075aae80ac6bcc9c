//! Rays through the tiles: an exact integer walk over a bit grid, then the exact shape inside the tile.
//!
//! The walk is that of Amanatides and Woo, *A Fast Voxel Traversal Algorithm for Ray Tracing* (1987), with the
//! comparison of the two next crossings kept as one integer error term. Origins are rounded to 2⁻¹² tile and directions
//! to 2⁻²⁴; from there on everything is exact: cells, faces and ties never depend on rounding.
//!
//! Solids are closed sets, and a ray is the set of its points after the origin. It hits at the least distance at which
//! it touches a solid, corners and faces included. So a ray that passes exactly between two solids that touch at a
//! corner is blocked, one that runs flush along a wall is blocked by it, and one that starts on a face and moves away
//! is not.
//!
//! The page `docs/RAYS.md` follows a ray from the call to the hit, with drawings.

pub mod cone;
mod contact;
mod direction;
mod error;
mod grid_line;
mod hit;
pub(super) mod lattice;
pub mod mirrors;
mod vertex_normals;
mod walk;

use bevy_math::{I64Vec2, Vec2};

use super::terrain::{Layer, Terrain};
use crate::is_within_reach;
use crate::limit::Limit;
pub use direction::{RayDirection, unit};
pub use error::RayError;
use error::check_ray;
pub use hit::{RayCast, RayHit, Surface, TileSurface};
pub(super) use hit::{slope, tangent};
use lattice::{LatticeRay, WalkHit, WalkHitKind};
use walk::ShortWalk;

impl Terrain {
    /// Casts a ray from `origin` along `direction` over at most `max_distance` tiles, which may be infinite.
    ///
    /// - An origin outside the map: the ray enters the map where it meets it, and distances count from the origin. A
    ///   ray that misses the map ends at its maximum distance, or, when that is infinite, at its origin.
    /// - An origin inside a solid: a hit at the origin with fraction 0, normal `-direction` and `inside` set.
    /// - An origin on a face: a hit at 0 when the ray moves in or runs along the face, none when it moves away.
    /// - No hit: the end is at `max_distance`, or where the ray leaves the map.
    ///
    /// Never fails, whatever the arguments: a maximum distance that is negative or not a number counts as 0, and a ray
    /// from farther than [`REACH`](crate::REACH), or from a point that is not finite, misses the map. A hit's
    /// point, distance, fraction and normal are always finite. See [`Self::try_cast_ray`] for input that has to be
    /// refused instead.
    ///
    /// Accuracy: exact for the rounded ray; the point and the distance are rounded once, to the nearest `f32` or the one
    /// beside it. Rounding moves the ray's origin by at most 2⁻¹³ tile on each axis and turns it by at most 2⁻²⁴ radians.
    ///
    /// Compiled into its callers: what a caller does not use of the answer is not computed.
    #[inline]
    pub fn cast_ray(&self, layer: Layer, origin: Vec2, direction: RayDirection, max_distance: f32) -> RayCast {
        let (direction, max_distance) = (direction.get(), max_distance.at_least(0.0));
        let ray = LatticeRay::new(origin, direction);
        match self.short_walk(layer, &ray, steps_within(max_distance)) {
            ShortWalk::Wall(hit) => self.describe(layer, &ray, Some(hit), origin, direction, max_distance),
            ShortWalk::Free => self.describe(layer, &ray, None, origin, direction, max_distance),
            ShortWalk::Unfinished(state) => self.cast_on(layer, origin, direction, max_distance, state),
        }
    }

    /// [`Self::cast_ray`] that refuses malformed input, for rays that come from outside the program. `direction` is a
    /// [`Vec2`] of any length but 0, an `f32` that is an angle in radians, a [`Dir2`](bevy_math::Dir2) or a
    /// [`RayDirection`].
    ///
    /// # Errors
    /// [`RayError`] for a zero or non-finite direction, an origin that is not finite or farther than
    /// [`REACH`](crate::REACH) from (0, 0), and a maximum distance that is negative or not a number.
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

    /// [`Self::cast_ray`] for a ray that the short walk does not finish.
    #[inline(never)]
    fn cast_on(&self, layer: Layer, origin: Vec2, direction: Vec2, max_distance: f32, state: Option<i64>) -> RayCast {
        let ray = LatticeRay::new(origin, direction);
        let hit = self.walk_on(layer, &ray, state, steps_within(max_distance));
        self.describe(layer, &ray, hit, origin, direction, max_distance)
    }

    /// Whether no tile of the layer touches the open segment between two points; its ends may lie on surfaces. Exactly
    /// symmetric: `a` sees `b` when `b` sees `a`. A point sees itself unless it lies inside a solid. Nothing outside
    /// the map blocks sight. A point that is not finite, or farther than [`REACH`](crate::REACH) tiles from (0,
    /// 0), neither sees nor is seen.
    pub fn line_of_sight(&self, a: Vec2, b: Vec2, layer: Layer) -> bool {
        if !is_within_reach(a) || !is_within_reach(b) {
            return false;
        }
        let ray = LatticeRay::between(a, b);
        if ray.direction == I64Vec2::ZERO {
            return !self.is_interior(layer, ray.origin);
        }
        self.walk(layer, &ray, ray.steps()).is_none_or(|hit| !hit.blocks_segment())
    }

    /// The answer to a ray cast from the exact end of its walk.
    #[inline(always)]
    fn describe(
        &self,
        layer: Layer,
        ray: &LatticeRay,
        hit: Option<WalkHit>,
        origin: Vec2,
        direction: Vec2,
        max_distance: f32,
    ) -> RayCast {
        let Some(hit) = hit else {
            let end = if max_distance.is_finite() { origin + direction * max_distance } else { origin };
            return RayCast { end, hit: None };
        };
        let t = hit.numerator as f64 / hit.denominator as f64;
        let distance = ray.distance(t);
        if distance > max_distance {
            return RayCast { end: origin + direction * max_distance, hit: None };
        }
        let point = if hit.numerator == 0 { origin } else { ray.at(t) };
        if hit.kind == WalkHitKind::Border {
            return RayCast { end: point, hit: None };
        }
        let hit = RayHit {
            point,
            distance,
            fraction: if max_distance > 0.0 { distance / max_distance } else { 0.0 },
            normal: self.hit_normal(layer, ray, &hit),
            surface: TileSurface { cell: hit.cell, shape: hit.tile },
            inside: hit.kind == WalkHitKind::Inside,
        };
        RayCast { end: point, hit: Some(hit) }
    }
}

/// An upper bound of the number of grid lines that a ray of this length crosses: √2 a tile along the diagonal.
#[inline]
fn steps_within(max_distance: f32) -> u32 {
    if max_distance == f32::INFINITY { u32::MAX } else { ((max_distance * 1.5) as u32).saturating_add(3) }
}
