//! Switches and keys, each with the mark of the channel that it raises. A timed switch shows how long the channel stays
//! raised.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;
use crate::sim::triggers::switch::{Key, KeyState, Switch, SwitchState};

use super::channel_marks::{channel_ink, paint_mark};
use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::ink;
use crate::view::interpolation::Interpolation;

/// Adds the switches and keys.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (paint_switches, paint_keys).in_set(PaintSystems::Behind));
}

/// The share of a timed switch's time that is left, `0..=1`.
fn time_left(until: u32, half_ticks: f32, whole: u32) -> f32 {
    ((until as f32 - half_ticks) / whole.max(1) as f32).clamp(0.0, 1.0)
}

fn paint_switches(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    channels: Option<Res<Channels>>,
    run: Option<Res<Run>>,
    switches: Query<(&Switch, &SwitchState)>,
) {
    let (Some(channels), Some(run)) = (channels, run) else { return };
    let painter = &mut canvas.behind;
    for (switch, state) in &switches {
        let until = channels.raised_until(switch.channel, run.hazard_half_ticks);
        paint_switch(painter, switch, state.pressed, until.is_some());
        if let (Some(whole), Some(until)) = (switch.half_ticks, until) {
            let left = time_left(until, between.hazard_half_ticks(&run), whole);
            let color = ink(channel_ink(switch.channel), 1.0);
            painter.arc(switch.position, 0.50, 0.57, FRAC_PI_2, TAU * left, color);
        }
    }
}

/// A round plate in a steel frame; pressed, it sits deep in it.
fn paint_switch(painter: &mut Painter, switch: &Switch, pressed: bool, raised: bool) {
    let at = switch.position;
    painter.disc(at, 0.46, ink(palette::INK, 1.0));
    painter.ring(at, 0.36, 0.43, ink(if pressed { palette::STEEL_DARK } else { palette::STEEL }, 1.0));
    let plate = if pressed { 0.27 } else { 0.34 };
    painter.disc(at, plate, ink(palette::STONE, 1.0));
    if switch.half_ticks.is_some() {
        // Notches like a clock's: it will not stay.
        for notch in 0..8 {
            let way = crate::view::canvas::painter::unit(TAU * notch as f32 / 8.0);
            painter.line(at + way * 0.37, at + way * 0.44, 0.045, ink(palette::INK, 1.0));
        }
    }
    paint_mark(painter, switch.channel, at, if pressed { 0.17 } else { 0.21 }, raised);
}

fn paint_keys(
    mut canvas: ResMut<Canvas>,
    time: Res<Time>,
    channels: Option<Res<Channels>>,
    run: Option<Res<Run>>,
    keys: Query<(&ActorIndex, &Key, &KeyState)>,
) {
    let (Some(channels), Some(run)) = (channels, run) else { return };
    let painter = &mut canvas.behind;
    for (index, key, state) in &keys {
        if state.taken {
            painter.ring(key.position, 0.16, 0.19, ink(channel_ink(key.channel), 0.35));
            continue;
        }
        let sway = ops::sin(time.elapsed_secs_wrapped() * 2.1 + index.0 as f32);
        let at = key.position + Vec2::Y * (0.06 * sway);
        painter.halo(at, 0.8, ink(channel_ink(key.channel), 0.25));
        paint_key(painter, at);
        let raised = channels.is_raised(key.channel, run.hazard_half_ticks);
        paint_mark(painter, key.channel, at + Vec2::Y * 0.16, 0.15, raised);
    }
}

/// A bow, a shaft and two teeth.
fn paint_key(painter: &mut Painter, at: Vec2) {
    let bow = at + Vec2::Y * 0.16;
    let foot = at - Vec2::Y * 0.46;
    painter.line(bow, foot - Vec2::Y * 0.05, 0.21, ink(palette::INK, 1.0));
    painter.disc(bow, 0.32, ink(palette::INK, 1.0));
    painter.line(bow, foot, 0.10, ink(palette::PAPER, 1.0));
    for height in [0.05, 0.20] {
        let root = foot + Vec2::Y * height;
        painter.line(root, root + Vec2::X * 0.20, 0.08, ink(palette::PAPER, 1.0));
    }
    painter.disc(bow, 0.27, ink(palette::PAPER, 1.0));
    painter.disc(bow, 0.20, ink(palette::INK, 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_switch_runs_out_where_the_channel_is_lowered() {
        assert_eq!(time_left(300, 200.0, 100), 1.0);
        assert_eq!(time_left(300, 275.0, 100), 0.25);
        assert_eq!(time_left(300, 300.0, 100), 0.0);
        assert_eq!(time_left(u32::MAX, 0.0, 100), 1.0, "a key keeps it raised for good");
    }
}
