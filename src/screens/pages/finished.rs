//! The result of a finished level, over the level. One press goes on.

use bevy::prelude::*;

use crate::sim::run::Run;
use crate::sim::run::shard::Shard;

use crate::view::hud::clock;

use crate::screens::Screen;
use crate::screens::flow::{Choice, out_of_level};
use crate::screens::level_catalog::Shelf;
use crate::screens::menus::theme;
use crate::screens::menus::theme::{ACCENT, GREY, PAPER};
use crate::screens::menus::{Deaf, spawn_menu};
use crate::screens::play::record::Recorded;
use crate::screens::play::simulation_driver::Attempt;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Finished), spawn);
}

pub(crate) fn spawn(
    mut commands: Commands,
    mut shelf: ResMut<Shelf>,
    run: Res<Run>,
    attempt: Res<Attempt>,
    recorded: Res<Recorded>,
    shards: Query<&Shard>,
) {
    let best_before = shelf.current().best_ticks;
    let taken = shards.iter().filter(|shard| shard.taken).count() as u32;
    let is_best = !attempt.helped && shelf.finish(run.ticks, taken);
    let entries = entries(&shelf);
    let back = out_of_level(&shelf);
    let deaths = deaths_in_words(attempt.deaths);
    let best = match best_before {
        Some(best) if is_best => format!("new best, before {}", clock(best)),
        Some(best) => format!("best {}", clock(best)),
        None => "first time".to_owned(),
    };
    let best = if attempt.helped { "helped, so it does not count".to_owned() } else { best };
    // A jump pressed on the last steps to the exit is not meant for this menu.
    commands.spawn((DespawnOnExit(Screen::Finished), Deaf::default(), theme::veil())).with_children(|veil| {
        veil.spawn(theme::panel()).with_children(|panel| {
            panel.spawn(theme::label("Through", theme::size::BODY, ACCENT));
            panel.spawn(theme::line(clock(run.ticks), theme::size::FIGURE, PAPER));
            panel.spawn(theme::label(&format!("{deaths}   {best}"), theme::size::BODY, GREY));
            spawn_menu(panel, entries, back, back);
            if let Some(recorded) = &recorded.0 {
                panel.spawn(theme::line(recorded, theme::size::BODY, GREY));
            }
        });
    });
}

/// What can come next, the likeliest first. After a level that was opened by name, and after the last lab, there is none
/// to go on to.
fn entries(shelf: &Shelf) -> &'static [(&'static str, Choice)] {
    match (shelf.opened, shelf.next(), shelf.is_lab(shelf.current)) {
        (true, ..) => &[("Again", Choice::Again), ("Title", Choice::Title), ("Quit", Choice::Quit)],
        (false, Some(_), _) => &[("Next level", Choice::Next), ("Again", Choice::Again), ("Level list", Choice::List)],
        (false, None, true) => &[("Again", Choice::Again), ("Level list", Choice::List)],
        (false, None, false) => &[("Go on", Choice::Next), ("Again", Choice::Again), ("Level list", Choice::List)],
    }
}

/// So many deaths.
pub(crate) fn deaths_in_words(deaths: u32) -> String {
    match deaths {
        0 => "no deaths".to_owned(),
        1 => "1 death".to_owned(),
        deaths => format!("{deaths} deaths"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::level_catalog::Entry;

    #[test]
    fn nothing_is_offered_that_does_not_exist() {
        let check = |shelf: Shelf, words: &[&str]| {
            let offered: Vec<&str> = entries(&shelf).iter().map(|entry| entry.0).collect();
            assert_eq!(offered, words);
        };
        let shelf = |count: usize| Shelf { entries: vec![Entry::default(); count], ..Shelf::default() };
        check(shelf(2), &["Next level", "Again", "Level list"]);
        check(Shelf { current: 1, ..shelf(2) }, &["Go on", "Again", "Level list"]);
        check(Shelf { current: 1, labs: 1, ..shelf(2) }, &["Again", "Level list"]);
        check(Shelf { opened: true, ..shelf(1) }, &["Again", "Title", "Quit"]);
    }
}
