//! The title: the name of the game and the way in.

use bevy::prelude::*;

use super::Screen;
use super::drive::clear_stage;
use super::flow::Choice;
use super::look::{self, GREY, PAPER};
use super::menu::spawn_menu;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), (clear_stage, spawn));
}

fn spawn(mut commands: Commands) {
    let entries = [("Play", Choice::Play), ("Levels", Choice::List), ("Quit", Choice::Quit)];
    commands.spawn((DespawnOnExit(Screen::Title), look::veil())).with_children(|veil| {
        veil.spawn(look::panel()).with_children(|panel| {
            panel.spawn(look::line("Hairline", look::size::FIGURE, PAPER));
            spawn_menu(panel, &entries, Choice::Stay, Choice::Stay);
            panel.spawn(look::label("Arrows  Enter  Escape", look::size::BODY, GREY));
        });
    });
}
