//! The pause menu, over the level that stands still.

use bevy::prelude::*;

use super::Pause;
use super::flow::Choice;
use super::look::{self, PAPER};
use super::menu::spawn_menu;
use super::shelf::Shelf;
use super::sounding::mute_line;
use crate::view::hud::Caption;

/// The page of the pause menu.
#[derive(Component, Clone, Copy, Debug)]
pub struct PauseVeil;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Pause::Paused), spawn);
}

fn spawn(mut commands: Commands, shelf: Res<Shelf>, caption: Res<Caption>) {
    let mut entries = vec![("Resume", Choice::Resume), ("Restart", Choice::Again), ("Level list", Choice::List)];
    entries.push(("Title", Choice::Title));
    // Whoever edits the file wants to see what a save does, also while the editor has the focus.
    let veil = if shelf.opened { look::thin_veil() } else { look::veil() };
    commands.spawn((DespawnOnExit(Pause::Paused), PauseVeil, veil)).with_children(|veil| {
        veil.spawn(look::panel()).with_children(|panel| {
            panel.spawn(look::label(&caption.name, look::size::BODY, look::GREY));
            panel.spawn(look::line("Paused", look::size::HEADLINE, PAPER));
            spawn_menu(panel, &entries, Choice::Resume, Choice::Resume);
            panel.spawn(mute_line());
        });
    });
}
