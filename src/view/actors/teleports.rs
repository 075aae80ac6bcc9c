//! Teleports: two rings that belong together, joined by dots that wander from one to the other. As many studs on both as
//! the pair has in common tell the pairs of a level apart.

use std::f32::consts::TAU;

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::teleport::{Teleport, TeleportState};

use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::{Painter, unit};
use crate::view::canvas::palette;
use crate::view::canvas::palette::{glow, ink};

/// Tiles. The outer side of a ring.
const RADIUS: f32 = 0.62;
/// Tiles a second at which the dots wander, and tiles between two of them.
const FLOW_SPEED: f32 = 1.6;
const FLOW_GAP: f32 = 1.0;

/// Adds the teleports.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_flows.in_set(PaintSystems::Ground))
        .add_systems(Update, paint_teleports.in_set(PaintSystems::Behind));
}

/// Faint dots from the first end to the second on one side of the line, and back on the other.
fn paint_flows(mut canvas: ResMut<Canvas>, teleports: Query<&Teleport>, time: Res<Time>) {
    let painter = &mut canvas.behind;
    for teleport in &teleports {
        let [from, to] = teleport.ends;
        let length = from.distance(to);
        let way = (to - from).normalize_or_zero();
        let shift = (time.elapsed_secs_wrapped() * FLOW_SPEED).rem_euclid(FLOW_GAP);
        for dot in 0..((length / FLOW_GAP) as u32).min(500) {
            let along = shift + dot as f32 * FLOW_GAP;
            // They come and go at the rings.
            let alpha = 0.4 * ops::sin((along / length).min(1.0) * TAU * 0.5);
            let side = way.perp() * 0.11;
            painter.disc(from + way * along + side, 0.05, ink(palette::PORTAL, alpha));
            painter.disc(to - way * along - side, 0.05, ink(palette::PORTAL, alpha));
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
            // The two turn in opposite senses, as the ways in and out of one thing.
            let turn = if end == 0 { seconds } else { -seconds };
            paint_ring(&mut canvas.behind, at, turn, index.0 % 6 + 1, state.occupied);
        }
    }
}

fn paint_ring(painter: &mut Painter, at: Vec2, turn: f32, studs: u32, occupied: bool) {
    painter.halo(at, RADIUS * 2.0, ink(palette::PORTAL, if occupied { 0.5 } else { 0.25 }));
    painter.disc(at, RADIUS, ink(palette::INK, 0.85));
    painter.ring(
        at,
        RADIUS - 0.10,
        RADIUS,
        if occupied { glow(palette::PORTAL, 1.6) } else { ink(palette::PORTAL, 1.0) },
    );
    // A broken inner ring that turns, and arms that wind into the middle.
    for part in 0..3 {
        let from = turn * 1.3 + TAU * part as f32 / 3.0;
        painter.arc(at, 0.36, 0.41, from, 1.3, ink(palette::PORTAL, 0.9));
        let arm: [Vec2; 6] = std::array::from_fn(|step| {
            let share = step as f32 / 5.0;
            at + unit(-turn * 2.0 + TAU * part as f32 / 3.0 + share * 2.2) * (0.30 - 0.26 * share)
        });
        painter.ribbon(&arm, 0.06, 0.02, ink(palette::PORTAL, 0.7));
    }
    for stud in 0..studs {
        let way = unit(TAU * (0.25 + stud as f32 / studs as f32));
        painter.disc(at + way * (RADIUS + 0.03), 0.085, ink(palette::INK, 1.0));
        painter.disc(at + way * (RADIUS + 0.03), 0.06, ink(palette::PAPER, 1.0));
    }
}
