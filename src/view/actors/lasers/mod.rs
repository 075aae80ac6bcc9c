//! Lasers: the robots and their beams.

mod beams;
mod robots;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((robots::plugin, beams::plugin));
}
