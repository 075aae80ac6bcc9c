//! The screens of the game and the ways between them: title, level list, playing, pause, result and end.
//!
//! A screen is a file that spawns what it shows when it is entered. Every menu is the one of [`menu`], fed by
//! [`navigation`]; what a choice leads to is in [`flow`] alone. [`controls`] and [`drive`] bring the player's buttons to
//! the rules, tick by tick.

pub mod controls;
pub mod debug;
pub mod diagnostic;
pub mod drive;
pub mod end;
pub mod finished;
pub mod flow;
pub mod level_list;
pub mod look;
pub mod menu;
pub mod navigation;
pub mod pause;
pub mod playing;
pub mod record;
pub mod reload;
mod scene;
pub mod shelf;
mod sounding;
pub mod title;

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

/// Adds all screens. The app must have a [`shelf::LevelFiles`].
pub fn plugin(app: &mut App) {
    app.init_asset::<Level>()
        .register_asset_loader(LevelLoader)
        .init_resource::<shelf::Shelf>()
        .add_message::<navigation::Step>()
        .add_message::<menu::Chosen>()
        .init_state::<Screen>()
        .add_sub_state::<Pause>()
        .add_systems(Startup, shelf::load_levels)
        .add_systems(PreUpdate, shelf::note_loads)
        .add_systems(
            Update,
            (
                navigation::read_steps,
                menu::wake_menus,
                menu::use_menu,
                flow::follow_choices,
                level_list::roll_rows,
                level_list::fill_rows,
                menu::show_selection,
            )
                .chain(),
        )
        .add_plugins((drive::plugin, playing::plugin, title::plugin, level_list::plugin, pause::plugin))
        .add_plugins((
            finished::plugin,
            end::plugin,
            diagnostic::plugin,
            reload::plugin,
            record::plugin,
            sounding::plugin,
            debug::plugin,
        ));
}
