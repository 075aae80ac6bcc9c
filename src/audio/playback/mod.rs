//! What the sounds of all features share: a cue says what happens where, and playing it depends on the listener, on slow
//! motion, and on what is on screen.

pub mod cue;
pub mod danger;
pub mod listener;
mod mix;
mod pitch_jitter;
pub mod slow_motion;

use bevy::prelude::*;

/// Adds what all features share.
pub fn plugin(app: &mut App) {
    app.add_plugins((cue::plugin, danger::plugin, mix::plugin));
}
