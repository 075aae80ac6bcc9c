//! What the ninja sounds like: light, dry and short, because the player hears it all the time.

use bevy::prelude::*;

use hairline_sim::ninja::death::{HitForgiven, NinjaDied};
use hairline_sim::ninja::{Ninja, NinjaJumped, NinjaLanded, NinjaWallJumped};
use hairline_sim::run::Run;
use hairline_sim::tuning::{RUN_SPEED, TERMINAL_FALL, WALL_SLIDE_SPEED};

use super::engine::commands::{AudioCommands, LoopLevel};
use super::engine::sound::{Bus, LoopSpec, RegisterSounds, SoundSpec};
use super::engine::synth::{Filter, Noise, Pcm, Phase, glide, pluck, render, render_filtered_loop, sine};
use super::playback::{AddSoundCue, Listener, SlowMotion, SoundCue};
use super::scene::{AudioScene, AudioSystems};

pub static STEP: SoundSpec = SoundSpec { name: "Step", make: step, reverb: 0.06, ..SoundSpec::DIEGETIC };
pub static JUMP: SoundSpec = SoundSpec { name: "Jump", make: jump, reverb: 0.10, ..SoundSpec::DIEGETIC };
pub static WALL_JUMP: SoundSpec = SoundSpec { name: "WallJump", make: wall_jump, reverb: 0.10, ..SoundSpec::DIEGETIC };
pub static LAND: SoundSpec = SoundSpec { name: "Land", make: land, reverb: 0.10, ..SoundSpec::DIEGETIC };
/// The rub of a wall that the ninja slides along.
pub static SLIDE: LoopSpec = LoopSpec { name: "WallSlide", make: slide, fade_seconds: 0.04, bus: Bus::Effects };
pub static DEATH: SoundSpec = SoundSpec { name: "Death", make: death, reverb: 0.16, ..SoundSpec::NON_DIEGETIC };
/// A hit does not kill.
pub static FORGIVEN: SoundSpec =
    SoundSpec { name: "Forgiven", make: forgiven, reverb: 0.16, ..SoundSpec::NON_DIEGETIC };

/// Tiles from one footstep to the next, as the running figure is drawn.
const STRIDE: f32 = 1.08;
/// Tiles a second below which the ninja counts as standing.
const STANDING_SPEED: f32 = 0.6;
const STEP_GAIN: f32 = 0.38;
const SLIDE_GAIN: f32 = 0.30;

pub(super) fn plugin(app: &mut App) {
    app.register_sounds(&[&STEP, &JUMP, &WALL_JUMP, &LAND, &DEATH, &FORGIVEN])
        .register_loop(&SLIDE)
        .add_sound_cue(|jumped: &NinjaJumped| SoundCue::new(&JUMP).at(jumped.position).with_gain(0.65))
        .add_sound_cue(wall_jump_cue)
        .add_sound_cue(landing_cue)
        .add_sound_cue(|died: &NinjaDied| SoundCue::new(&DEATH).at(died.position))
        .add_sound_cue(|forgiven: &HitForgiven| SoundCue::new(&FORGIVEN).at(forgiven.position))
        .add_systems(Update, (cue_steps, set_slide).in_set(AudioSystems::Cue));
}

fn wall_jump_cue(jumped: &NinjaWallJumped) -> SoundCue {
    SoundCue::new(&WALL_JUMP).at(jumped.position + jumped.wall * Vec2::X).with_gain(0.7)
}

/// The harder the landing, the louder and lower.
fn landing_cue(landed: &NinjaLanded) -> SoundCue {
    let weight = (landed.speed / TERMINAL_FALL).clamp(0.0, 1.0);
    SoundCue::new(&LAND).at(landed.position).with_gain(0.10 + 0.70 * weight).with_rate(1.25 - 0.35 * weight)
}

/// The distance since the last footstep, and which foot is next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StepCycle {
    tiles: f32,
    is_left: bool,
}

impl Default for StepCycle {
    fn default() -> Self {
        // The first footstep comes soon after the start of a run.
        Self { tiles: 0.6 * STRIDE, is_left: false }
    }
}

impl StepCycle {
    /// Advances by some tiles; returns whether a foot came down.
    fn advance(&mut self, tiles: f32) -> bool {
        self.tiles += tiles;
        let is_due = self.tiles >= STRIDE;
        if is_due {
            self.tiles %= STRIDE;
            self.is_left = !self.is_left;
        }
        is_due
    }
}

fn cue_steps(
    scene: Res<AudioScene>,
    ninja: Option<Res<Ninja>>,
    run: Option<Res<Run>>,
    time: Res<Time>,
    mut cycle: Local<StepCycle>,
    mut cues: MessageWriter<SoundCue>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    let speed = ninja.velocity.length();
    let is_playing = run.is_running() && *scene == AudioScene::Playing;
    if !is_playing || ninja.ground.is_none() || speed <= STANDING_SPEED {
        *cycle = StepCycle { is_left: cycle.is_left, ..default() };
    } else if cycle.advance(speed * time.delta_secs()) {
        let gain = STEP_GAIN * (0.5 + 0.5 * (speed / RUN_SPEED).min(1.0));
        let rate = if cycle.is_left { 0.95 } else { 1.05 };
        cues.write(SoundCue::new(&STEP).at(ninja.position).with_gain(gain).with_rate(rate));
    }
}

fn set_slide(
    scene: Res<AudioScene>,
    ninja: Option<Res<Ninja>>,
    run: Option<Res<Run>>,
    slow_motion: SlowMotion,
    listener: Listener,
    commands: Res<AudioCommands>,
) {
    let is_playing = *scene == AudioScene::Playing && run.is_some_and(|run| run.is_running());
    let ninja = ninja.filter(|ninja| is_playing && ninja.sliding);
    let level = ninja.map_or(LoopLevel::SILENT, |ninja| {
        let speed = (-ninja.velocity.y / WALL_SLIDE_SPEED).clamp(0.0, 1.0);
        LoopLevel {
            gain: SLIDE_GAIN * speed,
            pan: listener.pan(ninja.position.x + ninja.wall),
            rate: slow_motion.world_rate() * (0.85 + 0.2 * speed),
        }
    });
    commands.set_loop(&SLIDE, level);
}

/// The ball of the foot, hardly more than a tick.
fn step() -> Pcm {
    let (mut tone, mut sole, mut noise) = (Phase::default(), Filter::default(), Noise::new(4));
    render(0.06, |time| {
        let weight = tone.sine(glide(time, 210.0, 120.0, 0.02)) * pluck(time, 0.001, 0.009);
        let scuff = sole.band(noise.sample(), 1700.0, 1.0);
        0.5 * weight + 0.6 * scuff * pluck(time, 0.001, 0.007)
    })
    .one_shot(-14.0)
}

/// A push of air under a tone that rises.
fn jump() -> Pcm {
    let (mut tone, mut air, mut noise) = (Phase::default(), Filter::default(), Noise::new(1));
    render(0.17, |time| {
        let body = tone.triangle(glide(time, 210.0, 430.0, 0.10)) * pluck(time, 0.004, 0.035);
        let push = air.band(noise.sample(), glide(time, 900.0, 2600.0, 0.09), 0.8);
        0.75 * body + 0.55 * push * pluck(time, 0.003, 0.022)
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

/// Cloth and rubber along a wall.
fn slide() -> Pcm {
    let (mut cloth, mut body) = (Filter::default(), Filter::default());
    let noise = || Noise::new(5);
    render_filtered_loop(1.0, noise, |noise, time| {
        let grain = 0.75 + 0.15 * sine(time * 17.0) + 0.10 * sine(time * 29.0 + 0.3);
        let sample = noise.sample();
        let hiss = cloth.band(sample, 2300.0, 0.9);
        (hiss + 0.5 * body.band(sample, 480.0, 1.2)) * grain
    })
    .looped(-12.0)
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
    fn at_run_speed_there_are_nine_steps_a_second_at_any_frame_rate() {
        for frames in [60, 144] {
            let mut cycle = StepCycle::default();
            let steps = (0..10 * frames).filter(|_| cycle.advance(RUN_SPEED / frames as f32)).count();
            assert!((87..=89).contains(&steps), "{steps} at {frames}");
        }
    }

    #[test]
    fn feet_alternate() {
        let mut cycle = StepCycle::default();
        assert!(cycle.advance(0.5 * STRIDE));
        let first = cycle.is_left;
        assert!(!cycle.advance(0.5 * STRIDE));
        assert!(cycle.advance(0.5 * STRIDE));
        assert_ne!(cycle.is_left, first);
    }

    #[test]
    fn a_harder_landing_is_louder_and_lower() {
        let land = |speed| landing_cue(&NinjaLanded { position: Vec2::ZERO, speed });
        let (soft, hard) = (land(2.0), land(22.0));
        assert!(soft.gain < 0.3 * hard.gain && soft.rate > hard.rate, "{soft:?} {hard:?}");
        assert_eq!(land(90.0), hard);
    }
}
