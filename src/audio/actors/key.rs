//! Keys: two bright notes and a jingle.

use bevy::prelude::*;

use hairline_sim::triggers::key::KeyTaken;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Bell, Filter, Noise, Pcm, note, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static TAKEN: SoundSpec =
    SoundSpec { name: "Key", make: taken, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };

/// The modulator's frequency ratio: far from any whole or half number, which sounds like metal rather than a bell.
const BELL_RATIO: f32 = 5.19;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&TAKEN])
        .add_sound_cue(|taken: &KeyTaken| SoundCue::new(&TAKEN).at(taken.position).with_gain(0.8));
}

/// Two notes apart, and the jingle of the key's teeth.
fn taken() -> Pcm {
    let mut notes = [Bell::new(note::A5, BELL_RATIO, 0.0, 0.045), Bell::new(note::D6, BELL_RATIO, 0.085, 0.095)];
    let (mut teeth, mut noise) = (Filter::default(), Noise::new(14));
    render(0.60, |time| {
        let jingle = teeth.band(noise.sample(), 6200.0, 3.0);
        let shaken = pluck(time, 0.001, 0.006) + 0.7 * pluck(time - 0.085, 0.001, 0.010);
        notes.iter_mut().map(|note| note.sample(time)).sum::<f32>() + 0.5 * jingle * shaken
    })
    .one_shot(-12.0)
}
