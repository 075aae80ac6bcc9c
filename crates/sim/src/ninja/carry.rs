//! How obstacles move the ninja: the one that it stands on carries it, any that moves into it pushes it aside, and
//! where there is no room it is crushed. The ninja's own motion among them is in [`locomotion`](super::locomotion).
//!
//! Obstacles move first. A fast one moves in substeps so short that it never passes the ninja's center in one, so the
//! nearest point of its surface is always on the side that hit.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::tuning::BODY_RADIUS;
use hairline_geometry::sweep::Platforms;

use super::Ninja;
use super::locomotion::{BumperHit, CLEARANCE, negative_part};

/// Tiles of overlap that are ignored: a touch, after rounding.
const TOUCH: f32 = 2e-5;
/// Tiles of overlap at which the ninja is crushed; half of the depth that the tests allow.
const CRUSH_DEPTH: f32 = 5e-4;
/// Most pushes in a substep; an acute notch that closes on the ninja takes several from either side.
const PUSHES_MAX: u32 = 12;
/// Most surfaces that one push slides along.
const SLIDES_MAX: u32 = 4;
/// Least cosine between a push and the surface that blocks it at which the ninja slides aside; below it the ninja is
/// squeezed.
const ASIDE_MIN: f32 = 0.25;

/// What the obstacles did to the ninja in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carried {
    /// A bumper came into the ninja and threw it.
    pub bounced: Option<BumperHit>,
    /// The ninja found no room: the obstacle that crushed it, and the point where it did.
    pub crushed: Option<(usize, Vec2)>,
}

impl Ninja {
    /// Moves the ninja with the obstacles' motion of this tick, in substeps, and leaves the obstacles at its end.
    pub fn carry(&mut self, colliders: &mut Colliders) -> Carried {
        let mut carried = Carried::default();
        if colliders.obstacles().is_empty() {
            return carried;
        }
        let substeps = colliders.obstacles().substeps_around(self.position, BODY_RADIUS);
        for substep in 1..=substeps {
            let from = (substep - 1) as f32 / substeps as f32;
            let to = substep as f32 / substeps as f32;
            if substeps > 1 {
                colliders.obstacles_mut().place_within_tick(to);
            }
            if let Some(carrier) = self.carrier() {
                // The ninja moves as if it were part of the carrier: turned with it, and without slipping.
                let obstacles = colliders.obstacles();
                let local = obstacles.pose_within_tick(carrier, from).to_local(self.position);
                let delta = obstacles.pose_within_tick(carrier, to).to_world(local) - self.position;
                self.slide_with(delta, carrier, colliders);
            }
            carried.crushed = self.make_room(colliders, &mut carried.bounced);
            if carried.crushed.is_some() {
                break;
            }
        }
        if substeps > 1 {
            colliders.obstacles_mut().place_within_tick(1.0);
        }
        carried
    }

    /// Moves the ninja with its carrier as far as there is room, along whatever is in the way.
    fn slide_with(&mut self, mut delta: Vec2, carrier: usize, colliders: &Colliders) {
        for _ in 0..SLIDES_MAX {
            if delta == Vec2::ZERO {
                return;
            }
            let contact =
                colliders.sweep_circle_ignoring(Some(carrier), self.position, BODY_RADIUS, delta, Platforms::Land);
            let Some(hit) = contact.map(|contact| contact.hit) else {
                self.position += delta;
                return;
            };
            self.position += delta * hit.fraction;
            delta *= 1.0 - hit.fraction;
            delta -= hit.normal * (negative_part(delta.dot(hit.normal)) - CLEARANCE);
        }
    }

    /// Pushes the ninja out of every obstacle. Returns the obstacle that it could not get out of, and the point where
    /// that crushes it.
    fn make_room(&mut self, colliders: &Colliders, bounced: &mut Option<BumperHit>) -> Option<(usize, Vec2)> {
        for _ in 0..PUSHES_MAX {
            let (obstacle, overlap) = colliders.obstacles().deepest_overlap(self.position, BODY_RADIUS)?;
            if overlap.depth <= TOUCH {
                return None;
            }
            self.push(overlap.normal, overlap.depth + CLEARANCE, obstacle, colliders);
            if let Some(strength) = colliders.bounce_strength(Some(obstacle)) {
                self.leave_ground(colliders);
                self.bounce(overlap.normal, strength, colliders.obstacles().velocity_at(obstacle, overlap.point));
                *bounced = Some(BumperHit { obstacle, normal: overlap.normal });
            } else {
                self.velocity -= overlap.normal * negative_part(self.velocity.dot(overlap.normal));
            }
        }
        let (obstacle, overlap) = colliders.obstacles().deepest_overlap(self.position, BODY_RADIUS)?;
        (overlap.depth > CRUSH_DEPTH).then_some((obstacle, overlap.point))
    }

    /// Moves the ninja until it is `depth` farther along a normal, sliding along whatever blocks it.
    fn push(&mut self, normal: Vec2, depth: f32, obstacle: usize, colliders: &Colliders) {
        let mut delta = normal * depth;
        let mut left = depth;
        for _ in 0..SLIDES_MAX {
            let contact =
                colliders.sweep_circle_ignoring(Some(obstacle), self.position, BODY_RADIUS, delta, Platforms::Ignore);
            let Some(hit) = contact.map(|contact| contact.hit) else {
                self.position += delta;
                return;
            };
            let done = delta * hit.fraction;
            self.position += done;
            left -= done.dot(normal);
            let along = hit.normal.perp();
            let along = if along.dot(normal) < 0.0 { -along } else { along };
            let aside = along.dot(normal);
            if aside < ASIDE_MIN || left <= 0.0 {
                return;
            }
            delta = along * (left / aside) + hit.normal * CLEARANCE;
        }
    }
}
