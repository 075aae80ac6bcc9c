//! Teleports: a sweep up where the ninja enters, and a sweep down where it leaves.

use bevy::prelude::*;

use hairline_sim::triggers::teleport::NinjaTeleported;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, glide, note, render, swell};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static ENTERED: SoundSpec =
    SoundSpec { name: "TeleportEntered", make: entered, reverb: 0.22, ..SoundSpec::DIEGETIC };
/// The ninja leaves its other end.
pub static LEFT: SoundSpec = SoundSpec { name: "TeleportLeft", make: left, reverb: 0.34, ..SoundSpec::DIEGETIC };

/// Seconds from the sound of entering to the sound of leaving, so that both are heard apart.
const DELAY: f32 = 0.10;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&ENTERED, &LEFT])
        .add_sound_cue(|teleported: &NinjaTeleported| SoundCue::new(&ENTERED).at(teleported.from).with_gain(0.8))
        .add_sound_cue(|teleported: &NinjaTeleported| SoundCue::new(&LEFT).at(teleported.to).with_gain(0.9));
}

/// Wind and a shimmer that sweep up and are cut off at the top.
fn entered() -> Pcm {
    let (mut air, mut tones, mut noise) = (Filter::default(), [Phase::default(); 2], Noise::new(50));
    render(0.20, |time| {
        let wind = air.band(noise.sample(), glide(time, 420.0, 5200.0, 0.17), 1.8);
        let hertz = glide(time, note::D4, note::D6, 0.17);
        let shimmer = tones[0].sine(hertz) * tones[1].sine(1.498 * hertz);
        (wind + 0.5 * shimmer) * swell(time, 0.19, 0.82)
    })
    .one_shot(-11.0)
}

/// The reverse, opening downwards after a short delay.
fn left() -> Pcm {
    let (mut air, mut tones, mut noise) = (Filter::default(), [Phase::default(); 2], Noise::new(51));
    render(0.48, |time| {
        let since = (time - DELAY).max(0.0);
        let wind = air.band(noise.sample(), glide(since, 4600.0, 380.0, 0.28), 1.4);
        let hertz = glide(since, note::D6, note::D4, 0.16);
        let shimmer = tones[0].sine(hertz) * (0.5 + 0.5 * tones[1].sine(1.498 * hertz));
        (wind + 0.6 * shimmer) * swell(since, 0.36, 0.12)
    })
    .one_shot(-10.0)
}
