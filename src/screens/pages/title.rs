//! The title: the name of the game and the way in. The name is a level, and a robot plays its beam over the letters: what
//! is seen here is the game itself, with nobody at the controls.

use bevy::prelude::*;

use super::scene::{Scene, show_hud, stage_scene};
use crate::screens::Screen;
use crate::screens::flow::Choice;
use crate::screens::menus::spawn_menu;
use crate::screens::menus::theme;
use crate::screens::menus::theme::GREY;
use crate::screens::play::simulation_driver::clear_stage;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Title),
        (clear_stage, |world: &mut World| stage_scene(world, Scene::Title), spawn).chain(),
    )
    .add_systems(OnExit(Screen::Title), show_hud);
}

fn spawn(mut commands: Commands) {
    let entries = [("Play", Choice::Play), ("Levels", Choice::List), ("Quit", Choice::Quit)];
    commands.spawn((DespawnOnExit(Screen::Title), theme::clear_page())).with_children(|page| {
        page.spawn(theme::panel()).with_children(|panel| {
            spawn_menu(panel, &entries, Choice::Stay, Choice::Stay);
            panel.spawn(theme::label("Arrows  Enter", theme::size::BODY, GREY));
        });
    });
}
