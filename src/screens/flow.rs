//! The transitions between screens: this file alone decides where a choice leads.

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;

use super::level_catalog::LevelCatalog;
use super::menus::{self, Chosen, MenuAction, MenuSystems};
use super::play::attempt::Attempt;
use super::{Pause, Screen};
use hairline_profile::store::ProfileStore;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play the first unfinished level.
    Play,
    /// Play a level by its index in the catalog.
    Level(usize),
    /// Play the next level, or show the end after the last one.
    Next,
    /// Play the same level from its start.
    Again,
    Resume,
    List,
    Title,
    Credits,
    Settings,
    /// Leave the settings to where they were opened.
    CloseSettings,
    /// Quit, but ask once if progress cannot be saved.
    Quit,
    QuitUnsaved,
    Stay,
}

impl MenuAction for Choice {}

/// Where a choice leads, as a plain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transition {
    Play(usize),
    Show(Screen),
    Resume,
    Settings { opens: bool },
    Quit { asks: bool },
    Stay,
}

pub fn plugin(app: &mut App) {
    app.add_plugins(menus::plugin::<Choice>)
        .init_resource::<ProfileStore>()
        .add_message::<WindowCloseRequested>()
        .add_systems(Update, (quit_with_window, follow_choices).chain().in_set(MenuSystems::FollowChoices));
}

/// Closing the window is the choice to quit. Where that was asked already, it is the answer.
fn quit_with_window(
    mut requests: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    mut chosen: MessageWriter<Chosen<Choice>>,
) {
    if requests.read().count() > 0 {
        chosen.write(Chosen(if *screen.get() == Screen::Unsaved { Choice::QuitUnsaved } else { Choice::Quit }));
    }
}

/// Where leaving a level leads: to the title if the level was opened by name, since it is on no list.
pub fn choice_to_leave_level(catalog: &LevelCatalog) -> Choice {
    if catalog.opened_by_name { Choice::Title } else { Choice::List }
}

fn transition(choice: Choice, catalog: &LevelCatalog) -> Transition {
    match choice {
        Choice::Play => Transition::Play(catalog.first_unfinished()),
        Choice::Level(index) => Transition::Play(index),
        Choice::Next => {
            let after_last = match choice_to_leave_level(catalog) {
                Choice::List if !catalog.is_lab(catalog.current) => Screen::End,
                Choice::List => Screen::LevelList,
                _ => Screen::Title,
            };
            catalog.next().map_or(Transition::Show(after_last), Transition::Play)
        }
        Choice::Again => Transition::Play(catalog.current),
        Choice::Resume => Transition::Resume,
        Choice::List => Transition::Show(Screen::LevelList),
        Choice::Title => Transition::Show(Screen::Title),
        Choice::Credits => Transition::Show(Screen::Credits),
        Choice::Settings => Transition::Settings { opens: true },
        Choice::CloseSettings => Transition::Settings { opens: false },
        Choice::Quit => Transition::Quit { asks: true },
        Choice::QuitUnsaved => Transition::Quit { asks: false },
        Choice::Stay => Transition::Stay,
    }
}

fn follow_choices(
    mut chosen: MessageReader<Chosen<Choice>>,
    mut catalog: ResMut<LevelCatalog>,
    mut attempt: ResMut<Attempt>,
    mut store: ResMut<ProfileStore>,
    screen: Res<State<Screen>>,
    mut next_screen: ResMut<NextState<Screen>>,
    next_pause: Option<ResMut<NextState<Pause>>>,
    mut exit: MessageWriter<AppExit>,
) {
    let Some(Chosen(choice)) = chosen.read().last() else { return };
    match transition(*choice, &catalog) {
        Transition::Play(index) => {
            if catalog.current != index || *screen.get() == Screen::Title || *screen.get() == Screen::LevelList {
                attempt.deaths = 0;
            }
            catalog.current = index;
            // From the pause menu the screen is already `Playing`; setting it enters it again.
            next_screen.set(Screen::Playing);
            if let Some(mut pause) = next_pause {
                pause.set(Pause::Running);
            }
        }
        Transition::Show(screen) => next_screen.set(screen),
        Transition::Resume => {
            if let Some(mut pause) = next_pause {
                pause.set(Pause::Running);
            }
        }
        // In play they lie over the paused level, else they are a screen of their own.
        Transition::Settings { opens } => match next_pause.filter(|_| *screen.get() == Screen::Playing) {
            Some(mut pause) => pause.set(if opens { Pause::Settings } else { Pause::Paused }),
            None => next_screen.set(if opens { Screen::Settings } else { Screen::Title }),
        },
        Transition::Quit { asks } => {
            if asks && !store.flush() {
                next_screen.set(Screen::Unsaved);
            } else {
                exit.write(AppExit::Success);
            }
        }
        Transition::Stay => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::level_catalog::CatalogEntry;

    fn catalog(count: usize, current: usize) -> LevelCatalog {
        LevelCatalog { entries: vec![CatalogEntry::default(); count], current, ..LevelCatalog::default() }
    }

    #[test]
    fn every_choice_has_its_transition() {
        let catalog = catalog(3, 1);
        let cases = [
            (Choice::Play, Transition::Play(0)),
            (Choice::Level(2), Transition::Play(2)),
            (Choice::Next, Transition::Play(2)),
            (Choice::Again, Transition::Play(1)),
            (Choice::Resume, Transition::Resume),
            (Choice::List, Transition::Show(Screen::LevelList)),
            (Choice::Title, Transition::Show(Screen::Title)),
            (Choice::Credits, Transition::Show(Screen::Credits)),
            (Choice::Settings, Transition::Settings { opens: true }),
            (Choice::CloseSettings, Transition::Settings { opens: false }),
            (Choice::Quit, Transition::Quit { asks: true }),
            (Choice::QuitUnsaved, Transition::Quit { asks: false }),
            (Choice::Stay, Transition::Stay),
        ];
        for (choice, expected) in cases {
            assert_eq!(transition(choice, &catalog), expected, "{choice:?}");
        }
    }

    #[test]
    fn next_leads_to_the_end_after_the_last_level_and_to_the_list_after_the_last_lab() {
        let next = |catalog: LevelCatalog| transition(Choice::Next, &catalog);
        assert_eq!(next(catalog(3, 2)), Transition::Show(Screen::End));
        assert_eq!(next(LevelCatalog { labs: 1, ..catalog(3, 2) }), Transition::Show(Screen::LevelList));
        assert_eq!(next(LevelCatalog { labs: 1, ..catalog(3, 1) }), Transition::Show(Screen::End));
        assert_eq!(next(LevelCatalog { opened_by_name: true, ..catalog(1, 0) }), Transition::Show(Screen::Title));
    }
}
