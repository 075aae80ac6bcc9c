//! Springs: a taut string, released.

use bevy::prelude::*;

use hairline_sim::triggers::spring::SpringReleased;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, glide, note, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static RELEASED: SoundSpec =
    SoundSpec { name: "Spring", make: released, reverb: 0.10, is_tuned: true, ..SoundSpec::DIEGETIC };

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&RELEASED])
        .add_sound_cue(|released: &SpringReleased| SoundCue::new(&RELEASED).at(released.position).with_gain(0.85));
}

/// A twang that reaches its note before the bend is audible, and the click of the latch.
fn released() -> Pcm {
    let (mut string, mut octave, mut mouth, mut catch, mut noise) =
        (Phase::default(), Phase::default(), Filter::default(), Filter::default(), Noise::new(49));
    render(0.28, |time| {
        let hertz = glide(time, note::D4, note::D5, 0.035);
        let raw = string.saw(hertz) + 0.35 * octave.sine(2.0 * hertz);
        let twang = mouth.low(raw, glide(time, 6400.0, 620.0, 0.11), 1.0);
        let latch = catch.band(noise.sample(), 2800.0, 1.6) * pluck(time, 0.0007, 0.004);
        0.8 * twang * pluck(time, 0.002, 0.034) + 0.7 * latch
    })
    .one_shot(-9.0)
}
