//! Teleports: pairs of places. Who touches one comes out of the other with the velocity that he had.

use bevy::prelude::*;

use crate::level::fingerprint::Fingerprint;

use super::actor::ActorState;

/// Two places that are one.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Teleport {
    /// The centres of the two.
    pub ends: [Vec2; 2],
}

/// What of a teleport changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct TeleportState {
    /// He has just come through and has not left yet: it does not take him again.
    pub occupied: bool,
}

impl ActorState for TeleportState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_bool(self.occupied);
    }
}

/// Carries a ninja who touches an end to the other.
pub fn carry_through_teleports() {}
