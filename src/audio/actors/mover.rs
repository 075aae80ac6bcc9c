//! Movers with a bumper: a thud in rubber that swings back.

use bevy::prelude::*;

use hairline_sim::ninja::NinjaBumped;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, decay, glide, pluck, render, sine};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static BUMPED: SoundSpec = SoundSpec { name: "Bumper", make: bumped, reverb: 0.10, ..SoundSpec::DIEGETIC };

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&BUMPED])
        .add_sound_cue(|bumped: &NinjaBumped| SoundCue::new(&BUMPED).at(bumped.position).with_gain(0.85));
}

/// A thud, a slap, and a wobbling tone that rises.
fn bumped() -> Pcm {
    let (mut blow, mut rubber, mut skin, mut noise) =
        (Phase::default(), Phase::default(), Filter::default(), Noise::new(48));
    render(0.32, |time| {
        let thud = blow.sine(glide(time, 130.0, 62.0, 0.05)) * pluck(time, 0.002, 0.024);
        let wobble = 1.0 + 0.14 * decay(time, 0.08) * sine((time * 26.0).fract());
        let back = rubber.triangle(glide(time - 0.02, 146.8, 440.0, 0.15) * wobble);
        let slap = skin.band(noise.sample(), 760.0, 1.0) * pluck(time, 0.001, 0.010);
        0.7 * thud + 0.9 * back * pluck(time - 0.012, 0.010, 0.060) + 0.5 * slap
    })
    .one_shot(-10.0)
}
