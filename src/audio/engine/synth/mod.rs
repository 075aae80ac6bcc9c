//! What sounds are synthesized from: oscillators, noise, envelopes, filters, bells and a reverb. Pure functions of numbers,
//! the same on every platform.

mod bell;
mod envelope;
mod filter;
mod noise;
mod oscillator;
mod pcm;
mod reverb;

use std::f32::consts::FRAC_PI_4;

use bevy::math::ops;

pub(in crate::audio) use bell::{Bell, arpeggio};
pub use envelope::{decay, glide, pluck, rise, swell};
pub use filter::{Coefficients, Filter};
pub use noise::Noise;
pub use oscillator::{Phase, saw, sine, triangle};
pub use pcm::{Pcm, catmull_rom, render, render_filtered_loop};
pub(in crate::audio) use reverb::DelayLine;
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

/// Gains of the left and the right channel for a pan from −1 to 1, at constant power.
pub(in crate::audio) fn pan_gains(pan: f32) -> [f32; 2] {
    let (right, left) = ops::sin_cos((pan.clamp(-1.0, 1.0) + 1.0) * FRAC_PI_4);
    [left, right]
}

/// A level in decibels as a factor; 0 dB is 1.
pub fn decibels(level: f32) -> f32 {
    ops::powf(10.0, level / 20.0)
}

/// An interval in semitones as a factor of frequency.
pub fn semitones(interval: f32) -> f32 {
    ops::exp2(interval / 12.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_is_as_loud_on_either_side_as_in_the_center() {
        for pan in [-1.0, -0.4, 0.0, 0.7, 1.0, 5.0] {
            let [left, right] = pan_gains(pan);
            assert!((left * left + right * right - 1.0).abs() < 1e-5);
            assert_eq!(pan > 0.0, right > left + 1e-6);
        }
    }
}
