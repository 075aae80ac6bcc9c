//! Springs: a taut string, released.

use bevy::prelude::*;

use hairline_sim::triggers::spring::SpringReleased;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::RATE;
use crate::audio::engine::synth::envelope::{glide, pluck};
use crate::audio::engine::synth::filter::{Coefficients, Filter};
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::note::{D4, D5};
use crate::audio::engine::synth::oscillator::{Phase, saw, sine};
use crate::audio::engine::synth::pcm::{Pcm, render};
use crate::audio::playback::cue::{AddSoundCue, SoundCue};

/// A spring launches the ninja.
pub static RELEASED: SoundSpec =
    SoundSpec { name: "Spring", make: released, reverb: 0.10, is_tuned: true, ..SoundSpec::DIEGETIC };

/// Adds the sound of springs.
pub fn plugin(app: &mut App) {
    app.register_sounds(&[&RELEASED])
        .add_sound_cue(|released: &SpringReleased| SoundCue::new(&RELEASED).at(released.position).with_gain(0.85));
}

/// A twang that reaches its note before the bend is audible, and the click of the latch.
fn released() -> Pcm {
    let (mut string, mut octave, mut mouth, mut catch, mut noise) =
        (Phase::default(), Phase::default(), Filter::default(), Filter::default(), Noise::new(49));
    render(0.28, |time| {
        let hertz = glide(time, D4, D5, 0.035);
        let raw = saw(string.advance(hertz), hertz / RATE) + 0.35 * sine(octave.advance(2.0 * hertz));
        let twang = mouth.run(raw, Coefficients::new(glide(time, 6400.0, 620.0, 0.11), 1.0, RATE)).low;
        let latch = catch.run(noise.sample(), Coefficients::new(2800.0, 1.6, RATE)).band * pluck(time, 0.0007, 0.004);
        0.8 * twang * pluck(time, 0.002, 0.034) + 0.7 * latch
    })
    .one_shot(-9.0)
}
