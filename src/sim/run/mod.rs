//! The run as a whole: its clock, the hazards' clock and how it stands.

pub mod exit;
pub mod focus;
pub mod input;
pub mod shard;

use bevy::prelude::*;

use crate::sim::tuning::DEATH_TICKS;

/// How a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The ninja is alive and in play.
    #[default]
    Running,
    /// He is dead; after [`DEATH_TICKS`] the level starts again.
    Dead {
        /// Ticks since he died.
        ticks: u8,
    },
    /// He is through the exit; nothing moves him any more.
    Finished,
}

/// The run's clocks and phase.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Ticks played since the start; stands still once the run is over. The time that counts.
    pub ticks: u32,
    /// The hazards' own time since the start, in half ticks; goes on after a death.
    pub hazard_half_ticks: u32,
    /// Half ticks by which the hazards advance in this tick: 2, or 1 during focus.
    pub hazard_step: u32,
    /// How the run stands.
    pub phase: Phase,
}

impl Run {
    /// Whether the ninja is alive and in play.
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// Whether the time since his death is over and the level is to start again.
    pub fn is_restart_due(&self) -> bool {
        matches!(self.phase, Phase::Dead { ticks } if ticks >= DEATH_TICKS)
    }

    /// Advances the clocks by one tick, the hazards' by `hazard_step` half ticks.
    pub fn advance(&mut self, hazard_step: u32) {
        self.hazard_step = hazard_step;
        // After half a year the hazards stand still; the clock must not jump back to the start.
        self.hazard_half_ticks = self.hazard_half_ticks.saturating_add(hazard_step);
        match &mut self.phase {
            Phase::Running => self.ticks = self.ticks.saturating_add(1),
            Phase::Dead { ticks } => *ticks = ticks.saturating_add(1),
            Phase::Finished => {}
        }
    }
}
