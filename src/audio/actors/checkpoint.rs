//! Checkpoints: a rising fourth on two warm bells, with the snap of the cloth.

use bevy::prelude::*;

use hairline_sim::run::checkpoint::CheckpointTouched;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Bell, Filter, Noise, Pcm, note, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static TOUCHED: SoundSpec =
    SoundSpec { name: "Checkpoint", make: touched, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };

/// The modulator's frequency ratio: a whole number, which sounds warm.
const BELL_RATIO: f32 = 2.0;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&TOUCHED])
        .add_sound_cue(|touched: &CheckpointTouched| SoundCue::new(&TOUCHED).at(touched.position).with_gain(0.8));
}

/// The cloth, and two notes.
fn touched() -> Pcm {
    let mut notes = [Bell::new(note::A4, BELL_RATIO, 0.03, 0.10), Bell::new(note::D5, BELL_RATIO, 0.15, 0.16)];
    let (mut cloth, mut noise) = (Filter::default(), Noise::new(91));
    render(0.90, |time| {
        let snap = cloth.band(noise.sample(), 1400.0, 1.2) * pluck(time, 0.002, 0.012);
        notes.iter_mut().map(|note| note.sample(time)).sum::<f32>() + 0.6 * snap
    })
    .one_shot(-12.0)
}
