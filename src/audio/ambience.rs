//! The ambience under everything: a drone of open fifths on D that swells slowly, without melody or beat to tire of.

use bevy::prelude::*;

use super::engine::commands::{AudioCommands, LoopLevel};
use super::engine::sound::{LoopSpec, RegisterSounds};
use super::engine::synth::oscillator::{Phase, sine};
use super::engine::synth::pcm::{Pcm, render_at};
use super::playback::slow_motion::SlowMotion;
use super::scene::{AudioScene, AudioSystems};

/// Plays for as long as the game runs.
pub static DRONE: LoopSpec = LoopSpec { name: "Drone", make: drone, fade_seconds: 0.8, is_music: true, is_wide: true };

/// The drone's pitch in slow motion: a fourth lower.
const SLOW_RATE: f32 = 0.75;

/// Seconds of the loop.
const SECONDS: f32 = 24.0;
/// Samples a second: no tone is above 700 Hz.
const RATE: f32 = 8_000.0;
/// The drone's tones: hertz, amplitude, swells in a loop, and the phase of the swell.
const VOICES: [(f32, f32, f32, f32); 10] = [
    (73.42, 0.90, 1.0, 0.00),
    (73.54, 0.60, 2.0, 0.50),
    (110.00, 0.55, 2.0, 0.25),
    (110.17, 0.40, 3.0, 0.70),
    (146.83, 0.38, 3.0, 0.10),
    (147.00, 0.26, 2.0, 0.85),
    (164.81, 0.20, 1.0, 0.60),
    (220.00, 0.16, 5.0, 0.35),
    (293.66, 0.07, 4.0, 0.90),
    (440.25, 0.03, 3.0, 0.55),
];

/// Adds the ambience.
pub(super) fn plugin(app: &mut App) {
    app.register_loop(&DRONE).add_systems(Update, set_drone.in_set(AudioSystems::Cue));
}

fn set_drone(scene: Res<AudioScene>, slow_motion: SlowMotion, commands: Res<AudioCommands>) {
    let gain = match *scene {
        AudioScene::Menu => 0.26,
        AudioScene::Playing => 0.14,
        AudioScene::Results => 0.20,
        AudioScene::Paused => 0.10,
    };
    let is_slow = *scene == AudioScene::Playing && slow_motion.is_active();
    commands.set_loop(&DRONE, LoopLevel { gain, pan: 0.0, rate: if is_slow { SLOW_RATE } else { 1.0 } });
}

fn drone() -> Pcm {
    // Whole periods of each tone and swell in a loop make its seam inaudible.
    let whole = |hertz: f32| (hertz * SECONDS).round() / SECONDS;
    let mut tones = [Phase::default(); VOICES.len()];
    render_at(RATE, SECONDS, move |time| {
        let voice = |(tone, (hertz, level, swells, phase)): (&mut Phase, (f32, f32, f32, f32))| {
            let breath = 0.55 + 0.45 * sine((time * swells / SECONDS + phase).fract());
            level * breath * sine(tone.advance_at(whole(hertz), RATE))
        };
        tones.iter_mut().zip(VOICES).map(voice).sum()
    })
    .looped(-12.0)
}
