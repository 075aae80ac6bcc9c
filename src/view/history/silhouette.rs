//! A ninja that is not the player's, and the mark of its death: few shapes, since two hundred of them are painted.

use bevy::math::ops;
use bevy::prelude::*;

use hairline_painter::ninja::KNOT;
use hairline_painter::painter::Painter;
use hairline_sim::tuning::{BODY_RADIUS, HURT_RADIUS};

use crate::view::canvas::palette::{Role, tint};

/// Seconds for which a new cross is larger and brighter.
const FRESH: f32 = 0.35;

/// A face in its hood that looks where it goes, and a scarf against the motion. No limbs: two hundred of them are painted.
pub(super) fn paint_silhouette(painter: &mut Painter, at: Vec2, before: Vec2, opacity: f32) {
    let motion = (at - before).clamp_length_max(0.8);
    let shade = |role, share: f32| tint(role, share * opacity);
    if motion.length() > 0.1 {
        let (from, to) = (at + KNOT.y * Vec2::Y, at - 1.5 * motion + KNOT.y * Vec2::Y);
        painter.taper(from, to, 0.20, 0.06, shade(Role::PaperDim, 0.9), shade(Role::PaperDim, 0.0));
    }
    painter.disc(at, BODY_RADIUS, shade(Role::Hood, 1.0));
    painter.disc(at, HURT_RADIUS, shade(Role::PaperDim, 1.0));
    let gaze = at + 0.09 * motion.normalize_or_zero();
    for side in [-0.085, 0.085] {
        painter.ellipse(gaze + Vec2::new(side, -0.03), Vec2::new(0.045, 0.08), Vec2::X, shade(Role::Ink, 1.0));
    }
}

/// The mark of a death some seconds ago: large and bright for a moment, then small.
pub(super) fn paint_cross(painter: &mut Painter, at: Vec2, seconds: f32) {
    let fresh = ops::exp(-3.0 * seconds / FRESH);
    let (reach, width) = (0.21 + 0.17 * fresh, 0.085 + 0.04 * fresh);
    let color = tint(if fresh > 0.3 { Role::Paper } else { Role::PaperDim }, 0.9);
    for arm in [Vec2::new(reach, reach), Vec2::new(reach, -reach)] {
        painter.line(at - arm, at + arm, width, color);
    }
}
