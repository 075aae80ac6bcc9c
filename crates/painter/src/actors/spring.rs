//! Springs: a plate on a coil, with chevrons in the direction of the throw. While its gate is shut, a spring is drawn bolted
//! down, dull and without chevrons.

use bevy_math::{Vec2, ops};

use super::marks::MarkRow;
use crate::look::{Look, Moment};
use crate::painter::Painter;
use crate::palette::{Role, tint};
use hairline_sim::triggers::spring::{Spring, SpringState};
use hairline_sim::tuning::TICKS_PER_SECOND;

/// Tiles from the center to the plate at rest.
const REST: f32 = 0.06;
/// Tiles from the center to the plate while its gate is shut.
const BOLTED: f32 = -0.12;
/// Tiles that the plate jumps out when it throws.
const THROW: f32 = 0.52;

/// Tiles from the center to the plate, some seconds after a throw.
fn reach(seconds: Option<f32>) -> f32 {
    seconds.map_or(REST, |seconds| REST + THROW * ops::exp(-6.5 * seconds) * ops::cos(26.0 * seconds))
}

impl Look for Spring {
    type State = SpringState;

    fn paint(&self, state: &SpringState, moment: &Moment, painter: &mut Painter) {
        let since_throw = state.threw_at.map(|at| (moment.ticks - at as f32).max(0.0) / TICKS_PER_SECOND as f32);
        let is_awake = moment.is_open(self.when);
        let (direction, reach) = (self.direction(), if is_awake { reach(since_throw) } else { BOLTED });
        let side = direction.perp();
        let point = |along: f32, across: f32| self.position + direction * along + side * across;
        let foot = -0.5;
        painter.line(point(foot, -0.46), point(foot, 0.46), 0.02, Role::SteelDark);
        painter.line(point(foot + 0.06, -0.42), point(foot + 0.06, 0.42), 0.12, Role::SteelDark);
        // The coil from the foot to the plate.
        let (low, high) = (foot + 0.12, reach - 0.05);
        let turns: [Vec2; 7] = std::array::from_fn(|turn| {
            let across = if turn % 2 == 0 { -0.26 } else { 0.26 };
            point(low + (high - low) * turn as f32 / 6.0, across)
        });
        for pair in turns.windows(2) {
            painter.capsule(pair[0], pair[1], 0.07, Role::Steel);
        }
        painter.line(point(reach, -0.50), point(reach, 0.50), 0.20, Role::Ink);
        painter.line(
            point(reach, -0.46),
            point(reach, 0.46),
            0.13,
            if is_awake { Role::Bounce } else { Role::SteelDark },
        );
        if let Some(gate) = self.when {
            moment.paint_gate(
                painter,
                gate,
                MarkRow { size: 0.16, is_framed: true, ..MarkRow::on_robot(point(-0.3, 0.0)) },
            );
        }
        if !is_awake {
            for across in [-0.38, 0.38] {
                painter.capsule(point(foot, across), point(reach + 0.1, across), 0.1, Role::Steel);
            }
            return;
        }
        for (chevron, alpha) in [(0.18, 0.85), (0.36, 0.4)] {
            let tip = point(reach + chevron + 0.10, 0.0);
            for across in [-0.20, 0.20] {
                painter.capsule(point(reach + chevron, across), tip, 0.055, tint(Role::Bounce, alpha));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plate_jumps_out_and_comes_to_rest() {
        assert_eq!(reach(None), REST);
        assert_eq!(reach(Some(0.0)), REST + THROW);
        assert!((reach(Some(1.5)) - REST).abs() < 1e-3);
        // It never passes through its own foot.
        assert!((0..200).all(|step| reach(Some(step as f32 / 100.0)) > -0.4));
    }
}
