//! Checkpoints: the wind in their pennants, and their effects.

use std::f32::consts::PI;

use bevy::math::ops;
use bevy::prelude::*;

use hairline_painter::actors::checkpoint::CheckpointLook;
use hairline_sim::run::checkpoint::{Checkpoint, CheckpointState, CheckpointTouched, SavedRun};
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;

/// Sparks of a touch.
const SPARKS: Burst =
    Burst { count: 16.0, colors: &[Role::Focus], scatter: Scatter::Cone(PI), speed: (2.0, 6.0), ..Burst::SPARKS };

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_touched.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_checkpoints.in_set(PaintSystems::Behind));
}

fn show_touched(mut touched: MessageReader<CheckpointTouched>, mut effects: Effects) {
    for touched in touched.read() {
        effects.burst(&SPARKS, touched.position, Vec2::Y);
        effects.ring(touched.position, 1.6, Role::Focus);
    }
}

fn paint_checkpoints(
    mut canvas: ResMut<Canvas>,
    time: Res<Time>,
    saved: Query<&SavedRun>,
    checkpoints: Query<(&ActorIndex, &Checkpoint, &CheckpointState)>,
) {
    let current = saved.iter().next().and_then(SavedRun::checkpoint);
    for (index, checkpoint, state) in &checkpoints {
        let wind = ops::sin(time.elapsed_secs_wrapped() * 3.0 + index.0 as f32);
        let (at, is_touched, is_current) = (checkpoint.position, state.is_touched, current == Some(*index));
        CheckpointLook { at, is_touched, is_current, wind }.paint(&mut canvas.behind);
    }
}
