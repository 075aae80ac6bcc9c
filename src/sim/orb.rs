//! Orbs: lethal balls that bounce for ever.

use bevy::prelude::*;

use crate::level::OrbSettings;
use crate::level::fingerprint::Fingerprint;

use super::actor::ActorState;

/// What an orb is: nothing here changes during a run.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Orb {
    /// Its radius in tiles.
    pub radius: f32,
    /// Its speed in tiles a second of hazard time, which it keeps.
    pub speed: f32,
}

/// What of an orb changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct OrbState {
    /// Its centre.
    pub position: Vec2,
    /// Tiles a second of hazard time.
    pub velocity: Vec2,
}

impl Orb {
    /// An orb as a level describes it, and its state at the start.
    pub fn new(settings: &OrbSettings) -> (Self, OrbState) {
        let orb = Self { radius: settings.radius, speed: settings.velocity.length() };
        (orb, OrbState { position: settings.position, velocity: settings.velocity })
    }
}

impl ActorState for OrbState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_vec2(self.position);
        print.write_vec2(self.velocity);
    }
}

/// Moves every orb, bounces it off what it meets, and lets it kill the ninja.
pub fn move_orbs() {}
