//! The title: the name of the game and its main menu. The name is a level, whose robot sweeps its beam over the letters,
//! so the title shows the game itself.

use bevy::prelude::*;

use super::background_level::{BackgroundLevel, load_background_level};
use crate::screens::Screen;
use crate::screens::flow::Choice;
use crate::screens::menus::{spawn_menu, theme};
use crate::screens::progress::ProfileNotices;

/// Adds the page.
pub fn plugin(app: &mut App) {
    let load_level = |world: &mut World| load_background_level(world, BackgroundLevel::Title);
    app.add_systems(OnEnter(Screen::Title), (load_level, spawn).chain());
}

fn spawn(mut commands: Commands, notices: Res<ProfileNotices>) {
    let entries = [("Play", Choice::Play), ("Levels", Choice::List), ("Quit", Choice::Quit)];
    commands.spawn((DespawnOnExit(Screen::Title), theme::clear_overlay())).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            spawn_menu(column, &entries, Choice::Stay, Choice::Stay);
            column.spawn(theme::label("Arrows  Enter", theme::size::BODY, theme::TEXT_MUTED));
            for notice in &notices.0 {
                column.spawn(theme::line(notice, theme::size::BODY, theme::ACCENT));
            }
        });
    });
}
