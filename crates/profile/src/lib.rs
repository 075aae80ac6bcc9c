//! The player's settings, and the results and the best run of each level. One file, in one folder.
//!
//! - [`Profile`] is the data, with the [`settings`]; [`mod@format`] reads and writes it as RON.
//! - [`store::ProfileStore`] keeps it on the disk while the game runs, alone or beside another running game.
//! - [`disk`] is the one way in which the program replaces a file; [`folders`] says where files lie.
//!
//! Nothing here knows the ECS, except that a store and the settings can be resources.

pub mod disk;
pub mod folders;
pub mod format;
pub mod medal;
pub mod settings;
pub mod store;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use medal::Medal;
use settings::Settings;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub settings: Settings,
    /// The results, by [`Level::hash`](hairline_level::Level::hash): a level that is edited has none yet, and those of its
    /// older versions stay.
    pub levels: BTreeMap<u64, LevelRecord>,
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
        match event {
            LevelEvent::Finished { shards, medal, run } => {
                self.finishes = self.finishes.saturating_add(1);
                self.shards = self.shards.max(shards);
                self.medal = self.medal.max(medal);
                if self.best_ticks().is_none_or(|best| run.ticks < best) {
                    self.best = Some(run);
                }
            }
            LevelEvent::FinishedAssisted { ticks } => {
                self.finishes = self.finishes.saturating_add(1);
                self.assisted_ticks = Some(self.assisted_ticks.map_or(ticks, |best| best.min(ticks)));
            }
            LevelEvent::Died => self.deaths = self.deaths.saturating_add(1),
        }
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
    Set(Settings),
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
            ProfileEvent::Set(settings) => self.settings = settings,
        }
    }
}
