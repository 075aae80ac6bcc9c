//! Rails of actors that patrol.

use bevy::math::Vec2;

use crate::view::canvas::dashes::dashes;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, tint};

/// Paints the rail of an actor that patrols between some points.
pub fn paint_rail(painter: &mut Painter, path: &[Vec2]) {
    let color = tint(Role::SteelDark, 0.8);
    for leg in path.windows(2) {
        let direction = (leg[1] - leg[0]).normalize_or_zero();
        for (from, to) in dashes(leg[0].distance(leg[1]), 0.16, 0.24, 0.0) {
            painter.line(leg[0] + direction * from, leg[0] + direction * to, 0.06, color);
        }
    }
    for &stop in path {
        painter.ring(stop, 0.09, 0.15, color);
    }
}
