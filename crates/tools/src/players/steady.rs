//! A way made surer by trial: it waits longer or shorter at its rests, holds its buttons longer or shorter, and focuses for more or less of
//! it, as long as pilots come farther on it.

use bevy_math::ops;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use hairline_level::Level;
use hairline_sim::run::input::TickInput;

use super::person::Person;
use super::session::Desk;
use super::way::Way;

/// Pilots that fly each variant, half of them new to the level.
const PILOTS: u32 = 16;
/// Ticks of play for one way, in trials and in flights.
const TICKS: u64 = 4_000_000;
/// Variants that pilots fly in vain before it ends.
const IN_VAIN_MAX: u32 = 240;
/// The longest change of a wait in ticks, and the longest stretch in which focus is held or not.
const WAIT_TICKS: f32 = 192.0;
const FOCUS_TICKS: f32 = 384.0;
/// Ticks by which a hold of the buttons gets longer or shorter at most.
const HOLD_TICKS: f32 = 32.0;
/// Kinds of changes: holds, focus and waits.
const KINDS: u32 = 3;
/// Changes that one variant makes at most.
const CHANGES: u32 = 3;
/// Ticks before the place where pilots fail in which a variant changes something.
const BEFORE_TICKS: usize = 640;
/// A variant may be longer than the way by this share of it.
const LONGER: f32 = 0.6;

/// How far pilots come.
#[derive(Clone, Copy)]
struct Flights {
    /// Share of the way in the mean.
    reached: f32,
    /// The median tick at which pilots are lost.
    lost: usize,
}

/// The surest variant of a way that trials find, in waits, holds and focus.
pub fn steadied(level: &Level, way: &Way, seed: u64) -> Way {
    let mut desk = Desk::new(level);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut ticks, mut in_vain) = (0, 0);
    let mut best = way.clone();
    let mut flights = fly(&mut desk, &best, &mut ticks);
    let ticks_max = way.end() + (way.end() as f32 * LONGER) as usize;
    while ticks < TICKS && in_vain < IN_VAIN_MAX && flights.reached < 1.0 {
        let inputs = varied(&best, flights.lost, level.focus.max > 0.0, &mut random);
        ticks += inputs.len() as u64;
        if inputs.len() > ticks_max {
            continue;
        }
        let Some(variant) = Way::new(level, &inputs) else { continue };
        let flown = fly(&mut desk, &variant, &mut ticks);
        in_vain += 1;
        if flown.reached > flights.reached {
            (best, flights, in_vain) = (variant, flown, 0);
        }
    }
    best
}

fn fly(desk: &mut Desk, way: &Way, ticks: &mut u64) -> Flights {
    let mut losses = vec![];
    let mut reached = 0.0;
    for number in 0..PILOTS {
        let session = desk.play(std::slice::from_ref(way), &Person::pilot(number, number % 2 == 1), Some(0));
        *ticks += session.simulated;
        let finishes = session.tries.is_some();
        reached += if finishes { 1.0 } else { session.reached as f32 / (way.end() + 1) as f32 };
        if !finishes {
            losses.push(session.reached);
        }
    }
    losses.sort_unstable();
    Flights { reached: reached / PILOTS as f32, lost: losses.get(losses.len() / 2).copied().unwrap_or(way.end()) }
}

/// The buttons of a way with a few changes before a tick, as of the place where pilots are lost.
pub(super) fn varied(way: &Way, lost: usize, may_focus: bool, random: &mut Xoshiro256PlusPlus) -> Vec<TickInput> {
    let mut inputs = way.inputs.clone();
    let first = lost.saturating_sub(BEFORE_TICKS);
    let rests: Vec<usize> = (first..lost.min(inputs.len())).filter(|&tick| way.nodes[tick].is_at_rest()).collect();
    for _ in 0..random.random_range(1..=CHANGES) {
        // Small changes are as likely as great ones.
        let length = |most: f32, random: &mut Xoshiro256PlusPlus| ops::powf(most, random.random::<f32>()) as usize;
        let longer = random.random::<bool>();
        let kind = random.random_range(0..KINDS);
        if inputs.is_empty() {
            break;
        } else if kind == 0 {
            let at = random.random_range(first..=lost.min(inputs.len() - 1)).min(inputs.len() - 1);
            let by = length(HOLD_TICKS, random);
            if longer {
                inputs.splice(at..at, std::iter::repeat_n(inputs[at], by));
            } else {
                let same = inputs[at..].iter().take_while(|input| **input == inputs[at]).count();
                inputs.drain(at..at + by.min(same - 1));
            }
        } else if kind == 1 && may_focus {
            let from = random.random_range(first..=lost.min(inputs.len()));
            let until = (from + length(FOCUS_TICKS, random)).min(inputs.len());
            for input in &mut inputs[from.min(until)..until] {
                *input = if longer { input.with(TickInput::FOCUS) } else { input.without(TickInput::FOCUS) };
            }
        } else if !rests.is_empty() {
            let at = rests[random.random_range(0..rests.len())].min(inputs.len());
            let by = length(WAIT_TICKS, random);
            if longer {
                inputs.splice(at..at, std::iter::repeat_n(TickInput::NONE, by));
            } else {
                let end = (at + by).min(inputs.len());
                inputs.drain(at..end);
            }
        }
    }
    inputs
}
