//! Mines: spiked charges. Around a lit mine a clock runs out and a ring shows the reach of the blast; an exploded one leaves
//! a faint mark.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy_math::{Vec2, ops};

use crate::painter::Painter;
use crate::palette::{BEAM_LIT, Role, Tint, mix, tint};
use crate::still::{Draw, Scene, Still};
use hairline_geometry::ray::unit;
use hairline_level::MineSettings;

/// Tiles. Radius of the charge without its spikes.
const BODY: f32 = 0.25;
/// Tiles from the center to the spikes' points.
const POINTS: f32 = 0.42;
/// Spikes around the charge.
const SPIKES: u32 = 8;

#[derive(Clone, Copy, Debug)]
pub struct MineLook {
    pub at: Vec2,
    /// Tiles within which the ninja lights it.
    pub trigger: f32,
    /// Tiles that its blast reaches.
    pub blast: f32,
    pub fuse: Fuse,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fuse {
    Unlit,
    /// Lit; how far the fuse has burnt, `0..=1`.
    Lit(f32),
    Spent,
}

impl MineLook {
    /// Below everything: where it is triggered, how far its blast reaches, and the mark of an exploded one.
    pub fn paint_reach(&self, painter: &mut Painter) {
        match self.fuse {
            Fuse::Spent => paint_scorch(painter, self.at),
            Fuse::Lit(burnt) => {
                painter.disc(self.at, self.blast * burnt, tint(Role::Lethal, 0.10));
                dotted_ring(painter, self.at, self.blast, 0.09, tint(Role::Lethal, 0.35 + 0.65 * burnt));
            }
            Fuse::Unlit => dotted_ring(painter, self.at, self.trigger, 0.045, tint(Role::PaperDim, 0.30)),
        }
    }

    /// The charge, which blinks with the time.
    pub fn paint(&self, painter: &mut Painter, seconds: f32) {
        let at = self.at;
        // A lit mine trembles, faster and faster.
        let swell = match self.fuse {
            Fuse::Unlit => 0.0,
            Fuse::Lit(burnt) => 0.04 * (1.0 + burnt) * ops::sin(burnt * burnt * 60.0),
            Fuse::Spent => return,
        };
        for spike in 0..SPIKES {
            let direction = unit(TAU * (spike as f32 + 0.5) / SPIKES as f32);
            let side = direction.perp() * 0.085;
            let (root, tip) = (at + direction * 0.18, at + direction * (POINTS + swell));
            painter.polygon(&[root - side, tip, root + side], Role::Lethal);
        }
        painter.disc(at, BODY + swell, Role::Ink);
        painter.disc(at, BODY - 0.04 + swell, Role::SteelDark);
        if let Fuse::Lit(burnt) = self.fuse {
            painter.disc(at, 0.17, BEAM_LIT * (0.15 + 0.45 * burnt));
            // The time that is left, as an arc that shrinks towards the top.
            painter.ring(at, 0.54, 0.64, tint(Role::Ink, 0.8));
            painter.arc(at, 0.54, 0.64, FRAC_PI_2, TAU * (1.0 - burnt), Role::Lethal);
        } else {
            let blink = 0.3 + 0.7 * ops::powf(0.5 + 0.5 * ops::sin(seconds * 2.2), 6.0);
            painter.disc(at, 0.11, Role::Ink);
            painter.disc(at, 0.075, mix(Role::Ink, Role::Lethal, blink));
        }
    }
}

fn dotted_ring(painter: &mut Painter, at: Vec2, radius: f32, width: f32, color: Tint) {
    let count = ((TAU * radius / 0.4).ceil()).clamp(8.0, 400.0);
    for dash in 0..count as u32 {
        let sweep = TAU / count;
        painter.arc(at, radius - width, radius, dash as f32 * sweep, sweep * 0.5, color);
    }
}

/// Streaks around an empty center.
fn paint_scorch(painter: &mut Painter, at: Vec2) {
    for streak in 0..11 {
        let direction = unit(TAU * streak as f32 / 11.0 + 0.3);
        let length = 0.35 + 0.25 * ((streak * 7 % 5) as f32 / 5.0);
        let color = tint(Role::SteelDark, 0.5);
        let (from, to) = (at + direction * 0.2, at + direction * (0.2 + length));
        painter.taper(from, to, 0.08, 0.0, color, tint(Role::SteelDark, 0.1));
    }
    painter.ring(at, 0.14, 0.18, tint(Role::SteelDark, 0.5));
}

impl Draw for MineSettings {
    fn draw(&self, _: usize, _: &Scene, still: &mut Still) {
        let look = MineLook { at: self.position, trigger: self.trigger, blast: self.blast, fuse: Fuse::Unlit };
        look.paint_reach(&mut still.under);
        // The moment at which it blinks.
        look.paint(&mut still.actors, FRAC_PI_2 / 2.2);
    }
}
