//! The screens of the game and the ways between them: title, level list, playing, pause, result and end.
//!
//! A screen is a file that spawns what it shows when it is entered. Every menu is the one of [`menu`], fed by
//! [`navigation`]; what a choice leads to is in [`flow`] alone. [`controls`] and [`drive`] bring the player's buttons to
//! the rules, tick by tick.

pub mod flow;
pub mod level_catalog;
pub mod menus;
pub mod pages;
pub mod play;
pub(crate) mod ui_audio;

use bevy::prelude::*;

use crate::level::{Level, LevelLoader};

/// What is on screen.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The name of the game and the way in.
    #[default]
    Title,
    /// All levels, with their times.
    LevelList,
    /// A level, played.
    Playing,
    /// The result of a finished level, over the level.
    Finished,
    /// After the last level.
    End,
}

/// Whether play stands still.
#[derive(SubStates, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[source(Screen = Screen::Playing)]
pub enum Pause {
    /// It runs.
    #[default]
    Running,
    /// It stands, and the pause menu is open.
    Paused,
    /// It stands, and goes on by single ticks; no menu lies over the level.
    Stepping,
}

/// Adds all screens. The app must have a [`level_catalog::LevelFiles`].
pub fn plugin(app: &mut App) {
    app.init_asset::<Level>()
        .register_asset_loader(LevelLoader)
        .init_resource::<level_catalog::Shelf>()
        .add_message::<menus::navigation::Step>()
        .add_message::<menus::Chosen>()
        .init_state::<Screen>()
        .add_sub_state::<Pause>()
        .add_systems(Startup, level_catalog::load_levels)
        .add_systems(PreUpdate, level_catalog::note_loads)
        .add_systems(
            Update,
            (
                menus::navigation::read_steps,
                menus::wake_menus,
                menus::use_menu,
                flow::follow_choices,
                pages::level_list::roll_rows,
                pages::level_list::fill_rows,
                menus::show_selection,
            )
                .chain(),
        )
        .add_plugins((
            play::simulation_driver::plugin,
            play::plugin,
            pages::title::plugin,
            pages::level_list::plugin,
            pages::pause::plugin,
        ))
        .add_plugins((
            pages::finished::plugin,
            pages::end::plugin,
            pages::diagnostic::plugin,
            play::reload::plugin,
            play::record::plugin,
            ui_audio::plugin,
            play::debug::plugin,
        ));
}
