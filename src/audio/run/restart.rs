//! The restart of a run.

use bevy::prelude::*;

use hairline_sim::run::RunRestarted;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, glide, note::D5, pluck, render, swell};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static RESTART: SoundSpec = SoundSpec { name: "Restart", make: restart, reverb: 0.10, ..SoundSpec::DIEGETIC };

pub fn plugin(app: &mut App) {
    // After a death it comes by itself, and often: quieter than one that the player asks for.
    app.register_sounds(&[&RESTART]).add_sound_cue(|restarted: &RunRestarted| {
        SoundCue::new(&RESTART).with_gain(if restarted.after_death { 0.35 } else { 0.8 })
    });
}

/// A breath drawn in, and a tick.
fn restart() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(7));
    render(0.16, |time| {
        let breath = air.band(noise.sample(), glide(time, 500.0, 2800.0, 0.09), 0.9);
        let tick = tone.sine(D5) * pluck(time - 0.075, 0.003, 0.016);
        0.8 * breath * swell(time, 0.10, 0.8) + 0.35 * tick
    })
    .one_shot(-12.0)
}
