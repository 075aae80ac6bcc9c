//! The player's settings, and the results and the best run of each level. One file, in one folder.
//!
//! - [`Profile`] is the data, with the [`settings`] and the results of [`daily`] levels; [`mod@format`] reads and writes it as RON.
//! - [`files::ProfileFiles`] brings it to the disk, where other games write it too; [`store::ProfileStore`] does that on a thread.
//! - [`disk`] is the one way in which the program replaces a file; [`folders`] says where files lie.
//!
//! Nothing here knows the ECS, except that a store and the settings can be resources.

pub mod daily;
pub mod disk;
pub mod files;
pub mod folders;
pub mod format;
pub mod medal;
pub mod settings;
pub mod store;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use daily::{DailyEvent, DailyResults};
use medal::Medal;
use settings::Settings;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub settings: Settings,
    /// The results, by [`Level::hash`](hairline_level::Level::hash): a level that is edited has none yet, and those of its
    /// older versions stay.
    pub levels: BTreeMap<u64, LevelRecord>,
    /// The results on daily levels.
    pub daily: DailyResults,
}

/// The results on one version of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRecord {
    /// The file's name when the level was last played.
    pub file: String,
    /// The shortest finished run; `None` if there is none yet.
    pub best: Option<BestRun>,
    pub shards: u32,
    #[serde(default)]
    pub medal: Option<Medal>,
    /// The time of the shortest run with help, in ticks.
    #[serde(default)]
    pub assisted_ticks: Option<u32>,
    pub finishes: u32,
    pub deaths: u32,
}

impl LevelRecord {
    /// Counts saturate.
    fn apply(&mut self, event: LevelEvent) {
        let finishes = self.finishes.saturating_add(1);
        self.merge(match event {
            LevelEvent::Finished { shards, medal, run } => {
                Self { best: Some(run), shards, medal, finishes, ..Self::default() }
            }
            LevelEvent::FinishedAssisted { ticks } => Self { assisted_ticks: Some(ticks), finishes, ..Self::default() },
            LevelEvent::Died => Self { deaths: self.deaths.saturating_add(1), ..Self::default() },
        });
    }

    /// Takes the better value of each field, and keeps the name of the file.
    fn merge(&mut self, other: Self) {
        self.best = [self.best.take(), other.best].into_iter().flatten().min_by_key(|best| best.ticks);
        self.shards = self.shards.max(other.shards);
        self.medal = self.medal.max(other.medal);
        self.assisted_ticks = [self.assisted_ticks, other.assisted_ticks].into_iter().flatten().min();
        self.finishes = self.finishes.max(other.finishes);
        self.deaths = self.deaths.max(other.deaths);
    }

    pub fn best_ticks(&self) -> Option<u32> {
        self.best.as_ref().map(|best| best.ticks)
    }

    /// Whether the level was ever finished, with help or without.
    pub fn is_finished(&self) -> bool {
        self.best.is_some() || self.assisted_ticks.is_some()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestRun {
    pub ticks: u32,
    /// Its replay, as the text of a replay file.
    pub replay: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileEvent {
    /// On a level, by its hash and the name of its file.
    Level(u64, String, LevelEvent),
    /// On a level of a day, by the day and the level's hash.
    Daily(String, u64, DailyEvent),
    /// Sets what differs between the two, and nothing else: another game may have set the rest.
    Set { from: Settings, to: Settings },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelEvent {
    Finished { shards: u32, medal: Option<Medal>, run: BestRun },
    FinishedAssisted { ticks: u32 },
    Died,
}

impl Profile {
    pub fn apply(&mut self, event: ProfileEvent) {
        match event {
            ProfileEvent::Level(level, file, event) => {
                let record = self.levels.entry(level).or_default();
                record.file = file;
                record.apply(event);
            }
            ProfileEvent::Daily(day, level, event) => daily::apply(&mut self.daily, day, level, event),
            ProfileEvent::Set { from, to } => self.settings.change(&from, &to),
        }
    }

    /// Takes the better results of another state of the profile. The settings stay.
    fn merge(&mut self, other: &Self) {
        for (level, other) in &other.levels {
            let named = || LevelRecord { file: other.file.clone(), ..LevelRecord::default() };
            self.levels.entry(*level).or_insert_with(named).merge(other.clone());
        }
        daily::merge(&mut self.daily, &other.daily);
    }
}
