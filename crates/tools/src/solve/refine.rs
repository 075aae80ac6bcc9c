//! Shortens a run that was found, tick by tick: moves the changes of its buttons, drops ticks, tries other buttons for a
//! moment, and keeps whatever finishes earlier, or as early with fewer changes.
//!
//! Variants are made in a fixed order and judged in parallel, many at a time; the best of a batch, and of equals the first,
//! is kept, so any number of threads gives the same run.

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::StateArena;

use super::progress::Progress;
use super::worker::{Worker, Workers};
use super::{Search, Settings, changes_of};

/// Variants that are judged together.
const BATCH: usize = 256;
/// Batches of variants by chance without a better run after which it ends.
const PATIENCE_BATCHES: u32 = 16;
/// The longest window, in ticks, in which other buttons are tried.
const WINDOW_MAX: usize = 48;

/// A run with the ticks from `from` to `to` replaced by others.
struct Variant {
    from: usize,
    to: usize,
    instead: Vec<TickInput>,
}

/// A run, and the state before each of its ticks.
struct Track {
    inputs: Vec<TickInput>,
    changes: usize,
    states: StateArena,
}

impl Track {
    fn new(workers: &Workers, inputs: Vec<TickInput>) -> Self {
        let mut states = StateArena::new(&workers.start);
        workers.with_start(|worker| {
            for (tick, &input) in inputs.iter().enumerate() {
                worker.simulation.save_slot(&mut states, tick);
                worker.simulation.tick(input);
            }
        });
        Self { changes: changes_of(&inputs), inputs, states }
    }

    /// The ticks in which a variant reaches the exit, if that is no later than this run does.
    fn judge(&self, worker: &mut Worker, variant: &Variant, shards_needed: u32) -> (u64, Option<usize>) {
        worker.simulation.restore_slot(&self.states, variant.from);
        let mut played = 0;
        for (tick, input) in (variant.from + 1..=self.inputs.len()).zip(self.rest(variant)) {
            worker.simulation.tick(input);
            played += 1;
            let phase = worker.simulation.run().phase;
            match phase {
                Phase::Running => {}
                Phase::Finished if worker.shards_taken() >= shards_needed => return (played, Some(tick)),
                Phase::Finished | Phase::Dead { .. } => return (played, None),
            }
        }
        (played, None)
    }

    /// The inputs of a variant that finishes after so many ticks.
    fn with(&self, variant: &Variant, ticks: usize) -> Vec<TickInput> {
        self.inputs[..variant.from].iter().copied().chain(self.rest(variant)).take(ticks).collect()
    }

    /// The inputs of a variant from where it differs; the last one is held on.
    fn rest<'a>(&'a self, variant: &'a Variant) -> impl Iterator<Item = TickInput> + 'a {
        let last = *self.inputs.last().unwrap_or(&TickInput::NONE);
        variant.instead.iter().chain(&self.inputs[variant.to..]).copied().chain(std::iter::repeat(last))
    }
}

/// The run, or a shorter one; until nothing better turns up or the budget is spent.
pub(super) fn shorten(
    search: &mut Search,
    inputs: Vec<TickInput>,
    shards_needed: u32,
    settings: Settings,
    progress: &mut Progress,
) -> Vec<TickInput> {
    let mut track = Track::new(search.workers, inputs);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut idle = 0;
    while idle < PATIENCE_BATCHES && !search.is_spent() && !track.inputs.is_empty() {
        let mut better = false;
        for batch in in_order(&track.inputs).chunks(BATCH) {
            if search.is_spent() {
                break;
            }
            if improve(search, &mut track, batch, shards_needed) {
                better = true;
                break;
            }
        }
        while !better && idle < PATIENCE_BATCHES && !search.is_spent() {
            let batch: Vec<Variant> =
                (0..BATCH).map(|_| by_chance(&track.inputs, settings.focus, &mut random)).collect();
            better = improve(search, &mut track, &batch, shards_needed);
            idle += 1;
        }
        if better {
            idle = 0;
        }
        progress.shortening(track.inputs.len() as u32, search.ticks);
    }
    track.inputs
}

/// Judges a batch of variants and takes the best, if it is better than the run.
fn improve(search: &mut Search, track: &mut Track, batch: &[Variant], shards_needed: u32) -> bool {
    let workers = search.workers;
    let judged: Vec<(u64, Option<usize>)> = batch
        .par_iter()
        .with_max_len(8)
        .map(|variant| workers.with(|worker| track.judge(worker, variant, shards_needed)))
        .collect();
    search.ticks += judged.iter().map(|(played, _)| played).sum::<u64>();
    let found = judged.iter().zip(batch).filter_map(|(&(_, ticks), variant)| {
        let inputs = track.with(variant, ticks?);
        Some((inputs.len(), changes_of(&inputs), inputs))
    });
    let Some((ticks, changes, inputs)) = found.min_by_key(|found| (found.0, found.1)) else { return false };
    if (ticks, changes) >= (track.inputs.len(), track.changes) {
        return false;
    }
    *track = Track::new(workers, inputs);
    true
}

/// Every change of the buttons a little earlier or later; every stretch of one input shorter; neighbors joined.
fn in_order(inputs: &[TickInput]) -> Vec<Variant> {
    let stretches: Vec<&[TickInput]> = inputs.chunk_by(|a, b| a == b).collect();
    let mut variants = Vec::new();
    let mut start = 0;
    for (index, stretch) in stretches.iter().enumerate() {
        let (input, end) = (stretch[0], start + stretch.len());
        let before = index.checked_sub(1).map(|index| stretches[index]);
        let after = stretches.get(index + 1);
        for drop in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32].into_iter().filter(|&drop| drop <= stretch.len()) {
            variants.push(Variant { from: start, to: start + drop, instead: vec![] });
            // Ticks pass from a stretch to the next or to the one before.
            if let Some(after) = after {
                variants.push(Variant { from: end - drop, to: end, instead: vec![after[0]; drop] });
            }
            if let Some(before) = before {
                variants.push(Variant { from: start, to: start + drop, instead: vec![before[0]; drop] });
            }
        }
        variants.push(Variant { from: start, to: end, instead: vec![input.without(TickInput::FOCUS); stretch.len()] });
        for other in before.iter().chain(after) {
            variants.push(Variant { from: start, to: end, instead: vec![other[0]; stretch.len()] });
        }
        start = end;
    }
    variants
}

/// Other buttons for a while, and perhaps a few ticks less.
fn by_chance(inputs: &[TickInput], focus: bool, random: &mut impl RngExt) -> Variant {
    let mut below = |limit: usize| (random.random::<u32>() as usize) % limit.max(1);
    let from = below(inputs.len());
    let scale = 1 + below(6);
    let length = (1 + below(1 << scale)).min(inputs.len() - from).min(WINDOW_MAX);
    let to = from + length;
    let here = inputs[from];
    let steer = [TickInput::NONE, TickInput::LEFT, TickInput::RIGHT][below(3)];
    let jump = [TickInput::NONE, TickInput::JUMP][below(2)];
    let all = steer.with(jump).with(if focus && below(4) == 0 { TickInput::FOCUS } else { TickInput::NONE });
    let other = match below(4) {
        // Another of the run's own inputs, jump alone turned over, or any.
        0 => inputs[below(inputs.len())],
        1 if here.holds(TickInput::JUMP) => here.without(TickInput::JUMP),
        1 => here.with(TickInput::JUMP),
        _ => all,
    };
    let less = if below(2) == 0 { 0 } else { below(length + 1) };
    if below(3) == 0 && to < inputs.len() {
        // A window is played as it is, but a few ticks before or after it change.
        let shift = 1 + below(4);
        let end = (to + shift).min(inputs.len());
        let mut instead = vec![other; shift.min(length)];
        instead.extend(&inputs[from..to]);
        return Variant { from, to: end, instead };
    }
    Variant { from, to, instead: vec![other; length - less.min(length)] }
}
