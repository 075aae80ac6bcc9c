//! The sparks of a sensor that light meets.

use std::f32::consts::PI;

use bevy::prelude::*;

use hairline_sim::hazards::sensor::SensorLit;

use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;

const SPARKS: Burst =
    Burst { count: 8.0, colors: &[Role::Paper], scatter: Scatter::Cone(PI), speed: (1.5, 4.0), ..Burst::SPARKS };

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_lit.in_set(PaintSystems::Effects));
}

fn show_lit(mut lit: MessageReader<SensorLit>, mut effects: Effects) {
    for sensor in lit.read() {
        effects.burst(&SPARKS, sensor.position, Vec2::Y);
    }
}
