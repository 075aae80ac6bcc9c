//! How hard a run is to play: by how many ticks each change of its buttons may come earlier or later, and how often it
//! survives the timing of a human hand. It rates the run, not the level: a player who sees the ninja and corrects has more
//! time than that.

use bevy_math::ops;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

pub use crate::solve::simplify::Window;
use hairline_level::Level;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICKS_PER_SECOND;

use crate::solve::simplify::Tries;

/// Standard deviations of the timing of a hand, in milliseconds: trained, at ease, under stress.
pub const SIGMAS_MS: [f32; 3] = [15.0, 30.0, 60.0];
pub const TRIES: u32 = 1000;
/// The most ticks by which a change is moved, each way.
pub const SLACK_MAX: u32 = crate::solve::simplify::SHIFT_MAX;
const SEED: u64 = 1;

#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The window of each change of the buttons, at most [`SLACK_MAX`] ticks each way.
    pub windows: Vec<Window>,
    /// How many of [`TRIES`] survive each of [`SIGMAS_MS`].
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
}

/// Rates a run that finishes its level. The same run has the same rating on every machine.
pub fn rating_of(level: &Level, inputs: &[TickInput]) -> Rating {
    let mut tries = Tries::new(level, inputs);
    let windows = tries.windows();
    let survivors = SIGMAS_MS.map(|sigma| survivors(level, inputs, sigma));
    let bits = windows.iter().map(|window| -ops::log2(chance(window, SIGMAS_MS[1]).max(1e-6))).sum();
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

/// By how many ticks a hand with this deviation (ms) is late; negative is early.
pub fn ticks_of_noise(sigma_ms: f32, random: &mut impl RngExt) -> i32 {
    (sigma_ms / 1000.0 * TICKS_PER_SECOND as f32 * normal(random)).round() as i32
}

/// A number of the standard normal distribution, by the sum of twelve even ones: exact on every platform, and as good as a
/// hand.
fn normal(random: &mut impl RngExt) -> f32 {
    let even = || (random.random::<u32>() >> 8) as f32 / (1 << 24) as f32;
    std::iter::repeat_with(even).take(12).sum::<f32>() - 6.0
}

/// The chance that a change with this deviation (ms) falls into its window.
fn chance(window: &Window, sigma_ms: f32) -> f32 {
    let sigma = sigma_ms / 1000.0 * TICKS_PER_SECOND as f32;
    let below = |ticks: u32| 0.5 * error_function((ticks as f32 + 0.5) / sigma * std::f32::consts::FRAC_1_SQRT_2);
    below(window.early) + below(window.late)
}

/// erf(x) for x ≥ 0, to within 2e-7: Abramowitz and Stegun, formula 7.1.26.
fn error_function(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = t * (0.254_829_6 + t * (-0.284_496_74 + t * (1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4))));
    1.0 - polynomial * ops::exp(-x * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_has_its_known_values() {
        for (x, expected) in [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3)] {
            assert!((error_function(x) - expected).abs() < 1e-5, "{x}: {}", error_function(x));
        }
    }

    #[test]
    fn a_wider_window_is_hit_more_often() {
        let chances = [0, 2, 8, 16].map(|ticks| chance(&Window { tick: 0, early: ticks, late: ticks }, 30.0));
        assert!(chances.is_sorted(), "{chances:?}");
        assert!(chances[0] < 0.11 && chances[3] > 0.999, "{chances:?}");
    }

    #[test]
    fn noise_has_the_deviation_of_the_standard_normal_distribution() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let numbers: Vec<f32> = (0..20_000).map(|_| normal(&mut random)).collect();
        let mean = numbers.iter().sum::<f32>() / numbers.len() as f32;
        let variance =
            numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f32>() / numbers.len() as f32;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
    }
}
