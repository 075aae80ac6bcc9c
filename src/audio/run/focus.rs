//! Focus: slow motion begins and ends.

use bevy::prelude::*;

use hairline_sim::run::focus::{FocusEnded, FocusStarted};

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Coefficients, Filter, Noise, Pcm, Phase, RATE, decay, glide, render, rise, swell};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static STARTED: SoundSpec =
    SoundSpec { name: "FocusStarted", make: started, reverb: 0.34, ..SoundSpec::NON_DIEGETIC };
pub static ENDED: SoundSpec = SoundSpec { name: "FocusEnded", make: ended, reverb: 0.22, ..SoundSpec::NON_DIEGETIC };

/// How much lower the end of focus sounds when the meter ran out, rather than the player letting go.
const EXHAUSTED_RATE: f32 = 0.72;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&STARTED, &ENDED])
        .add_sound_cue(|_: &FocusStarted| SoundCue::new(&STARTED).with_gain(0.8))
        .add_sound_cue(|ended: &FocusEnded| {
            SoundCue::new(&ENDED).with_rate(if ended.exhausted { EXHAUSTED_RATE } else { 1.0 })
        });
}

/// A tone that sinks two octaves and loses its brightness.
fn started() -> Pcm {
    let (mut low, mut high, mut mouth) = (Phase::default(), Phase::default(), Filter::default());
    render(0.55, |time| {
        let hertz = glide(time, 440.0, 73.4, 0.30);
        let raw = low.saw(hertz) + 0.6 * high.triangle(hertz * 1.503);
        let dark = mouth.low(raw, glide(time, 2400.0, 140.0, 0.40), 0.9);
        dark * rise(time, 0.02) * decay(time - 0.12, 0.11).max(f32::from(u8::from(time < 0.12)))
    })
    .one_shot(-10.0)
}

/// The reverse, shorter and lighter.
fn ended() -> Pcm {
    let (mut low, mut mouth, mut air, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(8));
    render(0.32, |time| {
        let hertz = glide(time, 98.0, 440.0, 0.20);
        let raw = low.triangle(hertz);
        let tuning = Coefficients::new(glide(time, 300.0, 3000.0, 0.20), 0.8, RATE);
        let breath = air.run(noise.sample(), tuning).band;
        (mouth.run(raw, tuning).low + 0.25 * breath) * swell(time, 0.30, 0.62)
    })
    .one_shot(-13.0)
}
