//! What medals allow, and runs to race against: for each medal, one that just earns it. A simulated player that misses goes on from a
//! state of its way. So its run cannot be replayed, and its best time is close to that of the fastest known run, which a search found.
//! Each medal therefore allows a margin over that time, and its run is a known one, slowed down by waits and longer holds.

use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use hairline_level::Level;
use hairline_lines::Line;
use hairline_profile::medal::{Medal, MedalTimes};
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;

use super::rests::with_rests;
use super::routes::SEARCH_BYTES_MAX;
use super::steady::varied;
use super::way::Way;
use crate::solve::budget::Budget;
use crate::solve::options::Shards;
use crate::solve::simplify::ease;
use crate::solve::{Run, Settings, find};

/// The medals that a run is kept for; the proof is the run of the last one.
pub const PACED: [Medal; 3] = [Medal::Bronze, Medal::Silver, Medal::Gold];
/// The share of the fastest known run's time that each of them allows at least, in per cent.
const PERCENT_OF_FASTEST: [usize; 3] = [130, 120, 110];
/// The search for the fastest run, which may skip shards.
const SEARCH: Settings =
    Settings { shards: Shards::AtLeast(0), focus: true, first: false, seed: 0, memory: SEARCH_BYTES_MAX };
/// Budgets in ticks of play: to search for a fast run, to ease a run, and to slow one down.
const SEARCH_TICKS: u64 = 4_000_000;
const EASE_TICKS: u64 = 1_500_000;
const SLOW_TICKS: u64 = 16_000_000;
/// The share of its time by which an eased run may take longer.
const LONGER: f32 = 0.6;
/// The share of a medal's time that is near enough; the test of the campaign asks for 0.95.
const NEAR: f32 = 0.96;
/// The maximum number of moments of a run at which one long wait or hold is tried.
const MOMENTS: usize = 400;

/// A medal's time and a run that just earns it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paced {
    /// The longest time that earns it: what players reached, or `PERCENT_OF_FASTEST` of the fastest known run's time if that is longer.
    pub ticks: u32,
    /// The run as a line of text.
    pub line: String,
}

/// The time of each medal in [`PACED`], at least that in `times`, with a run that just earns it. Candidates are the proof, the fastest
/// runs that a search finds, and `others`.
pub fn pace(level: &Level, proof: &[TickInput], others: &[&[TickInput]], times: MedalTimes) -> [Option<Paced>; 3] {
    // These medals ask for no shards: a run that skips those of the proof may be shorter.
    let proven = Run { inputs: proof.to_vec(), shards: level.shards.len() as u32 };
    let budget = Budget::new(None, Some(SEARCH_TICKS));
    let fast =
        [None, Some(proven)].into_par_iter().filter_map(|known| Some(find(level, SEARCH, budget, known).run?.inputs));
    let fast: Vec<Vec<TickInput>> = fast.collect();
    let known: Vec<Vec<TickInput>> = std::iter::once(proof.to_vec()).chain(fast).collect();
    let variants = |run: &Vec<TickInput>| {
        let eased = ease(level, run, LONGER, Budget::new(None, Some(EASE_TICKS))).0;
        let ways: Vec<Way> = [run, &eased].into_iter().filter_map(|inputs| way_of(level, inputs)).collect();
        let resting: Vec<Way> = ways.iter().filter_map(|way| Some(with_rests(level, way)?.way)).collect();
        ways.into_iter().chain(resting).collect::<Vec<_>>()
    };
    let others = others.par_iter().filter_map(|inputs| way_of(level, inputs));
    let known: Vec<Way> = known.par_iter().flat_map_iter(variants).chain(others).collect();
    let fastest = known.iter().map(Way::end).min();
    let paced = |medal: Medal, percent: usize| {
        let ticks = (fastest? * percent).div_ceil(100).max(times.ticks(medal) as usize);
        let within = known.iter().filter(|way| way.end() <= ticks);
        let run = slowed(level, within.max_by_key(|way| way.end())?, ticks);
        let line = Line::of_run(Replay::record("", level, run.inputs)).write().ok()?;
        Some(Paced { ticks: ticks as u32, line })
    };
    std::array::from_fn(|index| paced(PACED[index], PERCENT_OF_FASTEST[index]))
}

/// The run up to the exit; `None` if it does not get there, or dies before.
fn way_of(level: &Level, inputs: &[TickInput]) -> Option<Way> {
    let mut simulation = Simulation::new(level);
    let end = inputs.iter().position(|&input| {
        simulation.tick(input);
        !simulation.run().is_running()
    })?;
    if simulation.run().phase == Phase::Finished { Way::new(level, &inputs[..=end]) } else { None }
}

/// Slows a way down to `ticks_max` or a little less: varies its waits and holds by chance, then tries one long wait or hold.
fn slowed(level: &Level, way: &Way, ticks_max: usize) -> Way {
    let near = (NEAR * ticks_max as f32).ceil() as usize;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(ticks_max as u64);
    let mut best = way.clone();
    let mut played = 0;
    while played < SLOW_TICKS && best.end() < near {
        let around = random.random_range(0..=best.end());
        let inputs = varied(&best, around, level.focus.max > 0.0, &mut random);
        if inputs.len() <= best.end() || inputs.len() > ticks_max {
            continue;
        }
        played += inputs.len() as u64;
        if let Some(variant) = way_of(level, &inputs).filter(|variant| variant.end() > best.end()) {
            best = variant;
        }
    }
    if best.end() < near { lengthened(level, &best, near..=ticks_max).unwrap_or(best) } else { best }
}

/// Adds one wait or hold to a way that is shorter than allowed; `None` if no variant reaches the exit within the allowed ticks.
fn lengthened(level: &Level, way: &Way, allowed: RangeInclusive<usize>) -> Option<Way> {
    let (shortest, longest) = (*allowed.start(), *allowed.end());
    for from in (0..way.end()).step_by(way.end().div_ceil(MOMENTS)) {
        let (before, after) = way.inputs.split_at(from);
        for input in [TickInput::NONE, way.inputs[from]] {
            for ticks in [longest, shortest.midpoint(longest), shortest] {
                let added = vec![input; ticks - way.end()];
                let variant = way_of(level, &[before, &added, after].concat());
                if let Some(variant) = variant.filter(|variant| allowed.contains(&variant.end())) {
                    return Some(variant);
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use hairline_testing::{drawn, drawn_with};

    use super::*;

    #[test]
    fn a_run_is_lengthened_by_one_wait() {
        let level = drawn("##########\n#@      X#\n##########");
        let way = way_of(&level, &[TickInput::RIGHT; 400]).expect("it runs to the exit");
        let allowed = 2 * way.end() - 4..=2 * way.end();
        let longer = lengthened(&level, &way, allowed.clone()).expect("it may wait at the start");
        assert!(allowed.contains(&longer.end()), "{} ticks", longer.end());
    }

    #[test]
    fn a_run_that_cannot_wait_is_not_lengthened() {
        let beam = "'a': Laser(aim: Fixed(angle: 180), cycle: (charge: 0.1, on: 60, off: 1.5, offset: 60.1))";
        let level = drawn_with("##########\n#@     Xa#\n##########", beam);
        let way = way_of(&level, &[TickInput::RIGHT; 400]).expect("it is at the exit before the corridor is lit");
        assert!(lengthened(&level, &way, 400..=420).is_none(), "after 1.6 s the light is everywhere");
        let allowed = way.end() + 20..=way.end() + 24;
        assert!(lengthened(&level, &way, allowed).is_some(), "there is time for a short wait");
    }
}
