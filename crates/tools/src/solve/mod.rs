//! The solver: finds runs that finish a level, as short as its budget allows. It plays the rules that the game plays and
//! knows no kind of actor; the logic of the level guides it (`paths`).
//!
//! [`find`] searches: widening rounds (`beam`) in steps of a few ticks until a run is found. Then the run is improved (`late`):
//! polished window by window (`windows`) and tick by tick (`refine`), and challenged by rounds that may take another way
//! (`challenge`). The [command] reads levels and writes proofs.

mod ablation;
mod beam;
pub mod budget;
mod challenge;
pub mod command;
mod course;
mod crossings;
mod death_cells;
mod distinct;
mod field;
mod improvement;
mod keys;
mod late;
mod maps;
mod noise;
pub mod options;
pub mod paths;
pub(super) mod player;
mod polish;
mod progress;
pub(super) mod record;
mod refine;
mod refocus;
mod rounds;
mod search;
pub(super) mod simplify;
mod steps;
pub mod store;
mod tally;
mod tidy;
mod track;
mod turns;
mod unharmed;
pub mod why_not;
mod windows;
mod worker;

use std::time::Duration;

use bevy_math::Vec2;

use crate::flood::sealed_goal;
use crate::logic::LevelLogic;
use hairline_level::{ExitOpens, Inspection, Level};
use hairline_sim::run::input::TickInput;

use beam::RoundOutcome;
use budget::Budget;
use challenge::Challenges;
use course::Course;
use maps::Maps;
use paths::Target;
use progress::Progress;
pub use search::Settings;
use search::{Reached, Search};
use tally::Tally;
use track::{Track, changes_of};
use unharmed::Unharmed;
use worker::Workers;

/// A run that finishes its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub inputs: Vec<TickInput>,
    pub shards: u32,
}

impl Run {
    /// How often its buttons change.
    pub fn changes(&self) -> usize {
        changes_of(&self.inputs)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The best run, if it found one.
    pub run: Option<Run>,
    /// Why there is none, in words.
    pub reason: Option<Reason>,
    /// Ticks that were played in all.
    pub ticks: u64,
    pub elapsed: Duration,
    /// When the first run was found: time, and ticks played until then.
    pub first: Option<(Duration, u64)>,
    /// How far it came without a run.
    pub attempt: Option<Attempt>,
}

/// How far a search came that found no run.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What leads to the place nearest to the exit.
    inputs: Vec<TickInput>,
    /// That place.
    position: Vec2,
    /// Tiles that were left from there.
    left: f32,
    /// Where it had to go next.
    target: Vec2,
    /// What became of all tries.
    tally: Tally,
}

/// Why there is no run.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The level is shown to be impossible, and by what.
    Impossible(String),
    /// The budget was spent first: the place nearest to the exit that it came to.
    NotWithinBudget {
        /// Where the ninja was, in tiles.
        position: Vec2,
        /// Tiles that were left.
        left: f32,
        /// What it had to go to next.
        next: Target,
        /// Whether every state of the last round died.
        died: bool,
    },
}

impl Reason {
    /// In words; actors by their letters if the file is there.
    pub fn words(&self, inspection: Option<&Inspection>) -> String {
        match self {
            Self::Impossible(what) => format!("impossible: {what}"),
            Self::NotWithinBudget { position, left, next, died } => {
                let (x, y, next) = (position.x, position.y, next.words(inspection));
                let died = if *died { "; every run of the last round died" } else { "" };
                format!(
                    "not found within the budget: it came to ({x:.1}, {y:.1}), {left:.1} tiles short of the end, on the way to \
                     {next}{died}"
                )
            }
        }
    }
}

/// Without the file: actors by their numbers.
impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words(None))
    }
}

/// Searches for a run, on the threads of the current `rayon` pool. The same level, settings and budget of ticks give the same
/// run, whatever the number of threads; a budget of time may end it earlier. `known` is a run to beat.
///
/// # Panics
/// If `known` does not finish the level.
pub fn find(level: &Level, settings: Settings, budget: Budget, known: Option<Run>) -> Answer {
    search(level, settings, budget, known, &mut Progress::new(&level.name))
}

fn search(level: &Level, settings: Settings, budget: Budget, known: Option<Run>, progress: &mut Progress) -> Answer {
    let count = level.shards.len() as u32;
    let shards_needed = if level.exit_opens == ExitOpens::AfterAllShards { count } else { settings.shards.of(count) };
    let mut answer = Answer::default();
    let logic = LevelLogic::new(level);
    if let Some(what) = sealed_goal(level, &logic, shards_needed == count) {
        answer.reason = Some(Reason::Impossible(what));
        return answer;
    }
    let workers = Workers::new(level);
    let maps = Maps::new(level, &logic, &workers, shards_needed);
    let paths = &maps.plain;
    let until_found = if known.is_some() { budget } else { budget.until_found() };
    let mut search = Search::new(level, &workers, paths, until_found);
    let mut rounds = rounds::Rounds::new(level, &settings, &workers);
    let mut best = known.map(|run| run.inputs);
    let mut died = false;
    while best.is_none() && !search.is_spent() {
        let round = rounds.next();
        progress.round(format!("hold {}", round.hold));
        match beam::run(&mut search, &Course::new(paths), round, shards_needed, progress) {
            RoundOutcome::Found(inputs) => {
                answer.first = Some((search.budget.elapsed(), search.ticks));
                search.budget = budget;
                progress.best(inputs.len() as u32);
                best = Some(inputs);
            }
            ended => died = matches!(ended, RoundOutcome::Died),
        }
    }
    if !settings.first
        && let Some(track) = best.clone().and_then(|inputs| Track::new(&mut search, inputs, shards_needed))
    {
        let challenges = Challenges::new(&maps, rounds, settings, shards_needed);
        let unharmed_workers = Workers::unharmed(level);
        let unharmed = Unharmed::new(level, &unharmed_workers, &maps, settings, shards_needed, &search);
        best = Some(late::improve(&mut search, challenges, track, unharmed, settings, progress).inputs);
    }
    progress.finish();
    answer.ticks = search.ticks;
    answer.elapsed = search.budget.elapsed();
    match best {
        Some(inputs) => {
            let shards = workers.with_start(|worker| {
                inputs.iter().for_each(|&input| worker.simulation.tick(input));
                worker.shards_taken()
            });
            answer.run = Some(Run { inputs, shards });
        }
        None => {
            let start = Reached { left: f32::INFINITY, position: level.ninja, next: usize::MAX, inputs: vec![] };
            let Reached { left, position, next, inputs } = search.nearest.unwrap_or(start);
            let left = left % field::NO_WAY_TILES;
            answer.reason = Some(Reason::NotWithinBudget { position, left, next: paths.target(next), died });
            let (target, tally) = (paths.place(next), workers.tally());
            answer.attempt = Some(Attempt { inputs, position, left, target, tally });
        }
    }
    answer
}

/// The shortest way through a level with every shard, as the search measures it: how many of its legs no flight spans, and its
/// tiles.
pub(crate) fn shortest_way(level: &Level) -> (u32, f32) {
    let workers = Workers::new(level);
    let logic = LevelLogic::new(level);
    let maps = Maps::new(level, &logic, &workers, level.shards.len() as u32);
    let left = workers.with_start(|worker| maps.plain.left(worker.state()).0);
    ((left / field::NO_WAY_TILES) as u32, left % field::NO_WAY_TILES)
}
