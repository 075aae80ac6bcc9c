//! Vanes: a pane of glass that is struck and swings round on its axle.

use bevy::prelude::*;

use hairline_sim::obstacles::vane::VaneTurned;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{
    Bell, Filter, Noise, Pcm, glide,
    note::{A4, D5},
    pluck, render, swell,
};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static TURNS: SoundSpec =
    SoundSpec { name: "VaneTurns", make: turns, reverb: 0.24, is_tuned: true, ..SoundSpec::DIEGETIC };

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&TURNS])
        .add_sound_cue(|turned: &VaneTurned| SoundCue::new(&TURNS).at(turned.position).with_gain(0.7));
}

/// A touch on glass, and the air over its edge as it comes round.
fn turns() -> Pcm {
    let mut glass = [Bell::new(D5, 2.76, 0.0, 0.07), Bell::new(A4, 2.76, 0.02, 0.10)];
    let (mut air, mut noise) = (Filter::default(), Noise::new(71));
    render(0.42, |time| {
        let rush = air.band(noise.sample(), glide(time, 700.0, 2400.0, 0.30), 2.2) * swell(time, 0.34, 0.55);
        let ring: f32 = glass.iter_mut().map(|bell| bell.sample(time)).sum();
        0.5 * ring * pluck(time, 0.001, 0.12) + 1.3 * rush
    })
    .one_shot(-13.0)
}
