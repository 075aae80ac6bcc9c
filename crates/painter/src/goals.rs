//! Shards and the exit.

use std::f32::consts::TAU;

use bevy_math::{Vec2, ops};

use crate::painter::Painter;
use crate::palette::{Role, mix, tint};
use hairline_geometry::ray::unit;

/// Half the width and half the height of a shard, in tiles.
const SHARD: Vec2 = Vec2::new(0.25, 0.36);
/// Tiles. Radius of the exit's frame; the ninja exits at a distance of 0.7.
const RADIUS: f32 = 0.86;
/// The most pips of a shard that waits for others.
const PIPS_MAX: u32 = 9;
/// Blades of the exit's iris.
const BLADES: u32 = 6;

/// A shard as it hangs: a golden splinter that turns in the air.
#[derive(Clone, Copy, Debug)]
pub struct ShardLook {
    pub at: Vec2,
    /// How far it has turned, in radians.
    pub turn: f32,
    /// The shards that must be taken before it can be, of those that are left.
    pub waits_for: u32,
    /// Whether the shards of the level have an order.
    pub in_order: bool,
}

impl ShardLook {
    pub fn paint(&self, painter: &mut Painter) {
        let at = self.at;
        let (up, side) = (Vec2::Y * SHARD, Vec2::X * SHARD);
        if self.waits_for > 0 {
            painter.stroke_inside(&[at - up, at + side, at + up, at - side], [0.0, 0.06], tint(Role::Shard, 0.75));
            // Its place in the order, if it can be counted at a glance: a pip for each shard that comes first.
            for index in 0..self.waits_for.min(PIPS_MAX) {
                let pip = at + Vec2::new((index as f32 - (self.waits_for.min(PIPS_MAX) - 1) as f32 / 2.0) * 0.2, -0.56);
                painter.disc(pip, 0.065, tint(Role::Shard, 0.9));
            }
            return;
        }
        if self.in_order {
            painter.ring(at, 0.52, 0.58, Role::ShardLight);
        }
        painter.halo(at, 0.85, tint(Role::Shard, 0.30));
        painter.polygon(&[at - up, at + side, at + up, at - side], Role::Shard);
        // The ridge between the light face and the dark one moves from side to side.
        let ridge = at + side * (0.55 * ops::sin(self.turn));
        painter.polygon(&[at - side, ridge, at + up], Role::ShardLight);
        painter.polygon(&[at - side, at - up, ridge], tint(Role::ShardLight, 0.55));
    }
}

/// The exit as it stands: an iris of six blades, shut and dull until it opens, then wide and bright. Its shape shows the
/// state, not only its color.
#[derive(Clone, Copy, Debug)]
pub struct ExitLook {
    pub at: Vec2,
    /// How far it is open, `0..=1`.
    pub open: f32,
    /// The time, for the light that moves inwards.
    pub seconds: f32,
    /// The shards that are missing.
    pub shards_left: u32,
}

impl ExitLook {
    pub fn paint(&self, painter: &mut Painter) {
        let &Self { at, open, seconds, shards_left } = self;
        let corner = |index: u32, radius: f32| at + unit(TAU * (index as f32 + 0.5) / BLADES as f32) * radius;
        let eased = open * open * (3.0 - 2.0 * open);
        let rim = mix(Role::ExitShut, Role::Exit, eased);
        let inner = RADIUS * 0.82;
        let hexagon = |radius: f32| -> [Vec2; 6] { std::array::from_fn(|index| corner(index as u32, radius)) };
        painter.halo(at, RADIUS * 2.6, tint(Role::Exit, 0.35 * eased));
        painter.polygon(&hexagon(RADIUS), rim);
        painter.polygon(&hexagon(inner), Role::Ink);
        // Rings of light that move inwards through the open iris.
        if open > 0.0 {
            painter.halo(at, inner * 1.1, tint(Role::Exit, 0.9 * eased));
            for ring in 0..3 {
                let phase = (seconds * 0.55 + ring as f32 / 3.0).fract();
                let radius = inner * (1.0 - phase) * 0.9;
                painter.ring(at, radius, radius + 0.045, tint(Role::Paper, 0.75 * eased * ops::sin(phase * TAU * 0.5)));
            }
        }
        // Each blade spans one side of the hexagon and covers the center; opening swings it to the rim.
        for index in 0..BLADES {
            let (from, to) = (corner(index, inner), corner(index + 1, inner));
            let tip = at.lerp(from.lerp(to, 0.12), eased * 0.86 + 0.02);
            let shade = if index % 2 == 0 { 0.52 } else { 0.42 };
            painter.polygon(&[from, to, tip], mix(Role::Ink, Role::ExitShut, shade + 0.3 * eased));
            painter.line(from, tip, 0.045, rim);
        }
        // A pip on the frame for each missing shard, if they are few enough to count.
        if open < 1.0 && shards_left <= 12 {
            for index in 0..shards_left {
                let pip = at + unit(TAU * (0.25 - index as f32 / shards_left as f32)) * (RADIUS + 0.22);
                let half = 0.085;
                let corners = [pip - Vec2::Y * half, pip + Vec2::X * half, pip + Vec2::Y * half, pip - Vec2::X * half];
                painter.polygon(&corners, tint(Role::Shard, 1.0 - eased));
            }
        }
    }
}
