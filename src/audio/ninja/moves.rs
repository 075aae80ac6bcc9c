//! Jumps, landings and death.

use bevy::prelude::*;

use hairline_sim::ninja::death::HitForgiven;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::ninja::{NinjaJumped, NinjaLanded, NinjaWallJumped};
use hairline_sim::tuning::TERMINAL_FALL;

use crate::audio::engine::sound::{RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{Coefficients, Filter, Noise, Pcm, Phase, RATE, glide, pluck, render};
use crate::audio::playback::{AddSoundCue, SoundCue};

pub static JUMP: SoundSpec = SoundSpec { name: "Jump", make: jump, reverb: 0.10, ..SoundSpec::DIEGETIC };
pub static WALL_JUMP: SoundSpec = SoundSpec { name: "WallJump", make: wall_jump, reverb: 0.10, ..SoundSpec::DIEGETIC };
pub static LAND: SoundSpec = SoundSpec { name: "Land", make: land, reverb: 0.10, ..SoundSpec::DIEGETIC };
pub static DEATH: SoundSpec = SoundSpec { name: "Death", make: death, reverb: 0.16, ..SoundSpec::NON_DIEGETIC };

/// A hit does not kill.
pub static FORGIVEN: SoundSpec =
    SoundSpec { name: "Forgiven", make: forgiven, reverb: 0.16, ..SoundSpec::NON_DIEGETIC };

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&JUMP, &WALL_JUMP, &LAND, &DEATH, &FORGIVEN])
        .add_sound_cue(|jumped: &NinjaJumped| SoundCue::new(&JUMP).at(jumped.position).with_gain(0.65))
        .add_sound_cue(wall_jump_cue)
        .add_sound_cue(landing_cue)
        .add_sound_cue(|died: &NinjaDied| SoundCue::new(&DEATH).at(died.position))
        .add_sound_cue(|forgiven: &HitForgiven| SoundCue::new(&FORGIVEN).at(forgiven.position));
}

fn wall_jump_cue(jumped: &NinjaWallJumped) -> SoundCue {
    SoundCue::new(&WALL_JUMP).at(jumped.position + jumped.wall * Vec2::X).with_gain(0.7)
}

/// The harder the landing, the louder and lower.
fn landing_cue(landed: &NinjaLanded) -> SoundCue {
    let weight = (landed.speed / TERMINAL_FALL).clamp(0.0, 1.0);
    SoundCue::new(&LAND).at(landed.position).with_gain(0.10 + 0.70 * weight).with_rate(1.25 - 0.35 * weight)
}

/// A push of air under a tone that rises.
fn jump() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(1));
    render(0.17, |time| {
        let body = tone.triangle(glide(time, 210.0, 430.0, 0.10)) * pluck(time, 0.004, 0.035);
        let tuning = Coefficients::new(glide(time, 900.0, 2600.0, 0.09), 0.8, RATE);
        0.75 * body + 0.55 * air.run(noise.sample(), tuning).band * pluck(time, 0.003, 0.022)
    })
    .one_shot(-9.0)
}

/// Like a jump, brighter, after a scrape at the wall.
fn wall_jump() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(2));
    render(0.19, |time| {
        let body = tone.triangle(glide(time, 270.0, 580.0, 0.10)) * pluck(time - 0.012, 0.004, 0.034);
        let scrape = air.band(noise.sample(), glide(time, 3400.0, 1500.0, 0.08), 1.1);
        0.7 * body + 0.8 * scrape * pluck(time, 0.002, 0.018)
    })
    .one_shot(-9.0)
}

/// A soft weight on the ground.
fn land() -> Pcm {
    let (mut tone, mut dust, mut noise) = (Phase::default(), Filter::default(), Noise::new(3));
    render(0.17, |time| {
        let weight = tone.sine(glide(time, 150.0, 58.0, 0.07)) * pluck(time, 0.002, 0.030);
        let grit = dust.low(noise.sample(), glide(time, 1500.0, 420.0, 0.05), 0.7);
        weight + 0.7 * grit * pluck(time, 0.001, 0.016)
    })
    .one_shot(-7.0)
}

/// A snap, a falling tone and a dull blow. It ends before the next attempt gets going, and has nothing shrill: the player
/// hears it more often than any reward.
fn death() -> Pcm {
    let (mut tone, mut blow) = (Phase::default(), Phase::default());
    let (mut mouth, mut snap, mut noise) = (Filter::default(), Filter::default(), Noise::new(6));
    render(0.30, |time| {
        let hertz = glide(time, 392.0, 73.4, 0.13);
        let raw = tone.saw(hertz) * pluck(time, 0.002, 0.040);
        let fall = mouth.low(raw, glide(time, 3200.0, 260.0, 0.11), 0.9);
        let crack = snap.band(noise.sample(), 2600.0, 0.7) * pluck(time, 0.001, 0.007);
        let thud = blow.sine(glide(time, 120.0, 46.0, 0.09)) * pluck(time - 0.01, 0.004, 0.045);
        0.55 * fall + 0.8 * crack + 0.9 * thud
    })
    .one_shot(-6.0)
}

/// A glass that rings and does not break: two tones a fifth apart after a small knock.
fn forgiven() -> Pcm {
    let (mut low, mut high, mut knock) = (Phase::default(), Phase::default(), Phase::default());
    render(0.40, |time| {
        let glass = low.sine(587.3) + 0.6 * high.sine(881.0);
        let blow = knock.sine(glide(time, 260.0, 120.0, 0.03)) * pluck(time, 0.001, 0.015);
        0.5 * glass * pluck(time, 0.003, 0.075) + 0.7 * blow
    })
    .one_shot(-9.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_harder_landing_is_louder_and_lower() {
        let land = |speed| landing_cue(&NinjaLanded { position: Vec2::ZERO, speed });
        let (soft, hard) = (land(2.0), land(22.0));
        assert!(soft.gain < 0.3 * hard.gain && soft.rate > hard.rate, "{soft:?} {hard:?}");
        assert_eq!(land(90.0), hard);
    }
}
