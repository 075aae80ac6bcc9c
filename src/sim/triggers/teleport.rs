//! Teleports: pairs of places. Who touches one comes out of the other with the velocity that he had.
//!
//! A teleport never puts him into something solid: while there is no room at the other end it does not take him.

use bevy::prelude::*;

use crate::stable_hash::StableHasher;

use crate::sim::facts::Fact;
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::Surroundings;
use crate::sim::run::Run;
use crate::sim::state::actor::{ActorIndex, ActorState};
use crate::sim::tuning::{BODY_RADIUS, TELEPORT_LEFT, TELEPORT_REACH};

/// Two places that are one.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Teleport {
    /// The centers of the two.
    pub ends: [Vec2; 2],
}

/// What of a teleport changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct TeleportState {
    /// He has just come through and has not left yet: it does not take him again.
    pub occupied: bool,
}

impl ActorState for TeleportState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.occupied);
    }
}

impl Teleport {
    /// The end that takes a ninja whose center is here, and the other one.
    fn taken(&self, center: Vec2) -> Option<(Vec2, Vec2)> {
        let [a, b] = self.ends;
        let is_near = |end: Vec2| end.distance_squared(center) <= TELEPORT_REACH * TELEPORT_REACH;
        if is_near(a) {
            Some((a, b))
        } else if is_near(b) {
            Some((b, a))
        } else {
            None
        }
    }

    /// Whether he has left both ends.
    fn is_left(&self, center: Vec2) -> bool {
        self.ends.iter().all(|end| end.distance_squared(center) > TELEPORT_LEFT * TELEPORT_LEFT)
    }
}

/// The teleports of a level.
pub type Teleports<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Teleport, &'static mut TeleportState)>;

/// Carries a ninja who touches an end to the other; of several teleports the first in the level takes him.
pub fn carry_through_teleports(
    run: &Run,
    around: &Surroundings,
    ninja: &mut Ninja,
    teleports: &mut Teleports,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let mut any = false;
    for (_, teleport, mut state) in &mut *teleports {
        if state.occupied && teleport.is_left(ninja.position) {
            state.occupied = false;
        }
        any |= teleport.taken(ninja.position).is_some();
    }
    if !any {
        return;
    }
    let takes = |teleport: &Teleport, state: &TeleportState| {
        let (from, to) = teleport.taken(ninja.position).filter(|_| !state.occupied)?;
        (around.depth(to, BODY_RADIUS) == 0.0).then_some((from, to))
    };
    let taken = teleports
        .iter_mut()
        .filter_map(|(index, teleport, state)| takes(teleport, &state).map(|way| (*index, way, state)))
        .min_by_key(|(index, ..)| *index);
    let Some((_, (from, to), mut state)) = taken else { return };
    state.occupied = true;
    ninja.leave_ground(around.obstacles);
    ninja.arrive(to);
    facts.write(Fact::NinjaTeleported { from, to });
}
