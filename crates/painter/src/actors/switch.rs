//! Switches, each with the mark of the channel that it raises. A timed switch shows how long the channel stays raised; one
//! that toggles sits between two brackets, and those close in while its channel is raised.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy_math::Vec2;

use super::marks::{channel_color, paint_mark};
use crate::painter::Painter;
use crate::palette::Role;
use crate::still::{Draw, Scene, Still};
use hairline_geometry::ray::unit;
use hairline_level::{Channel, SwitchSettings};

#[derive(Clone, Copy, Debug)]
pub struct SwitchLook {
    pub at: Vec2,
    pub channel: Channel,
    pub is_raised: bool,
    pub is_pressed: bool,
    /// Whether its channel is lowered after a time.
    pub is_timed: bool,
    /// The share that is left of that time, if it runs.
    pub time_left: Option<f32>,
    /// Whether it raises and lowers its channel in turn.
    pub toggles: bool,
}

impl SwitchLook {
    /// Paints a round button in a steel frame; a pressed one is sunk into it.
    pub fn paint(&self, painter: &mut Painter) {
        let at = self.at;
        painter.disc(at, 0.46, Role::Ink);
        painter.ring(at, 0.36, 0.43, if self.is_pressed { Role::SteelDark } else { Role::Steel });
        painter.disc(at, if self.is_pressed { 0.27 } else { 0.34 }, Role::Stone);
        if self.is_timed {
            // Notches like those of a clock.
            for notch in 0..8 {
                let direction = unit(TAU * notch as f32 / 8.0);
                painter.line(at + direction * 0.37, at + direction * 0.44, 0.045, Role::Ink);
            }
        }
        if self.toggles {
            // Half a turn apart: on and off.
            let reach = if self.is_raised { 0.49 } else { 0.54 };
            for side in [0.0, PI] {
                painter.arc(at, reach, reach + 0.06, side - 0.55, 1.1, Role::Steel);
            }
        }
        paint_mark(painter, self.channel, at, if self.is_pressed { 0.17 } else { 0.21 }, self.is_raised);
        if let Some(left) = self.time_left {
            painter.arc(at, 0.50, 0.57, FRAC_PI_2, TAU * left, channel_color(self.channel));
        }
    }
}

impl Draw for SwitchSettings {
    fn draw(&self, _: usize, _: &Scene, still: &mut Still) {
        let look = SwitchLook {
            at: self.position,
            channel: self.channel,
            is_raised: false,
            is_pressed: false,
            is_timed: self.seconds.is_some(),
            time_left: None,
            toggles: self.toggle,
        };
        look.paint(&mut still.actors);
    }
}
