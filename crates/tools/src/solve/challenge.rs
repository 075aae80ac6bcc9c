//! Rounds against the best run: from the start of the level or from where one of its legs begins, on the level's own map and on bent
//! ones, so that one search tries many ways. What they find may be slower by a quarter: a round is rough. It is polished for a
//! while, and the best run takes the pieces of it that are faster.

use hairline_sim::run::input::TickInput;

use super::beam::{self, RoundOutcome};
use super::course::Course;
use super::crossings::OtherRun;
use super::maps::Maps;
use super::polish::Polish;
use super::progress::Progress;
use super::rounds::Rounds;
use super::search::{Search, Settings};
use super::track::Track;

/// A run of a round may be longer than the best one by this share of it.
const SLOWER: f32 = 0.25;
/// A run is polished for this share of the ticks of its round.
const POLISHED: f32 = 0.3;
/// Other runs that are kept for their pieces.
const OTHERS_MAX: usize = 6;
/// Each time round the legs, a round begins so many ticks earlier than its leg, and after so many times at the leg again: the speed after
/// a shard depends on what comes before it.
const EARLIER_TICKS: usize = 40;
const EARLIER_TIMES: usize = 5;
/// Ticks of a leg at least, and after which a leg without an event ends.
const LEG_TICKS_MIN: usize = 64;
const LEG_TICKS_MAX: usize = 256;

pub(super) struct Challenges<'s> {
    maps: &'s Maps<'s>,
    rounds: Rounds,
    settings: Settings,
    shards_needed: u32,
    /// Rounds that were made, and those among them that began at a leg.
    made: u64,
    legs: usize,
    /// Runs that were found beside the best one, the latest last.
    others: Vec<OtherRun>,
    /// How many runs were found in all.
    found: u64,
}

impl<'s> Challenges<'s> {
    pub fn new(maps: &'s Maps<'s>, rounds: Rounds, settings: Settings, shards_needed: u32) -> Self {
        Self { maps, rounds, settings, shards_needed, made: 0, legs: 0, others: vec![], found: 0 }
    }

    /// Runs that were found beside the best one, the latest last.
    pub fn others(&self) -> &[OtherRun] {
        &self.others
    }

    /// How many runs were found in all.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Another run is to be beaten.
    pub fn restart(&mut self) {
        self.rounds.restart();
    }

    pub fn is_done(&self) -> bool {
        self.rounds.are_done()
    }

    /// Makes one round for a part of the ticks spent so far; returns whether the run got better.
    pub fn step(&mut self, search: &mut Search, track: &mut Track, spent: u64, progress: &mut Progress) -> bool {
        let before = search.ticks;
        let Some(found) = self.round(search, track, spent, progress) else { return false };
        let Some(mut new) = Track::new(search, found, self.shards_needed) else { return false };
        if new.inputs.len() >= track.inputs.len() {
            let until = search.ticks + ((search.ticks - before) as f32 * POLISHED) as u64;
            let mut polish = Polish::new(self.settings, self.made);
            while search.ticks < until && !search.is_spent() && !polish.is_done() {
                polish.step(search, &mut new);
            }
        }
        let is_new = new.inputs.len() < track.inputs.len();
        if is_new {
            std::mem::swap(track, &mut new);
        }
        self.others.push(OtherRun::from(&new));
        self.found += 1;
        // The best run knows the pieces of the older ones already, unless it is a new one.
        let known = if is_new { 0 } else { self.others.len() - 1 };
        let mut better = is_new;
        for other in self.others[known..].iter().rev() {
            if search.is_spent() {
                break;
            }
            better |= track.improve(search, other.pieces_for(track)).is_some();
        }
        if self.others.len() > OTHERS_MAX {
            self.others.remove(0);
        }
        better
    }

    /// The run that the next round finds, from its first tick. Rounds from the start and from a leg take turns, and of both every
    /// other one is on a bent map.
    fn round(
        &mut self,
        search: &mut Search,
        track: &Track,
        spent: u64,
        progress: &mut Progress,
    ) -> Option<Vec<TickInput>> {
        let is_bent = self.made % 8 >= 4;
        let is_whole = self.made.is_multiple_of(2);
        self.made += 1;
        let from = if is_whole { 0 } else { self.next_leg(track) };
        let (length, most) = (track.inputs.len() - from, (track.inputs.len() as f32 * (1.0 + SLOWER)) as usize - from);
        let round = self.rounds.next_against(length, most, spent, is_whole.then(|| search.ticks_left()));
        progress.round(format!("hold {}", round.hold));
        let bent = if is_bent { self.maps.bent(round.seed.wrapping_add(1)) } else { None };
        let paths = bent.as_ref().unwrap_or(search.paths);
        let course = Course::against(&track.states, from, track.inputs.len(), paths, search.workers);
        match beam::run(search, &course, round, self.shards_needed, progress) {
            RoundOutcome::Found(rest) => Some([&track.inputs[..from], &rest].concat()),
            _ => None,
        }
    }

    /// The tick at which the next leg of a run begins: at a shard or a change of the channels, and now and then in between.
    fn next_leg(&mut self, track: &Track) -> usize {
        let mut starts = vec![];
        let mut last = 0;
        for tick in 1..track.inputs.len().saturating_sub(LEG_TICKS_MIN) {
            let is_event = track.progress[tick] != track.progress[tick - 1];
            if tick >= last + if is_event { LEG_TICKS_MIN } else { LEG_TICKS_MAX } {
                starts.push(tick);
                last = tick;
            }
        }
        self.legs += 1;
        let count = starts.len().max(1);
        let start = starts.get(self.legs % count).copied().unwrap_or(0);
        start.saturating_sub(self.legs / count % EARLIER_TIMES * EARLIER_TICKS)
    }
}
