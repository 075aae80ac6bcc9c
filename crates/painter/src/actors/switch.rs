//! Switches, each with the mark of the channel that it raises. A timed switch shows how long the channel stays raised; one
//! that toggles sits between two brackets, and those close in while its channel is raised.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use super::marks::{channel_color, paint_mark};
use crate::look::{Look, Moment};
use crate::painter::Painter;
use crate::palette::Role;
use hairline_geometry::ray::unit;
use hairline_sim::triggers::switch::{Switch, SwitchState};

impl Look for Switch {
    type State = SwitchState;

    /// Paints a round button in a steel frame; a pressed one is sunk into it.
    fn paint(&self, state: &SwitchState, moment: &Moment, painter: &mut Painter) {
        let (at, is_pressed, is_raised) = (self.position, state.pressed, moment.is_raised(self.channel));
        painter.disc(at, 0.46, Role::Ink);
        painter.ring(at, 0.36, 0.43, if is_pressed { Role::SteelDark } else { Role::Steel });
        painter.disc(at, if is_pressed { 0.27 } else { 0.34 }, Role::Stone);
        if self.half_ticks.is_some() {
            // Notches like those of a clock.
            for notch in 0..8 {
                let direction = unit(TAU * notch as f32 / 8.0);
                painter.line(at + direction * 0.37, at + direction * 0.44, 0.045, Role::Ink);
            }
        }
        if self.toggle {
            // Half a turn apart: on and off.
            let reach = if is_raised { 0.49 } else { 0.54 };
            for side in [0.0, PI] {
                painter.arc(at, reach, reach + 0.06, side - 0.55, 1.1, Role::Steel);
            }
        }
        paint_mark(painter, self.channel, at, if is_pressed { 0.17 } else { 0.21 }, is_raised);
        if let Some(left) = self.half_ticks.and_then(|whole| moment.time_left(self.channel, whole)) {
            painter.arc(at, 0.50, 0.57, FRAC_PI_2, TAU * left, channel_color(self.channel));
        }
    }
}
