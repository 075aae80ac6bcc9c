//! The sounds themselves, the mixer, and the game heard without a device: what it plays, and how a whole run sounds.

mod actors;
mod game;
mod messages;
mod mixing;
mod music;
mod output;
mod synthesis;

use std::sync::mpsc::Receiver;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::audio::engine::BLOCK_FRAMES;
use crate::audio::engine::commands::{AudioCommand, AudioCommands, LoopLevel, MixSettings, PlaySound};
use crate::audio::engine::mixer::Mixer;
use crate::audio::engine::sound::{Bank, LoopSpec, SoundRegistry, SoundSpec};
use crate::audio::engine::synth::Pcm;
use crate::audio::plugin;
use crate::audio::scene::AudioScene;
use hairline_level::Level;
use hairline_sim::Simulate;
use hairline_sim::load_level;
use hairline_sim::run::input::TickInput;

/// A sound, as the tests list it.
type Sound = &'static SoundSpec;

/// What the plugins register.
static REGISTRY: LazyLock<SoundRegistry> = LazyLock::new(|| {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, hairline_sim::plugin, plugin));
    app.world().resource::<SoundRegistry>().clone()
});

static BANK: LazyLock<Arc<OnceLock<Bank>>> = LazyLock::new(|| Arc::new(OnceLock::from(Bank::synthesize(&REGISTRY))));

fn bank() -> &'static Bank {
    BANK.get().expect("it was made full")
}

#[track_caller]
fn pcm(sound: Sound) -> &'static Pcm {
    &bank().sounds[REGISTRY.sound_index(sound).expect("the sound is registered")]
}

fn mean_square(samples: &[f32]) -> f32 {
    samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32
}

/// A power in decibels.
fn decibels(mean_square: f32) -> f32 {
    10.0 * bevy::math::ops::log10(mean_square)
}

/// A mixer with a full bank, and the sending end of its commands.
fn mixer() -> (AudioCommands, Mixer) {
    let (commands, input) = AudioCommands::channel();
    (commands, Mixer::new(REGISTRY.clone(), BANK.clone(), input))
}

/// The next `seconds` of a mix, left and right interleaved.
fn mix(mixer: &mut Mixer, seconds: f32) -> Vec<f32> {
    let mut mix = Vec::new();
    let mut block = [0.0; 2 * BLOCK_FRAMES];
    while (mix.len() as f32) < 96_000.0 * seconds {
        mixer.mix(&mut block);
        mix.extend_from_slice(&block);
    }
    mix
}

/// One channel of a mix: 0 left, 1 right.
fn channel(mix: &[f32], index: usize) -> Vec<f32> {
    mix.iter().skip(index).step_by(2).copied().collect()
}

/// A frame of the game in these tests.
const FRAME: Duration = Duration::from_micros(15_625);

/// The game's sound in an app with neither window nor device, and the commands that it sends.
fn app(level: Option<&Level>) -> (App, Receiver<AudioCommand>) {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, hairline_sim::plugin, plugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    let (commands, input) = AudioCommands::channel();
    let receiver = input.commands;
    app.insert_resource(commands).insert_resource(AudioScene::Playing);
    if let Some(level) = level {
        load_level(app.world_mut(), level);
    }
    app.update();
    receiver.try_iter().for_each(drop);
    (app, receiver)
}

#[track_caller]
fn parse(text: &str) -> Level {
    hairline_level::parse(text, "x.level.ron").unwrap_or_else(|diagnostics| panic!("{diagnostics}\n{text}"))
}

/// What was played since the last call.
fn played(commands: &Receiver<AudioCommand>) -> Vec<PlaySound> {
    let played = |command| match command {
        AudioCommand::Play(sound) => Some(sound),
        _ => None,
    };
    commands.try_iter().filter_map(played).collect()
}

fn sounds(played: &[PlaySound]) -> Vec<Sound> {
    played.iter().map(|play| play.sound).collect()
}

/// The level of a loop after one more frame.
fn loop_level(app: &mut App, commands: &Receiver<AudioCommand>, looped: &'static LoopSpec) -> LoopLevel {
    app.update();
    let level = |command| match command {
        AudioCommand::SetLoop(other, level) if other == looped => Some(level),
        _ => None,
    };
    commands.try_iter().filter_map(level).last().expect("it is set every frame")
}

/// The settings of the mix after one more frame.
fn mix_settings(app: &mut App, commands: &Receiver<AudioCommand>) -> MixSettings {
    app.update();
    let settings = |command| match command {
        AudioCommand::SetMix(settings) => Some(settings),
        _ => None,
    };
    commands.try_iter().filter_map(settings).last().expect("they are set every frame")
}

/// One frame of the game: two ticks with an input, and an update.
fn run_frame(app: &mut App, input: TickInput) {
    for _ in 0..2 {
        *app.world_mut().resource_mut::<TickInput>() = input;
        app.world_mut().run_schedule(Simulate);
    }
    app.update();
}
