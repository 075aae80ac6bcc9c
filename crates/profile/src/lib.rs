//! What the game remembers of its player: settings, and results and the best run of each level. One file, in one folder.
//!
//! - [`Profile`] is the data, of which [`settings`] is the part that the player sets; [`mod@format`] reads and writes it as RON.
//! - [`store::ProfileStore`] keeps it on the disk while the game runs, alone or beside another running game.
//! - [`disk`] is the one way in which the program replaces a file; [`folders`] says where files lie.
//!
//! Nothing here knows the ECS, except that a store and the settings can be resources.

pub mod disk;
pub mod folders;
pub mod format;
pub mod medal;
pub mod notice;
pub mod settings;
pub mod store;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use medal::Medal;
use settings::Settings;

/// Everything that is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// What the player has set.
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
    /// The most shards that one finished run took.
    pub shards: u32,
    /// The best medal that a run earned.
    #[serde(default)]
    pub medal: Option<Medal>,
    /// The time of the shortest run with help, in ticks.
    #[serde(default)]
    pub assisted_ticks: Option<u32>,
    /// How often it was finished.
    pub finishes: u32,
    /// How often the ninja died.
    pub deaths: u32,
}

/// The shortest finished run of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestRun {
    /// Its time in ticks.
    pub ticks: u32,
    /// Its [replay](hairline_sim::state::replay::Replay), as the text of a replay file.
    pub replay: String,
}

/// Something to remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileEvent {
    /// A run was finished.
    Finished {
        /// The level's hash.
        level: u64,
        /// The level's file.
        file: String,
        /// Shards taken.
        shards: u32,
        /// The medal that its time earns.
        medal: Option<Medal>,
        /// The run, if it is to count as the best where it is the shortest.
        run: BestRun,
    },
    /// A run was finished with help.
    FinishedAssisted {
        /// The level's hash.
        level: u64,
        /// The level's file.
        file: String,
        /// Its time in ticks.
        ticks: u32,
    },
    /// The ninja died.
    Died {
        /// The level's hash.
        level: u64,
        /// The level's file.
        file: String,
    },
    /// A setting was changed.
    Set(Settings),
}

impl Profile {
    /// Remembers what happened. Counts saturate.
    pub fn apply(&mut self, event: ProfileEvent) {
        match event {
            ProfileEvent::Finished { level, file, shards, medal, run } => {
                let record = self.record(level, file);
                record.finishes = record.finishes.saturating_add(1);
                record.shards = record.shards.max(shards);
                record.medal = record.medal.max(medal);
                if record.best.as_ref().is_none_or(|best| run.ticks < best.ticks) {
                    record.best = Some(run);
                }
            }
            ProfileEvent::FinishedAssisted { level, file, ticks } => {
                let record = self.record(level, file);
                record.finishes = record.finishes.saturating_add(1);
                record.assisted_ticks = Some(record.assisted_ticks.map_or(ticks, |best| best.min(ticks)));
            }
            ProfileEvent::Died { level, file } => {
                let record = self.record(level, file);
                record.deaths = record.deaths.saturating_add(1);
            }
            ProfileEvent::Set(settings) => self.settings = settings,
        }
    }

    fn record(&mut self, level: u64, file: String) -> &mut LevelRecord {
        let record = self.levels.entry(level).or_default();
        record.file = file;
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(ticks: u32, shards: u32) -> ProfileEvent {
        let run = BestRun { ticks, replay: format!("{ticks}") };
        let medal = (ticks < 110).then_some(Medal::Gold);
        ProfileEvent::Finished { level: 7, file: "a.level.ron".into(), shards, medal, run }
    }

    #[test]
    fn the_shortest_run_and_the_most_shards_are_kept_and_counts_grow() {
        let mut profile = Profile::default();
        for event in [finished(100, 0), finished(120, 2), finished(90, 1), finished(90, 0)] {
            profile.apply(event);
        }
        profile.apply(ProfileEvent::Died { level: 7, file: "b.level.ron".into() });
        let record = &profile.levels[&7];
        assert_eq!(record.best, Some(BestRun { ticks: 90, replay: "90".into() }));
        assert_eq!((record.shards, record.finishes, record.deaths), (2, 4, 1));
        assert_eq!(record.medal, Some(Medal::Gold), "also after a slower run");
        assert_eq!(record.file, "b.level.ron", "the name that it has now");
    }

    #[test]
    fn a_run_with_help_has_a_time_of_its_own() {
        let mut profile = Profile::default();
        let assisted = |ticks| ProfileEvent::FinishedAssisted { level: 7, file: "a.level.ron".into(), ticks };
        for event in [assisted(80), assisted(60), assisted(70), finished(100, 1)] {
            profile.apply(event);
        }
        let record = &profile.levels[&7];
        assert_eq!((record.assisted_ticks, record.best.as_ref().map(|best| best.ticks)), (Some(60), Some(100)));
        assert_eq!(record.finishes, 4);
    }

    #[test]
    fn another_version_of_a_level_has_a_record_of_its_own() {
        let mut profile = Profile::default();
        profile.apply(finished(100, 0));
        profile.apply(ProfileEvent::Died { level: 8, file: "a.level.ron".into() });
        assert_eq!(profile.levels.len(), 2);
        assert_eq!(profile.levels[&8].best, None);
        assert!(profile.levels[&7].best.is_some());
    }
}
