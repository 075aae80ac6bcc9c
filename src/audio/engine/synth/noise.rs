//! White noise, the same each time.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A source of white noise. Its generator is one that `rand` promises to keep: the same seed gives the same samples on every
/// platform and in every version.
#[derive(Clone, Debug)]
pub struct Noise(Xoshiro256PlusPlus);

impl Noise {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The next sample, uniform in `-1.0..1.0`.
    pub fn sample(&mut self) -> f32 {
        2.0 * self.0.random::<f32>() - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_no_offset_fills_its_range_and_repeats_for_a_seed() {
        for seed in [0, 1, 2, 77] {
            let mut noise = Noise::new(seed);
            let samples: Vec<f32> = (0..100_000).map(|_| noise.sample()).collect();
            let mean = samples.iter().sum::<f32>() / 1e5;
            let power = samples.iter().map(|sample| sample * sample).sum::<f32>() / 1e5;
            assert!(mean.abs() < 0.01, "{mean}");
            assert!((power - 1.0 / 3.0).abs() < 0.01, "{power}");
            assert!(samples.iter().all(|sample| (-1.0..1.0).contains(sample)));
            let mut again = Noise::new(seed);
            assert!(samples[..10].iter().all(|sample| *sample == again.sample()));
        }
    }
}
