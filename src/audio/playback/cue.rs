//! Cues: the features write what should be heard and where; one system decides how it sounds to the player, and sends it to
//! the mixer.

use bevy::prelude::*;

use super::listener::Listener;
use super::slow_motion::SlowMotion;
use crate::audio::engine::commands::{AudioCommands, PlaySound};
use crate::audio::engine::sound::SoundSpec;
use crate::audio::engine::synth::Noise;
use crate::audio::engine::throttle::Throttle;
use crate::audio::scene::{AudioScene, AudioSystems};

const GAIN_MIN: f32 = 0.01;
/// The largest random change of the playback rate, either way, so that a repeated sound does not seem mechanical.
const JITTER: f32 = 0.035;

/// A sound of the game that should be heard in this frame.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct SoundCue {
    pub sound: &'static SoundSpec,
    /// Factor on its amplitude, before distance attenuation.
    pub gain: f32,
    /// Playback speed, and so pitch; 1 as synthesized.
    pub rate: f32,
    /// Whether neither slow motion nor jitter may change the rate.
    is_rate_fixed: bool,
    /// Where it is heard, in tiles; `None` for the center.
    position: Option<Vec2>,
    /// How far it is heard, in tiles.
    range: f32,
}

impl SoundCue {
    /// A sound as it was synthesized, in the center and heard everywhere.
    pub fn new(sound: &'static SoundSpec) -> Self {
        Self { sound, gain: 1.0, rate: 1.0, is_rate_fixed: false, position: None, range: f32::INFINITY }
    }

    pub fn with_gain(self, gain: f32) -> Self {
        Self { gain, ..self }
    }

    pub fn with_rate(self, rate: f32) -> Self {
        Self { rate, ..self }
    }

    /// Sets the playback rate, which neither slow motion nor jitter changes.
    pub fn with_fixed_rate(self, rate: f32) -> Self {
        Self { rate, is_rate_fixed: true, ..self }
    }

    /// Pans the sound to a position in the world.
    pub fn at(self, position: Vec2) -> Self {
        Self { position: Some(position), ..self }
    }

    /// Attenuates the sound with the distance from the ninja, to nothing at `range` tiles. Without it the player hears it
    /// anywhere in the level.
    pub fn within(self, range: f32) -> Self {
        Self { range, ..self }
    }
}

/// Lets a feature's plugin turn its messages into cues.
pub trait AddSoundCue {
    /// Adds a system that writes the cue of each message, if there is one.
    fn add_sound_cue<M: Message, C: Into<Option<SoundCue>>>(
        &mut self,
        cue: impl Fn(&M) -> C + Send + Sync + 'static,
    ) -> &mut Self;
}

impl AddSoundCue for App {
    fn add_sound_cue<M: Message, C: Into<Option<SoundCue>>>(
        &mut self,
        cue: impl Fn(&M) -> C + Send + Sync + 'static,
    ) -> &mut Self {
        let cue_messages = move |mut messages: MessageReader<M>, mut cues: MessageWriter<SoundCue>| {
            cues.write_batch(messages.read().filter_map(|message| cue(message).into()));
        };
        self.add_message::<M>().add_systems(Update, cue_messages.in_set(AudioSystems::Cue))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SoundCue>().add_systems(Update, play_cues.in_set(AudioSystems::Play));
}

struct Jitter(Noise);

impl Default for Jitter {
    fn default() -> Self {
        Self(Noise::new(1))
    }
}

fn play_cues(
    mut cues: MessageReader<SoundCue>,
    scene: Res<AudioScene>,
    listener: Listener,
    slow_motion: SlowMotion,
    time: Res<Time<Real>>,
    mut jitter: Local<Jitter>,
    mut throttle: Local<Throttle>,
    commands: Res<AudioCommands>,
) {
    if *scene != AudioScene::Playing {
        cues.clear();
        return;
    }
    // The features' systems run in no fixed order; sorted, the same run always sounds the same.
    let mut cues: Vec<SoundCue> = cues.read().copied().collect();
    cues.sort_by_key(|cue| cue.sound.name);
    for cue in cues {
        let gain = cue.gain * cue.position.map_or(1.0, |position| listener.attenuation(position, cue.range));
        if gain < GAIN_MIN {
            continue;
        }
        let pan = cue.position.map_or(0.0, |position| listener.pan(position.x));
        let mut rate = cue.rate;
        if cue.sound.is_diegetic && !cue.is_rate_fixed {
            rate *= slow_motion.world_rate() * if cue.sound.is_tuned { 1.0 } else { 1.0 + JITTER * jitter.0.sample() };
        }
        if let Some(sound) = throttle.offer(PlaySound { sound: cue.sound, gain, pan, rate }) {
            commands.play(sound);
        }
    }
    throttle.release(time.elapsed_secs(), |sound| commands.play(sound));
}
