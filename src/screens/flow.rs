//! What each choice leads to. Every way from one screen to another is in this one place.

use bevy::prelude::*;

use crate::screens::level_catalog::Shelf;
use crate::screens::menus::Chosen;
use crate::screens::play::simulation_driver::Attempt;
use crate::screens::{Pause, Screen};

/// Everything that a menu can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first level that is not done.
    Play,
    /// A level by its place in the campaign.
    Level(usize),
    /// The level after this one; after the last, the end.
    Next,
    /// The same level from its start.
    Again,
    /// Back from the pause.
    Resume,
    /// The list of levels.
    List,
    /// The title.
    Title,
    /// Out of the game.
    Quit,
    /// Nothing: this button does nothing here.
    Stay,
}

/// Where to go, as a plain value, so that every way can be tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Play a level from its start.
    Play(usize),
    /// Show a screen.
    Show(Screen),
    /// Close the pause menu.
    Resume,
    /// End the process.
    Quit,
    /// Stay.
    Stay,
}

/// What leaving a level means: one that was opened by name is no row of a list.
pub fn out_of_level(shelf: &Shelf) -> Choice {
    if shelf.opened { Choice::Title } else { Choice::List }
}

/// The way that a choice leads.
pub fn way(choice: Choice, shelf: &Shelf) -> Way {
    match choice {
        Choice::Play => Way::Play(shelf.first_unfinished()),
        Choice::Level(index) => Way::Play(index),
        Choice::Next => {
            let end = match out_of_level(shelf) {
                Choice::List if !shelf.is_lab(shelf.current) => Screen::End,
                Choice::List => Screen::LevelList,
                _ => Screen::Title,
            };
            shelf.next().map_or(Way::Show(end), Way::Play)
        }
        Choice::Again => Way::Play(shelf.current),
        Choice::Resume => Way::Resume,
        Choice::List => Way::Show(Screen::LevelList),
        Choice::Title => Way::Show(Screen::Title),
        Choice::Quit => Way::Quit,
        Choice::Stay => Way::Stay,
    }
}

/// Goes where the last choice leads.
pub fn follow_choices(
    mut chosen: MessageReader<Chosen>,
    mut shelf: ResMut<Shelf>,
    mut attempt: ResMut<Attempt>,
    screen: Res<State<Screen>>,
    mut next_screen: ResMut<NextState<Screen>>,
    next_pause: Option<ResMut<NextState<Pause>>>,
    mut exit: MessageWriter<AppExit>,
) {
    let Some(Chosen(choice)) = chosen.read().last() else { return };
    match way(*choice, &shelf) {
        Way::Play(index) => {
            if shelf.current != index || *screen.get() == Screen::Title || *screen.get() == Screen::LevelList {
                attempt.deaths = 0;
            }
            shelf.current = index;
            // From the pause menu the screen is the same, and must be entered anew all the same.
            next_screen.set(Screen::Playing);
            if let Some(mut pause) = next_pause {
                pause.set(Pause::Running);
            }
        }
        Way::Show(screen) => next_screen.set(screen),
        Way::Resume => {
            if let Some(mut pause) = next_pause {
                pause.set(Pause::Running);
            }
        }
        Way::Quit => {
            exit.write(AppExit::Success);
        }
        Way::Stay => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::level_catalog::Entry;

    fn shelf(count: usize, current: usize) -> Shelf {
        Shelf { entries: vec![Entry::default(); count], current, ..Shelf::default() }
    }

    #[test]
    fn every_choice_leads_somewhere() {
        let shelf = shelf(3, 1);
        let cases = [
            (Choice::Play, Way::Play(0)),
            (Choice::Level(2), Way::Play(2)),
            (Choice::Next, Way::Play(2)),
            (Choice::Again, Way::Play(1)),
            (Choice::Resume, Way::Resume),
            (Choice::List, Way::Show(Screen::LevelList)),
            (Choice::Title, Way::Show(Screen::Title)),
            (Choice::Quit, Way::Quit),
            (Choice::Stay, Way::Stay),
        ];
        for (choice, expected) in cases {
            assert_eq!(way(choice, &shelf), expected, "{choice:?}");
        }
    }

    #[test]
    fn after_the_last_level_comes_the_end_and_after_the_last_lab_the_list() {
        assert_eq!(way(Choice::Next, &shelf(3, 2)), Way::Show(Screen::End));
        assert_eq!(way(Choice::Next, &Shelf { labs: 1, ..shelf(3, 2) }), Way::Show(Screen::LevelList));
        assert_eq!(way(Choice::Next, &Shelf { labs: 1, ..shelf(3, 1) }), Way::Show(Screen::End));
        assert_eq!(way(Choice::Next, &Shelf { opened: true, ..shelf(1, 0) }), Way::Show(Screen::Title));
    }
}
