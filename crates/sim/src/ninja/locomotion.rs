//! How the ninja's circle moves through tiles and obstacles in one tick: swept, slid, kept on slopes and helped round
//! corners.
//!
//! Contacts and free distances come from sweeps: a ray would slip through gaps and past edges that stop a circle. The
//! slope of a touched face comes from a ray against it; on a corner there is no face, only the direction from the
//! corner.

use bevy::prelude::*;

use crate::colliders::{Colliders, Contact, swept_bounds};
use crate::tuning::*;
use hairline_geometry::limit::Limit;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::sweep::{Platforms, SweepHit};
use hairline_geometry::terrain::Layer;
use hairline_geometry::tile::TileShape;

use super::{Ground, Ninja};

/// Most surfaces that one tick's motion slides along; a corner of three tiles needs three.
const SLIDES_MAX: u8 = 4;
/// Tiles. Motion along a surface is kept this far off it, so that rounding cannot turn it into the surface and block it
/// for ever. A tenth of the depth in a wall that the tests allow.
pub(super) const CLEARANCE: f32 = 1e-4;
/// Tiles by which a ray reaches further than the contact whose face it looks for, since its origin is rounded.
const RAY_SLACK: f32 = 1e-2;

/// A bumper threw the ninja.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BumperHit {
    /// The bumper, by its index among the obstacles.
    pub obstacle: usize,
    /// Unit direction away from it.
    pub normal: Vec2,
}

/// What the ninja met in a tick's motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepDelta {
    /// The speed (tiles/s) at which the ninja met the ground, or 0.
    pub impact: f32,
    /// A bumper threw the ninja.
    pub bounced: Option<BumperHit>,
    /// The ninja was airborne and still is, with neither ground nor walls near.
    pub is_airborne_clear: bool,
}

/// Tiles around the ninja within which it senses ground and walls.
const SENSE_REACH: f32 = if WALL_REACH > GROUND_REACH { WALL_REACH } else { GROUND_REACH };

/// Moves the ninja by its velocity for one tick, and senses the ground.
pub fn step(ninja: &mut Ninja, colliders: &Colliders, platforms: Platforms) -> StepDelta {
    let was_on = ninja.ground.take();
    let mut remaining = ninja.velocity * TICK;
    if let Some(ground) = was_on {
        remaining += ground.normal * CLEARANCE;
    } else if colliders.is_empty(swept_bounds(ninja.position, BODY_RADIUS + SENSE_REACH, remaining), Platforms::Land) {
        // Saves the sweeps of an airborne ninja, a tenth of a small level's tick.
        ninja.position += remaining;
        return StepDelta { is_airborne_clear: true, ..default() };
    }
    let mut impact: f32 = 0.0;
    for _ in 0..SLIDES_MAX {
        if remaining == Vec2::ZERO {
            break;
        }
        let contact = colliders.sweep_circle(ninja.position, BODY_RADIUS, remaining, platforms);
        let Some(Contact { hit, obstacle }) = contact else {
            ninja.position += remaining;
            break;
        };
        ninja.position += remaining * hit.fraction;
        remaining *= 1.0 - hit.fraction;
        if let (Some(obstacle), Some(strength)) = (obstacle, colliders.bounce_strength(obstacle)) {
            ninja.bounce(hit.normal, strength, colliders.obstacles().velocity_at(obstacle, hit.point));
            return StepDelta { bounced: Some(BumperHit { obstacle, normal: hit.normal }), ..default() };
        } else if is_walkable(&hit) {
            impact = impact.at_least(-ninja.velocity.dot(hit.normal));
            ninja.ground = Some(ground_of(&hit, obstacle, was_on, ninja.position, colliders));
            let along = along_ground(hit.normal);
            if was_on.is_some() {
                ninja.velocity = turned_along(ninja.velocity, along);
                remaining = turned_along(remaining, along);
            } else {
                ninja.velocity = along * ninja.velocity.dot(along);
                remaining = along * remaining.dot(along);
            }
            remaining += hit.normal * CLEARANCE;
        } else if ninja.velocity.y > 0.0 && correct_corner(ninja, colliders, &hit, remaining) {
            remaining = Vec2::new(0.0, remaining.y);
        } else {
            ninja.velocity -= hit.normal * negative_part(ninja.velocity.dot(hit.normal));
            remaining += hit.normal * (CLEARANCE - negative_part(remaining.dot(hit.normal)));
        }
    }
    if ninja.velocity.y <= 0.0 || was_on.is_some() {
        impact = impact.at_least(snap_to_ground(ninja, colliders, was_on, platforms));
    }
    StepDelta { impact, ..default() }
}

/// Keeps the ninja on ground that falls away under it, and finds ground that it stands on without moving into it. Returns
/// the speed into the ground.
fn snap_to_ground(ninja: &mut Ninja, colliders: &Colliders, was_on: Option<Ground>, platforms: Platforms) -> f32 {
    let run = ninja.velocity.length() * TICK * GROUND_SNAP;
    let reach = if was_on.is_some() { GROUND_REACH + run } else { GROUND_REACH };
    let down = Vec2::new(0.0, -reach);
    match colliders.sweep_circle(ninja.position, BODY_RADIUS, down, platforms) {
        Some(Contact { hit, obstacle }) if is_walkable(&hit) && colliders.bounce_strength(obstacle).is_none() => {
            ninja.position += down * hit.fraction;
            let known = ninja.ground.or(was_on);
            ninja.ground = Some(ground_of(&hit, obstacle, known, ninja.position, colliders));
            let along = along_ground(hit.normal);
            let impact = -ninja.velocity.dot(hit.normal);
            ninja.velocity = match was_on {
                Some(_) => turned_along(ninja.velocity, along),
                None => along * ninja.velocity.dot(along),
            };
            return impact;
        }
        _ if ninja.ground.is_some() => {}
        // Rolling off a corner must not turn running into falling: the ninja leaves it level.
        _ if was_on.is_some_and(|ground| ground.corner) => {
            ninja.velocity = Vec2::new(ninja.velocity.length() * ninja.velocity.x.signum(), 0.0);
        }
        _ => {}
    }
    0.0
}

/// A rising ninja whose head meets a corner is moved aside, the shortest free way up to [`CORNER_CORRECTION`].
fn correct_corner(ninja: &mut Ninja, colliders: &Colliders, hit: &SweepHit, remaining: Vec2) -> bool {
    if !(hit.corner && hit.normal.y < OVERHEAD_NORMAL) {
        return false;
    }
    let side = hit.normal.x.signum();
    for step in 1..=CORNER_CORRECTION_STEPS {
        let aside = Vec2::new(side * CORNER_CORRECTION * f32::from(step) / f32::from(CORNER_CORRECTION_STEPS), 0.0);
        let free = |from, delta| colliders.sweep_circle(from, BODY_RADIUS, delta, Platforms::Ignore).is_none();
        let up = Vec2::new(0.0, remaining.y.at_least(CORNER_CLEARANCE));
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

/// The ground that was touched. Ground with the same normal as `known` has its slope, so a ray is cast only where the ground
/// changes.
fn ground_of(
    hit: &SweepHit,
    obstacle: Option<usize>,
    known: Option<Ground>,
    center: Vec2,
    colliders: &Colliders,
) -> Ground {
    let slope = match known {
        Some(known) if known.normal == hit.normal => known.slope,
        _ => slope_under(hit, center, colliders),
    };
    let obstacle = obstacle.map(|index| index as u8);
    Ground { normal: hit.normal, slope, corner: hit.corner, one_way: hit.one_way, obstacle }
}

/// The slope of the touched face, by a ray against it. Corners have no slope and rays pass through platforms: there it
/// is the slope at a right angle to the normal.
#[cold]
fn slope_under(hit: &SweepHit, center: Vec2, colliders: &Colliders) -> f32 {
    let across = || bevy::math::ops::atan2(-hit.normal.x, hit.normal.y);
    if hit.corner || hit.one_way {
        return across();
    }
    let towards = RayDirection::from_unit(-hit.normal);
    let ray = colliders.cast_ray(Layer::Body, center, towards, BODY_RADIUS + RAY_SLACK);
    ray.hit.map_or_else(across, |face| face.slope())
}

/// The wall within reach to a side (−1 or 1). Corners do not count, nor does a smooth tile at the point of contact.
pub fn wall_beside(center: Vec2, side: f32, colliders: &Colliders) -> Option<Contact> {
    let reach = Vec2::new(side * WALL_REACH, 0.0);
    let contact = colliders.sweep_circle(center, BODY_RADIUS, reach, Platforms::Ignore)?;
    let Contact { hit, obstacle } = contact;
    let is_wall = hit.normal.x * side < -WALL_NORMAL && !hit.corner && colliders.bounce_strength(obstacle).is_none();
    (is_wall && !(obstacle.is_none() && is_smooth(&hit, colliders))).then_some(contact)
}

/// Whether the tile that was touched is smooth.
fn is_smooth(hit: &SweepHit, colliders: &Colliders) -> bool {
    let cell = (hit.point - hit.normal * 0.5).floor().as_ivec2();
    colliders.terrain().tile(cell) == TileShape::Smooth
}

/// The slope of the wall to a side (−1 or 1), by a ray to that side; a quarter turn if it misses the wall by rounding.
pub fn slope_beside(center: Vec2, side: f32, colliders: &Colliders) -> f32 {
    let towards = RayDirection::from_unit(Vec2::new(side, 0.0));
    let ray = colliders.cast_ray(Layer::Body, center, towards, BODY_RADIUS + WALL_REACH + RAY_SLACK);
    ray.hit.map_or(side * std::f32::consts::FRAC_PI_2, |face| face.slope())
}

/// Turns a motion along a slope and keeps its speed. In a right-angled valley it has no component along the new slope;
/// then it keeps its horizontal direction.
fn turned_along(motion: Vec2, along: Vec2) -> Vec2 {
    let length = motion.length();
    let part = motion.dot(along);
    let side = if part.abs() > 1e-3 * length { part } else { motion.x };
    along * length.copysign(side)
}

/// `value`, or zero if that is less. Unlike `max(0.0)` it answers the same for −0 on every CPU; hashes see the sign of a zero.
pub(super) fn positive_part(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

/// `value`, or zero if that is more; see [`positive_part`].
pub(super) fn negative_part(value: f32) -> f32 {
    if value < 0.0 { value } else { 0.0 }
}

/// The unit direction along a surface, to the right.
pub(super) fn along_ground(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}
