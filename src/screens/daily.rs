//! The daily three in the window: they are drawn and proved beside the game, on threads of their own, and each is added to the
//! catalog as soon as it is ready. Counts the tries at them.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, TryRecvError};

use bevy::prelude::*;

use super::level_catalog::level_asset::LevelAsset;
use super::level_catalog::{CatalogEntry, LevelCatalog};
use super::play::history::watch::{self, Watch};
use super::words::Words;
use super::{Pause, Screen};
use hairline_level::LEVEL_FILE_ENDING;
use hairline_profile::daily::{DailyEvent, DailyResult};
use hairline_profile::store::ProfileStore;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Run, RunRestarted};
use hairline_tools::daily::{self, DailyLevel, Date, result_line};

/// The folder from which the levels are drawn; `None` is that of the game's campaign.
#[derive(Resource, Clone, Debug, Default)]
pub struct DailyFolder(pub Option<PathBuf>);

/// The levels of the day that was asked for last.
#[derive(Resource, Default)]
pub struct Daily {
    pub date: Option<Date>,
    /// Those that are ready, in their order, each with its index in the catalog.
    pub levels: Vec<(usize, DailyLevel)>,
    drawing: Option<Drawing>,
    /// Why there are no more.
    pub failure: Option<String>,
}

/// Levels on their way.
struct Drawing(Mutex<Receiver<Result<DailyLevel, String>>>);

pub fn plugin(app: &mut App) {
    app.init_resource::<Daily>()
        .init_resource::<DailyFolder>()
        .add_systems(OnEnter(Screen::Daily), begin_day)
        .add_systems(Update, take_drawn)
        // After the tick that it counts.
        .add_systems(FixedPostUpdate, count_tries);
}

impl Daily {
    /// Whether more levels are on their way.
    pub fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// The results on the levels that are ready.
    pub fn results(&self, store: &ProfileStore) -> Vec<DailyResult> {
        let day = self.date.map(|date| date.to_string()).unwrap_or_default();
        let known = store.profile().daily.get(&day);
        let result = |level: &DailyLevel| known.and_then(|levels| levels.get(&level.level.hash)).copied();
        self.levels.iter().map(|(_, level)| result(level).unwrap_or_default()).collect()
    }

    /// The result of the day as a line of text, once all its levels are there.
    pub fn line(&self, store: &ProfileStore) -> Option<String> {
        let date = self.date.filter(|_| self.levels.len() == daily::LEVELS_A_DAY)?;
        let levels: Vec<DailyLevel> = self.levels.iter().map(|(_, level)| level.clone()).collect();
        Some(result_line(date, &levels, &self.results(store)))
    }
}

/// Begins to draw the levels of today, unless they are there or on their way.
fn begin_day(mut day: ResMut<Daily>, mut catalog: ResMut<LevelCatalog>, folder: Res<DailyFolder>) {
    let today = Date::today();
    if day.date == Some(today) && day.failure.is_none() {
        return;
    }
    catalog.forget_daily();
    let (sender, receiver) = mpsc::channel();
    let folder = folder.0.clone();
    // Bevy's tasks are for short work. Nobody waits for the thread: it ends at its next level once the receiver is gone.
    let thread = std::thread::Builder::new().name("daily levels".to_owned()).spawn(move || {
        let drawn = daily::draw(today, folder.as_deref(), |level| sender.send(Ok(level)).is_ok());
        if let Err(reason) = drawn {
            _ = sender.send(Err(reason));
        }
    });
    if let Err(error) = thread {
        *day = Daily { date: Some(today), failure: Some(error.to_string()), ..Daily::default() };
        return;
    }
    let drawing = Some(Drawing(Mutex::new(receiver)));
    *day = Daily { date: Some(today), levels: vec![], drawing, failure: None };
}

/// Adds the levels that are ready to the catalog.
fn take_drawn(
    mut day: ResMut<Daily>,
    mut catalog: ResMut<LevelCatalog>,
    mut assets: ResMut<Assets<LevelAsset>>,
    (store, words): (Res<ProfileStore>, Res<Words>),
) {
    // A mutable access would mark both as changed and redraw the page.
    if !day.is_drawing() {
        return;
    }
    let drawn = day.bypass_change_detection().drawing.as_mut().and_then(|drawing| {
        let levels = drawing.0.get_mut().ok()?;
        match levels.try_recv() {
            Err(TryRecvError::Empty) => Some(None),
            Err(TryRecvError::Disconnected) => None,
            Ok(drawn) => Some(Some(drawn)),
        }
    });
    match drawn {
        Some(None) => {}
        Some(Some(Ok(level))) => {
            let date = day.date.map(|date| date.to_string()).unwrap_or_default();
            let file_name = format!("daily-{date}-{}{LEVEL_FILE_ENDING}", day.levels.len() + 1);
            let handle = assets.add(LevelAsset { level: level.level.clone(), text: level.text.as_str().into() });
            let mut entry = CatalogEntry { file_name, handle, day: Some(date), ..CatalogEntry::default() };
            entry.note_loaded(level.level.hash, level.level.shards.len() as u32, store.profile());
            day.levels.push((catalog.entries.len(), level));
            catalog.entries.push(entry);
        }
        Some(Some(Err(reason))) => (day.failure, day.drawing) = (Some(reason), None),
        None => {
            day.drawing = None;
            if day.levels.len() < daily::LEVELS_A_DAY {
                let counts = [("count", day.levels.len().into()), ("all", daily::LEVELS_A_DAY.into())];
                day.failure = Some(words.with("daily-too-few", counts));
            }
        }
    }
}

/// Counts a try at a daily level at its first press, after each start and each return. Reads what restarts behind menus, too, so that it
/// is not taken for one of the player's.
fn count_tries(
    mut restarts: MessageReader<RunRestarted>,
    (screen, pause, watch): (Res<State<Screen>>, Option<Res<State<Pause>>>, Res<Watch>),
    (run, input): (Option<Res<Run>>, Res<TickInput>),
    catalog: Res<LevelCatalog>,
    mut store: ResMut<ProfileStore>,
    mut is_counted: Local<bool>,
) {
    let has_restarted = restarts.read().count() > 0;
    let Some(run) = run else { return };
    if has_restarted || run.ticks <= 1 {
        *is_counted = false;
    }
    let is_pressed = input.without(TickInput::RESTART) != TickInput::NONE;
    let counts = watch::counts(screen, pause, watch);
    let entry = catalog.entries.get(catalog.current).and_then(|entry| Some((entry.day.as_ref()?, entry.hash?)));
    if let Some((day, level)) = entry.filter(|_| counts && is_pressed && run.is_running() && !*is_counted) {
        *is_counted = true;
        store.note_daily(day, level, DailyEvent::Tried);
    }
}
