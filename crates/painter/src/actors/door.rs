//! Doors: panels with stripes across their slide and the marks of their gate. A crushing door has lethal teeth along its
//! closing edge.

use bevy_math::Vec2;

use super::marks::{MarkRow, gate_color};
use crate::painter::{Painter, rectangle_corners};
use crate::palette::{Role, mix, tint};
use crate::still::{Draw, Scene, Still, lowered};
use hairline_level::{DoorSettings, Gate};

/// Tiles between two stripes.
const STRIPES: f32 = 0.4;

/// A door as it stands, without the marks of its gate.
#[derive(Clone, Copy, Debug)]
pub struct DoorLook {
    pub at: Vec2,
    pub size: Vec2,
    /// The way to its open position.
    pub slide: Vec2,
    pub crushes: bool,
    pub gate: Gate,
}

impl DoorLook {
    pub fn paint(&self, painter: &mut Painter) {
        let (half, center) = (self.size * 0.5, self.at);
        let corners = rectangle_corners(center, half);
        painter.polygon(&corners, mix(Role::Ink, Role::SteelDark, 0.38));
        self.paint_stripes(painter);
        painter.stroke_inside(&corners, [0.0, 0.075], Role::Steel);
        painter.stroke_inside(&corners, [0.11, 0.15], tint(gate_color(self.gate), 0.9));
        if self.crushes {
            self.paint_teeth(painter);
        }
    }

    /// Where the marks of its gate lie.
    pub fn mark_row(&self) -> MarkRow {
        let half = self.size * 0.5;
        MarkRow {
            at: self.at,
            along: if half.x > half.y { Vec2::X } else { Vec2::Y },
            length: 2.0 * half.max_element() - 0.3,
            size: (half.min_element() * 0.62).min(0.42),
            is_framed: true,
        }
    }

    /// Stripes across the slide, which make its motion visible.
    fn paint_stripes(&self, painter: &mut Painter) {
        let upright = self.slide.y.abs() >= self.slide.x.abs();
        let (along, across) = if upright { (Vec2::Y, Vec2::X) } else { (Vec2::X, Vec2::Y) };
        let half = self.size * 0.5;
        let (reach, width) = (half.dot(along), half.dot(across));
        let count = ((2.0 * reach / STRIPES) as u32).min(200);
        for stripe in 1..=count {
            let at = self.at + along * (stripe as f32 * 2.0 * reach / (count + 1) as f32 - reach);
            painter.line(at - across * width, at + across * width, 0.05, tint(Role::SteelDark, 0.8));
        }
    }

    /// Teeth along the side that closes, inside the door.
    fn paint_teeth(&self, painter: &mut Painter) {
        let (half, towards) = (self.size * 0.5, -self.slide);
        let upright = towards.y.abs() >= towards.x.abs();
        let out = if upright { Vec2::Y * towards.y.signum() } else { Vec2::X * towards.x.signum() };
        let (reach, across) = ((half * out.abs()).element_sum(), out.perp() * (half * out.perp().abs()).element_sum());
        let edge = self.at + out * reach;
        let count = ((across.length() * 2.0 / 0.25).round() as u32).clamp(1, 200);
        let length = 0.22_f32.min(reach);
        for tooth in 0..count {
            let at = |place: f32| edge - out * length - across + across * (2.0 * (tooth as f32 + place) / count as f32);
            painter.polygon(&[at(0.0), at(1.0), at(0.5) + out * length], Role::Lethal);
        }
    }
}

impl Draw for DoorSettings {
    fn draw(&self, _: usize, scene: &Scene, still: &mut Still) {
        let &Self { position: at, size, slide, crushes, when: gate, .. } = self;
        let look = DoorLook { at, size, slide, crushes, gate };
        look.paint(&mut still.obstacles);
        look.mark_row().paint(&mut still.obstacles, gate, &scene.level.conditions, lowered);
    }
}
