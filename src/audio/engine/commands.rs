//! The commands of the game to the mixer, over a channel that never makes the game wait.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use bevy::prelude::*;

use super::sound::{LoopSpec, SoundSpec};

/// Commands that may wait in the channel; further ones are dropped. A frame sends about ten, and a sound device takes them
/// at least every 50 ms.
const COMMANDS_MAX: usize = 1024;

/// One command to the mixer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AudioCommand {
    /// Starts a sound.
    Play(PlaySound),
    /// Sets how a loop sounds from now on. Sent every frame, so that a dropped command does no harm.
    SetLoop(&'static LoopSpec, LoopLevel),
    /// Sets the volumes and the filter from now on. Sent every frame.
    SetMix(MixSettings),
}

/// A sound to start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaySound {
    /// Which sound.
    pub sound: &'static SoundSpec,
    /// Factor on its amplitude.
    pub gain: f32,
    /// −1 left to 1 right.
    pub pan: f32,
    /// Playback speed, and so pitch; 1 as synthesized.
    pub rate: f32,
}

impl PlaySound {
    /// A sound as it was synthesized, in the center.
    pub fn new(sound: &'static SoundSpec) -> Self {
        Self { sound, gain: 1.0, pan: 0.0, rate: 1.0 }
    }
}

/// How a loop sounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopLevel {
    /// Factor on its amplitude; 0 is silent.
    pub gain: f32,
    /// −1 left to 1 right.
    pub pan: f32,
    /// Playback speed, and so pitch; 1 as synthesized.
    pub rate: f32,
}

impl LoopLevel {
    /// Inaudible.
    pub const SILENT: Self = Self { gain: 0.0, pan: 0.0, rate: 1.0 };

    /// The louder of the two.
    pub fn louder(self, other: Self) -> Self {
        if other.gain > self.gain { other } else { self }
    }
}

/// The volumes and the filter of the whole mix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MixSettings {
    /// Factor on everything. At 0 the mixer stands still and drops the sounds that it is asked to start.
    pub master: f32,
    /// Factor on sounds and loops, except music.
    pub effects: f32,
    /// Factor on loops that are music.
    pub music: f32,
    /// Cutoff in hertz of the low-pass filter on everything diegetic.
    pub cutoff: f32,
}

impl MixSettings {
    /// A cutoff that leaves the world unfiltered.
    pub const OPEN_CUTOFF: f32 = 18_000.0;
}

impl Default for MixSettings {
    fn default() -> Self {
        Self { master: 1.0, effects: 1.0, music: 1.0, cutoff: Self::OPEN_CUTOFF }
    }
}

/// The sending end of the channel.
#[derive(Resource, Clone, Debug)]
pub struct AudioCommands(SyncSender<AudioCommand>);

impl AudioCommands {
    /// Both ends.
    pub fn channel() -> (Self, Receiver<AudioCommand>) {
        let (sender, receiver) = sync_channel(COMMANDS_MAX);
        (Self(sender), receiver)
    }

    /// Starts a sound.
    pub fn play(&self, sound: PlaySound) {
        self.send(AudioCommand::Play(sound));
    }

    /// Sets how a loop sounds from now on.
    pub fn set_loop(&self, looped: &'static LoopSpec, level: LoopLevel) {
        self.send(AudioCommand::SetLoop(looped, level));
    }

    /// Sets the volumes and the filter from now on.
    pub fn set_mix(&self, settings: MixSettings) {
        self.send(AudioCommand::SetMix(settings));
    }

    fn send(&self, command: AudioCommand) {
        // An error means that no device takes the commands, or takes them too slowly. Either way the game goes on.
        _ = self.0.try_send(command);
    }
}
