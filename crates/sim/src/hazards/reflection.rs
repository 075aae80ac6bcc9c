//! Reflections of beams in mirrors, as many as the laser allows. A reflected segment kills like any other.

use bevy::prelude::*;

use crate::colliders::Colliders;
use hairline_geometry::ray::mirrors::{RaySegment, follow_mirrors, off_surface};
use hairline_geometry::ray::{RayCast, RayDirection, RayHit, Surface};
use hairline_geometry::terrain::Layer;

use super::beam::Beam;

/// The segments of a laser's beams behind their first mirror; derived, so no snapshot holds them. Only lasers of levels
/// with mirrors have this.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Reflections {
    segments: Vec<Beam>,
}

impl Reflections {
    /// No segments yet, with room for all of a laser's.
    pub fn with_capacity(beams: usize, bounces: u8) -> Self {
        Self { segments: Vec::with_capacity(beams * usize::from(bounces)) }
    }

    /// The segments, beam by beam.
    pub fn iter(&self) -> impl Iterator<Item = Beam> + '_ {
        self.segments.iter().copied()
    }

    /// Removes all segments.
    pub(super) fn clear(&mut self) {
        self.segments.clear();
    }

    /// Follows a beam from `origin`, whose first segment is `first`: adds a segment for each mirror that reflects it. `reach`
    /// bounds the whole beam.
    pub(super) fn follow(
        &mut self,
        first: RayCast<Surface>,
        colliders: &Colliders,
        origin: Vec2,
        direction: RayDirection,
        reach: f32,
        bounces: u8,
    ) {
        let mut first = Some(first);
        let cast = |start, direction, reach| {
            first.take().unwrap_or_else(|| colliders.cast_ray(Layer::Light, start, direction, reach))
        };
        let start_off = |hit: &RayHit<Surface>| colliders.is_mirror(hit.surface).then(|| off_surface(hit));
        let segments = follow_mirrors(origin, direction, reach, usize::from(bounces), cast, start_off);
        let beam = |RaySegment { start, cast, .. }| Beam { start, end: cast.end, hit: cast.hit.is_some() };
        self.segments.extend(segments.skip(1).map(beam));
    }
}
