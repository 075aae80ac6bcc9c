//! The rub of a wall that the ninja slides along.

use bevy::prelude::*;

use hairline_sim::ninja::Ninja;
use hairline_sim::run::Run;
use hairline_sim::tuning::WALL_SLIDE_SPEED;

use crate::audio::engine::commands::{AudioCommands, LoopLevel};
use crate::audio::engine::sound::{Bus, LoopSpec, RegisterSounds};
use crate::audio::engine::synth::{Filter, Noise, Pcm, render_filtered_loop, sine};
use crate::audio::playback::{Listener, SlowMotion};
use crate::audio::scene::{AudioScene, AudioSystems};

pub static SLIDE: LoopSpec = LoopSpec { name: "WallSlide", make: slide, fade_seconds: 0.04, bus: Bus::Effects };

const GAIN: f32 = 0.30;

pub fn plugin(app: &mut App) {
    app.register_loop(&SLIDE).add_systems(Update, set_slide.in_set(AudioSystems::Cue));
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
            gain: GAIN * speed,
            pan: listener.pan(ninja.position.x + ninja.wall),
            rate: slow_motion.world_rate() * (0.85 + 0.2 * speed),
        }
    });
    commands.set_loop(&SLIDE, level);
}

/// Cloth and rubber along a wall.
fn slide() -> Pcm {
    let (mut cloth, mut body) = (Filter::default(), Filter::default());
    let mut noise = Noise::new(5);
    render_filtered_loop(1.0, move |time| {
        // Both passes need the same input.
        if time == 0.0 {
            noise = Noise::new(5);
        }
        let grain = 0.75 + 0.15 * sine(time * 17.0) + 0.10 * sine(time * 29.0 + 0.3);
        let sample = noise.sample();
        let hiss = cloth.band(sample, 2300.0, 0.9);
        (hiss + 0.5 * body.band(sample, 480.0, 1.2)) * grain
    })
    .looped(-12.0)
}
