//! What a round goes by: the map, the state from which it begins, and the pace of the run that it must beat.

use hairline_geometry::limit::Limit;
use hairline_sim::state::snapshot::StateArena;

use super::paths::Paths;
use super::worker::Workers;

/// Ticks from one note of a pace to the next.
const NOTE_TICKS: usize = 32;
/// A round is behind a run if it has not come, but for so many tiles, as near to the exit as the run had in this share of the ticks,
/// less some.
const BEHIND_SHARE: f32 = 0.8;
const BEHIND_TICKS: f32 = 64.0;
const BEHIND_TILES: f32 = 3.0;

pub(super) struct Course<'a> {
    pub paths: &'a Paths,
    /// The state from which it begins, by its slot; the start of the level if there is none.
    pub from: Option<(&'a StateArena, usize)>,
    /// Tiles that the run to beat had left at most after each [`NOTE_TICKS`] from there; empty without one.
    pace: Vec<f32>,
}

impl<'a> Course<'a> {
    /// From the start of the level, without a run to beat.
    pub fn new(paths: &'a Paths) -> Self {
        Self { paths, from: None, pace: vec![] }
    }

    /// Against a run whose states are in the slots up to `end`, from the state in slot `from`.
    pub fn against(states: &'a StateArena, from: usize, end: usize, paths: &'a Paths, workers: &Workers) -> Self {
        let mut pace: Vec<f32> = vec![];
        workers.with(|worker| {
            for tick in (from..end).step_by(NOTE_TICKS) {
                worker.simulation.restore_slot(states, tick);
                let left = paths.left(worker.state()).0;
                pace.push(pace.last().map_or(left, |&before| left.at_most(before)));
            }
        });
        Self { paths, from: Some((states, from)), pace }
    }

    /// Whether a round that came to `left` tiles from the exit in so many ticks is behind the run.
    pub fn is_behind(&self, left: f32, ticks: u32) -> bool {
        let then = (BEHIND_SHARE * ticks as f32 - BEHIND_TICKS) / NOTE_TICKS as f32;
        then > 0.0 && self.pace.get(then as usize).is_some_and(|&pace| left > pace + BEHIND_TILES)
    }
}

#[cfg(test)]
mod tests {
    use hairline_testing::drawn;

    use super::*;
    use crate::logic::LevelLogic;
    use crate::solve::maps::Maps;

    #[test]
    fn a_round_is_behind_where_the_run_was_nearer_long_ago() {
        let level = drawn("####\n#@X#\n####");
        let (logic, workers) = (LevelLogic::new(&level), Workers::new(&level));
        let maps = Maps::new(&level, &logic, &workers, 0);
        let pace = (0..20).map(|note| 40.0 - 2.0 * note as f32).collect();
        let course = Course { pace, ..Course::new(&maps.plain) };
        // After 240 ticks the run is compared as it was after 128: 32 tiles were left.
        assert!(course.is_behind(35.5, 240));
        assert!(!course.is_behind(34.5, 240));
        // Nothing is behind at once, or without a run.
        assert!(!course.is_behind(90.0, 64));
        assert!(!Course::new(&maps.plain).is_behind(90.0, 240));
    }
}
