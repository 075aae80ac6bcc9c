//! The effects of a throw by a spring or a bumper.

use bevy::math::Vec2;

use crate::sim::tuning::BODY_RADIUS;
use crate::view::canvas::palette;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};

const SPARKS: Burst =
    Burst { count: 12.0, colors: &[palette::BOUNCE], scatter: Scatter::Cone(1.1), speed: (3.0, 10.0), ..Burst::SPARKS };

/// Shows that the ninja was thrown; `normal` is the unit direction of the throw.
pub fn show_bounce(effects: &mut Effects, ninja: Vec2, normal: Vec2) {
    let at = ninja - normal * BODY_RADIUS;
    effects.burst(&SPARKS, at, normal);
    effects.ring(at, 0.9, palette::BOUNCE);
    effects.shake(0.25);
}
