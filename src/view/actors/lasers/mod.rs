//! Lasers: the robots and their beams.

pub mod beams;
mod robots;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((robots::plugin, beams::plugin));
}
