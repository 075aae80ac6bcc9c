//! The screens of the game and the transitions between them: title, level list, settings, play, pause, result and end.
//!
//! Each page spawns its contents when its screen is entered. All menus share [`menus`]; [`flow`] alone decides what a
//! choice leads to. [`play`] turns the player's devices into the input of each tick. No rule of the game is decided here.

pub mod daily;
pub mod devices;
mod diagnostic_report;
pub mod flow;
pub mod level_catalog;
pub mod menus;
mod pages;
pub mod play;
pub mod progress;
pub mod settings;
pub mod share;
pub mod transition;
mod ui_audio;
pub mod words;

use bevy::prelude::*;

use hairline_profile::settings::Settings;
use words::Words;

#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The name of the game and its main menu.
    #[default]
    Title,
    /// All levels, with their best times.
    LevelList,
    /// The settings, from the title.
    Settings,
    /// The three levels of today.
    Daily,
    /// What the game is made of.
    Credits,
    Playing,
    /// The result of a finished level, over the level.
    Finished,
    End,
    /// The question whether to quit although progress cannot be saved.
    Unsaved,
}

#[derive(SubStates, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[source(Screen = Screen::Playing)]
pub enum Pause {
    #[default]
    Running,
    /// Time stands still, and the pause menu is open.
    Paused,
    /// Time stands still, and the settings are open.
    Settings,
    /// Time stands still but for single ticks on request; no menu covers the level.
    Stepping,
    /// The run waits while the last death is seen again.
    LastDeath,
    /// A run is on its time line: it is watched, or practice looks back.
    Watching,
}

/// How the finished run is seen again, over its result.
#[derive(SubStates, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[source(Screen = Screen::Finished)]
pub enum Seen {
    /// In a frame beside the figures.
    #[default]
    Small,
    /// Over the whole window.
    Large,
    /// The same, with all tries of this sitting at once.
    Tries,
}

/// The app must have a [`level_catalog::LevelFiles`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Words>()
        .init_resource::<Settings>()
        .init_state::<Screen>()
        .add_sub_state::<Pause>()
        .add_sub_state::<Seen>()
        .add_plugins((
            level_catalog::plugin,
            flow::plugin,
            daily::plugin,
            devices::plugin,
            play::plugin,
            pages::plugin,
            progress::plugin,
            settings::plugin,
            share::plugin,
            transition::plugin,
            ui_audio::plugin,
        ));
}
