//! How high the ninja can get. It knows where something can be jumped from and how high any jump or throw carries, and takes
//! whatever it does not know for possible.

use bevy::math::{IVec2, Rect, Vec2};

use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;
use crate::level::{DoorSettings, Level, MoverSettings, MoverSurface, SpringSettings};
use crate::sim::tuning::*;

use super::bars::{obstacle_bounds, speed};
use super::grid::HALF;

/// Tiles that are added to every height: the rise of one tick, twice, and some more.
const SLACK: f32 = 0.5;
/// The greatest |cosine| of a spring's angle with which it counts as straight up.
const UPRIGHT: f32 = 0.01;

/// What carries the ninja upwards in a level.
pub(super) struct Climb<'l> {
    terrain: &'l Terrain,
    /// The center of each spring, and how high it throws.
    springs: Vec<(Vec2, f32)>,
    /// All that obstacles ever take up.
    obstacles: Vec<Rect>,
    /// Tiles above a place where the ninja touches something that it can get to.
    jump: f32,
}

impl<'l> Climb<'l> {
    /// `None` where heights say nothing: something throws the ninja sideways, and a slope or a bumper turns that upwards.
    pub fn new(level: &'l Level) -> Option<Self> {
        let springs = level.actors::<SpringSettings>();
        let is_upright = |spring: &SpringSettings| {
            bevy::math::ops::cos(spring.angle).abs() < UPRIGHT && bevy::math::ops::sin(spring.angle) > 0.0
        };
        let movers = level.actors::<MoverSettings>();
        let is_bumper = |mover: &MoverSettings| matches!(mover.surface, MoverSurface::Bumper { .. });
        if !springs.iter().all(is_upright) || movers.iter().any(is_bumper) {
            return None;
        }
        let doors = level.actors::<DoorSettings>().iter().map(|door| door.slide.length() / door.seconds);
        let lift = movers.iter().map(speed).chain(doors).fold(0.0, f32::max);
        let terrain = &*level.terrain;
        let size = terrain.size().as_ivec2();
        let mut cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
        let turns_upwards = cells.any(|cell| terrain.tile(cell).is_slope())
            || movers.iter().any(|mover| mover.shape.corners().len() != 4);
        if lift > 0.0 && turns_upwards {
            return None;
        }
        let springs = springs.iter().map(|spring| (spring.position, rise(spring.strength))).collect();
        // From the ground, or from a wall that was left as long ago as a wall jump allows, rising as fast as may be.
        let from_ground = lift * ticks(COYOTE_TICKS) + rise(JUMP_SPEED + lift);
        let from_wall = (JUMP_SPEED + lift) * ticks(WALL_GRACE_TICKS) + rise(WALL_JUMP_SPEED_UP);
        Some(Self { terrain, springs, obstacles: obstacle_bounds(level), jump: from_ground.max(from_wall) })
    }

    /// The greatest height of the ninja's center after it was somewhere in a square.
    pub fn ceiling(&self, center: Vec2) -> f32 {
        let top = center.y + HALF;
        let springs = self.springs.iter().filter(|spring| spring.0.distance(center) <= SPRING_REACH + 2.0 * HALF);
        let thrown = springs.map(|spring| top + spring.1).fold(f32::NEG_INFINITY, f32::max);
        if self.touches(center) { thrown.max(top + self.jump) } else { thrown }
    }

    /// The most that any throw or jump adds to the ninja's height.
    pub fn highest_rise(&self) -> f32 {
        self.springs.iter().map(|spring| spring.1).fold(self.jump, f32::max)
    }

    /// Whether the ninja could touch something to jump from.
    fn touches(&self, center: Vec2) -> bool {
        let reach = BODY_RADIUS + WALL_REACH + 2.0 * HALF;
        let platform = |below: f32| self.terrain.tile((center - Vec2::new(0.0, below)).floor().as_ivec2());
        self.terrain.depth(center, reach) > 0.0
            || [0.0, 0.5, 1.0].into_iter().any(|below| platform(below) == TileShape::OneWay)
            || self.obstacles.iter().any(|area| center.clamp(area.min, area.max).distance(center) <= reach)
    }
}

/// Tiles that the ninja rises with a speed (tiles/s), with jump held.
fn rise(speed: f32) -> f32 {
    let apex = speed.min(APEX_SPEED);
    (speed * speed - apex * apex) / (2.0 * GRAVITY) + apex * apex / (2.0 * GRAVITY * APEX_GRAVITY) + SLACK
}

fn ticks(count: u8) -> f32 {
    f32::from(count) * TICK
}
