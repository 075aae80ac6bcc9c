//! Improves one run: polishing and rounds against it take turns.

use super::challenge::Challenges;
use super::crossings::OtherRun;
use super::polish::Polish;
use super::progress::Progress;
use super::search::{Search, Settings};
use super::track::Track;
use super::turns::Turns;

/// Weights of polishing and rounds: a new way usually gains more than polishing.
const POLISH_AND_ROUNDS: [u64; 2] = [2, 3];

/// Polishing and rounds, which take turns on one run.
pub(super) struct Improvement<'s> {
    polish: Polish,
    challenges: Challenges<'s>,
    turns: Turns<2>,
}

impl<'s> Improvement<'s> {
    pub fn new(challenges: Challenges<'s>, settings: Settings) -> Self {
        Self { polish: Polish::new(settings, 0), challenges, turns: Turns::new(POLISH_AND_ROUNDS) }
    }

    pub fn is_done(&self) -> bool {
        self.polish.is_done() && self.challenges.is_done()
    }

    /// Another run is to be improved.
    pub fn restart(&mut self) {
        self.polish.restart();
        self.challenges.restart();
    }

    /// Ticks that were spent on the run.
    pub fn spent(&self) -> u64 {
        self.turns.total()
    }

    /// Runs that rounds found beside the best one.
    pub fn others(&self) -> &[OtherRun] {
        self.challenges.others()
    }

    /// How many runs rounds found in all.
    pub fn found(&self) -> u64 {
        self.challenges.found()
    }

    /// Does one step of either; returns whether the run got better.
    pub fn step(&mut self, search: &mut Search, track: &mut Track, progress: &mut Progress) -> bool {
        let before = search.ticks;
        let turn = self.turns.next([!self.polish.is_done(), !self.challenges.is_done()]).unwrap_or(0);
        let better = match turn {
            0 => self.polish.step(search, track),
            _ => self.challenges.step(search, track, self.turns.total(), progress),
        };
        self.turns.spend(turn, search.ticks - before);
        if better {
            self.restart();
        }
        better
    }
}
