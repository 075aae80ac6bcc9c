//! Sensors: a pane of dark glass in a steel frame, with a tick at the middle of each side and the mark of its channel. The
//! pane lights up while a beam touches it; a timed one shows along its frame how long its channel stays raised.

use std::f32::consts::PI;

use bevy::prelude::*;

use hairline_sim::hazards::sensor::{Sensor, SensorLit, SensorState};
use hairline_sim::run::Run;
use hairline_sim::tuning::half_ticks;

use super::channel_marks::{channel_color, paint_mark};
use crate::view::canvas::Canvas;
use crate::view::canvas::painter::{Painter, rectangle_corners};
use crate::view::canvas::palette::{Role, mix, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

/// Sparks of a sensor that light meets.
const SPARKS: Burst =
    Burst { count: 8.0, colors: &[Role::Paper], scatter: Scatter::Cone(PI), speed: (1.5, 4.0), ..Burst::SPARKS };

/// Tiles. Width of the frame.
const FRAME: f32 = 0.09;

/// Adds the sensors.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_lit.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_sensors.in_set(PaintSystems::Behind));
}

fn show_lit(mut lit: MessageReader<SensorLit>, mut effects: Effects) {
    for sensor in lit.read() {
        effects.burst(&SPARKS, sensor.position, Vec2::Y);
    }
}

fn paint_sensors(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    sensors: Query<(&Sensor, &SensorState)>,
) {
    let Some(run) = run else { return };
    let painter = &mut canvas.behind;
    for (sensor, state) in &sensors {
        let until = run.channels.raised_until(sensor.channel, run.hazard_half_ticks);
        paint_sensor(painter, sensor, state.is_lit, until.is_some());
        if let (Some(whole), Some(until), false) = (sensor.seconds.map(half_ticks), until, state.is_lit) {
            let left = (until as f32 - interpolation.hazard_half_ticks(&run)) / whole.max(1) as f32;
            paint_time(painter, sensor, left.clamp(0.0, 1.0));
        }
    }
}

fn paint_sensor(painter: &mut Painter, sensor: &Sensor, is_lit: bool, raised: bool) {
    let (at, half, color) = (sensor.position, sensor.size * 0.5, channel_color(sensor.channel));
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
        painter.line(edge - side * 0.16, edge, 0.10, tint(if is_lit { color } else { Role::SteelDark }, 1.0));
    }
    let size = (half.min_element() * 0.5).min(0.34);
    painter.disc(at, size * 1.4, tint(Role::Ink, if is_lit { 0.75 } else { 1.0 }));
    paint_mark(painter, sensor.channel, at, size, raised);
}

/// The share of its time that is left, as a bar along the foot of the frame.
fn paint_time(painter: &mut Painter, sensor: &Sensor, left: f32) {
    let half = sensor.size * 0.5;
    let from = sensor.position - half + Vec2::splat(FRAME * 0.5);
    let to = from + Vec2::X * ((sensor.size.x - FRAME) * left);
    painter.line(from, to, FRAME, tint(channel_color(sensor.channel), 1.0));
}
