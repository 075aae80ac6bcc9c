//! Sensors, and the sparks of one that light meets.

use std::f32::consts::PI;

use bevy::prelude::*;

use hairline_painter::actors::sensor::SensorLook;
use hairline_sim::hazards::sensor::{Sensor, SensorLit, SensorState};
use hairline_sim::run::Run;
use hairline_sim::tuning::half_ticks;

use super::switches::time_left;
use crate::view::canvas::Canvas;
use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

/// Sparks of a sensor that light meets.
const SPARKS: Burst =
    Burst { count: 8.0, colors: &[Role::Paper], scatter: Scatter::Cone(PI), speed: (1.5, 4.0), ..Burst::SPARKS };

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
    for (sensor, state) in &sensors {
        let until = run.channels.raised_until(sensor.channel, run.hazard_half_ticks);
        let left = |(whole, until)| time_left(until, interpolation.hazard_half_ticks(&run), whole);
        let look = SensorLook {
            at: sensor.position,
            size: sensor.size,
            channel: sensor.channel,
            is_raised: until.is_some(),
            is_lit: state.is_lit,
            time_left: (sensor.seconds > 0.0)
                .then(|| half_ticks(sensor.seconds))
                .zip(until)
                .filter(|_| !state.is_lit)
                .map(left),
        };
        look.paint(&mut canvas.behind);
    }
}
