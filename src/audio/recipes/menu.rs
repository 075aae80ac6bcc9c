//! Menus: small wooden ticks on the notes of the scale.

use super::note::{A4, A5, D5};
use crate::audio::engine::synth::envelope::pluck;
use crate::audio::engine::synth::oscillator::{Phase, sine, triangle};
use crate::audio::engine::synth::pcm::{Pcm, render};

fn tick(phase: &mut Phase, hertz: f32, time: f32, half_life: f32) -> f32 {
    let phase = phase.advance(hertz);
    (0.7 * triangle(phase) + 0.3 * sine((phase * 3.0).fract())) * pluck(time, 0.0015, half_life)
}

/// To another entry.
pub fn moved() -> Pcm {
    let mut tone = Phase::default();
    render(0.06, |time| tick(&mut tone, D5, time, 0.009)).struck(-17.0)
}

/// An entry is taken.
pub fn accepted() -> Pcm {
    let mut tones = [Phase::default(); 2];
    render(0.22, |time| tick(&mut tones[0], D5, time, 0.016) + tick(&mut tones[1], A5, time - 0.055, 0.030))
        .struck(-13.0)
}

/// Back.
pub fn left() -> Pcm {
    let mut tones = [Phase::default(); 2];
    render(0.20, |time| tick(&mut tones[0], D5, time, 0.016) + tick(&mut tones[1], A4, time - 0.055, 0.028))
        .struck(-15.0)
}
