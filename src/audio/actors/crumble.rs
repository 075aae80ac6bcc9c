//! Crumbles: stone that cracks, falls apart, and falls back into place.

use bevy::prelude::*;

use hairline_sim::obstacles::crumble::{CrumbleChanged, CrumblePhase};

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, glide, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static CRACKS: SoundSpec = SoundSpec { name: "CrumbleCracks", make: cracks, reverb: 0.12, ..SoundSpec::DIEGETIC };
pub static FALLS: SoundSpec = SoundSpec { name: "CrumbleFalls", make: falls, reverb: 0.22, ..SoundSpec::DIEGETIC };
pub static RETURNS: SoundSpec =
    SoundSpec { name: "CrumbleReturns", make: returns, reverb: 0.16, ..SoundSpec::DIEGETIC };

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&CRACKS, &FALLS, &RETURNS]).add_sound_cue(|changed: &CrumbleChanged| {
        let (sound, gain) = match changed.phase {
            CrumblePhase::Cracking => (&CRACKS, 0.7),
            CrumblePhase::Gone => (&FALLS, 0.8),
            CrumblePhase::Whole => (&RETURNS, 0.5),
        };
        SoundCue::new(sound).at(changed.position).with_gain(gain)
    });
}

/// The knocks of some stones: `(seconds, hertz, gain)` each, short and dry.
fn knocks<const N: usize>(stones: [(f32, f32, f32); N], decay: f32, seed: u64) -> impl FnMut(f32) -> f32 {
    let (mut bodies, mut noise) = ([(); N].map(|()| Filter::default()), Noise::new(seed));
    move |time| {
        let sample = noise.sample();
        let stone = |(body, (start, hertz, gain)): (&mut Filter, (f32, f32, f32))| {
            let struck = sample * pluck(time - start, 0.0008, decay);
            gain * body.band(struck, hertz, 3.5)
        };
        bodies.iter_mut().zip(stones).map(stone).sum()
    }
}

/// A snap, and two more as the crack runs on.
fn cracks() -> Pcm {
    let stones = knocks([(0.0, 2600.0, 1.0), (0.045, 3400.0, 0.6), (0.082, 2100.0, 0.7)], 0.007, 61);
    render(0.16, stones).one_shot(-12.0)
}

/// Stone that breaks, and rubble that thins out.
fn falls() -> Pcm {
    let rubble = [
        (0.0, 900.0, 1.0),
        (0.03, 1500.0, 0.8),
        (0.07, 700.0, 0.9),
        (0.12, 1900.0, 0.6),
        (0.16, 1100.0, 0.6),
        (0.23, 1600.0, 0.4),
        (0.31, 800.0, 0.35),
        (0.38, 2200.0, 0.2),
    ];
    let (mut stones, mut body) = (knocks(rubble, 0.016, 62), Phase::default());
    render(0.5, |time| {
        let thud = body.sine(glide(time, 330.0, 180.0, 0.06)) * pluck(time, 0.001, 0.02);
        0.2 * thud + 1.6 * stones(time)
    })
    .one_shot(-9.0)
}

/// Stones that fall into place, each tighter than the last.
fn returns() -> Pcm {
    let stones = knocks([(0.0, 1300.0, 0.4), (0.05, 1000.0, 0.6), (0.09, 760.0, 0.8), (0.12, 560.0, 1.0)], 0.012, 63);
    render(0.24, stones).one_shot(-14.0)
}
