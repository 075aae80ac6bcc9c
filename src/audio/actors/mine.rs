//! Mines: two beeps when one is triggered, and the explosion.

use bevy::prelude::*;

use hairline_sim::hazards::mine::{MineExploded, MineLit};

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Filter, Noise, Pcm, Phase, glide, note, pluck, render, rise};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static LIT: SoundSpec =
    SoundSpec { name: "MineLit", make: lit, reverb: 0.16, is_tuned: true, ..SoundSpec::DIEGETIC };
pub static EXPLODED: SoundSpec =
    SoundSpec { name: "MineExploded", make: exploded, reverb: 0.34, ..SoundSpec::DIEGETIC };

/// Tiles. A blast of this radius sounds at the pitch that was synthesized.
const BLAST_RADIUS: f32 = 2.0;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&LIT, &EXPLODED])
        .add_sound_cue(|lit: &MineLit| SoundCue::new(&LIT).at(lit.position).with_gain(0.8))
        .add_sound_cue(explosion);
}

/// The larger the blast, the lower.
fn explosion(exploded: &MineExploded) -> SoundCue {
    let rate = (BLAST_RADIUS / exploded.blast).sqrt().clamp(0.7, 1.4);
    SoundCue::new(&EXPLODED).at(exploded.position).with_rate(rate)
}

/// Two beeps on one note outside the chord of the ambience. They are held, unlike every other sound, which is plucked.
fn lit() -> Pcm {
    let (mut tone, mut edge) = (Phase::default(), Phase::default());
    render(0.21, |time| {
        let beep = |start: f32| rise(time - start, 0.003) * (1.0 - rise(time - start - 0.055, 0.010));
        // Odd harmonics, as of a cheap buzzer.
        let buzz = tone.sine(note::C6) + 0.30 * edge.sine(3.0 * note::C6);
        buzz * (beep(0.0) + beep(0.100))
    })
    .one_shot(-15.0)
}

/// A burst that darkens, over a body that sinks.
fn exploded() -> Pcm {
    let (mut body, mut blast, mut debris) = (Phase::default(), Filter::default(), Filter::default());
    let mut noise = Noise::new(33);
    render(0.80, |time| {
        let sample = noise.sample();
        let low = body.sine(glide(time, 110.0, 36.7, 0.30)) * pluck(time, 0.003, 0.095);
        let burst = blast.low(sample, glide(time, 7000.0, 160.0, 0.40), 0.8);
        let grit = debris.band(sample, 2300.0, 1.5) * pluck(time - 0.04, 0.03, 0.07);
        low + 1.1 * burst * pluck(time, 0.001, 0.060) + 0.12 * grit
    })
    .one_shot(-4.0)
}
