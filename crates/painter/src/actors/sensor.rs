//! Sensors: a pane of dark glass in a steel frame, with a tick at the middle of each side and the mark of its channel. The
//! pane lights up while a beam touches it; a timed one shows along its frame how long its channel stays raised.

use bevy_math::Vec2;

use super::marks::{channel_color, paint_mark};
use crate::look::{Look, Moment};
use crate::painter::{Painter, rectangle_corners};
use crate::palette::{Role, mix, tint};
use hairline_sim::hazards::sensor::{Sensor, SensorState};
use hairline_sim::tuning::half_ticks;

/// Tiles. Width of the frame.
const FRAME: f32 = 0.09;

impl Look for Sensor {
    type State = SensorState;

    fn paint(&self, state: &SensorState, moment: &Moment, painter: &mut Painter) {
        let (at, is_lit) = (self.position, state.is_lit);
        let (half, color) = (self.size * 0.5, channel_color(self.channel));
        if is_lit {
            painter.halo(at, half.max_element() + 0.6, tint(color, 0.35));
        }
        painter.polygon(&rectangle_corners(at, half), Role::Ink);
        painter.polygon(&rectangle_corners(at, half - FRAME), mix(Role::Ink, color, if is_lit { 0.55 } else { 0.12 }));
        painter.stroke_inside(&rectangle_corners(at, half), [0.0, FRAME], Role::Steel);
        // A glint across the pane, so that it reads as glass.
        let (low, high) = (at - (half - FRAME) * 0.86, at + (half - FRAME) * 0.86);
        let reach = 0.30 * half.min_element();
        for corner in [Vec2::new(low.x, high.y), Vec2::new(low.x + reach * 0.7, high.y - reach * 0.7)] {
            painter.line(corner - Vec2::Y * reach, corner + Vec2::X * reach, 0.035, tint(Role::Glass, 0.55));
        }
        // It feels light from all four sides.
        for side in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            let edge = at + side * half;
            painter.line(edge - side * 0.16, edge, 0.10, if is_lit { color } else { Role::SteelDark });
        }
        let size = (half.min_element() * 0.5).min(0.34);
        painter.disc(at, size * 1.4, tint(Role::Ink, if is_lit { 0.75 } else { 1.0 }));
        paint_mark(painter, self.channel, at, size, moment.is_raised(self.channel));
        if self.seconds > 0.0
            && !is_lit
            && let Some(left) = moment.time_left(self.channel, half_ticks(self.seconds))
        {
            // A bar along the foot of the frame.
            let from = at - half + Vec2::splat(FRAME * 0.5);
            painter.line(from, from + Vec2::X * ((self.size.x - FRAME) * left), FRAME, color);
        }
    }
}
