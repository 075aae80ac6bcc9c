//! The timing of a human hand: by how many ticks it is off, and the luck that a window asks of it.

use bevy_math::ops;
use rand::RngExt;

use hairline_sim::tuning::TICKS_PER_SECOND;

/// Standard deviations of the timing of a hand, in milliseconds: trained, at ease, under stress.
pub const SIGMAS_MS: [f32; 3] = [15.0, 30.0, 60.0];

/// Bits of luck that a change of the buttons asks of a hand at ease, if it may come so many ticks earlier or later.
pub fn bits(early: u32, late: u32) -> f32 {
    -ops::log2(chance(early, late, SIGMAS_MS[1]).max(1e-6))
}

/// By how many ticks a hand with this deviation (ms) is late; negative is early.
pub fn ticks_of_noise(sigma_ms: f32, random: &mut impl RngExt) -> i32 {
    (sigma_ms / 1000.0 * TICKS_PER_SECOND as f32 * normal(random)).round() as i32
}

/// A number of the standard normal distribution, by the sum of twelve uniform ones (Irwin–Hall): exact on every platform, and as good as a
/// hand.
pub(crate) fn normal(random: &mut impl RngExt) -> f32 {
    let uniform = || (random.random::<u32>() >> 8) as f32 / (1 << 24) as f32;
    std::iter::repeat_with(uniform).take(12).sum::<f32>() - 6.0
}

/// The chance that a change with this deviation (ms) comes no more ticks earlier or later than these.
fn chance(early: u32, late: u32, sigma_ms: f32) -> f32 {
    let sigma = sigma_ms / 1000.0 * TICKS_PER_SECOND as f32;
    let below = |ticks: u32| 0.5 * error_function((ticks as f32 + 0.5) / sigma * std::f32::consts::FRAC_1_SQRT_2);
    below(early) + below(late)
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
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    #[test]
    fn the_error_function_has_its_known_values() {
        for (x, expected) in [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3)] {
            assert!((error_function(x) - expected).abs() < 1e-5, "{x}: {}", error_function(x));
        }
    }

    #[test]
    fn a_wider_window_is_hit_more_often() {
        let chances = [0, 2, 8, 16].map(|ticks| chance(ticks, ticks, 30.0));
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
