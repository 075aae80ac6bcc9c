//! How slow motion changes pitch. Its true speed would make most sounds too low to recognize.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_sim::run::Run;

/// The playback rate of the world in slow motion.
const WORLD_RATE: f32 = 0.80;
/// The playback rate of hazards in slow motion, which slows them more than the ninja.
const HAZARD_RATE: f32 = 0.56;

/// Whether focus slows time down.
#[derive(SystemParam)]
pub struct SlowMotion<'w> {
    run: Option<Res<'w, Run>>,
}

impl SlowMotion<'_> {
    /// Whether time is slow now.
    pub fn is_active(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.focus.active)
    }

    /// The playback rate of diegetic sounds.
    pub fn world_rate(&self) -> f32 {
        if self.is_active() { WORLD_RATE } else { 1.0 }
    }

    /// The playback rate of the loops of hazards.
    pub fn hazard_rate(&self) -> f32 {
        if self.is_active() { HAZARD_RATE } else { 1.0 }
    }
}
