//! How slow motion changes pitch. Its true speed would make most sounds too low to recognize.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_sim::run::Run;

const WORLD_RATE: f32 = 0.80;
/// The playback rate of hazards in slow motion, which slows them more than the ninja.
const HAZARD_RATE: f32 = 0.56;

#[derive(SystemParam)]
pub struct SlowMotion<'w> {
    run: Option<Res<'w, Run>>,
}

impl SlowMotion<'_> {
    pub fn is_active(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.focus.active)
    }

    pub fn world_rate(&self) -> f32 {
        if self.is_active() { WORLD_RATE } else { 1.0 }
    }

    pub fn hazard_rate(&self) -> f32 {
        if self.is_active() { HAZARD_RATE } else { 1.0 }
    }
}
