//! Doors: walls that slide away while their channel lets them. How one moves among the other obstacles, and what stands
//! in its way, is the business of [`obstacle`](crate::sim::obstacles).

use bevy::prelude::*;

use crate::level::{DoorSettings, Gate};
use crate::stable_hash::StableHasher;

use super::Pose;
use crate::sim::run::Run;
use crate::sim::state::actor::ActorState;
use crate::sim::triggers::channel::Channels;
use crate::sim::tuning::half_ticks;

/// A wall that slides away; nothing here changes during a run.
#[derive(Component, Clone, Debug)]
pub struct Door {
    settings: DoorSettings,
    /// Half ticks of hazard time from closed to open.
    half_ticks: u32,
}

/// What of a door changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct DoorState {
    /// How far it is open, `0..=1`.
    pub openness: f32,
}

impl ActorState for DoorState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_f32(self.openness);
    }
}

impl Door {
    /// A door as a level describes it, and its state at the start: open if nothing has to be raised for it.
    pub fn new(settings: &DoorSettings) -> (Self, DoorState) {
        let openness = if matches!(settings.when, Gate::Lowered(_)) { 1.0 } else { 0.0 };
        (Self { settings: *settings, half_ticks: half_ticks(settings.seconds).max(1) }, DoorState { openness })
    }

    /// Its center while it is closed.
    pub fn position(&self) -> Vec2 {
        self.settings.position
    }

    /// How far its center goes until it is open, in tiles.
    pub fn slide(&self) -> Vec2 {
        self.settings.slide
    }

    /// When it opens.
    pub fn gate(&self) -> Gate {
        self.settings.when
    }

    /// Its width and height in tiles.
    pub fn size(&self) -> Vec2 {
        self.settings.size
    }

    /// Whether it crushes what is in its way; else it waits.
    pub fn crushes(&self) -> bool {
        self.settings.crushes
    }

    /// Where it stands when it is so far open, `0..=1`.
    pub fn pose_at(&self, openness: f32) -> Pose {
        Pose { position: self.settings.position + self.settings.slide * openness, rotation: Rot2::IDENTITY }
    }

    /// How far it is open at the end of this tick if nothing is in its way.
    pub(crate) fn openness_after(&self, state: DoorState, channels: &Channels, run: &Run) -> f32 {
        let step = run.hazard_step as f32 / self.half_ticks as f32;
        if channels.open_since(Some(self.settings.when), run.hazard_half_ticks).is_some() {
            (state.openness + step).min(1.0)
        } else {
            (state.openness - step).max(0.0)
        }
    }

    /// Whether its gate opened or shut since the tick before: `true` if it opened.
    pub(crate) fn turned(&self, channels: &Channels, run: &Run) -> Option<bool> {
        let (now, before) = (run.hazard_half_ticks, run.hazard_half_ticks.saturating_sub(run.hazard_step));
        let (Gate::Raised(channel) | Gate::Lowered(channel)) = self.settings.when;
        let is_raised = channels.is_raised(channel, now);
        // What raises a channel does so after the doors have moved: they learn of it a tick later.
        let turned = if is_raised {
            channels.open_since(Some(Gate::Raised(channel)), now) >= Some(before)
        } else {
            channels.is_raised(channel, before)
        };
        turned.then_some(is_raised == matches!(self.settings.when, Gate::Raised(_)))
    }
}
