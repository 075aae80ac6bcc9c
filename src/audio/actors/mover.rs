//! Movers with a bumper: a thud in rubber that swings back.

use bevy::prelude::*;

use crate::sim::facts::Fact;
use crate::sim::triggers::spring::Spring;

use super::spring::is_of_a_spring;
use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::RATE;
use crate::audio::engine::synth::envelope::{decay, glide, pluck};
use crate::audio::engine::synth::filter::{Coefficients, Filter};
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::oscillator::{Phase, sine, triangle};
use crate::audio::engine::synth::pcm::{Pcm, render};
use crate::audio::playback::cue::SoundCue;
use crate::audio::scene::AudioSystems;

/// A bumper throws the ninja back.
pub static BUMPED: SoundSpec =
    SoundSpec { name: "Bumper", make: bumped, reverb: 0.10, is_diegetic: true, is_tuned: false, is_throttled: false };

/// Adds the sound of bumpers.
pub fn plugin(app: &mut App) {
    app.register_sounds(&[&BUMPED]).add_systems(Update, cue_bumpers.in_set(AudioSystems::Cue));
}

fn cue_bumpers(mut facts: MessageReader<Fact>, springs: Query<&Spring>, mut cues: MessageWriter<SoundCue>) {
    for fact in facts.read() {
        let Fact::NinjaBounced { position, normal } = *fact else { continue };
        if !is_of_a_spring(position, normal, &springs) {
            cues.write(SoundCue::new(&BUMPED).at(position).with_gain(0.85));
        }
    }
}

/// A thud, a slap, and a wobbling tone that rises.
fn bumped() -> Pcm {
    let (mut blow, mut rubber, mut skin, mut noise) =
        (Phase::default(), Phase::default(), Filter::default(), Noise::new(48));
    render(0.32, |time| {
        let thud = sine(blow.advance(glide(time, 130.0, 62.0, 0.05))) * pluck(time, 0.002, 0.024);
        let wobble = 1.0 + 0.14 * decay(time, 0.08) * sine((time * 26.0).fract());
        let back = triangle(rubber.advance(glide(time - 0.02, 146.8, 440.0, 0.15) * wobble));
        let slap = skin.run(noise.sample(), Coefficients::new(760.0, 1.0, RATE)).band * pluck(time, 0.001, 0.010);
        0.7 * thud + 0.9 * back * pluck(time - 0.012, 0.010, 0.060) + 0.5 * slap
    })
    .one_shot(-10.0)
}
