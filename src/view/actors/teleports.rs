//! Teleports: two rings, joined by dots that move from one to the other. The number of studs on the rings distinguishes the
//! pairs of a level.

use std::f32::consts::{PI, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::teleport::{NinjaTeleported, Teleport, TeleportState};

use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, glow, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;
use hairline_geometry::ray::unit;

/// Tiles. The outer side of a ring.
const RADIUS: f32 = 0.62;
/// Tiles a second: the speed of the dots.
const FLOW_SPEED: f32 = 1.6;
/// Tiles between two dots.
const FLOW_GAP: f32 = 1.0;
/// Sparks where the ninja comes out.
const SPARKS: Burst =
    Burst { count: 16.0, colors: &[Role::Portal], scatter: Scatter::Cone(PI), speed: (2.0, 9.0), ..Burst::SPARKS };

/// Adds the teleports.
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

/// Faint dots from the first end to the second on one side of the line, and back on the other.
fn paint_flows(mut canvas: ResMut<Canvas>, teleports: Query<&Teleport>, time: Res<Time>) {
    let painter = &mut canvas.behind;
    for teleport in &teleports {
        let [from, to] = teleport.ends;
        let length = from.distance(to);
        let direction = (to - from).normalize_or_zero();
        let shift = (time.elapsed_secs_wrapped() * FLOW_SPEED).rem_euclid(FLOW_GAP);
        for dot in 0..((length / FLOW_GAP) as u32).min(500) {
            let along = shift + dot as f32 * FLOW_GAP;
            // They fade in and out at the rings.
            let alpha = 0.4 * ops::sin((along / length).min(1.0) * TAU * 0.5);
            let side = direction.perp() * 0.11;
            painter.disc(from + direction * along + side, 0.05, tint(Role::Portal, alpha));
            painter.disc(to - direction * along - side, 0.05, tint(Role::Portal, alpha));
        }
    }
}

fn paint_teleports(
    mut canvas: ResMut<Canvas>,
    teleports: Query<(&ActorIndex, &Teleport, &TeleportState)>,
    time: Res<Time>,
) {
    let seconds = time.elapsed_secs_wrapped();
    for (index, teleport, state) in &teleports {
        for (end, &at) in teleport.ends.iter().enumerate() {
            // The two rings turn in opposite senses.
            let turn = if end == 0 { seconds } else { -seconds };
            paint_ring(&mut canvas.behind, at, turn, index.0 % 6 + 1, state.occupied);
        }
    }
}

fn paint_ring(painter: &mut Painter, at: Vec2, turn: f32, studs: u32, occupied: bool) {
    painter.halo(at, RADIUS * 2.0, tint(Role::Portal, if occupied { 0.5 } else { 0.25 }));
    painter.disc(at, RADIUS, tint(Role::Ink, 0.85));
    painter.ring(at, RADIUS - 0.10, RADIUS, if occupied { glow(Role::Portal, 1.6) } else { Role::Portal.into() });
    // A broken inner ring that turns, and arms that spiral into the center.
    for part in 0..3 {
        let from = turn * 1.3 + TAU * part as f32 / 3.0;
        painter.arc(at, 0.36, 0.41, from, 1.3, tint(Role::Portal, 0.9));
        let arm: [Vec2; 6] = std::array::from_fn(|step| {
            let share = step as f32 / 5.0;
            at + unit(-turn * 2.0 + TAU * part as f32 / 3.0 + share * 2.2) * (0.30 - 0.26 * share)
        });
        painter.ribbon(&arm, 0.06, 0.02, tint(Role::Portal, 0.7));
    }
    for stud in 0..studs {
        let direction = unit(TAU * (0.25 + stud as f32 / studs as f32));
        painter.disc(at + direction * (RADIUS + 0.03), 0.085, Role::Ink);
        painter.disc(at + direction * (RADIUS + 0.03), 0.06, Role::Paper);
    }
}
