//! What mirrors do to beams: each throws a beam back, as often as its robot allows. A reflected segment kills as any other.

use bevy::prelude::*;

use crate::geometry::ray::{RayDirection, RayHit};
use crate::geometry::scene::Surface;
use crate::geometry::tile::TileShape;
use crate::level::{Level, MoverSurface};

use super::laser::Beam;
use super::obstacle::Surroundings;

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
    pub(super) fn clear(&mut self) {
        self.segments.clear();
    }

    /// Casts one beam and adds what mirrors throw back of it; the first segment is the answer. `reach` bounds the whole
    /// way.
    pub(super) fn cast(
        &mut self,
        around: &Surroundings,
        origin: Vec2,
        direction: RayDirection,
        reach: f32,
        bounces: u8,
    ) -> Beam {
        let (mut start, mut direction, mut reach) = (origin, direction, reach);
        let mut first = None;
        for bounce in 0..=bounces {
            let cast = around.cast_light(start, direction, reach);
            let segment = Beam { start, end: cast.end, hit: cast.hit.is_some() };
            if bounce == 0 {
                first = Some(segment);
            } else {
                self.segments.push(segment);
            }
            let Some(hit) = cast.hit.filter(|hit| !hit.inside && is_mirror(hit, around)) else { break };
            let along = direction.get();
            let back = along - hit.normal * (2.0 * along.dot(hit.normal));
            let Ok(back) = RayDirection::new(back) else { break };
            (start, direction) = (hit.point + hit.normal * CLEARANCE, back);
            reach -= hit.distance;
        }
        first.unwrap_or(Beam { start: origin, end: origin, hit: false })
    }
}

/// Whether a level has anything that throws beams back.
pub fn has_mirrors(level: &Level) -> bool {
    let size = level.terrain.size().as_ivec2();
    let mut cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
    level.movers.iter().any(|mover| mover.surface == MoverSurface::Mirror)
        || cells.any(|cell| level.terrain.tile(cell) == TileShape::Mirror)
}

fn is_mirror(hit: &RayHit<Surface>, around: &Surroundings) -> bool {
    match hit.surface {
        Surface::Tile(tile) => tile.shape == TileShape::Mirror,
        Surface::Shape(index) => around.obstacles.surface(index) == MoverSurface::Mirror,
    }
}
