//! What in the game makes which sound.

pub mod actors;
pub mod cues;
pub mod devices;
pub mod footsteps;
pub mod hazards;
pub mod soundscape;

use bevy::prelude::*;

/// Adds all that makes sounds.
pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        cues::plugin,
        actors::plugin,
        devices::plugin,
        hazards::plugin,
        footsteps::plugin,
        soundscape::plugin,
    ));
}
