//! A state-variable filter of two poles: low-pass, band-pass and high-pass at once.
//!
//! The trapezoidal form of Andrew Simper ("Solving the continuous SVF equations using trapezoidal integration and
//! equivalent currents", Cytomic 2013), which stays stable while its cutoff is modulated.

use std::f32::consts::PI;

use bevy::math::ops;

use super::RATE;

#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    first: f32,
    second: f32,
}

#[derive(Clone, Copy, Debug)]
pub struct Coefficients {
    a1: f32,
    a2: f32,
    a3: f32,
    k: f32,
}

impl Coefficients {
    /// For a cutoff in hertz, clamped below the Nyquist frequency of `rate`, and a resonance (0.7 is flat, more rings).
    pub fn new(hertz: f32, resonance: f32, rate: f32) -> Self {
        let g = ops::tan(PI * (hertz / rate).clamp(1e-5, 0.49));
        let k = 1.0 / resonance;
        let a1 = 1.0 / (1.0 + g * (g + k));
        Self { a1, a2: g * a1, a3: g * g * a1, k }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Bands {
    pub low: f32,
    /// At unity gain in its center.
    pub band: f32,
    pub high: f32,
}

impl Filter {
    pub fn run(&mut self, input: f32, coefficients: Coefficients) -> Bands {
        let Coefficients { a1, a2, a3, k } = coefficients;
        let v3 = input - self.second;
        let v1 = a1 * self.first + a2 * v3;
        let v2 = self.second + a2 * self.first + a3 * v3;
        self.first = 2.0 * v1 - self.first;
        self.second = 2.0 * v2 - self.second;
        Bands { low: v2, band: k * v1, high: input - k * v1 - v2 }
    }

    /// The low-pass at [`RATE`], for a cutoff in hertz and a resonance.
    pub fn low(&mut self, input: f32, hertz: f32, resonance: f32) -> f32 {
        self.run(input, Coefficients::new(hertz, resonance, RATE)).low
    }

    /// The band-pass at [`RATE`], around a frequency in hertz and with a resonance.
    pub fn band(&mut self, input: f32, hertz: f32, resonance: f32) -> f32 {
        self.run(input, Coefficients::new(hertz, resonance, RATE)).band
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::engine::synth::{Noise, Phase};

    /// The amplitude of a tone at each output of a filter at 1 kHz.
    fn levels(hertz: f32) -> [f32; 3] {
        let coefficients = Coefficients::new(1000.0, 0.7, RATE);
        let (mut filter, mut phase) = (Filter::default(), Phase::default());
        let mut peaks = [0.0_f32; 3];
        for index in 0..RATE as usize {
            let Bands { low, band, high } = filter.run(phase.sine(hertz), coefficients);
            if index > RATE as usize / 2 {
                peaks = [peaks[0].max(low), peaks[1].max(band), peaks[2].max(high)];
            }
        }
        peaks
    }

    #[test]
    fn each_output_passes_its_own_band_and_attenuates_the_rest() {
        let ([low, _, high], [low_up, band_up, high_up], [_, band, _]) =
            (levels(60.0), levels(12_000.0), levels(1000.0));
        assert!(low > 0.98 && high < 0.01, "{low} {high}");
        assert!(low_up < 0.02 && high_up > 0.95 && band_up < 0.2, "{low_up} {high_up} {band_up}");
        assert!((band - 1.0).abs() < 0.02, "{band}");
    }

    #[test]
    fn any_cutoff_is_stable() {
        let (mut filter, mut noise) = (Filter::default(), Noise::new(3));
        for step in 0..50_000 {
            let hertz = [1.0, 1e6, 300.0, 20_000.0, -5.0][step % 5];
            let bands = filter.run(noise.sample(), Coefficients::new(hertz, 4.0, RATE));
            assert!(bands.low.abs() < 100.0 && bands.band.abs() < 100.0 && bands.high.abs() < 100.0, "{bands:?}");
        }
    }
}
