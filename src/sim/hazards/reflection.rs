//! What mirrors do to beams: each throws a beam back, as often as its robot allows. A reflected segment kills as any other.

use bevy::prelude::*;

use crate::geometry::ray::{RayCast, RayDirection, RayHit};
use crate::geometry::tile::TileShape;
use crate::geometry::toolbox::scene::Surface;
use crate::level::MoverSurface;

use super::laser::Beam;
use crate::sim::obstacles::Surroundings;

/// How far off a mirror a reflected segment starts, in tiles: more than rounding moves its origin, so that it never starts
/// behind the mirror.
const CLEARANCE: f32 = 1.0 / 2048.0;

/// The segments of a robot's beams behind their first mirror; derived, so no snapshot holds them. Only robots of levels
/// with mirrors have this.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Reflections {
    segments: Vec<Beam>,
}

impl Reflections {
    /// Room for the segments of a robot.
    pub fn with_room(beams: usize, bounces: u8) -> Self {
        Self { segments: Vec::with_capacity(beams * usize::from(bounces)) }
    }

    /// The segments, those of each beam one after the other.
    pub fn iter(&self) -> impl Iterator<Item = Beam> + '_ {
        self.segments.iter().copied()
    }

    /// Forgets all segments.
    pub(crate) fn clear(&mut self) {
        self.segments.clear();
    }

    /// Casts one beam and adds what mirrors throw back of it; the first segment is the answer. `reach` bounds the whole
    /// way. `wall` is what the beam meets among the tiles, if that is known.
    pub(crate) fn cast(
        &mut self,
        around: &Surroundings,
        origin: Vec2,
        direction: RayDirection,
        reach: f32,
        bounces: u8,
        wall: Option<RayCast>,
    ) -> Beam {
        let wall = wall.unwrap_or_else(|| around.terrain.cast_light(origin, direction, reach));
        let mut cast = around.among_obstacles(wall, origin, direction, reach);
        let first = Beam { start: origin, end: cast.end, hit: cast.hit.is_some() };
        let (mut direction, mut reach) = (direction, reach);
        for left in (0..bounces).rev() {
            let Some(hit) = cast.hit.filter(|hit| !hit.inside && is_mirror(hit, around)) else { break };
            let start = hit.point + hit.normal * CLEARANCE;
            (direction, reach) = (direction.reflect(hit.normal), reach - hit.distance);
            if left == 0 {
                // Nothing is thrown back of the last segment: where it ends is enough.
                let (end, hit) = around.light_end(start, direction, reach);
                self.segments.push(Beam { start, end, hit });
                break;
            }
            cast = around.cast_light(start, direction, reach);
            self.segments.push(Beam { start, end: cast.end, hit: cast.hit.is_some() });
        }
        first
    }
}

fn is_mirror(hit: &RayHit<Surface>, around: &Surroundings) -> bool {
    match hit.surface {
        Surface::Tile(tile) => tile.shape == TileShape::Mirror,
        Surface::Shape(index) => around.obstacles.surface(index) == MoverSurface::Mirror,
    }
}
