//! Teleports, and the sparks where the ninja comes out.

use std::f32::consts::PI;

use bevy::prelude::*;

use hairline_painter::actors::teleport::TeleportLook;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::teleport::{NinjaTeleported, Teleport, TeleportState};

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;

/// Sparks where the ninja comes out.
const SPARKS: Burst =
    Burst { count: 16.0, colors: &[Role::Portal], scatter: Scatter::Cone(PI), speed: (2.0, 9.0), ..Burst::SPARKS };

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_passages.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_flows.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_teleports.in_set(PaintSystems::Behind));
}

fn show_passages(mut teleported: MessageReader<NinjaTeleported>, mut effects: Effects) {
    for &NinjaTeleported { from, to, .. } in teleported.read() {
        effects.ring(from, 0.9, Role::Portal);
        effects.ring(to, 1.6, Role::Portal);
        effects.burst(&SPARKS, to, Vec2::Y);
    }
}

fn look(index: ActorIndex, teleport: &Teleport, state: &TeleportState, time: &Time) -> TeleportLook {
    let (index, is_occupied, seconds) = (index.0, state.occupied, time.elapsed_secs_wrapped());
    TeleportLook { ends: teleport.ends, index, is_occupied, seconds }
}

fn paint_flows(
    mut canvas: ResMut<Canvas>,
    teleports: Query<(&ActorIndex, &Teleport, &TeleportState)>,
    time: Res<Time>,
) {
    for (index, teleport, state) in &teleports {
        look(*index, teleport, state, &time).paint_flow(&mut canvas.behind);
    }
}

fn paint_teleports(
    mut canvas: ResMut<Canvas>,
    teleports: Query<(&ActorIndex, &Teleport, &TeleportState)>,
    time: Res<Time>,
) {
    for (index, teleport, state) in &teleports {
        look(*index, teleport, state, &time).paint(&mut canvas.behind);
    }
}
