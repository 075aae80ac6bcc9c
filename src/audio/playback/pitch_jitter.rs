//! Random pitch, so that a repeated sound does not seem mechanical.

use crate::audio::engine::synth::noise::Noise;

/// The largest change of the playback rate, either way.
const JITTER: f32 = 0.035;

/// A seeded source of playback rates.
#[derive(Clone, Debug)]
pub struct PitchJitter(Noise);

impl Default for PitchJitter {
    fn default() -> Self {
        Self(Noise::new(1))
    }
}

impl PitchJitter {
    /// The next factor, near 1.
    pub fn rate(&mut self) -> f32 {
        1.0 + JITTER * self.0.sample()
    }
}
