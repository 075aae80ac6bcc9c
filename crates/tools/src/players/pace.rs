//! Runs to race against: for each medal a run that just earns it. Players that miss leave none that could be played again, since they
//! go on from the states of their way; so a known run is slowed down, by waits and longer holds, until it takes as long as the medal
//! allows. For the same reason players may be some ticks faster than any known run; a medal never is.

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

use super::population::Population;
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
/// The search for the fastest run, which may skip shards.
const SEARCH: Settings =
    Settings { shards: Shards::AtLeast(0), focus: true, first: false, seed: 0, memory: SEARCH_BYTES_MAX };
/// Budgets in ticks of play: to search for a fast run, to ease a run, and to slow one down.
const SEARCH_TICKS: u64 = 4_000_000;
const EASE_TICKS: u64 = 1_500_000;
const SLOW_TICKS: u64 = 16_000_000;
/// The share of its time by which an eased run may take longer.
const LONGER: f32 = 0.6;
/// The share of a medal's time that is near enough.
const NEAR: f32 = 0.99;

/// A medal's time and a run that just earns it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paced {
    /// The longest time that earns it; no less than the fastest known run takes.
    pub ticks: u32,
    /// The run as a line of text.
    pub line: String,
}

/// The time of each medal in [`PACED`], with a run that just earns it. Candidates are the proof, the fastest runs that a search finds,
/// and the ways that the players know.
pub fn pace(level: &Level, proof: &[TickInput], players: &Population, times: MedalTimes) -> [Option<Paced>; 3] {
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
    let theirs = players.ways().par_iter().filter_map(|way| way_of(level, &way.inputs));
    let known: Vec<Way> = known.par_iter().flat_map_iter(variants).chain(theirs).collect();
    let paced = |medal: &Medal| {
        let ticks = known.iter().map(Way::end).min()?.max(times.ticks(*medal) as usize);
        let within = known.iter().filter(|way| way.end() <= ticks);
        let run = slowed(level, within.max_by_key(|way| way.end())?, ticks);
        let line = Line::of_run(Replay::record("", level, run.inputs)).write().ok()?;
        Some(Paced { ticks: ticks as u32, line })
    };
    PACED.each_ref().map(paced)
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

/// A variant of a way that takes as long as it may, or nearly so.
fn slowed(level: &Level, way: &Way, ticks_max: usize) -> Way {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(ticks_max as u64);
    let mut best = way.clone();
    let mut played = 0;
    while played < SLOW_TICKS && (best.end() as f32) < NEAR * ticks_max as f32 {
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
    best
}
