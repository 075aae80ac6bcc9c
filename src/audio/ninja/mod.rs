//! What the ninja sounds like: light, dry and short, because the player hears it all the time.

pub mod moves;
pub mod slide;
pub mod steps;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((moves::plugin, slide::plugin, steps::plugin));
}
