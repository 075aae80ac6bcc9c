//! The title: the name of the game and the way in. The name is a level, and a robot plays its beam over the letters: what
//! is seen here is the game itself, with nobody at the controls.

use bevy::prelude::*;

use crate::level;
use crate::sim::load_level;
use crate::view::Presentation;

use super::Screen;
use super::drive::clear_stage;
use super::flow::Choice;
use super::look::{self, GREY};
use super::menu::spawn_menu;

/// The level behind the title; it belongs to the program, not to the campaign.
const LEVEL: &str = include_str!("../../assets/title.level.ron");

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), (clear_stage, stage_title, spawn).chain())
        .add_systems(OnExit(Screen::Title), |mut presentation: ResMut<Presentation>| presentation.hud = true);
}

fn stage_title(world: &mut World) {
    let level = level::parse(LEVEL, "title.level.ron").expect("a test holds that the title's level is right");
    load_level(world, &level);
    world.resource_mut::<Presentation>().hud = false;
}

fn spawn(mut commands: Commands) {
    let entries = [("Play", Choice::Play), ("Levels", Choice::List), ("Quit", Choice::Quit)];
    commands.spawn((DespawnOnExit(Screen::Title), look::clear_page())).with_children(|page| {
        page.spawn(look::panel()).with_children(|panel| {
            spawn_menu(panel, &entries, Choice::Stay, Choice::Stay);
            panel.spawn(look::label("Arrows  Enter", look::size::BODY, GREY));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Simulation;
    use crate::sim::input::TickInput;

    #[test]
    fn on_the_title_the_ninja_is_never_touched() {
        let level = level::parse(LEVEL, "title.level.ron").expect("the title's level is right");
        let mut simulation = Simulation::new(&level);
        for tick in 0..20_000 {
            simulation.tick(TickInput::NONE);
            assert!(simulation.run().is_running(), "he dies at tick {tick}");
        }
    }
}
