//! The low-pass filter of slow motion and of pauses, whose cutoff glides.

use bevy::math::ops;

use super::BLOCK_FRAMES;
use super::smoother::Smoother;
use super::synth::{Coefficients, Filter, RATE};
use super::voice::StereoBlock;

/// Hertz. Above this cutoff the filter is bypassed.
const BYPASS_CUTOFF: f32 = 15_000.0;

#[derive(Clone, Copy, Debug)]
pub struct LowPass {
    /// The cutoff in octaves above 100 Hz, since pitch is heard as a ratio.
    octaves: Smoother,
    channels: [Filter; 2],
}

impl LowPass {
    /// Starts at a cutoff in hertz; `seconds` is the time constant of later changes.
    pub fn new(cutoff: f32, seconds: f32) -> Self {
        Self { octaves: Smoother::new(octaves(cutoff), seconds), channels: [Filter::default(); 2] }
    }

    pub fn set_cutoff(&mut self, hertz: f32) {
        self.octaves.target = octaves(hertz);
    }

    /// Filters the next block, and crossfades to the unfiltered signal near [`BYPASS_CUTOFF`].
    pub fn run(&mut self, block: &mut StereoBlock) {
        let cutoff = 100.0 * ops::exp2(self.octaves.step().at(BLOCK_FRAMES));
        let coefficients = Coefficients::new(cutoff, 0.8, RATE);
        let wet = ((BYPASS_CUTOFF - cutoff) / (0.3 * BYPASS_CUTOFF)).clamp(0.0, 1.0);
        for frame in block {
            for (sample, filter) in frame.iter_mut().zip(&mut self.channels) {
                let low = filter.run(*sample, coefficients).low;
                *sample += wet * (low - *sample);
            }
        }
    }
}

/// A frequency in octaves above 100 Hz.
fn octaves(hertz: f32) -> f32 {
    ops::log2(hertz.clamp(40.0, 20_000.0) / 100.0)
}
