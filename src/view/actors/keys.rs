//! The sparks of a key that is taken.

use std::f32::consts::PI;

use bevy::prelude::*;

use hairline_sim::triggers::key::KeyTaken;

use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::schedule::PaintSystems;

const SPARKS: Burst =
    Burst { count: 14.0, colors: &[Role::Paper], scatter: Scatter::Cone(PI), speed: (3.0, 8.0), ..Burst::SPARKS };

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_taken.in_set(PaintSystems::Effects));
}

fn show_taken(mut taken: MessageReader<KeyTaken>, mut effects: Effects) {
    for key in taken.read() {
        effects.burst(&SPARKS, key.position, Vec2::Y);
    }
}
