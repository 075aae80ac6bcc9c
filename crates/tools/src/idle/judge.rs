//! Which parts of a level no good run needs to heed.
//!
//! A *good run* takes every shard within 135 % of the proof's time: the proof, and what short searches with other seeds
//! find. *Tries* are the good runs, and each of them many times with the timing of a hand that is 15, 30 or 60 ms off. A part
//! is idle if
//!
//! 1. every try ends the same without it: it finishes, dies or is left over at the same tick; and
//! 2. it alone makes the shortest way, as the solver measures it (by every shard, and by what opens the doors), at most 2 %
//!    longer; and
//! 3. with all such parts taken out, neither a search from nothing nor one that begins with the best good run finds a run that is
//!    more than 2 % faster. If one does, the parts that stop that faster run are not idle, and the rest is searched again.
//!
//! So a hazard that every try keeps clear of is idle unless it bars a shorter way. That no shorter way was found says no more
//! than that: the answer is as good as the search. Checkpoints are no parts: they serve a player who dies.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::hand::{SIGMAS_MS, ticks_of_noise};
use crate::solve::budget::Budget;
use crate::solve::options::Shards;
use crate::solve::player::{End, Player};
use crate::solve::simplify::HOLD_ON_TICKS;
use crate::solve::{Run, Settings, find, shortest_way};
use hairline_level::Level;
use hairline_sim::run::input::TickInput;

use super::parts::{LevelPart, without};

/// Seeds of the searches for other good runs.
const SEEDS: [u64; 3] = [1, 2, 3];
/// A run is good within this share of the proof's time, in per cent.
const GOOD_PERCENT: usize = 135;
/// Tries of each good run with a hand's timing: as many with each deviation.
const NOISY_TRIES: u64 = 60;
/// Faster than this share of the best good run's time, a run shows that something barred it.
const FASTER: f32 = 0.98;
/// Searches without what may be idle: each either ends it, leaves fewer parts or has a faster run. The last one must end it.
const ROUNDS_MAX: usize = 7;
/// The memory budget of one search in bytes, roughly. As many searches run at once as there are cores.
const SEARCH_BYTES_MAX: u64 = 512 << 20;

/// The parts that are idle, in their order, for a level with a proof; `ticks` of play for each search.
///
/// # Panics
/// If the proof does not finish the level.
pub fn idle(level: &Level, proof: &[TickInput], parts: &[LevelPart], ticks: u64) -> Vec<LevelPart> {
    let good = good_runs(level, proof, ticks);
    let tries: Vec<Vec<TickInput>> = good.iter().flat_map(|run| with_noise(run)).collect();
    let ends = ends_of(level, &tries);
    let makes_no_difference = |part: &&LevelPart| {
        let mut player = Player::new(&without(level, [*part]));
        tries.iter().zip(&ends).all(|(inputs, end)| player.end_of(inputs.iter().copied()) == *end)
    };
    let (legs, tiles) = shortest_way(level);
    let shortens = |part: &&LevelPart| {
        let (legs_without, tiles_without) = shortest_way(&without(level, [*part]));
        legs_without < legs || legs_without == legs && tiles_without < FASTER * tiles
    };
    let alone: Vec<&LevelPart> = parts.par_iter().filter(makes_no_difference).filter(|part| !shortens(part)).collect();
    let best = good.iter().min_by_key(|run| run.len()).expect("the proof is one of them").clone();
    let finishes_as_it_does = |level: &Level, run: &Vec<TickInput>| {
        Player::new(level).end_of(run.iter().copied()) == End::Finished(run.len() as u32)
    };
    let idle = settle(
        alone,
        best,
        |taken_out, run| finishes_as_it_does(&without(level, taken_out.iter().copied()), run),
        |taken_out, best| faster_without(level, taken_out, best, ticks),
    );
    idle.into_iter().cloned().collect()
}

/// Of parts that make no difference alone, those that make none together. `finishes` says whether a run ends as it does with
/// some of them taken out, and `faster` searches for a faster run without them. Both looked over an answer with parts in it.
/// Returns nothing if [`ROUNDS_MAX`] rounds do not settle it.
fn settle<'p, R>(
    mut idle: Vec<&'p LevelPart>,
    mut best: R,
    finishes: impl Fn(&[&'p LevelPart], &R) -> bool + Sync,
    faster: impl Fn(&[&'p LevelPart], &R) -> Option<R>,
) -> Vec<&'p LevelPart>
where
    R: Sync,
{
    for _ in 0..ROUNDS_MAX {
        // Each alone makes no difference, but all of them together may.
        if idle.is_empty() || !finishes(&idle, &best) {
            return vec![];
        }
        let Some(faster) = faster(&idle, &best) else { return idle };
        // Nothing bars it: the best run was not the best yet.
        if finishes(&[], &faster) {
            best = faster;
            continue;
        }
        // Each alone beside what is never taken out: what stops the faster run had to be heeded.
        let rest = |part: &&'p LevelPart| {
            let others: Vec<&LevelPart> = idle.iter().filter(|other| *other != part).copied().collect();
            finishes(&others, &faster)
        };
        let rest: Vec<&LevelPart> = idle.par_iter().copied().filter(rest).collect();
        if rest.len() == idle.len() {
            // They bar it only together.
            return vec![];
        }
        idle = rest;
    }
    vec![]
}

/// A run of the level without some parts that is faster than `best` by more than [`FASTER`].
fn faster_without(level: &Level, parts: &[&LevelPart], best: &[TickInput], ticks: u64) -> Option<Vec<TickInput>> {
    if parts.is_empty() {
        return None;
    }
    let rest = without(level, parts.iter().copied());
    let shards = rest.shards.len() as u32;
    // A search that begins with a run hardly leaves its way.
    [None, Some(Run { inputs: best.to_vec(), shards })].into_iter().find_map(|known| {
        let run = find(&rest, settings(0), Budget::new(None, Some(ticks)), known).run?;
        (run.shards == shards && (run.inputs.len() as f32) < FASTER * best.len() as f32).then_some(run.inputs)
    })
}

/// The proof, and other runs that take every shard and are good.
fn good_runs(level: &Level, proof: &[TickInput], ticks: u64) -> Vec<Vec<TickInput>> {
    let most = proof.len() * GOOD_PERCENT / 100;
    let mut runs = vec![proof.to_vec()];
    for seed in SEEDS {
        let answer = find(level, settings(seed), Budget::new(None, Some(ticks)), None);
        let good = answer.run.filter(|run| run.inputs.len() <= most && run.shards as usize == level.shards.len());
        runs.extend(good.map(|run| run.inputs));
    }
    runs
}

fn settings(seed: u64) -> Settings {
    Settings { shards: Shards::All, focus: true, first: false, seed, memory: SEARCH_BYTES_MAX }
}

/// A run as it is, and with the timing of a hand.
fn with_noise(inputs: &[TickInput]) -> Vec<Vec<TickInput>> {
    let mut tries = vec![inputs.to_vec()];
    for seed in 0..NOISY_TRIES {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let sigma = SIGMAS_MS[seed as usize % SIGMAS_MS.len()];
        let mut shifted: Vec<TickInput> = Vec::with_capacity(inputs.len() + HOLD_ON_TICKS);
        let mut end = 0_i64;
        for stretch in inputs.chunk_by(|a, b| a == b) {
            end += stretch.len() as i64;
            let until = (end + i64::from(ticks_of_noise(sigma, &mut random))).max(shifted.len() as i64);
            shifted.resize(until as usize, stretch[0]);
        }
        let last = *inputs.last().unwrap_or(&TickInput::NONE);
        shifted.resize(shifted.len() + HOLD_ON_TICKS, last);
        tries.push(shifted);
    }
    tries
}

fn ends_of(level: &Level, tries: &[Vec<TickInput>]) -> Vec<End> {
    let chunks: Vec<Vec<End>> = tries
        .par_chunks(8)
        .map(|tries| {
            let mut player = Player::new(level);
            tries.iter().map(|inputs| player.end_of(inputs.iter().copied())).collect()
        })
        .collect();
    chunks.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::Vec2;

    fn shards(count: usize) -> Vec<LevelPart> {
        (0..count).map(|index| LevelPart::Shard { index, at: Vec2::ZERO, position: None }).collect()
    }

    const KNOWN: usize = 0;

    /// How many of so many parts are left if each search but the last drops one: while more than `last` are out, it finds a run
    /// that the first of them stops. `known_finishes` says whether the known run does with so many of them out.
    fn settled(count: usize, last: usize, known_finishes: impl Fn(usize) -> bool + Sync) -> usize {
        let parts = shards(count);
        let finishes = |taken_out: &[&LevelPart], run: &usize| match *run {
            KNOWN => known_finishes(taken_out.len()),
            out => taken_out.contains(&&parts[count - out]),
        };
        settle(parts.iter().collect(), KNOWN, finishes, |idle, _| (idle.len() > last).then_some(idle.len())).len()
    }

    #[test]
    fn an_answer_is_looked_over_after_the_last_part_was_dropped() {
        let count = ROUNDS_MAX + 1;
        assert_eq!(settled(count, 2, |_| true), 2);
        assert_eq!(settled(count, 2, |out| out > 2), 0, "what is left makes a difference to the known run");
    }

    #[test]
    fn rounds_that_are_not_enough_leave_no_answer() {
        assert_eq!(settled(ROUNDS_MAX + 2, 2, |_| true), 0);
    }
}
