//! Checkpoints: a post with a pennant. It hangs until the ninja touches it, flies afterwards, and has the color of focus on the
//! one where a restart goes.

use std::f32::consts::PI;

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::run::checkpoint::{Checkpoint, CheckpointState, CheckpointTouched, SavedRun};
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;

/// Sparks of a touch.
const SPARKS: Burst =
    Burst { count: 16.0, colors: &[Role::Focus], scatter: Scatter::Cone(PI), speed: (2.0, 6.0), ..Burst::SPARKS };

/// Adds the checkpoints.
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
        paint(&mut canvas.behind, checkpoint.position, state.is_touched, current == Some(*index), wind);
    }
}

/// A post from the cell's floor with a knob on top, and a pennant at it.
fn paint(painter: &mut Painter, at: Vec2, is_touched: bool, is_current: bool, wind: f32) {
    let (foot, top) = (at - Vec2::new(0.28, 0.5), at + Vec2::new(-0.28, 0.62));
    let color = if is_current { Role::Focus } else { Role::Steel };
    if is_current {
        painter.halo(at, 1.1, tint(color, 0.3));
    }
    painter.line(foot, top, 0.16, Role::Ink);
    painter.line(foot, top, 0.09, Role::Steel);
    painter.line(foot - Vec2::X * 0.18, foot + Vec2::X * 0.18, 0.10, Role::Steel);
    painter.disc(top, 0.10, tint(color, 1.0));
    let root = top - Vec2::Y * 0.08;
    let tip = if is_touched {
        root + Vec2::new(0.72, -0.22 + 0.06 * wind)
    } else {
        root + Vec2::new(0.40 + 0.03 * wind, -0.52)
    };
    let low = root - Vec2::Y * 0.46;
    painter.polygon(&[low, tip, root], tint(if is_touched { color } else { Role::SteelDark }, 1.0));
}
