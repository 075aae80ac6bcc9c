//! Keys, each with the mark of the channel that it raises. A taken key leaves a faint ring.

use std::f32::consts::PI;

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::key::{Key, KeyState, KeyTaken};

use super::channel_marks::{channel_color, paint_mark};
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;

/// Sparks of a key that is taken.
const SPARKS: Burst =
    Burst { count: 14.0, colors: &[Role::Paper], scatter: Scatter::Cone(PI), speed: (3.0, 8.0), ..Burst::SPARKS };

/// Adds the keys.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_taken.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_keys.in_set(PaintSystems::Behind));
}

fn show_taken(mut taken: MessageReader<KeyTaken>, mut effects: Effects) {
    for key in taken.read() {
        effects.burst(&SPARKS, key.position, Vec2::Y);
    }
}

fn paint_keys(
    mut canvas: ResMut<Canvas>,
    time: Res<Time>,
    run: Option<Res<Run>>,
    keys: Query<(&ActorIndex, &Key, &KeyState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for (index, key, state) in &keys {
        if state.taken {
            painter.ring(key.position, 0.16, 0.19, tint(channel_color(key.channel), 0.35));
            continue;
        }
        let sway = ops::sin(time.elapsed_secs_wrapped() * 2.1 + index.0 as f32);
        let at = key.position + Vec2::Y * (0.06 * sway);
        painter.halo(at, 0.8, tint(channel_color(key.channel), 0.25));
        paint_key(painter, at);
        let raised = run.channels.is_raised(key.channel, run.hazard_half_ticks);
        paint_mark(painter, key.channel, at + Vec2::Y * 0.16, 0.15, raised);
    }
}

/// A bow, a shaft and two teeth.
fn paint_key(painter: &mut Painter, at: Vec2) {
    let bow = at + Vec2::Y * 0.16;
    let foot = at - Vec2::Y * 0.46;
    painter.line(bow, foot - Vec2::Y * 0.05, 0.21, Role::Ink);
    painter.disc(bow, 0.32, Role::Ink);
    painter.line(bow, foot, 0.10, Role::Paper);
    for height in [0.05, 0.20] {
        let root = foot + Vec2::Y * height;
        painter.line(root, root + Vec2::X * 0.20, 0.08, Role::Paper);
    }
    painter.disc(bow, 0.27, Role::Paper);
    painter.disc(bow, 0.20, Role::Ink);
}
