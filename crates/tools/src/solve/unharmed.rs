//! Runs in which nothing kills. Without death the fast ways through a room are soon found, and what light costs is left to the
//! run that is improved: it takes pieces of them, as they are or with [focus chosen anew](super::refocus).

use hairline_level::Level;

use super::beam::{self, Round, RoundOutcome};
use super::challenge::Challenges;
use super::course::Course;
use super::crossings::OtherRun;
use super::improvement::Improvement;
use super::maps::Maps;
use super::progress::Progress;
use super::refocus::refocus;
use super::rounds::Rounds;
use super::search::{Search, Settings};
use super::track::{Track, Variant};
use super::worker::Workers;

/// Pieces of one run that are tried with other focus, at most.
const REFOCUSED_MAX: usize = 8;
/// Pieces whose ends are nearer to each other than this, in ticks, are alike.
const TICKS_ALIKE: usize = 24;
/// The search rests if no piece was taken in so many of its ticks.
const PATIENCE_TICKS: u64 = 3_000_000;

/// A search in which nothing kills, beside the one that it helps.
pub(super) struct Unharmed<'l> {
    level: &'l Level,
    maps: &'l Maps<'l>,
    settings: Settings,
    shards_needed: u32,
    search: Search<'l>,
    rounds: Rounds,
    found: Option<(Improvement<'l>, Track)>,
    /// How many of its runs the helped run has tried, the best one first and then the latest; and the helped run's length then.
    tried: usize,
    tried_by: usize,
    /// Ticks spent on this search: in all, and when a piece was last taken.
    spent: u64,
    spent_when_taken: u64,
}

impl<'l> Unharmed<'l> {
    /// `workers` are [`Workers::unharmed`].
    pub fn new(
        level: &'l Level,
        workers: &'l Workers<'l>,
        maps: &'l Maps<'l>,
        settings: Settings,
        shards_needed: u32,
        helped: &Search,
    ) -> Self {
        // Focus slows hazards, which do not kill here. Doors and lifts that need it are left to the helped run.
        let settings = Settings { focus: false, ..settings };
        let search = Search::new(level, workers, &maps.plain, helped.budget);
        let rounds = Rounds::unharmed(level, &settings, workers);
        let (tried, tried_by, spent, spent_when_taken) = (0, 0, 0, 0);
        let found = None;
        Self { level, maps, settings, shards_needed, search, rounds, found, tried, tried_by, spent, spent_when_taken }
    }

    /// Whether it may find more, and a piece was taken within [`PATIENCE_TICKS`]: where none survives, ticks are better spent elsewhere.
    pub fn has_work(&self) -> bool {
        let is_done = self.found.as_ref().is_some_and(|(improvement, _)| improvement.is_done());
        !is_done && self.spent - self.spent_when_taken < PATIENCE_TICKS
    }

    /// Does one step, with ticks of the search that it helps.
    pub fn step(&mut self, helped: &mut Search, progress: &mut Progress) {
        (self.search.ticks, self.search.budget) = (helped.ticks, helped.budget);
        let has_news = match &mut self.found {
            Some((improvement, track)) => {
                let before = improvement.found();
                improvement.step(&mut self.search, track, progress) || improvement.found() > before
            }
            None => {
                self.found = self.first(progress);
                self.found.is_some()
            }
        };
        if has_news {
            self.tried = 0;
        }
        self.spent += self.search.ticks - helped.ticks;
        helped.ticks = self.search.ticks;
    }

    /// The run that one round finds.
    fn first(&mut self, progress: &mut Progress) -> Option<(Improvement<'l>, Track)> {
        let course = Course::new(&self.maps.plain);
        let round = Round { per_place: u32::MAX, ..self.rounds.next() };
        let RoundOutcome::Found(inputs) = beam::run(&mut self.search, &course, round, self.shards_needed, progress)
        else {
            return None;
        };
        let track = Track::new(&mut self.search, inputs, self.shards_needed)?;
        let rounds = Rounds::unharmed(self.level, &self.settings, self.search.workers);
        let challenges = Challenges::new(self.maps, rounds, self.settings, self.shards_needed);
        Some((Improvement::new(challenges, self.settings), track))
    }

    /// Whether there is a run whose pieces the run of `track` has not tried.
    pub fn has_pieces_for(&self, track: &Track) -> bool {
        let runs = self.found.as_ref().map_or(0, |(improvement, _)| 1 + improvement.others().len());
        runs > 0 && (track.inputs.len() != self.tried_by || self.tried < runs)
    }

    /// Tries pieces of the next of its runs in the run of `track`; returns whether that got better.
    pub fn give_piece(&mut self, helped: &mut Search, track: &mut Track, can_focus: bool) -> bool {
        if track.inputs.len() != self.tried_by {
            (self.tried, self.tried_by) = (0, track.inputs.len());
        }
        let Some((improvement, best)) = &self.found else { return false };
        let pieces = match self.tried.checked_sub(1) {
            None => OtherRun::from(best).pieces_for(track),
            Some(older) => improvement.others().iter().rev().nth(older).map_or(vec![], |other| other.pieces_for(track)),
        };
        self.tried += 1;
        let distinct = distinct(&pieces);
        let can_focus = can_focus && self.level.focus.max > 0.0;
        let is_taken = track.improve(helped, pieces).is_some() || can_focus && refocus(helped, track, &distinct);
        if is_taken {
            self.spent_when_taken = self.spent;
        }
        is_taken
    }
}

/// The first [`REFOCUSED_MAX`] variants that begin or end at different ticks.
fn distinct(variants: &[Variant]) -> Vec<Variant> {
    let mut kept: Vec<Variant> = vec![];
    for variant in variants {
        let differs = |other: &Variant| {
            variant.from.abs_diff(other.from) > TICKS_ALIKE || variant.to.abs_diff(other.to) > TICKS_ALIKE
        };
        if kept.len() < REFOCUSED_MAX && kept.iter().all(differs) {
            kept.push(variant.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use hairline_sim::run::input::TickInput;

    use super::*;
    use crate::logic::LevelLogic;
    use crate::solve::budget::Budget;
    use crate::solve::options::Shards;
    use crate::solve::refocus::tests::beam_in_a_corridor;

    #[test]
    fn a_run_takes_the_way_past_a_beam_from_a_search_in_which_nothing_kills() {
        let level = beam_in_a_corridor();
        let (logic, workers, unharmed) = (LevelLogic::new(&level), Workers::new(&level), Workers::unharmed(&level));
        let maps = Maps::new(&level, &logic, &workers, 0);
        let mut search = Search::new(&level, &workers, &maps.plain, Budget::new(None, Some(20_000_000)));
        let slow = [vec![TickInput::NONE; 160], vec![TickInput::RIGHT; 400]].concat();
        let mut track = Track::new(&mut search, slow, 0).expect("it passes while the beam is dark");
        let slow = track.inputs.len();
        let settings = Settings { shards: Shards::All, focus: true, first: false, seed: 0, memory: 1 << 30 };
        let mut unharmed = Unharmed::new(&level, &unharmed, &maps, settings, 0, &search);
        let mut progress = Progress::new(&level.name);
        assert!(!unharmed.has_pieces_for(&track), "it has not begun");
        for _ in 0..4 {
            unharmed.step(&mut search, &mut progress);
        }
        assert!(unharmed.has_pieces_for(&track));
        assert!(unharmed.give_piece(&mut search, &mut track, true));
        assert!(track.inputs.len() < slow - 100, "{} of {slow}", track.inputs.len());
        // A run that got no better tries each of them once.
        let mut in_vain = 0;
        while unharmed.has_pieces_for(&track) {
            in_vain = if unharmed.give_piece(&mut search, &mut track, true) { 0 } else { in_vain + 1 };
        }
        let others = unharmed.found.as_ref().map_or(0, |(improvement, _)| improvement.others().len());
        assert_eq!(in_vain, 1 + others);
    }
}
