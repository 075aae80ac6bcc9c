//! How obstacles move the ninja: what he stands on carries him, what comes into him pushes him aside, and where there is
//! no room he is crushed. It moves him only; his own motion among them is that of [`motion`](crate::sim::ninja::locomotion).
//!
//! Obstacles move before him. A fast one moves in steps short enough that it never gets past his center in one, so the
//! nearest point of its surface is always on the side that came at him.

use bevy::math::Vec2;

use crate::geometry::sweep::Platforms;
use crate::geometry::terrain::Terrain;

use super::Ninja;
use super::locomotion::CLEARANCE;
use crate::sim::obstacles::{Obstacles, Surroundings};
use crate::sim::tuning::BODY_RADIUS;

/// Tiles of overlap that are left alone: what rounding makes of a touch.
const TOUCH: f32 = 2e-5;
/// Tiles of overlap at which he is crushed; half of what the rules promise never to exceed.
const CRUSH_DEPTH: f32 = 5e-4;
/// Most pushes in a step; an acute notch that closes on him takes several from either side.
const PUSHES_MAX: u32 = 12;
/// Most surfaces that one push is bent by.
const SLIDES_MAX: u32 = 4;
/// Least part of a push that must lead along the surface in its way (a cosine); below it he is pressed, not pushed aside.
const ASIDE_MIN: f32 = 0.25;

/// What the obstacles did to him in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ride {
    /// A bumper came into him and threw him: its unit normal.
    pub bounced: Option<Vec2>,
    /// He found no room: the point that pressed him.
    pub crushed: Option<Vec2>,
}

/// Lets the obstacles' motion of this tick carry and push him.
pub fn ride(ninja: &mut Ninja, terrain: &Terrain, obstacles: &mut Obstacles) -> Ride {
    let mut ride = Ride::default();
    let steps = obstacles.steps_around(ninja.position, BODY_RADIUS);
    for step in 1..=steps {
        let (from, to) = ((step - 1) as f32 / steps as f32, step as f32 / steps as f32);
        if steps > 1 {
            obstacles.stand_within_tick(to);
        }
        let surroundings = Surroundings { terrain, obstacles };
        if let Some(carrier) = ninja.carrier() {
            // He moves as if he were part of it: turned with it, and without slipping.
            let local = obstacles.pose_within_tick(carrier, from).to_local(ninja.position);
            let way = obstacles.pose_within_tick(carrier, to).to_world(local) - ninja.position;
            carry(ninja, way, carrier, &surroundings);
        }
        ride.crushed = make_room(ninja, &surroundings, &mut ride.bounced);
        if ride.crushed.is_some() {
            break;
        }
    }
    if steps > 1 {
        obstacles.stand_within_tick(1.0);
    }
    ride
}

/// Moves him with what he stands on as far as there is room; what is in the way leads him along itself.
fn carry(ninja: &mut Ninja, mut way: Vec2, carrier: usize, surroundings: &Surroundings) {
    for _ in 0..SLIDES_MAX {
        if way == Vec2::ZERO {
            return;
        }
        let touch = surroundings.sweep_circle_past(1 << carrier, ninja.position, BODY_RADIUS, way, Platforms::Land);
        let Some((hit, _)) = touch else {
            ninja.position += way;
            return;
        };
        ninja.position += way * hit.fraction;
        way *= 1.0 - hit.fraction;
        way -= hit.normal * (way.dot(hit.normal).min(0.0) - CLEARANCE);
    }
}

/// Pushes him out of every obstacle. Returns the point of one that he could not get out of.
fn make_room(ninja: &mut Ninja, surroundings: &Surroundings, bounced: &mut Option<Vec2>) -> Option<Vec2> {
    for _ in 0..PUSHES_MAX {
        let (index, overlap) = surroundings.obstacles.deepest(ninja.position, BODY_RADIUS)?;
        if overlap.depth <= TOUCH {
            return None;
        }
        push(ninja, overlap.normal, overlap.depth + CLEARANCE, index, surroundings);
        if let Some(strength) = surroundings.bounce_of(Some(index)) {
            ninja.leave_ground(surroundings.obstacles);
            ninja.bounce(overlap.normal, strength, surroundings.obstacles.velocity_at(index, overlap.point));
            *bounced = Some(overlap.normal);
        } else {
            ninja.velocity -= overlap.normal * ninja.velocity.dot(overlap.normal).min(0.0);
        }
    }
    let (_, overlap) = surroundings.obstacles.deepest(ninja.position, BODY_RADIUS)?;
    (overlap.depth > CRUSH_DEPTH).then_some(overlap.point)
}

/// Moves him by `depth` along a normal, or so far along what is in his way that it comes to the same.
fn push(ninja: &mut Ninja, normal: Vec2, depth: f32, index: usize, surroundings: &Surroundings) {
    let mut way = normal * depth;
    let mut left = depth;
    for _ in 0..SLIDES_MAX {
        let touch = surroundings.sweep_circle_past(1 << index, ninja.position, BODY_RADIUS, way, Platforms::Ignore);
        let Some((hit, _)) = touch else {
            ninja.position += way;
            return;
        };
        let done = way * hit.fraction;
        ninja.position += done;
        left -= done.dot(normal);
        let along = hit.normal.perp();
        let along = if along.dot(normal) < 0.0 { -along } else { along };
        let aside = along.dot(normal);
        if aside < ASIDE_MIN || left <= 0.0 {
            return;
        }
        way = along * (left / aside) + hit.normal * CLEARANCE;
    }
}
