//! After the last level: what was done, and the ways back.

use bevy::prelude::*;

use crate::view::hud::clock;

use super::Screen;
use super::drive::clear_stage;
use super::flow::Choice;
use super::look::{self, GREY, PAPER};
use super::menu::spawn_menu;
use super::shelf::Shelf;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::End), (clear_stage, spawn));
}

fn spawn(mut commands: Commands, shelf: Res<Shelf>) {
    let total: u32 = shelf.campaign().iter().filter_map(|entry| entry.best_ticks).sum();
    let done = format!("{} of {} levels   {}", shelf.finished(), shelf.campaign().len(), clock(total));
    let entries = [("Level list", Choice::List), ("Title", Choice::Title)];
    commands.spawn((DespawnOnExit(Screen::End), look::veil())).with_children(|veil| {
        veil.spawn(look::panel()).with_children(|panel| {
            panel.spawn(look::line("The end", look::size::FIGURE, PAPER));
            panel.spawn(look::label(&done, look::size::BODY, GREY));
            spawn_menu(panel, &entries, Choice::Title, Choice::Title);
        });
    });
}
