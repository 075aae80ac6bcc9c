//! Vanes: a bar of mirror on a steel axle, with an arrow round it the way a touch turns it. The axle gleams while it turns.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy_math::Vec2;

use super::marks::gate_color;
use crate::look::{Look, Moment};
use crate::painter::Painter;
use crate::palette::{Role, mix, tint};
use crate::still::paint_head;
use hairline_geometry::ray::unit;
use hairline_sim::obstacles::Pose;
use hairline_sim::obstacles::vane::{Vane, VaneState};

/// Tiles. Width of the bar's bright edge.
const EDGE: f32 = 0.07;
/// Tiles from the axle to the arrows round it.
const ARROW: f32 = 0.36;

impl Look for Vane {
    type State = VaneState;
    const IS_OBSTACLE: bool = true;

    fn paint(&self, state: &VaneState, moment: &Moment, painter: &mut Painter) {
        let pose = moment.pose.unwrap_or(Pose::at(self.position));
        let (at, is_turning) = (pose.position, state.left > 0);
        let corners: Vec<Vec2> = self.shape().corners().iter().map(|&corner| pose.to_world(corner)).collect();
        painter.polygon(&corners, mix(Role::Ink, Role::Mirror, 0.20));
        painter.stroke_inside(&corners, [0.0, EDGE], Role::Mirror);
        // An arrow on each side of the bar, the way that it turns and as far, up to a quarter.
        let sweep = self.turn_by.signum() * self.turn_by.abs().min(FRAC_PI_2 * 0.8);
        let color = if is_turning { Role::Mirror.into() } else { tint(Role::Steel, 0.8) };
        for side in [0.0, PI] {
            let from = pose.rotation.as_radians() + side + sweep.signum() * 0.35;
            painter.arc(at, ARROW - 0.025, ARROW + 0.025, from, sweep, color);
            let out = unit(from + sweep);
            paint_head(painter, at + out * ARROW, out.perp() * sweep.signum(), 0.13, color);
        }
        painter.disc(at, 0.24, Role::Ink);
        painter.ring(at, 0.13, 0.19, if is_turning { Role::Mirror } else { Role::Steel });
        painter.disc(at, 0.08, self.when.map_or(Role::SteelDark, gate_color));
    }
}
