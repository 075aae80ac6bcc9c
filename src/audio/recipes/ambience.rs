//! The bed under everything: open fifths on D that breathe, with neither a melody nor a beat to grow tired of.

use crate::audio::engine::synth::oscillator::{Phase, sine};
use crate::audio::engine::synth::pcm::{Pcm, render_at};

/// Seconds until it repeats.
const SECONDS: f32 = 24.0;
/// Samples a second: nothing in it is higher than 700 Hz.
const RATE: f32 = 8_000.0;

/// One voice: hertz, loudness, and how often it swells in a loop, with the phase of that.
const VOICES: [(f32, f32, f32, f32); 10] = [
    (73.42, 0.90, 1.0, 0.00),
    (73.54, 0.60, 2.0, 0.50),
    (110.00, 0.55, 2.0, 0.25),
    (110.17, 0.40, 3.0, 0.70),
    (146.83, 0.38, 3.0, 0.10),
    (147.00, 0.26, 2.0, 0.85),
    (164.81, 0.20, 1.0, 0.60),
    (220.00, 0.16, 5.0, 0.35),
    (293.66, 0.07, 4.0, 0.90),
    (440.25, 0.03, 3.0, 0.55),
];

/// The bed; goes round.
pub fn pad() -> Pcm {
    // Whole periods of tone and swell in a loop, so that its seam cannot be heard.
    let whole = |hertz: f32| (hertz * SECONDS).round() / SECONDS;
    let mut tones = [Phase::default(); VOICES.len()];
    render_at(RATE, SECONDS, move |time| {
        let voice = |(tone, (hertz, level, swells, phase)): (&mut Phase, (f32, f32, f32, f32))| {
            let breath = 0.55 + 0.45 * sine((time * swells / SECONDS + phase).fract());
            level * breath * sine(tone.advance_at(whole(hertz), RATE))
        };
        tones.iter_mut().zip(VOICES).map(voice).sum()
    })
    .looped(-12.0)
}
