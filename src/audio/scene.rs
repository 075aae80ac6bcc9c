//! What is on screen, as far as sound depends on it, and the order of the systems that listen to the game.

use bevy::prelude::*;

use hairline_level::LevelWorld;

/// What is on screen. The screens set it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AudioScene {
    /// A menu without a level behind it.
    #[default]
    Menu,
    Playing,
    Paused,
    Results,
}

/// The world of the level that is played, or was last: its piece of music plays. The screens set it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MusicWorld(pub LevelWorld);

#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AudioSystems {
    /// Features read the game, write cues and set their loops.
    Cue,
    /// Cues become commands to the mixer.
    Play,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AudioScene>()
        .init_resource::<MusicWorld>()
        .configure_sets(Update, (AudioSystems::Cue, AudioSystems::Play).chain());
}
