//! Rays that mirrors reflect: the one loop that follows a ray from mirror to mirror. What is cast against, and what is
//! a mirror, is the caller's.

use bevy_math::Vec2;

use super::direction::RayDirection;
use super::hit::{RayCast, RayHit};

/// How far off a mirror a reflected ray starts, in tiles. Rounding to the lattice moves an origin by at most 2⁻¹² / √2
/// tile, so a ray that starts this far off never starts behind its mirror.
const CLEARANCE: f32 = 1.0 / 2048.0;

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
