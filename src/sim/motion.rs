//! How the ninja's circle moves through the terrain in one tick: swept, slid, kept on slopes and helped round corners.

use bevy::math::Vec2;

use crate::geometry::sweep::{Platforms, SweepHit};
use crate::geometry::terrain::Terrain;

use super::ninja::{Ground, Ninja};
use super::tuning::*;

/// Most surfaces that one tick's motion is bent by; a corner of three tiles needs three.
const SLIDES_MAX: u8 = 4;
/// Tiles. Motion along a surface is led away from it by this much, so that rounding cannot turn it into the surface and
/// stop it there for ever. A tenth of what the tests allow as depth in a wall.
const CLEARANCE: f32 = 1e-4;

/// Moves the ninja by his velocity for one tick, and senses the ground. Returns the speed (tiles/s) at which he met the
/// ground, or 0.
pub fn step(ninja: &mut Ninja, terrain: &Terrain, platforms: Platforms) -> f32 {
    let was_on = ninja.ground.take();
    let mut remaining = ninja.velocity * TICK;
    if let Some(ground) = was_on {
        remaining += ground.normal * CLEARANCE;
    }
    let mut impact: f32 = 0.0;
    for _ in 0..SLIDES_MAX {
        if remaining == Vec2::ZERO {
            break;
        }
        let Some(hit) = terrain.sweep_circle(ninja.position, BODY_RADIUS, remaining, platforms) else {
            ninja.position += remaining;
            break;
        };
        ninja.position += remaining * hit.fraction;
        remaining *= 1.0 - hit.fraction;
        if is_walkable(&hit) {
            impact = impact.max(-ninja.velocity.dot(hit.normal));
            ninja.ground = Some(ground_of(&hit));
            let along = along_ground(hit.normal);
            if was_on.is_some() {
                ninja.velocity = turned_along(ninja.velocity, along);
                remaining = turned_along(remaining, along);
            } else {
                ninja.velocity = along * ninja.velocity.dot(along);
                remaining = along * remaining.dot(along);
            }
            remaining += hit.normal * CLEARANCE;
        } else if ninja.velocity.y > 0.0 && correct_corner(ninja, terrain, &hit, remaining) {
            remaining = Vec2::new(0.0, remaining.y);
        } else {
            ninja.velocity -= hit.normal * ninja.velocity.dot(hit.normal).min(0.0);
            remaining += hit.normal * (CLEARANCE - remaining.dot(hit.normal).min(0.0));
        }
    }
    if ninja.velocity.y <= 0.0 || was_on.is_some() {
        impact = impact.max(snap_to_ground(ninja, terrain, was_on, platforms));
    }
    impact
}

/// Keeps him on ground that falls away under his feet, and finds the ground that he stands on without moving into it.
/// Returns the speed into it.
fn snap_to_ground(ninja: &mut Ninja, terrain: &Terrain, was_on: Option<Ground>, platforms: Platforms) -> f32 {
    let run = ninja.velocity.length() * TICK * GROUND_SNAP;
    let reach = if was_on.is_some() { GROUND_REACH + run } else { GROUND_REACH };
    let down = Vec2::new(0.0, -reach);
    match terrain.sweep_circle(ninja.position, BODY_RADIUS, down, platforms) {
        Some(hit) if is_walkable(&hit) => {
            ninja.position += down * hit.fraction;
            ninja.ground = Some(ground_of(&hit));
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
fn correct_corner(ninja: &mut Ninja, terrain: &Terrain, hit: &SweepHit, remaining: Vec2) -> bool {
    if !(hit.corner && hit.normal.y < OVERHEAD_NORMAL) {
        return false;
    }
    let side = hit.normal.x.signum();
    for step in 1..=CORNER_CORRECTION_STEPS {
        let aside = Vec2::new(side * CORNER_CORRECTION * f32::from(step) / f32::from(CORNER_CORRECTION_STEPS), 0.0);
        let free = |from, delta| terrain.sweep_circle(from, BODY_RADIUS, delta, Platforms::Ignore).is_none();
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

fn ground_of(hit: &SweepHit) -> Ground {
    Ground { normal: hit.normal, corner: hit.corner, one_way: hit.one_way }
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
pub(super) fn along_ground(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}
