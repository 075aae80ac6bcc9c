//! Shortens a run that was found, tick by tick: moves the changes of its buttons, drops ticks, tries other buttons for a
//! moment, and keeps whatever finishes earlier, or as early with fewer changes.
//!
//! Variants are made in a fixed order and judged in parallel, many at a time (`track`), so any number of threads gives the same
//! run.

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use hairline_sim::run::input::TickInput;

use super::search::Search;
use super::track::{Track, Variant};

/// Variants that are judged together.
const BATCH: usize = 256;
/// Batches of variants by chance without a better run after which it ends.
const PATIENCE_BATCHES: u32 = 16;
/// The longest window, in ticks, in which other buttons are tried.
const WINDOW_MAX: usize = 48;

/// How far the shortening of a run is.
pub(super) struct Shortening {
    focus: bool,
    random: Xoshiro256PlusPlus,
    /// The tick from which variants in order go on, round the run.
    at: usize,
    /// Variants in order that were judged since the run last got better.
    judged: usize,
    /// Batches by chance since then.
    idle: u32,
}

impl Shortening {
    pub fn new(focus: bool, seed: u64) -> Self {
        Self { focus, random: Xoshiro256PlusPlus::seed_from_u64(seed), at: 0, judged: 0, idle: 0 }
    }

    /// Another run is to be shortened.
    pub fn restart(&mut self) {
        (self.judged, self.idle) = (0, 0);
    }

    pub fn is_done(&self) -> bool {
        self.idle >= PATIENCE_BATCHES
    }

    /// Judges one batch of variants; returns whether the run got better.
    pub fn step(&mut self, search: &mut Search, track: &mut Track) -> bool {
        let mut variants = in_order(&track.inputs);
        let batch: Vec<Variant> = if self.judged < variants.len() {
            let first = variants.iter().position(|variant| variant.from >= self.at).unwrap_or(0);
            let count = variants.len();
            variants.rotate_left((first + self.judged) % count);
            variants.truncate(BATCH.min(count - self.judged));
            variants
        } else {
            self.idle += 1;
            (0..BATCH).map(|_| by_chance(&track.inputs, self.focus, &mut self.random)).collect()
        };
        self.judged += batch.len();
        let better = track.improve(search, batch);
        if let Some(from) = better {
            self.at = from;
            self.restart();
        }
        better.is_some()
    }
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
