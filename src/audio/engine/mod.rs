//! The sound engine: synthesis, one mixer, its voices and the commands to it. It knows nothing of the game.

pub mod commands;
pub mod listener;
pub mod mixer;
pub mod output;
pub mod synth;
pub(crate) mod throttle;
pub(crate) mod voice;
pub mod volume;

use bevy::prelude::*;

/// Adds the engine.
pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((output::plugin, volume::plugin));
}
