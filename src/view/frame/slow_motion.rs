//! How far the picture has blended into slow motion. It follows focus; time itself is slowed elsewhere.

use bevy::prelude::*;

use super::level_picture::NewLevel;
use super::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_sim::run::Run;

/// Seconds to blend in.
const IN_SECONDS: f32 = 0.10;
/// Seconds to blend out.
const OUT_SECONDS: f32 = 0.16;

/// `0..=1`: 0 at normal speed, 1 in slow motion. Eased, so that tapping focus does not flicker.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct SlowMotion(pub f32);

pub fn plugin(app: &mut App) {
    app.init_resource::<SlowMotion>().add_systems(Update, ease_slow_motion.in_set(PaintSystems::Clear));
}

fn ease_slow_motion(
    mut slow_motion: ResMut<SlowMotion>,
    run: Option<Res<Run>>,
    (new_level, presentation): (Res<NewLevel>, Res<Presentation>),
    time: Res<Time<Real>>,
) {
    let is_slow = presentation.focus && run.is_some_and(|run| run.focus.active);
    let target = if is_slow { 1.0 } else { 0.0 };
    if new_level.0 {
        slow_motion.0 = target;
    }
    let step = time.delta_secs() / if target > slow_motion.0 { IN_SECONDS } else { OUT_SECONDS };
    slow_motion.0 += (target - slow_motion.0).clamp(-step, step);
}
