//! Reflections of beams in mirrors, as many as the laser allows. A reflected segment kills like any other.

use bevy::prelude::*;

use crate::geometry::ray::{RayCast, RayDirection, Surface};
use crate::geometry::terrain::Layer;
use crate::sim::colliders::Colliders;

use super::beam::Beam;

/// How far off a mirror a reflected segment starts, in tiles: more than rounding moves its origin, so that it never starts
/// behind the mirror.
const CLEARANCE: f32 = 1.0 / 2048.0;

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

    /// Follows a beam from its first hit on: adds a segment for each mirror that reflects it. `reach` bounds the whole beam.
    pub(super) fn follow(
        &mut self,
        first: RayCast<Surface>,
        colliders: &Colliders,
        mut direction: RayDirection,
        mut reach: f32,
        bounces: u8,
    ) {
        let mut cast = first;
        for _ in 0..bounces {
            let Some(hit) = cast.hit.filter(|hit| !hit.inside && colliders.is_mirror(hit.surface)) else { return };
            let start = hit.point + hit.normal * CLEARANCE;
            (direction, reach) = (direction.reflect(hit.normal), reach - hit.distance);
            cast = colliders.cast_ray(Layer::Light, start, direction, reach);
            self.segments.push(Beam { start, end: cast.end, hit: cast.hit.is_some() });
        }
    }
}
