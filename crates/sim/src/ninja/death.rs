//! How the ninja dies: what killed it, from where, and where it touched, in one form for every weapon.

use bevy::prelude::*;

use crate::run::{Phase, Run};
use crate::state::actor::ActorIndex;
use crate::tuning::HURT_RADIUS;

use super::Ninja;

/// Something that kills; each feature that does has a constant of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name in messages, with its article: "a beam".
    pub name: &'static str,
    /// It crushes: it presses the ninja against something.
    pub presses: bool,
}

/// One death: what killed, from where, and where it touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Death {
    /// What killed.
    pub weapon: Weapon,
    /// The actor that did, by its index among those of its kind.
    pub source: Option<ActorIndex>,
    /// The segment along which death came: where it came from, and where it ended.
    pub path: Option<[Vec2; 2]>,
    /// The point where it touched the ninja.
    pub at: Option<Vec2>,
}

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

impl Death {
    /// A death without an actor, a path or a point of contact.
    pub const fn by(weapon: Weapon) -> Self {
        Self { weapon, source: None, path: None, at: None }
    }
}

impl Ninja {
    /// The point of the hurt circle nearest to a point; the point itself if it lies inside.
    pub(crate) fn hurt_point_towards(&self, point: Vec2) -> Vec2 {
        self.position + (point - self.position).clamp_length_max(HURT_RADIUS)
    }

    /// Ends the run with the ninja's death.
    pub(crate) fn die(&self, death: Death, run: &mut Run, commands: &mut Commands) {
        run.phase = Phase::Dead { ticks: 0 };
        commands.write_message(NinjaDied { position: self.position, velocity: self.velocity, death });
    }
}
