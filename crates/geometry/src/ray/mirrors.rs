//! Rays that mirrors reflect: the one loop that follows a ray from mirror to mirror. What is cast against, and what is
//! a mirror, is the caller's.

use bevy_math::Vec2;

use super::direction::RayDirection;
use super::error::{RayError, check_ray};
use super::hit::{RayCast, RayHit};
use crate::terrain::{Layer, Terrain};

/// How far off a mirror a reflected ray starts, in tiles. Rounding to the lattice moves an origin by at most 2⁻¹² / √2
/// tile, so a ray that starts this far off never starts behind its mirror.
const CLEARANCE: f32 = 1.0 / 2048.0;

/// The most times that a ray is reflected: between two parallel mirrors it would never end.
pub const BOUNCES_MAX: usize = 1024;

/// One straight piece of a reflected ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaySegment<S> {
    /// Where it starts, in tiles.
    pub start: Vec2,
    /// Its direction.
    pub direction: RayDirection,
    /// Where it ends and what it hit there.
    pub cast: RayCast<S>,
}

/// The segments of a ray that mirrors reflect at most `bounces` times, of at most `max_distance` tiles in all. Lazy:
/// each segment is cast when the iterator comes to it. No allocation.
///
/// `cast` casts one ray of at most the given length. `start_off` says where the next segment starts after a hit on a
/// mirror (see [`off_surface`]), and `None` for a hit on anything else, where the path ends. It also ends at an origin
/// inside something, at the maximum distance, and where a ray hits nothing.
pub fn follow_mirrors<S: Copy>(
    origin: Vec2,
    direction: RayDirection,
    max_distance: f32,
    bounces: usize,
    mut cast: impl FnMut(Vec2, RayDirection, f32) -> RayCast<S>,
    mut start_off: impl FnMut(&RayHit<S>) -> Option<Vec2>,
) -> impl Iterator<Item = RaySegment<S>> {
    let mut next = Some((origin, direction, max_distance, bounces));
    std::iter::from_fn(move || {
        let (start, direction, max_distance, bounces) = next.take()?;
        let cast = cast(start, direction, max_distance);
        if let Some(hit) = cast.hit.filter(|hit| bounces > 0 && !hit.inside)
            && let Some(start) = start_off(&hit)
        {
            next = Some((start, direction.reflect(hit.normal), max_distance - hit.distance, bounces - 1));
        }
        Some(RaySegment { start, direction, cast })
    })
}

/// A point 1/2048 tile off the surface of a hit, along its normal: the start of a ray that leaves it.
pub fn off_surface<S>(hit: &RayHit<S>) -> Vec2 {
    hit.point + hit.normal * CLEARANCE
}

impl Terrain {
    /// Casts a ray and follows it from mirror to mirror, for at most `bounces` reflections and no more than
    /// [`BOUNCES_MAX`]. Returns the casts of its segments; the first is that of [`Self::try_cast_ray`], each next one
    /// starts where the last ended. `max_distance` bounds the length of the whole path, in tiles.
    ///
    /// The path ends at a hit for which `is_mirror` is false, at an origin inside a solid, at the maximum distance, and
    /// where it leaves the map. After a slope or a corner, the next ray starts 1/2048 tile off the surface.
    ///
    /// # Errors
    /// As [`Self::try_cast_ray`].
    pub fn cast_reflected(
        &self,
        layer: Layer,
        origin: Vec2,
        direction: impl TryInto<RayDirection, Error: Into<RayError>>,
        max_distance: f32,
        bounces: usize,
        is_mirror: impl Fn(&RayHit) -> bool,
    ) -> Result<Vec<RayCast>, RayError> {
        let direction = direction.try_into().map_err(Into::into)?;
        check_ray(origin, max_distance)?;
        // The sides of a cell lie on the lattice of origins: from there a ray starts exactly.
        let leave =
            |hit: &RayHit| if hit.normal.x == 0.0 || hit.normal.y == 0.0 { hit.point } else { off_surface(hit) };
        let segments = follow_mirrors(
            origin,
            direction,
            max_distance,
            bounces.min(BOUNCES_MAX),
            |origin, direction, max_distance| self.cast_ray(layer, origin, direction, max_distance),
            |hit| is_mirror(hit).then(|| leave(hit)),
        );
        Ok(segments.map(|segment| segment.cast).collect())
    }
}
