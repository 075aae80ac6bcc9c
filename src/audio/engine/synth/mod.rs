//! What sounds are synthesized from: oscillators, noise, envelopes, filters, bells and a reverb. Pure functions of numbers,
//! the same on every platform.

mod bell;
mod envelope;
mod filter;
mod noise;
mod oscillator;
mod pcm;
mod reverb;

pub(in crate::audio) use bell::{Bell, arpeggio};
pub use envelope::{decay, glide, pluck, rise, swell};
pub use filter::{Coefficients, Filter};
pub use noise::Noise;
pub use oscillator::{Phase, saw, sine, triangle};
pub use pcm::{Pcm, catmull_rom, render, render_filtered_loop};
pub use reverb::Reverb;

/// Samples a second, of everything that does not state its own rate.
pub const RATE: f32 = 48_000.0;

/// The notes that sounds are tuned to, in hertz. All tuned sounds share one scale on D, so that any of them may coincide.
pub(in crate::audio) mod note {
    pub const D4: f32 = 293.66;
    pub const A4: f32 = 440.0;
    pub const D5: f32 = 587.33;
    pub const E5: f32 = 659.26;
    pub const A5: f32 = 880.0;
    pub const C6: f32 = 1046.50;
    pub const D6: f32 = 1174.66;
    pub const E6: f32 = 1318.51;
}

/// A level in decibels as a factor; 0 dB is 1.
pub fn decibels(level: f32) -> f32 {
    bevy::math::ops::powf(10.0, level / 20.0)
}

/// An interval in semitones as a factor of frequency.
pub fn semitones(interval: f32) -> f32 {
    bevy::math::ops::exp2(interval / 12.0)
}
