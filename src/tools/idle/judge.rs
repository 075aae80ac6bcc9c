//! Which pieces of a level no good run needs to heed.
//!
//! A *good run* takes every shard within the time of the silver medal: the proof, and what short searches with other seeds
//! find. *Tries* are the good runs, and each of them many times with the timing of a hand that is 15, 30 or 60 ms off. A piece
//! is idle if
//!
//! 1. every try ends the same without it: it finishes, dies or is left over at the same tick; and
//! 2. with all such pieces taken out, a search that begins with the best good run finds none that is more than 2 % faster. If
//!    it does, the pieces that stop that faster run are not idle, and the rest is searched again.
//!
//! So a hazard that every try keeps clear of is idle unless it bars a shorter way. That no shorter way was found says no more
//! than that: the answer is as good as the search.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::level::Level;
use crate::profile::medal::Medal;
use crate::sim::Simulation;
use crate::sim::run::Phase;
use crate::sim::run::input::TickInput;
use crate::sim::run::shard::ShardState;
use crate::tools::rate::rating::{SIGMAS_MS, ticks_of_noise};
use crate::tools::solve::budget::Budget;
use crate::tools::solve::options::Shards;
use crate::tools::solve::{Run, Settings, find};

use super::pieces::{Piece, without};

/// Seeds of the searches for other good runs.
const SEEDS: [u64; 3] = [1, 2, 3];
/// Tries of each good run with a hand's timing: as many with each deviation.
const NOISY_TRIES: u64 = 60;
/// Faster than this share of the best good run's time, a run shows that something barred it.
const FASTER: f32 = 0.98;
/// Searches without what may be idle.
const ROUNDS_MAX: usize = 4;

/// The pieces that are idle, in their order, for a level with a proof; `ticks` of play for each search.
///
/// # Panics
/// If the proof does not finish the level.
pub fn idle(level: &Level, proof: &[TickInput], pieces: &[Piece], ticks: u64) -> Vec<Piece> {
    let good = good_runs(level, proof, ticks);
    let tries: Vec<Vec<TickInput>> = good.iter().flat_map(|run| with_noise(run)).collect();
    let ends = ends_of(level, &tries);
    let makes_no_difference = |piece: &&Piece| {
        let mut player = Player::new(&without(level, [*piece]));
        tries.iter().zip(&ends).all(|(inputs, end)| player.end_of(inputs) == *end)
    };
    let mut idle: Vec<&Piece> = pieces.par_iter().filter(makes_no_difference).collect();
    let best = good.iter().min_by_key(|run| run.len()).expect("the proof is one of them");
    for _ in 0..ROUNDS_MAX {
        if idle.is_empty() {
            break;
        }
        // Each alone makes no difference, but all of them together do.
        if Player::new(&without(level, idle.iter().copied())).end_of(best) != End::Finished(best.len() as u32) {
            return vec![];
        }
        let Some(faster) = faster_without(level, &idle, best, ticks) else {
            return idle.into_iter().cloned().collect();
        };
        let before = idle.len();
        // Each alone beside what is never taken out: what stops the faster run had to be heeded.
        idle = idle
            .par_iter()
            .filter(|piece| {
                let others = idle.iter().filter(|other| other != piece).copied();
                Player::new(&without(level, others)).end_of(&faster) == End::Finished(faster.len() as u32)
            })
            .copied()
            .collect();
        if idle.len() == before {
            // They bar it only together.
            return vec![];
        }
    }
    // The last faster run is not followed by a search that would say that none is left.
    if faster_without(level, &idle, best, ticks).is_some() { vec![] } else { idle.into_iter().cloned().collect() }
}

/// A run of the level without some pieces that is faster than `best` by more than [`FASTER`].
fn faster_without(level: &Level, pieces: &[&Piece], best: &[TickInput], ticks: u64) -> Option<Vec<TickInput>> {
    if pieces.is_empty() {
        return None;
    }
    let rest = without(level, pieces.iter().copied());
    let shards = rest.shards.len() as u32;
    let known = Run { inputs: best.to_vec(), shards };
    let run = find(&rest, settings(0), Budget::new(None, Some(ticks)), Some(known)).run?;
    (run.shards == shards && (run.inputs.len() as f32) < FASTER * best.len() as f32).then_some(run.inputs)
}

/// The proof, and other runs that take every shard within the time of the silver medal.
fn good_runs(level: &Level, proof: &[TickInput], ticks: u64) -> Vec<Vec<TickInput>> {
    let most = Medal::Silver.ticks(proof.len() as u32) as usize;
    let mut runs = vec![proof.to_vec()];
    for seed in SEEDS {
        let answer = find(level, settings(seed), Budget::new(None, Some(ticks)), None);
        let good = answer.run.filter(|run| run.inputs.len() <= most && run.shards as usize == level.shards.len());
        runs.extend(good.map(|run| run.inputs));
    }
    runs
}

fn settings(seed: u64) -> Settings {
    Settings { shards: Shards::All, focus: true, first: false, seed, memory: 512 << 20 }
}

/// A run as it is, and with the timing of a hand.
fn with_noise(inputs: &[TickInput]) -> Vec<Vec<TickInput>> {
    let mut tries = vec![inputs.to_vec()];
    for seed in 0..NOISY_TRIES {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let sigma = SIGMAS_MS[seed as usize % SIGMAS_MS.len()];
        let mut shifted: Vec<TickInput> = Vec::with_capacity(inputs.len() + 64);
        let mut end = 0_i64;
        for stretch in inputs.chunk_by(|a, b| a == b) {
            end += stretch.len() as i64;
            let until = (end + i64::from(ticks_of_noise(sigma, &mut random))).max(shifted.len() as i64);
            shifted.resize(until as usize, stretch[0]);
        }
        // The last input is held on for half a second, if that is what it takes.
        let last = *inputs.last().unwrap_or(&TickInput::NONE);
        shifted.resize(shifted.len() + 64, last);
        tries.push(shifted);
    }
    tries
}

/// How each try ends.
fn ends_of(level: &Level, tries: &[Vec<TickInput>]) -> Vec<End> {
    let chunks: Vec<Vec<End>> = tries
        .par_chunks(8)
        .map(|tries| {
            let mut player = Player::new(level);
            tries.iter().map(|inputs| player.end_of(inputs)).collect()
        })
        .collect();
    chunks.concat()
}

/// How a try ends, and after how many ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// At the exit, with every shard.
    Finished(u32),
    /// At the exit, without one of the shards.
    TooEarly(u32),
    /// The ninja died.
    Dead(u32),
    /// The inputs were over first.
    Open,
}

/// Plays many runs of one level.
struct Player {
    simulation: Simulation,
    start: crate::sim::state::snapshot::Snapshot,
    shards: u32,
}

impl Player {
    fn new(level: &Level) -> Self {
        let mut simulation = Simulation::new(level);
        let start = simulation.save();
        Self { simulation, start, shards: level.shards.len() as u32 }
    }

    fn end_of(&mut self, inputs: &[TickInput]) -> End {
        self.simulation.restore(&self.start);
        for &input in inputs {
            self.simulation.tick(input);
            let ticks = self.simulation.run().ticks;
            match self.simulation.run().phase {
                Phase::Running => {}
                Phase::Dead { .. } => return End::Dead(ticks),
                Phase::Finished => {
                    let taken = ShardState::count_taken(&self.simulation.save());
                    return if taken == self.shards { End::Finished(ticks) } else { End::TooEarly(ticks) };
                }
            }
        }
        End::Open
    }
}
