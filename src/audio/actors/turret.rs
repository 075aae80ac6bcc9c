//! Turrets and their bullets: dry and short.

use bevy::prelude::*;

use hairline_sim::hazards::turret::{BulletFired, BulletStopped};

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, glide, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static SHOT: SoundSpec =
    SoundSpec { name: "Shot", make: shot, reverb: 0.10, is_throttled: true, ..SoundSpec::DIEGETIC };
pub static IMPACT: SoundSpec =
    SoundSpec { name: "Impact", make: impact, reverb: 0.06, is_throttled: true, ..SoundSpec::DIEGETIC };

/// Tiles. A shot is heard across a screen.
const SHOT_RANGE: f32 = 30.0;
/// Tiles. An impact is heard nearby.
const IMPACT_RANGE: f32 = 16.0;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&SHOT, &IMPACT])
        .add_sound_cue(|fired: &BulletFired| SoundCue::new(&SHOT).at(fired.position).within(SHOT_RANGE).with_gain(0.75))
        .add_sound_cue(|hit: &BulletStopped| SoundCue::new(&IMPACT).at(hit.point).within(IMPACT_RANGE).with_gain(0.8));
}

/// A click, and a short dry bark that falls in pitch.
fn shot() -> Pcm {
    let (mut tone, mut bolt, mut breath, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(31));
    render(0.11, |time| {
        let sample = noise.sample();
        let click = bolt.band(sample, 3600.0, 1.2) * pluck(time, 0.0006, 0.0025);
        let puff = breath.band(sample, glide(time, 1400.0, 500.0, 0.04), 0.9);
        let bark = tone.triangle(glide(time, 440.0, 98.0, 0.040)) * pluck(time, 0.001, 0.014);
        0.9 * click + 0.8 * puff * pluck(time, 0.001, 0.010) + 0.7 * bark
    })
    .one_shot(-10.0)
}

/// A grain of stone.
fn impact() -> Pcm {
    let (mut tone, mut grain, mut noise) = (Phase::default(), Filter::default(), Noise::new(40));
    render(0.05, |time| {
        let chip = grain.band(noise.sample(), 5200.0, 2.2) * pluck(time, 0.0006, 0.0035);
        chip + 0.25 * tone.sine(glide(time, 2400.0, 1500.0, 0.01)) * pluck(time, 0.0006, 0.003)
    })
    .one_shot(-14.0)
}
