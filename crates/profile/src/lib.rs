//! The player's settings, and the results and the best run of each level. One file, in one folder.
//!
//! - [`Profile`] is the data, with the [`settings`]; [`mod@format`] reads and writes it as RON.
//! - [`files::ProfileFiles`] brings it to the disk, where other games write it too; [`store::ProfileStore`] does that on a thread.
//! - [`disk`] is the one way in which the program replaces a file; [`folders`] says where files lie.
//!
//! Nothing here knows the ECS, except that a store and the settings can be resources.

pub mod disk;
pub mod files;
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
            ProfileEvent::Set { from, to } => self.settings.change(&from, &to),
        }
    }

    /// Takes the better results of another state of the profile. The settings stay.
    fn merge(&mut self, other: &Self) {
        for (level, other) in &other.levels {
            let named = || LevelRecord { file: other.file.clone(), ..LevelRecord::default() };
            self.levels.entry(*level).or_insert_with(named).merge(other.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(ticks: u32, shards: u32) -> ProfileEvent {
        let run = BestRun { ticks, replay: format!("{ticks}") };
        let medal = (ticks < 110).then_some(Medal::Gold);
        ProfileEvent::Level(7, "a.level.ron".into(), LevelEvent::Finished { shards, medal, run })
    }

    #[test]
    fn the_shortest_run_and_the_most_shards_are_kept_and_counts_grow() {
        let mut profile = Profile::default();
        for event in [finished(100, 0), finished(120, 2), finished(90, 1), finished(90, 0)] {
            profile.apply(event);
        }
        profile.apply(ProfileEvent::Level(7, "b.level.ron".into(), LevelEvent::Died));
        let record = &profile.levels[&7];
        assert_eq!(record.best, Some(BestRun { ticks: 90, replay: "90".into() }));
        assert_eq!((record.shards, record.finishes, record.deaths), (2, 4, 1));
        assert_eq!(record.medal, Some(Medal::Gold), "also after a slower run");
        assert_eq!(record.file, "b.level.ron", "the name that it has now");
    }

    #[test]
    fn a_run_with_help_has_a_time_of_its_own() {
        let mut profile = Profile::default();
        let assisted = |ticks| ProfileEvent::Level(7, "a.level.ron".into(), LevelEvent::FinishedAssisted { ticks });
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
        profile.apply(ProfileEvent::Level(8, "a.level.ron".into(), LevelEvent::Died));
        assert_eq!(profile.levels.len(), 2);
        assert_eq!(profile.levels[&8].best, None);
        assert!(profile.levels[&7].best.is_some());
    }
    #[test]
    fn a_merge_loses_no_medal_no_best_run_and_no_count() {
        let record = |ticks, shards, finishes, deaths| LevelRecord {
            file: format!("{ticks}.level.ron"),
            best: Some(BestRun { ticks, replay: format!("{ticks}") }),
            shards,
            medal: (ticks < 110).then_some(Medal::Gold),
            assisted_ticks: (ticks > 110).then_some(ticks),
            finishes,
            deaths,
        };
        let (fast, slow) = (record(100, 1, 3, 9), record(120, 2, 8, 4));
        let profile = |levels: &[(u64, &LevelRecord)]| Profile {
            levels: levels.iter().map(|(level, record)| (*level, (*record).clone())).collect(),
            ..Profile::default()
        };
        let mut merged = profile(&[(1, &fast), (2, &slow)]);
        merged.merge(&profile(&[(2, &fast), (3, &slow)]));
        let both =
            LevelRecord { file: slow.file.clone(), assisted_ticks: Some(120), finishes: 8, shards: 2, ..fast.clone() };
        assert_eq!(merged, profile(&[(1, &fast), (2, &both), (3, &slow)]));
        let again = merged.clone();
        merged.merge(&again);
        assert_eq!(merged, again);
    }
}
