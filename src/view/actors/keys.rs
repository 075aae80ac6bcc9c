//! Keys, which sway. A taken key leaves a faint ring.

use std::f32::consts::PI;

use bevy::math::ops;
use bevy::prelude::*;

use hairline_painter::actors::key::KeyLook;
use hairline_painter::actors::marks::channel_color;
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::key::{Key, KeyState, KeyTaken};

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;

/// Sparks of a key that is taken.
const SPARKS: Burst =
    Burst { count: 14.0, colors: &[Role::Paper], scatter: Scatter::Cone(PI), speed: (3.0, 8.0), ..Burst::SPARKS };

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
        let is_raised = run.channels.is_raised(key.channel, run.hazard_half_ticks);
        KeyLook { at, channel: key.channel, is_raised }.paint(painter);
    }
}
