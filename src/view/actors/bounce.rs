//! The effects of a throw by a spring or a bumper.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::ninja::Squash;
use hairline_sim::tuning::BODY_RADIUS;

const SPARKS: Burst =
    Burst { count: 12.0, colors: &[Role::Bounce], scatter: Scatter::Cone(1.1), speed: (3.0, 10.0), ..Burst::SPARKS };

/// Shows throws of the ninja.
#[derive(SystemParam)]
pub struct BounceEffects<'w> {
    effects: Effects<'w>,
    squash: ResMut<'w, Squash>,
}

impl BounceEffects<'_> {
    /// Shows that the ninja at a position was thrown in the unit direction `normal`.
    pub fn show(&mut self, ninja: Vec2, normal: Vec2) {
        let at = ninja - normal * BODY_RADIUS;
        self.effects.burst(&SPARKS, at, normal);
        self.effects.ring(at, 0.9, Role::Bounce);
        self.effects.shake(0.25);
        self.squash.kick(0.22);
    }
}
