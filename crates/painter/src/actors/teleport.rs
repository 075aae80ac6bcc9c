//! Teleports: two rings, joined by dots that move from one to the other. The number of studs on the rings distinguishes the
//! pairs of a level.

use std::f32::consts::TAU;

use bevy_math::{Vec2, ops};

use crate::painter::Painter;
use crate::palette::{Role, glow, tint};
use crate::still::{Draw, Scene, Still};
use hairline_geometry::ray::unit;
use hairline_level::TeleportSettings;

/// Tiles. The outer side of a ring.
const RADIUS: f32 = 0.62;
/// Tiles a second: the speed of the dots.
const FLOW_SPEED: f32 = 1.6;
/// Tiles between two dots.
const FLOW_GAP: f32 = 1.0;

/// A pair of rings as it stands.
#[derive(Clone, Copy, Debug)]
pub struct TeleportLook {
    /// The centers of the rings.
    pub ends: [Vec2; 2],
    /// Its number among those of the level.
    pub index: u32,
    /// Whether the ninja is in one of the rings.
    pub is_occupied: bool,
    /// The time, for what turns and flows.
    pub seconds: f32,
}

impl TeleportLook {
    /// Below everything: faint dots from the first end to the second on one side of the line, and back on the other.
    pub fn paint_flow(&self, painter: &mut Painter) {
        let [from, to] = self.ends;
        let length = from.distance(to);
        let direction = (to - from).normalize_or_zero();
        let shift = (self.seconds * FLOW_SPEED).rem_euclid(FLOW_GAP);
        for dot in 0..((length / FLOW_GAP) as u32).min(500) {
            let along = shift + dot as f32 * FLOW_GAP;
            // They fade in and out at the rings.
            let alpha = 0.4 * ops::sin((along / length).min(1.0) * TAU * 0.5);
            let side = direction.perp() * 0.11;
            painter.disc(from + direction * along + side, 0.05, tint(Role::Portal, alpha));
            painter.disc(to - direction * along - side, 0.05, tint(Role::Portal, alpha));
        }
    }

    /// Paints the rings, which turn in opposite senses.
    pub fn paint(&self, painter: &mut Painter) {
        for (at, turn) in self.ends.into_iter().zip([self.seconds, -self.seconds]) {
            self.paint_ring(painter, at, turn);
        }
    }

    fn paint_ring(&self, painter: &mut Painter, at: Vec2, turn: f32) {
        let (light, rim) = if self.is_occupied { (0.5, glow(Role::Portal, 1.6)) } else { (0.25, Role::Portal.into()) };
        painter.halo(at, RADIUS * 2.0, tint(Role::Portal, light));
        painter.disc(at, RADIUS, tint(Role::Ink, 0.85));
        painter.ring(at, RADIUS - 0.10, RADIUS, rim);
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
        let studs = self.index % 6 + 1;
        for stud in 0..studs {
            let direction = unit(TAU * (0.25 + stud as f32 / studs as f32));
            painter.disc(at + direction * (RADIUS + 0.03), 0.085, Role::Ink);
            painter.disc(at + direction * (RADIUS + 0.03), 0.06, Role::Paper);
        }
    }
}

impl Draw for TeleportSettings {
    fn draw(&self, index: usize, _: &Scene, still: &mut Still) {
        let look = TeleportLook { ends: self.ends, index: index as u32, is_occupied: false, seconds: 0.0 };
        look.paint_flow(&mut still.under);
        look.paint(&mut still.actors);
    }
}
