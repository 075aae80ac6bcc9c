//! Switches, each with the mark of the channel that it raises. A timed switch shows how long the channel stays raised; one
//! that toggles sits between two brackets, and those close in while its channel is raised.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::prelude::*;

use hairline_sim::run::Run;
use hairline_sim::triggers::switch::{Switch, SwitchState};

use super::channel_marks::{channel_color, paint_mark};
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;
use hairline_geometry::ray::unit;

/// Adds the switches.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_switches.in_set(PaintSystems::Behind));
}

/// The share of a timed switch's time that is left, `0..=1`.
fn time_left(until: u32, half_ticks: f32, whole: u32) -> f32 {
    ((until as f32 - half_ticks) / whole.max(1) as f32).clamp(0.0, 1.0)
}

fn paint_switches(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    switches: Query<(&Switch, &SwitchState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for (switch, state) in &switches {
        let until = run.channels.raised_until(switch.channel, run.hazard_half_ticks);
        paint_switch(painter, switch, state.pressed, until.is_some());
        if let (Some(whole), Some(until)) = (switch.half_ticks, until) {
            let left = time_left(until, interpolation.hazard_half_ticks(&run), whole);
            let color = tint(channel_color(switch.channel), 1.0);
            painter.arc(switch.position, 0.50, 0.57, FRAC_PI_2, TAU * left, color);
        }
    }
}

/// A round button in a steel frame; a pressed one is sunk into it.
fn paint_switch(painter: &mut Painter, switch: &Switch, pressed: bool, raised: bool) {
    let at = switch.position;
    painter.disc(at, 0.46, Role::Ink);
    painter.ring(at, 0.36, 0.43, tint(if pressed { Role::SteelDark } else { Role::Steel }, 1.0));
    let button = if pressed { 0.27 } else { 0.34 };
    painter.disc(at, button, Role::Stone);
    if switch.half_ticks.is_some() {
        // Notches like those of a clock: the switch is timed.
        for notch in 0..8 {
            let direction = unit(TAU * notch as f32 / 8.0);
            painter.line(at + direction * 0.37, at + direction * 0.44, 0.045, Role::Ink);
        }
    }
    if switch.toggle {
        // Half a turn apart: on and off.
        let reach = if raised { 0.49 } else { 0.54 };
        for side in [0.0, PI] {
            painter.arc(at, reach, reach + 0.06, side - 0.55, 1.1, Role::Steel);
        }
    }
    paint_mark(painter, switch.channel, at, if pressed { 0.17 } else { 0.21 }, raised);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_switch_runs_out_when_the_channel_is_lowered() {
        assert_eq!(time_left(300, 200.0, 100), 1.0);
        assert_eq!(time_left(300, 275.0, 100), 0.25);
        assert_eq!(time_left(300, 300.0, 100), 0.0);
        assert_eq!(time_left(u32::MAX, 0.0, 100), 1.0, "a key keeps it raised for good");
    }
}
