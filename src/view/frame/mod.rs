//! What the parts of the view share about a frame: the order of its systems, whether it shows a new level, whether the picture
//! is held, the moment between two ticks that it shows, and how far it has blended into slow motion.

pub mod hit_stop;
pub mod interpolation;
pub mod level_picture;
pub mod schedule;
pub mod slow_motion;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((schedule::plugin, level_picture::plugin, hit_stop::plugin))
        .add_plugins((interpolation::plugin, slow_motion::plugin));
}
