//! Movers: like terrain but a shade lighter, with a second line inside their edge. Mirrors gleam; bumpers are sprung frames.

use bevy_math::Vec2;

use super::marks::MarkRow;
use crate::painter::Painter;
use crate::palette::{Role, mix, tint};
use crate::still::{Draw, Scene, Still, lowered, stops};
use hairline_geometry::ray::unit;
use hairline_level::{MoverSettings, MoverSurface};

/// Tiles. Width of the edge, as terrain has it.
const EDGE: f32 = 0.075;
/// Tiles from the edge to the line inside it.
const INLINE: f32 = 0.2;

/// Paints a faint dotted line along a mover's path.
pub fn paint_path(painter: &mut Painter, path: &[Vec2]) {
    let color = tint(Role::Edge, 0.42);
    for leg in path.windows(2) {
        let (length, direction) = (leg[0].distance(leg[1]), (leg[1] - leg[0]).normalize_or_zero());
        for dot in 0..=((length / 0.4) as u32).min(1000) {
            painter.disc(leg[0] + direction * (dot as f32 * 0.4), 0.045, color);
        }
    }
    path.iter().for_each(|stop| painter.ring(*stop, 0.10, 0.14, color));
}

/// Paints a mover by its corners as they lie, counter-clockwise. `is_awake` says whether its gate, if it has one, is open.
pub fn paint(painter: &mut Painter, surface: MoverSurface, is_awake: bool, corners: &[Vec2]) {
    match surface {
        MoverSurface::Plain => {
            painter.polygon(corners, mix(Role::Stone, Role::Edge, 0.20));
            painter.stroke_inside(corners, [0.0, EDGE], Role::Edge);
            painter.stroke_inside(corners, [INLINE, INLINE + 0.045], tint(Role::Edge, 0.65));
        }
        MoverSurface::Mirror => {
            painter.polygon(corners, mix(Role::Ink, Role::Mirror, 0.20));
            painter.stroke_inside(corners, [EDGE, INLINE + 0.1], tint(Role::Mirror, 0.22));
            painter.stroke_inside(corners, [0.0, EDGE * 1.3], Role::Mirror);
        }
        MoverSurface::Bumper { .. } if !is_awake => {
            // The frame alone, of dull steel: it throws nobody.
            painter.polygon(corners, mix(Role::Ink, Role::SteelDark, 0.25));
            painter.stroke_inside(corners, [0.0, EDGE * 1.7], Role::SteelDark);
        }
        MoverSurface::Bumper { .. } => {
            painter.polygon(corners, mix(Role::Ink, Role::Bounce, 0.07));
            painter.stroke_inside(corners, [0.0, EDGE * 1.7], Role::Bounce);
            // Frames inside the frame, like the turns of a spring.
            painter.stroke_inside(corners, [INLINE, INLINE + 0.05], tint(Role::Bounce, 0.55));
            painter.stroke_inside(corners, [INLINE * 1.75, INLINE * 1.75 + 0.05], tint(Role::Bounce, 0.35));
            let center = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
            painter.disc(center, 0.09, tint(Role::Bounce, 0.9));
        }
    }
}

/// Where the marks of a bumper's gate lie.
pub fn bumper_marks(at: Vec2) -> MarkRow {
    MarkRow { size: 0.2, is_framed: true, ..MarkRow::on_robot(at) }
}

impl Draw for MoverSettings {
    fn draw(&self, _: usize, scene: &Scene, still: &mut Still) {
        paint_path(&mut still.under, &stops(self.path.as_ref()));
        let turn = unit(self.turn.start());
        let corners: Vec<Vec2> = self.shape.corners().iter().map(|&at| self.position + turn.rotate(at)).collect();
        let (gate, conditions) = (self.surface.gate(), &scene.level.conditions);
        let is_awake = gate.is_none_or(|gate| gate.condition(conditions).holds(&lowered));
        paint(&mut still.obstacles, self.surface, is_awake, &corners);
        if let Some(gate) = gate {
            bumper_marks(self.position).paint(&mut still.obstacles, gate, conditions, lowered);
        }
    }
}
