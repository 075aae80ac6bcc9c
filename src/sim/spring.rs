//! Springs: plates that throw the ninja in one direction.

use bevy::prelude::*;

use crate::geometry::ray::RayDirection;
use crate::level::SpringSettings;
use crate::level::fingerprint::Fingerprint;

use super::actor::ActorState;

/// A plate that throws the ninja.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Its centre.
    pub position: Vec2,
    /// Unit direction in which it throws.
    pub direction: Vec2,
    /// His speed in that direction afterwards, in tiles a second.
    pub strength: f32,
}

impl Spring {
    /// A spring as a level describes it.
    pub fn new(settings: &SpringSettings) -> Self {
        let direction = RayDirection::at_angle(settings.angle).get();
        Self { position: settings.position, direction, strength: settings.strength }
    }
}

/// What of a spring changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct SpringState {
    /// Tick of the run in which it last threw.
    pub threw_at: Option<u32>,
}

impl ActorState for SpringState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_bool(self.threw_at.is_some());
        print.write_u32(self.threw_at.unwrap_or_default());
    }
}

/// Throws a ninja who touches a spring.
pub fn release_springs() {}
