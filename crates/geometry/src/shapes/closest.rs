//! The first of many shapes that a ray or a moving circle meets. A broad phase that thins out the shapes is the
//! caller's.

use bevy_math::Vec2;

use super::PlacedShape;
use crate::ray::{RayDirection, RayHit};
use crate::sweep::SweepHit;

/// The nearest hit of a ray of at most `max_distance` tiles with any of some shapes, given with their indices; the
/// hit's surface is the index. At equal distances the earlier shape counts. Rules as for [`PlacedShape::cast_ray`].
pub fn cast_ray_closest<'a>(
    shapes: impl IntoIterator<Item = (usize, &'a PlacedShape)>,
    origin: Vec2,
    direction: RayDirection,
    max_distance: f32,
) -> Option<RayHit<usize>> {
    let mut closest: Option<RayHit<usize>> = None;
    for (index, shape) in shapes {
        if let Some(hit) = shape.cast_ray(origin, direction, max_distance)
            && closest.is_none_or(|closest| hit.distance < closest.distance)
        {
            closest = Some(hit.with_surface(index));
        }
    }
    closest
}

/// The first touch of a circle that moves from `center` by `delta` (tiles) with any of some shapes at rest, given with
/// their indices, and the index of the touched one. At equal fractions the earlier shape counts. Rules as for
/// [`PlacedShape::sweep_circle`].
pub fn sweep_circle_closest<'a>(
    shapes: impl IntoIterator<Item = (usize, &'a PlacedShape)>,
    center: Vec2,
    radius: f32,
    delta: Vec2,
) -> Option<(SweepHit, usize)> {
    let mut closest: Option<(SweepHit, usize)> = None;
    for (index, shape) in shapes {
        if let Some(hit) = shape.sweep_circle(center, radius, delta)
            && closest.is_none_or(|(closest, _)| hit.fraction < closest.fraction)
        {
            closest = Some((hit, index));
        }
    }
    closest
}
