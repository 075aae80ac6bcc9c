//! The exit: it opens, and the ninja reaches it.

use bevy::prelude::*;

use hairline_sim::run::exit::{ExitOpened, ExitReached};

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{
    Filter, Noise, Pcm, Phase, arpeggio, glide,
    note::{A4, A5, D4, D5, D6, E5},
    pluck, render, swell,
};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static OPENED: SoundSpec =
    SoundSpec { name: "ExitOpened", make: opened, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };
pub static REACHED: SoundSpec =
    SoundSpec { name: "ExitReached", make: reached, reverb: 0.34, is_tuned: true, ..SoundSpec::NON_DIEGETIC };

pub fn plugin(app: &mut App) {
    // In the center: they concern the player wherever the exit is.
    app.register_sounds(&[&OPENED, &REACHED])
        .add_sound_cue(|_: &ExitOpened| SoundCue::new(&OPENED).with_gain(0.8))
        .add_sound_cue(|_: &ExitReached| SoundCue::new(&REACHED));
}

/// A bolt falls, and a chord swells like light through a door.
fn opened() -> Pcm {
    let (mut tones, mut bolt) = ([Phase::default(); 3], Phase::default());
    let (mut mouth, mut clack, mut noise) = (Filter::default(), Filter::default(), Noise::new(11));
    render(1.0, |time| {
        let late = (time - 0.07).max(0.0);
        let hertz = [146.83, 220.4, 293.3];
        let raw: f32 = tones.iter_mut().zip(hertz).map(|(tone, hertz)| tone.saw(hertz)).sum();
        let light = mouth.low(raw, glide(late, 180.0, 2400.0, 0.45), 0.8);
        let knock = bolt.sine(glide(time, 190.0, 82.0, 0.04)) * pluck(time, 0.001, 0.022);
        let click = clack.band(noise.sample(), 1900.0, 1.6) * pluck(time, 0.001, 0.008);
        0.22 * light * swell(late, 0.92, 0.38) + 0.9 * knock + 0.7 * click
    })
    .one_shot(-9.0)
}

/// The level's chord runs up, followed by a rush of air.
fn reached() -> Pcm {
    let notes = [(D4, 0.12), (A4, 0.12), (D5, 0.14), (E5, 0.16), (A5, 0.20), (D6, 0.26)];
    let (mut run, mut air, mut noise) = (arpeggio(1.6, 0.048, &notes), Filter::default(), Noise::new(12));
    render(1.6, |time| {
        let wind = air.band(noise.sample(), glide(time, 700.0, 5200.0, 0.5), 0.9);
        run(time) + 0.35 * wind * swell(time, 0.75, 0.3)
    })
    .one_shot(-7.0)
}
