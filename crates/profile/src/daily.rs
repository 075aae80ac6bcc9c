//! Results of daily levels. They are kept by day, apart from those of the levels from which daily ones are made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The most days that are kept; the earliest go first.
pub const DAILY_DAYS_MAX: usize = 400;

/// The most levels of a day that are read: another version of the campaign has others.
pub(crate) const DAILY_LEVELS_MAX: usize = 64;

/// Whether a text is a day such as `2026-11-24`, by its form.
pub(crate) fn is_day(text: &str) -> bool {
    let is_right =
        |(place, byte): (usize, u8)| if [4, 7].contains(&place) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(is_right)
}

/// The results of each day, named such as `2026-11-24`: by the [hash](hairline_level::Level::hash) of each level.
pub type DailyResults = BTreeMap<String, BTreeMap<u64, DailyResult>>;

/// The results on a daily level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyResult {
    /// Tries up to the first finish, with it; so far, if there is none.
    pub tries: u32,
    /// The shortest finished run, in ticks.
    pub best_ticks: Option<u32>,
    /// The shortest one with help.
    pub assisted_ticks: Option<u32>,
}

/// Something that happened on a daily level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DailyEvent {
    /// A try began. After the first finish no more are counted.
    Tried,
    /// A run finished, in so many ticks.
    Finished {
        /// Its time.
        ticks: u32,
    },
    /// A run with help finished.
    FinishedAssisted {
        /// Its time.
        ticks: u32,
    },
}

impl DailyResult {
    /// Whether it was finished, with help or without.
    pub fn is_finished(&self) -> bool {
        self.best_ticks.is_some() || self.assisted_ticks.is_some()
    }

    fn apply(&mut self, event: DailyEvent) {
        let least = |known: Option<u32>, ticks: u32| Some(known.map_or(ticks, |known| known.min(ticks)));
        match event {
            DailyEvent::Tried if self.is_finished() => {}
            DailyEvent::Tried => self.tries = self.tries.saturating_add(1),
            DailyEvent::Finished { ticks } => self.best_ticks = least(self.best_ticks, ticks),
            DailyEvent::FinishedAssisted { ticks } => self.assisted_ticks = least(self.assisted_ticks, ticks),
        }
    }

    /// Takes the better of each: the tries of what was finished, or the fewer ones; of what was not, the more.
    fn merge(&mut self, other: &Self) {
        self.tries = match (self.is_finished(), other.is_finished()) {
            (true, false) => self.tries,
            (false, true) => other.tries,
            (true, true) => self.tries.min(other.tries),
            (false, false) => self.tries.max(other.tries),
        };
        let least = |a: Option<u32>, b: Option<u32>| [a, b].into_iter().flatten().min();
        self.best_ticks = least(self.best_ticks, other.best_ticks);
        self.assisted_ticks = least(self.assisted_ticks, other.assisted_ticks);
    }
}

/// Adds an event on the level with a hash.
pub(super) fn apply(results: &mut DailyResults, day: String, level: u64, event: DailyEvent) {
    results.entry(day.clone()).or_default().entry(level).or_default().apply(event);
    forget_earliest(results, &day);
}

/// Takes the better results of others.
pub(super) fn merge(results: &mut DailyResults, others: &DailyResults) {
    for (day, levels) in others {
        let own = results.entry(day.clone()).or_default();
        levels.iter().for_each(|(level, other)| own.entry(*level).or_default().merge(other));
    }
    forget_earliest(results, "");
}

/// Forgets the earliest days, but not this one: a clock may have gone wrong before.
fn forget_earliest(results: &mut DailyResults, today: &str) {
    while results.len() > DAILY_DAYS_MAX {
        let Some(earliest) = results.keys().find(|day| *day != today).cloned() else { return };
        results.remove(&earliest);
    }
}
