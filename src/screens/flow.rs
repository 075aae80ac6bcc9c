//! The transitions between screens: this file alone decides where a choice leads.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::WindowCloseRequested;

use super::level_catalog::LevelCatalog;
use super::menus::{self, Choice, Chosen, MenuSystems};
use super::play::attempt::Attempt;
use super::play::history::watch::{Request, Watch};
use super::play::loaded_level::{LoadedCharge, LoadedLevel};
use super::{Pause, Screen, Seen};
use hairline_profile::settings::{AssistSettings, Settings};
use hairline_profile::store::ProfileStore;
use hairline_sim::history::History;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::RULES_VERSION;

pub fn plugin(app: &mut App) {
    app.add_plugins(menus::plugin)
        .add_systems(Update, (quit_with_window, follow_choices).chain().in_set(MenuSystems::FollowChoices));
}

/// Closing the window is the choice to quit. Where that was asked already, it is the answer.
fn quit_with_window(
    mut requests: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    mut chosen: MessageWriter<Chosen>,
) {
    if requests.read().count() > 0 {
        chosen.write(Chosen(if *screen.get() == Screen::Unsaved { Choice::QuitUnsaved } else { Choice::Quit }));
    }
}

/// Where leaving a level leads: to the title if the level was opened by name, since it is on no list.
pub fn screen_after_leaving(catalog: &LevelCatalog) -> Screen {
    match (catalog.opened_by_name, catalog.is_daily()) {
        (true, _) => Screen::Title,
        (false, true) => Screen::Daily,
        (false, false) => Screen::LevelList,
    }
}

/// The level that a choice plays.
fn level_of(choice: Choice, catalog: &LevelCatalog) -> Option<usize> {
    match choice {
        Choice::Play => Some(catalog.first_unfinished()),
        Choice::Level(index) => Some(index).filter(|&index| catalog.lock_of(index).is_none()),
        Choice::Next => catalog.next(),
        Choice::Again => Some(catalog.current),
        _ => None,
    }
}

/// Where the next level leads after the last one: only the campaign has an end.
fn screen_after_last(catalog: &LevelCatalog) -> Screen {
    let is_end = !catalog.opened_by_name && catalog.is_last();
    if is_end { Screen::End } else { screen_after_leaving(catalog) }
}

/// What decides which run a choice watches.
#[derive(SystemParam)]
struct Requests<'w> {
    loaded: Res<'w, LoadedLevel>,
    charge: Res<'w, LoadedCharge>,
    settings: Res<'w, Settings>,
}

impl Requests<'_> {
    /// The run that a choice watches, whose level becomes the current one.
    fn request(&self, choice: Choice, catalog: &mut LevelCatalog, history: &History) -> Option<Request> {
        match choice {
            Choice::WatchRun => {
                let help = AssistSettings { beam_charge: self.charge.0, ..self.settings.assist.clone() };
                let (inputs, level_hash) = (history.finished()?.inputs.clone(), self.loaded.0?.hash);
                Some(Request { inputs, level_hash, help, leave_to: Screen::Playing })
            }
            Choice::WatchBest(index) => {
                let best = catalog.entries.get(index)?.record.best.as_ref()?;
                let replay =
                    Replay::parse(best.replay.as_bytes()).ok().filter(|replay| replay.rules == RULES_VERSION)?;
                catalog.current = index;
                let Replay { inputs, level_hash, .. } = replay;
                Some(Request {
                    inputs,
                    level_hash,
                    help: AssistSettings::default(),
                    leave_to: screen_after_leaving(catalog),
                })
            }
            _ => None,
        }
    }
}

fn follow_choices(
    mut chosen: MessageReader<Chosen>,
    mut catalog: ResMut<LevelCatalog>,
    (mut attempt, mut history): (ResMut<Attempt>, ResMut<History>),
    mut store: ResMut<ProfileStore>,
    (screen, requests): (Res<State<Screen>>, Requests),
    mut watch: ResMut<Watch>,
    mut next_screen: ResMut<NextState<Screen>>,
    (mut next_pause, mut next_seen): (ResMut<NextState<Pause>>, ResMut<NextState<Seen>>),
    mut exit: MessageWriter<AppExit>,
) {
    let Some(&Chosen(choice)) = chosen.read().last() else { return };
    if let Some(request) = requests.request(choice, &mut catalog, &history) {
        watch.request = Some(request);
        if matches!(choice, Choice::WatchBest(_)) {
            attempt.deaths = 0;
            history.clear();
        }
        next_screen.set(Screen::Playing);
        next_pause.set(Pause::Watching);
        return;
    }
    if let Some(index) = level_of(choice, &catalog) {
        if catalog.current != index || matches!(screen.get(), Screen::Title | Screen::LevelList | Screen::Daily) {
            attempt.deaths = 0;
            history.clear();
        }
        catalog.current = index;
        // From the pause menu the screen is already `Playing`; setting it enters it again.
        next_screen.set(Screen::Playing);
        next_pause.set(Pause::Running);
        return;
    }
    // In play the settings lie over the paused level, else they are a screen of their own.
    let is_played = *screen.get() == Screen::Playing;
    match choice {
        Choice::Next => next_screen.set(screen_after_last(&catalog)),
        Choice::Resume => next_pause.set(Pause::Running),
        Choice::LastDeath => next_pause.set(Pause::LastDeath),
        Choice::Practice => {
            watch.wants_practice = true;
            next_pause.set(Pause::Running);
        }
        Choice::List => {
            // The list shows the campaign.
            if catalog.is_daily() {
                catalog.current = catalog.first_unfinished();
            }
            next_screen.set(Screen::LevelList);
        }
        Choice::Daily => next_screen.set(Screen::Daily),
        Choice::Title => next_screen.set(Screen::Title),
        Choice::Credits => next_screen.set(Screen::Credits),
        Choice::Settings if is_played => next_pause.set(Pause::Settings),
        Choice::Settings => next_screen.set(Screen::Settings),
        Choice::CloseSettings if is_played => next_pause.set(Pause::Paused),
        Choice::CloseSettings => next_screen.set(Screen::Title),
        Choice::See(seen) => next_seen.set(seen),
        Choice::Quit if !store.flush() => next_screen.set(Screen::Unsaved),
        Choice::Quit | Choice::QuitUnsaved => _ = exit.write(AppExit::Success),
        Choice::Play | Choice::Level(_) | Choice::Again | Choice::Stay => {}
        // `share` follows these.
        Choice::Copy | Choice::Paste | Choice::Film => {}
        // Those without a run.
        Choice::WatchRun | Choice::WatchBest(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::level_catalog::CatalogEntry;
    use hairline_level::campaign::Outline;

    #[test]
    fn next_leads_to_the_end_after_the_last_level_and_to_the_list_after_the_last_lab() {
        let catalog = |count: usize, current: usize| LevelCatalog {
            entries: vec![CatalogEntry::default(); count],
            outline: Outline::list(count, 0),
            current,
            ..LevelCatalog::default()
        };
        assert_eq!(level_of(Choice::Next, &catalog(3, 1)), Some(2));
        let after_last = |catalog: LevelCatalog| {
            assert_eq!(level_of(Choice::Next, &catalog), None);
            screen_after_last(&catalog)
        };
        assert_eq!(after_last(catalog(3, 2)), Screen::End);
        assert_eq!(after_last(LevelCatalog { outline: Outline::list(2, 1), ..catalog(3, 2) }), Screen::LevelList);
        assert_eq!(after_last(LevelCatalog { outline: Outline::list(2, 1), ..catalog(3, 1) }), Screen::End);
        assert_eq!(after_last(LevelCatalog { opened_by_name: true, ..catalog(1, 0) }), Screen::Title);
    }
}
