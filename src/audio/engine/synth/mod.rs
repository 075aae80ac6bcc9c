//! What sounds are synthesized from: oscillators, noise, envelopes, filters, bells and a reverb. Pure functions of numbers,
//! the same on every platform.

pub(in crate::audio) mod bell;
pub mod envelope;
pub mod filter;
pub mod noise;
pub(in crate::audio) mod note;
pub mod oscillator;
pub mod pcm;
pub mod reverb;

/// Samples a second, of everything that does not state its own rate.
pub const RATE: f32 = 48_000.0;

/// A level in decibels as a factor; 0 dB is 1.
pub fn decibels(level: f32) -> f32 {
    bevy::math::ops::powf(10.0, level / 20.0)
}

/// An interval in semitones as a factor of frequency.
pub fn semitones(interval: f32) -> f32 {
    bevy::math::ops::exp2(interval / 12.0)
}
