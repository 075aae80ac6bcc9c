//! How the ninja's circle moves through tiles and obstacles in one tick: swept, slid, kept on slopes and helped round
//! corners.
//!
//! Sweeps and rays each have their part in what he senses. Whether he touches, and how far he may go, only a sweep can
//! say: he is a circle, and a ray slips through a gap or past an edge that holds him. What it is that he touches, a ray
//! says: the face's own normal and slope, where the circle on a corner knows only the direction from the corner.

use bevy::math::Vec2;

use crate::geometry::ray::RayDirection;
use crate::geometry::sweep::{Platforms, SweepHit};

use super::{Ground, Ninja};
use crate::sim::obstacles::Surroundings;
use crate::sim::tuning::*;

/// Most surfaces that one tick's motion is bent by; a corner of three tiles needs three.
const SLIDES_MAX: u8 = 4;
/// Tiles. Motion along a surface is led away from it by this much, so that rounding cannot turn it into the surface and
/// stop it there for ever. A tenth of what the tests allow as depth in a wall.
pub(crate) const CLEARANCE: f32 = 1e-4;
/// Tiles by which a ray reaches further than the touch that it asks about: its origin is rounded.
const RAY_SLACK: f32 = 1e-2;

/// What the ninja met in a tick's motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moved {
    /// The speed (tiles/s) at which he met the ground, or 0.
    pub impact: f32,
    /// A bumper threw him: its unit normal.
    pub bounced: Option<Vec2>,
    /// He was in the air and is there still, with nothing near: neither ground nor walls.
    pub is_far: bool,
}

/// Tiles around him within which he senses ground and walls.
const SENSES: f32 = if WALL_REACH > GROUND_REACH { WALL_REACH } else { GROUND_REACH };

/// Moves the ninja by his velocity for one tick, and senses the ground.
pub fn step(ninja: &mut Ninja, surroundings: &Surroundings, platforms: Platforms) -> Moved {
    let was_on = ninja.ground.take();
    let mut remaining = ninja.velocity * TICK;
    if let Some(ground) = was_on {
        remaining += ground.normal * CLEARANCE;
    } else if surroundings.is_open(ninja.position, BODY_RADIUS + SENSES, remaining) {
        ninja.position += remaining;
        return Moved { is_far: true, ..Moved::default() };
    }
    let mut impact: f32 = 0.0;
    for _ in 0..SLIDES_MAX {
        if remaining == Vec2::ZERO {
            break;
        }
        let touch = surroundings.sweep_circle(ninja.position, BODY_RADIUS, remaining, platforms);
        let Some((hit, obstacle)) = touch else {
            ninja.position += remaining;
            break;
        };
        ninja.position += remaining * hit.fraction;
        remaining *= 1.0 - hit.fraction;
        if let Some(strength) = surroundings.bounce_of(obstacle) {
            ninja.bounce(hit.normal, strength, surroundings.velocity_at(obstacle, hit.point));
            return Moved { bounced: Some(hit.normal), ..Moved::default() };
        } else if is_walkable(&hit) {
            impact = impact.max(-ninja.velocity.dot(hit.normal));
            ninja.ground = Some(ground_of(&hit, obstacle, was_on, ninja.position, surroundings));
            let along = along_ground(hit.normal);
            if was_on.is_some() {
                ninja.velocity = turned_along(ninja.velocity, along);
                remaining = turned_along(remaining, along);
            } else {
                ninja.velocity = along * ninja.velocity.dot(along);
                remaining = along * remaining.dot(along);
            }
            remaining += hit.normal * CLEARANCE;
        } else if ninja.velocity.y > 0.0 && correct_corner(ninja, surroundings, &hit, remaining) {
            remaining = Vec2::new(0.0, remaining.y);
        } else {
            ninja.velocity -= hit.normal * ninja.velocity.dot(hit.normal).min(0.0);
            remaining += hit.normal * (CLEARANCE - remaining.dot(hit.normal).min(0.0));
        }
    }
    if ninja.velocity.y <= 0.0 || was_on.is_some() {
        impact = impact.max(snap_to_ground(ninja, surroundings, was_on, platforms));
    }
    Moved { impact, ..Moved::default() }
}

/// Keeps him on ground that falls away under his feet, and finds the ground that he stands on without moving into it.
/// Returns the speed into it.
fn snap_to_ground(ninja: &mut Ninja, surroundings: &Surroundings, was_on: Option<Ground>, platforms: Platforms) -> f32 {
    let run = ninja.velocity.length() * TICK * GROUND_SNAP;
    let reach = if was_on.is_some() { GROUND_REACH + run } else { GROUND_REACH };
    let down = Vec2::new(0.0, -reach);
    match surroundings.sweep_circle(ninja.position, BODY_RADIUS, down, platforms) {
        Some((hit, obstacle)) if is_walkable(&hit) && surroundings.bounce_of(obstacle).is_none() => {
            ninja.position += down * hit.fraction;
            let known = ninja.ground.or(was_on);
            ninja.ground = Some(ground_of(&hit, obstacle, known, ninja.position, surroundings));
            let along = along_ground(hit.normal);
            let impact = -ninja.velocity.dot(hit.normal);
            ninja.velocity = match was_on {
                Some(_) => turned_along(ninja.velocity, along),
                None => along * ninja.velocity.dot(along),
            };
            return impact;
        }
        _ if ninja.ground.is_some() => {}
        // Rolling off a corner must not turn running into falling: he leaves it level.
        _ if was_on.is_some_and(|ground| ground.corner) => {
            ninja.velocity = Vec2::new(ninja.velocity.length() * ninja.velocity.x.signum(), 0.0);
        }
        _ => {}
    }
    0.0
}

/// A rising ninja whose head meets a corner is moved aside, the shortest free way up to [`CORNER_CORRECTION`].
fn correct_corner(ninja: &mut Ninja, surroundings: &Surroundings, hit: &SweepHit, remaining: Vec2) -> bool {
    if !(hit.corner && hit.normal.y < OVERHEAD_NORMAL) {
        return false;
    }
    let side = hit.normal.x.signum();
    for step in 1..=CORNER_CORRECTION_STEPS {
        let aside = Vec2::new(side * CORNER_CORRECTION * f32::from(step) / f32::from(CORNER_CORRECTION_STEPS), 0.0);
        let free = |from, delta| surroundings.sweep_circle(from, BODY_RADIUS, delta, Platforms::Ignore).is_none();
        // The corner itself is touched, so the way aside starts a hair lower.
        let up = Vec2::new(0.0, remaining.y.max(TICK));
        if free(ninja.position, aside) && free(ninja.position + aside, up) {
            ninja.position += aside;
            return true;
        }
    }
    false
}

fn is_walkable(hit: &SweepHit) -> bool {
    hit.normal.y >= WALKABLE_NORMAL
}

/// The ground that was touched. What is `known` of ground with the same normal holds for it too, so that a ray is cast
/// only where the ground changes.
fn ground_of(
    hit: &SweepHit,
    obstacle: Option<usize>,
    known: Option<Ground>,
    center: Vec2,
    surroundings: &Surroundings,
) -> Ground {
    let slope = match known {
        Some(known) if known.normal == hit.normal => known.slope,
        _ => slope_under(hit, center, surroundings),
    };
    let obstacle = obstacle.map(|index| index as u8);
    Ground { normal: hit.normal, slope, corner: hit.corner, one_way: hit.one_way, obstacle }
}

/// The slope of the face that was touched, by a ray against it. A corner has no slope of its own and rays pass through
/// platforms: there it is the slope across the normal.
#[cold]
fn slope_under(hit: &SweepHit, center: Vec2, surroundings: &Surroundings) -> f32 {
    let across = || bevy::math::ops::atan2(-hit.normal.x, hit.normal.y);
    if hit.corner || hit.one_way {
        return across();
    }
    let ray = surroundings.cast_body(center, RayDirection::from_unit(-hit.normal), BODY_RADIUS + RAY_SLACK);
    ray.hit.map_or_else(across, |face| face.slope())
}

/// The wall within reach to a side (−1 or 1): the touch, and the obstacle if it is one. A touch that is no corner has the
/// normal of the face itself.
pub fn wall_beside(center: Vec2, side: f32, surroundings: &Surroundings) -> Option<(SweepHit, Option<usize>)> {
    let reach = Vec2::new(side * WALL_REACH, 0.0);
    let (hit, obstacle) = surroundings.sweep_circle(center, BODY_RADIUS, reach, Platforms::Ignore)?;
    let is_wall = hit.normal.x * side < -WALL_NORMAL && !hit.corner && surroundings.bounce_of(obstacle).is_none();
    is_wall.then_some((hit, obstacle))
}

/// The slope of the wall to a side (−1 or 1), by a ray to that side; a quarter turn if it misses the wall by rounding.
pub fn slope_beside(center: Vec2, side: f32, surroundings: &Surroundings) -> f32 {
    let towards = RayDirection::from_unit(Vec2::new(side, 0.0));
    let ray = surroundings.cast_body(center, towards, BODY_RADIUS + WALL_REACH + RAY_SLACK);
    ray.hit.map_or(side * std::f32::consts::FRAC_PI_2, |face| face.slope())
}

/// Running on to a slope turns the way and keeps the speed. In a valley at right angles the way has no part along the
/// new slope; then it goes on to the side that it came from.
fn turned_along(way: Vec2, along: Vec2) -> Vec2 {
    let length = way.length();
    let part = way.dot(along);
    let side = if part.abs() > 1e-3 * length { part } else { way.x };
    along * length.copysign(side)
}

/// The unit direction along a surface, to the right.
pub(crate) fn along_ground(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}
