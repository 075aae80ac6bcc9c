//! What the sounds of all features share: a cue says what happens where, and playing it depends on the listener, on slow
//! motion, and on what is on screen.

mod cue;
mod danger;
mod listener;
mod mix;
mod slow_motion;

use bevy::prelude::*;

pub use cue::{AddSoundCue, SoundCue};
pub use danger::Danger;
pub use listener::{Listener, attenuation};
pub use mix::IsWindowFocused;
pub use slow_motion::SlowMotion;

pub fn plugin(app: &mut App) {
    app.add_plugins((cue::plugin, danger::plugin, mix::plugin));
}
