//! Periodic waves. A phase is a fraction of a period, `0..1`; waves go from −1 to 1 and begin at 0, rising.

use std::f32::consts::TAU;

use bevy::math::ops;

use super::RATE;

#[derive(Clone, Copy, Debug, Default)]
pub struct Phase(f32);

impl Phase {
    /// Returns the phase and advances it by one sample of a tone of `hertz` at [`RATE`].
    pub fn advance(&mut self, hertz: f32) -> f32 {
        self.advance_at(hertz, RATE)
    }

    pub fn advance_at(&mut self, hertz: f32, rate: f32) -> f32 {
        let now = self.0;
        self.0 = (now + hertz / rate).fract();
        now
    }

    /// The next sample of a pure tone at [`RATE`].
    pub fn sine(&mut self, hertz: f32) -> f32 {
        sine(self.advance(hertz))
    }

    /// The next sample of a [`triangle`] at [`RATE`].
    pub fn triangle(&mut self, hertz: f32) -> f32 {
        triangle(self.advance(hertz))
    }

    /// The next sample of a [`saw`] at [`RATE`].
    pub fn saw(&mut self, hertz: f32) -> f32 {
        saw(self.advance(hertz), hertz / RATE)
    }
}

pub fn sine(phase: f32) -> f32 {
    ops::sin(TAU * phase)
}

/// A soft, hollow tone: odd harmonics that fall off with the square of their number.
pub fn triangle(phase: f32) -> f32 {
    let shifted = (phase + 0.25).fract();
    1.0 - 4.0 * (shifted - 0.5).abs()
}

/// A bright tone with all harmonics. PolyBLEP smooths its discontinuity over two samples against aliasing; `step` is the
/// phase increment of one sample.
pub fn saw(phase: f32, step: f32) -> f32 {
    let phase = (phase + 0.5).fract();
    let blep = if phase < step {
        let near = phase / step;
        2.0 * near - near * near - 1.0
    } else if phase > 1.0 - step {
        let near = (phase - 1.0) / step;
        near * near + 2.0 * near + 1.0
    } else {
        0.0
    };
    2.0 * phase - 1.0 - blep
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(hertz: f32, wave: impl Fn(f32) -> f32) -> Vec<f32> {
        let mut phase = Phase::default();
        (0..RATE as usize).map(|_| wave(phase.advance(hertz))).collect()
    }

    #[test]
    fn every_wave_starts_at_zero_has_no_offset_and_stays_within_one() {
        let waves: [fn(f32) -> f32; 3] = [sine, triangle, |phase| saw(phase, 480.0 / RATE)];
        for wave in waves {
            let samples = second(480.0, wave);
            assert!(samples[0].abs() < 1e-6);
            assert!(samples[1] > 0.0);
            assert!((samples.iter().sum::<f32>() / RATE).abs() < 1e-3);
            assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
            assert!(samples.iter().any(|sample| *sample > 0.9));
        }
    }

    #[test]
    fn a_tone_crosses_zero_as_often_as_its_frequency_says() {
        let samples = second(100.0, |phase| sine(phase + 0.1));
        let rising = samples.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
        assert!((99..=101).contains(&rising), "{rising}");
    }
}
