//! The result of a finished level, over the level. One press goes on.

use bevy::prelude::*;

use crate::sim::run::Run;

use crate::view::hud::clock;

use super::Screen;
use super::drive::Attempt;
use super::flow::Choice;
use super::look::{self, ACCENT, GREY, PAPER};
use super::menu::{Deaf, spawn_menu};
use super::record::Recorded;
use super::shelf::Shelf;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Finished), spawn);
}

pub(super) fn spawn(
    mut commands: Commands,
    mut shelf: ResMut<Shelf>,
    run: Res<Run>,
    attempt: Res<Attempt>,
    recorded: Res<Recorded>,
) {
    let best_before = shelf.current().best_ticks;
    let is_best = !attempt.helped && shelf.finish(run.ticks);
    let on = if shelf.next().is_some() { "Next level" } else { "Go on" };
    let mut entries = vec![(on, Choice::Next), ("Again", Choice::Again), ("Level list", Choice::List)];
    if shelf.opened {
        entries.swap(0, 1);
    }
    let deaths = match attempt.deaths {
        0 => "no deaths".to_owned(),
        1 => "1 death".to_owned(),
        deaths => format!("{deaths} deaths"),
    };
    let best = match best_before {
        Some(best) if is_best => format!("new best, before {}", clock(best)),
        Some(best) => format!("best {}", clock(best)),
        None => "first time".to_owned(),
    };
    let best = if attempt.helped { "helped, so it does not count".to_owned() } else { best };
    // A jump pressed on the last steps to the exit is not meant for this menu.
    commands.spawn((DespawnOnExit(Screen::Finished), Deaf::default(), look::veil())).with_children(|veil| {
        veil.spawn(look::panel()).with_children(|panel| {
            panel.spawn(look::label("Through", look::size::BODY, ACCENT));
            panel.spawn(look::line(clock(run.ticks), look::size::FIGURE, PAPER));
            panel.spawn(look::label(&format!("{deaths}   {best}"), look::size::BODY, GREY));
            spawn_menu(panel, &entries, Choice::List, Choice::List);
            if let Some(recorded) = &recorded.0 {
                panel.spawn(look::line(recorded, look::size::BODY, GREY));
            }
        });
    });
}
