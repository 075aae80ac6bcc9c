//! Practice: trials that change the waits, holds and focus of a way, and keep a change if the way takes pilots less time, failed tries
//! included. Pilots try each section by itself, as people practice from a checkpoint.

use bevy_math::ops;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use hairline_level::Level;
use hairline_sim::run::input::TickInput;

use super::person::Person;
use super::session::{Desk, Flight, weighted_index};
use super::way::{Cost, Section, Way};

/// Pilots that fly each variant, half of them new to the level.
const PILOTS: u32 = 16;
/// Ticks of play for one way, in trials and in flights.
const TICKS: u64 = 3_000_000;
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
/// Pilots that count as passing where none does.
const PASSES_MIN: f32 = 0.5;
/// A variant may be longer than the way by this share of it.
const LONGER: f32 = 0.6;

/// How pilots fare in one section of a way.
#[derive(Clone, Default)]
struct Flown {
    /// Seconds that it takes them, with what failures are worth.
    seconds: f32,
    /// The ticks at which those who do not pass are lost.
    losses: Vec<usize>,
    /// Ticks that were simulated.
    simulated: u64,
}

/// The best variant of a way that trials find, in waits, holds and focus, where a failure is worth so many seconds beyond those that it
/// loses.
pub fn steadied(level: &Level, way: &Way, failure_seconds: f32, seed: u64) -> Way {
    let mut desk = Desk::new(level);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut ticks, mut in_vain) = (0, 0);
    let mut fly = |way: &Way, section: usize, ticks: &mut u64| {
        let flown = fly_section(&mut desk, way, &way.sections[section], failure_seconds);
        *ticks += flown.simulated;
        flown
    };
    let mut best = way.clone();
    let mut flown: Vec<Flown> = (0..best.sections.len()).map(|section| fly(&best, section, &mut ticks)).collect();
    let ticks_max = way.end() + (way.end() as f32 * LONGER) as usize;
    while ticks < TICKS && in_vain < IN_VAIN_MAX {
        // The more a section takes, the likelier it is practiced.
        let takes: Vec<f32> = flown.iter().map(|flown| flown.seconds).collect();
        let slow = weighted_index(&takes, &mut random);
        // Where a random pilot is lost; if that one passes, any tick of the section.
        let lost = flown[slow].losses.get(random.random_range(0..PILOTS as usize)).copied();
        let around = lost.unwrap_or_else(|| random.random_range(best.ticks_of(&best.sections[slow])));
        let inputs = varied(&best, around, level.focus.max > 0.0, &mut random);
        ticks += inputs.len() as u64;
        if inputs.len() > ticks_max {
            continue;
        }
        let Some(variant) = Way::new(level, &inputs) else { continue };
        in_vain += 1;
        // Sections before the first change are not flown again, though pilots see some ticks beyond one. The slow section comes first, since
        // most variants fail there.
        let changed = best.inputs.iter().zip(&variant.inputs).take_while(|(a, b)| a == b).count();
        let is_same = |section: &&Section| variant.ticks_of(section).end <= changed;
        let same = variant.sections.iter().take_while(is_same).count();
        let mut order: Vec<usize> = (same..variant.sections.len()).collect();
        if let Some(place) = order.iter().position(|&section| section == slow) {
            order[..=place].rotate_right(1);
        }
        let mut of_variant = flown[..same].to_vec();
        of_variant.resize(variant.sections.len(), Flown::default());
        let is_better = !order.is_empty()
            && order.into_iter().all(|section| {
                of_variant[section] = fly(&variant, section, &mut ticks);
                total(&of_variant) < total(&flown)
            });
        if is_better {
            (best, flown, in_vain) = (variant, of_variant, 0);
        }
    }
    best
}

fn total(flown: &[Flown]) -> f32 {
    flown.iter().map(|flown| flown.seconds).sum()
}

/// Lets pilots try a section once each.
fn fly_section(desk: &mut Desk, way: &Way, section: &Section, failure_seconds: f32) -> Flown {
    let attempt = |number| desk.fly(way, &Person::pilot(number, number % 2 == 1), section);
    let flights: Vec<Flight> = (0..PILOTS).map(attempt).collect();
    let losses: Vec<usize> = flights.iter().filter(|flight| !flight.passes).map(|flight| flight.reached).collect();
    // Where none passes, a variant on which they come farther takes less.
    let stretch = way.ticks_of(section);
    let share = |tick: &usize| (tick.saturating_sub(stretch.start) as f32 / stretch.len() as f32).min(1.0);
    let far = losses.iter().map(share).sum::<f32>() / PILOTS as f32;
    let short = if losses.len() == flights.len() { 2.0 - far } else { 1.0 };
    let simulated = flights.iter().map(|flight| flight.simulated).sum();
    Flown { seconds: short * cost(&flights).in_seconds(failure_seconds), losses, simulated }
}

/// What a section takes until a try passes, by single tries; where none passes, as if half of one did.
pub(super) fn cost(flights: &[Flight]) -> Cost {
    let passed = flights.iter().filter(|flight| flight.passes).count() as f32;
    let seconds: f32 = flights.iter().map(|flight| flight.seconds).sum();
    let tries = 1.0 / passed.max(PASSES_MIN);
    Cost { seconds: seconds * tries, failures: (flights.len() as f32 - passed) * tries }
}

/// The buttons of a way with a few changes in the ticks before `around`.
pub(super) fn varied(way: &Way, around: usize, may_focus: bool, random: &mut Xoshiro256PlusPlus) -> Vec<TickInput> {
    let mut inputs = way.inputs.clone();
    let first = around.saturating_sub(BEFORE_TICKS);
    let rests: Vec<usize> = (first..around.min(inputs.len())).filter(|&tick| way.nodes[tick].is_at_rest()).collect();
    for _ in 0..random.random_range(1..=CHANGES) {
        // Small changes are as likely as great ones.
        let length = |most: f32, random: &mut Xoshiro256PlusPlus| ops::powf(most, random.random::<f32>()) as usize;
        let longer = random.random::<bool>();
        let kind = random.random_range(0..KINDS);
        if inputs.is_empty() {
            break;
        } else if kind == 0 {
            let at = random.random_range(first..=around.min(inputs.len() - 1)).min(inputs.len() - 1);
            let by = length(HOLD_TICKS, random);
            if longer {
                inputs.splice(at..at, std::iter::repeat_n(inputs[at], by));
            } else {
                let same = inputs[at..].iter().take_while(|input| **input == inputs[at]).count();
                inputs.drain(at..at + by.min(same - 1));
            }
        } else if kind == 1 && may_focus {
            let from = random.random_range(first..=around.min(inputs.len()));
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
