//! White noise, the same each time.

/// A source of noise (xorshift by Marsaglia, 32 bits).
#[derive(Clone, Copy, Debug)]
pub struct Noise(u32);

impl Noise {
    /// A source; each seed has its own.
    pub fn new(seed: u32) -> Self {
        // The state must not be 0; close seeds are spread apart.
        Self(seed.wrapping_mul(0x9E37_79B9) | 1)
    }

    /// The next sample, `-1.0..1.0`, each value as likely.
    pub fn sample(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
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
            assert_eq!(samples[9], {
                (0..9)
                    .fold(Noise::new(seed), |mut n, _| {
                        n.sample();
                        n
                    })
                    .sample()
            });
        }
    }
}
