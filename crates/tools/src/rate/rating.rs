//! How hard a run is to play: by how many ticks each change of its buttons may come earlier or later, and how often it
//! survives the timing of a human hand. It rates the run, not the level: a player who sees the ninja and corrects has more
//! time than that.

use bevy_math::{Vec2, ops};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::hand::{SIGMAS_MS, ticks_of_noise};
use crate::solve::simplify::Tries;
pub use crate::solve::simplify::Window;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICKS_PER_SECOND;

pub const TRIES: u32 = 1000;
/// The most ticks by which a change is moved, each way.
pub const SLACK_MAX: u32 = crate::solve::simplify::SHIFT_MAX;
const SEED: u64 = 1;

#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The window of each change of the buttons, at most [`SLACK_MAX`] ticks each way.
    pub windows: Vec<Window>,
    /// How many of [`TRIES`] finish with timing that is off by 15, 30 and 60 ms.
    pub survivors: [u32; 3],
    /// Bits of luck that the run asks of a hand with a deviation of 30 ms: the sum of −log₂ of the chance of each change to
    /// fall into its window.
    pub bits: f32,
}

impl Rating {
    /// From 1 (easy) to 10 (hardest), by the bits of luck: 1 + log₂(1 + bits), rounded to a tenth.
    pub fn stars(&self) -> f32 {
        ((1.0 + ops::log2(1.0 + self.bits)).min(10.0) * 10.0).round() / 10.0
    }

    /// The second that asks the most luck; `None` for a run that asks none.
    pub fn hardest_second(&self, level: &Level, inputs: &[TickInput]) -> Option<HardestSecond> {
        let within = |first: usize| {
            let end = self.windows[first].tick + TICKS_PER_SECOND;
            self.windows[first..].iter().take_while(move |window| window.tick < end)
        };
        let seconds = (0..self.windows.len()).map(|first| (within(first).map(Window::bits).sum::<f32>(), first));
        let (bits, first) = seconds.rev().max_by(|a, b| a.0.total_cmp(&b.0)).filter(|second| second.0 > 0.0)?;
        let hardest = within(first).max_by(|a, b| a.bits().total_cmp(&b.bits()))?;
        let mut simulation = Simulation::new(level);
        inputs[..hardest.tick as usize].iter().for_each(|&input| simulation.tick(input));
        Some(HardestSecond { from_tick: self.windows[first].tick, bits, place: simulation.ninja().position })
    }
}

/// The second of a run that asks the most luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HardestSecond {
    pub from_tick: u32,
    pub bits: f32,
    /// Where the ninja is when its hardest change comes.
    pub place: Vec2,
}

/// Rates a run that finishes its level. The same run has the same rating on every machine.
pub fn rating_of(level: &Level, inputs: &[TickInput]) -> Rating {
    let mut tries = Tries::new(level, inputs);
    let windows = tries.windows();
    let survivors = SIGMAS_MS.map(|sigma| survivors(level, inputs, sigma));
    let bits = windows.iter().map(Window::bits).sum();
    Rating { windows, survivors, bits }
}

/// How many tries finish whose changes each come earlier or later by chance.
fn survivors(level: &Level, inputs: &[TickInput], sigma_ms: f32) -> u32 {
    let parts: Vec<u32> = (0..TRIES).step_by(50).collect();
    let finished = parts.par_iter().map(|&first| {
        let mut tries = Tries::new(level, inputs);
        let finishes = |try_number: &u32| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED + u64::from(*try_number));
            tries.finishes_shifted(|| ticks_of_noise(sigma_ms, &mut random))
        };
        (first..(first + 50).min(TRIES)).filter(finishes).count() as u32
    });
    finished.sum()
}
