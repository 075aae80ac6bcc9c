//! Sound as samples: rendering, normalizing and interpolation.

use super::filter::{Coefficients, Filter};
use super::{RATE, decibels};

/// One channel of samples, nominally `-1..=1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pcm {
    pub samples: Vec<f32>,
    pub rate: f32,
}

/// Hertz. Below this there is no audible sound, only a drifting offset.
const LOWEST: f32 = 28.0;
/// Seconds of the fades at the beginning and the end of a sound, so that neither clicks.
const FADE_IN: f32 = 0.0008;
const FADE_OUT: f32 = 0.012;

/// Renders `seconds` of a sound at [`RATE`]; `sample` gives the sample at each time in turn, in seconds.
pub fn render(seconds: f32, mut sample: impl FnMut(f32) -> f32) -> Pcm {
    let count = (seconds * RATE) as usize;
    Pcm { samples: (0..count).map(|index| sample(index as f32 / RATE)).collect(), rate: RATE }
}

/// Renders a loop of `seconds` through filters, from the same `input` in two passes. Keeps the second: by then the filters
/// have settled, so that their state is continuous across the seam.
pub fn render_filtered_loop<I>(seconds: f32, input: impl Fn() -> I, mut sample: impl FnMut(&mut I, f32) -> f32) -> Pcm {
    let mut pass = || {
        let mut input = input();
        render(seconds, |time| sample(&mut input, time))
    };
    pass();
    pass()
}

impl Pcm {
    pub fn seconds(&self) -> f32 {
        self.samples.len() as f32 / self.rate
    }

    pub fn peak(&self) -> f32 {
        self.samples.iter().fold(0.0, |peak, sample| peak.max(sample.abs()))
    }

    /// A sound that plays once: no offset, faded at both ends, its peak at `level` in decibels.
    pub fn one_shot(mut self, level: f32) -> Self {
        let (mut filter, coefficients) = (Filter::default(), Coefficients::new(LOWEST, 0.7, self.rate));
        let count = self.samples.len();
        let last = count.saturating_sub(1);
        for (index, sample) in self.samples.iter_mut().enumerate() {
            let fade = |from_end: usize, seconds: f32| (from_end as f32 / (seconds * self.rate)).min(1.0);
            *sample = filter.run(*sample, coefficients).high * fade(index, FADE_IN) * fade(last - index, FADE_OUT);
        }
        self.at_peak(level)
    }

    /// A sound that repeats: no offset, its peak at `level` in decibels.
    pub fn looped(mut self, level: f32) -> Self {
        let mean = self.samples.iter().sum::<f32>() / self.samples.len().max(1) as f32;
        self.samples.iter_mut().for_each(|sample| *sample -= mean);
        self.at_peak(level)
    }

    fn at_peak(mut self, level: f32) -> Self {
        let peak = self.peak();
        if peak > 0.0 {
            let factor = decibels(level) / peak;
            self.samples.iter_mut().for_each(|sample| *sample *= factor);
        }
        self
    }

    /// The sample at a fractional position: a Catmull–Rom spline through four samples. `sample` gives the one at an index;
    /// it decides what lies beyond the ends.
    pub fn interpolate(position: f64, sample: impl Fn(i64) -> f32) -> f32 {
        let index = position.floor();
        let t = (position - index) as f32;
        let at = |offset: i64| sample(index as i64 + offset);
        catmull_rom([at(-1), at(0), at(1), at(2)], t)
    }
}

/// A Catmull–Rom spline through four samples, at a fraction between the second and the third.
pub fn catmull_rom([a, b, c, d]: [f32; 4], t: f32) -> f32 {
    b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_one_shot_begins_and_ends_at_silence_without_offset_at_its_level() {
        let pcm = render(0.3, |time| 0.2 + (time * 400.0).fract()).one_shot(-6.0);
        assert_eq!(pcm.samples.len(), 14_400);
        assert_eq!((pcm.samples[0], *pcm.samples.last().unwrap()), (0.0, 0.0));
        assert!((pcm.peak() - 0.501).abs() < 1e-3);
        assert!((pcm.samples.iter().sum::<f32>() / 14_400.0).abs() < 0.01);
        assert_eq!(pcm.seconds(), 0.3);
    }

    #[test]
    fn silence_stays_silence() {
        assert_eq!(render(0.01, |_| 0.0).one_shot(-6.0).peak(), 0.0);
        assert_eq!(render(0.0, |_| 1.0).looped(-6.0).peak(), 0.0);
    }

    #[test]
    fn interpolation_passes_through_the_samples() {
        let samples = [0.0, 0.0, 1.0, 1.0, 1.0];
        let at = |position: f64| Pcm::interpolate(position, |index| samples[index.clamp(0, 4) as usize]);
        assert_eq!((at(1.0), at(2.0)), (0.0, 1.0));
        assert!((at(1.5) - 0.5).abs() < 1e-6);
    }
}
