//! The sound engine: what a sound is, how it is synthesized, and the one mixer that plays everything. It knows nothing
//! of the game; `playback` and the features use it.

pub mod commands;
mod low_pass;
pub mod mixer;
pub mod music;
pub mod output;
mod smoother;
pub mod sound;
pub mod synth;
pub(super) mod throttle;
mod voice;

use bevy::prelude::*;

/// Stereo frames mixed at once; a command takes effect within 1.3 ms.
pub const BLOCK_FRAMES: usize = 64;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<sound::SoundRegistry>().add_plugins(output::plugin);
}
