//! How the ninja dies: by a hit, unless the run's assist forgives it, or by a fall.

use bevy::prelude::*;

use crate::death::Death;
use crate::run::assist::HitOutcome;
use crate::run::{Phase, Run};
use crate::tuning::HURT_RADIUS;

use super::Ninja;

/// The ninja died.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NinjaDied {
    /// Its center.
    pub position: Vec2,
    /// Tiles a second, just before.
    pub velocity: Vec2,
    /// The cause.
    pub death: Death,
}

/// A hit did not kill.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct HitForgiven {
    /// The ninja's center.
    pub position: Vec2,
    /// The death that was forgiven.
    pub death: Death,
}

impl Ninja {
    /// The point of the hurt circle nearest to a point; the point itself if it lies inside.
    pub(crate) fn hurt_point_towards(&self, point: Vec2) -> Vec2 {
        self.position + (point - self.position).clamp_length_max(HURT_RADIUS)
    }

    /// A hit: ends the run with the ninja's death, unless the run's assist forgives it.
    pub(crate) fn hit(&self, death: Death, run: &mut Run, commands: &mut Commands) {
        match run.assist.take_hit() {
            HitOutcome::Kills => self.die(death, run, commands),
            HitOutcome::Forgiven => _ = commands.write_message(HitForgiven { position: self.position, death }),
            HitOutcome::Ignored => {}
        }
    }

    pub(super) fn die(&self, death: Death, run: &mut Run, commands: &mut Commands) {
        run.phase = Phase::Dead { ticks: 0 };
        commands.write_message(NinjaDied { position: self.position, velocity: self.velocity, death });
    }
}
