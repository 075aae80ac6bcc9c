//! The commands of the game to the mixer, over channels that never make either wait.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use bevy::prelude::*;

use super::music::{LAYERS, Piece, PieceId};
use super::sound::{LoopSpec, SoundSpec};

/// Commands that may wait in the channel; further ones are dropped. A frame sends about ten, and a sound device takes them
/// at least every 50 ms.
const COMMANDS_MAX: usize = 1024;
/// Pieces of music that may wait. One is sent when another begins to play, so two are rare.
const PIECES_MAX: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AudioCommand {
    Play(PlaySound),
    /// Sets how a loop sounds from now on. Sent every frame, so that a dropped command does no harm.
    SetLoop(&'static LoopSpec, LoopLevel),
    /// Sets the volumes and the filter from now on. Sent every frame.
    SetMix(MixSettings),
    /// Sets how the music sounds from now on. Sent every frame.
    SetMusic(MusicLevel),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaySound {
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
    pub const SILENT: Self = Self { gain: 0.0, pan: 0.0, rate: 1.0 };

    pub fn louder(self, other: Self) -> Self {
        if other.gain > self.gain { other } else { self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MixSettings {
    /// Factor on everything. At 0 the mixer stands still and drops the sounds that it is asked to start.
    pub master: f32,
    /// Factor on sounds and loops on [`Bus::Effects`](super::sound::Bus::Effects).
    pub effects: f32,
    /// Factor on those on [`Bus::Hazards`](super::sound::Bus::Hazards).
    pub hazards: f32,
    pub music: f32,
    /// 1 for the same on both sides, 0 for stereo.
    pub mono: f32,
    /// −1 left only, 0 both sides, 1 right only.
    pub balance: f32,
    /// Cutoff in hertz of the low-pass filter on everything diegetic.
    pub cutoff: f32,
}

impl MixSettings {
    /// A cutoff that leaves the world unfiltered.
    pub const OPEN_CUTOFF: f32 = 18_000.0;
}

impl Default for MixSettings {
    fn default() -> Self {
        Self { master: 1.0, effects: 1.0, hazards: 1.0, music: 1.0, mono: 0.0, balance: 0.0, cutoff: Self::OPEN_CUTOFF }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MusicLevel {
    /// Which piece plays; another one that does fades out.
    pub piece: PieceId,
    /// Factors on the amplitudes of its layers, by [`Role`](super::music::Role).
    pub gains: [f32; LAYERS],
    /// Playback speed, and so pitch; 1 as synthesized.
    pub rate: f32,
    /// Cutoff in hertz of the low-pass filter on all layers but the one for focus.
    pub cutoff: f32,
}

/// The receiving ends of the channels.
#[derive(Debug)]
pub struct MixerInput {
    pub commands: Receiver<AudioCommand>,
    /// Pieces of music that will be asked for. The sender keeps each for as long as the mixer has it, so that the mixer
    /// never frees one.
    pub pieces: Receiver<Arc<Piece>>,
}

/// The sending ends of the channels.
#[derive(Resource, Clone, Debug)]
pub struct AudioCommands {
    commands: SyncSender<AudioCommand>,
    pieces: SyncSender<Arc<Piece>>,
}

impl AudioCommands {
    pub fn channel() -> (Self, MixerInput) {
        let (command_sender, commands) = sync_channel(COMMANDS_MAX);
        let (piece_sender, pieces) = sync_channel(PIECES_MAX);
        (Self { commands: command_sender, pieces: piece_sender }, MixerInput { commands, pieces })
    }

    pub fn play(&self, sound: PlaySound) {
        self.send(AudioCommand::Play(sound));
    }

    pub fn set_loop(&self, looped: &'static LoopSpec, level: LoopLevel) {
        self.send(AudioCommand::SetLoop(looped, level));
    }

    pub fn set_mix(&self, settings: MixSettings) {
        self.send(AudioCommand::SetMix(settings));
    }

    pub fn set_music(&self, level: MusicLevel) {
        self.send(AudioCommand::SetMusic(level));
    }

    /// Hands the mixer a piece of music. False if it cannot take one now.
    pub fn send_piece(&self, piece: Arc<Piece>) -> bool {
        self.pieces.try_send(piece).is_ok()
    }

    pub fn send(&self, command: AudioCommand) {
        // An error means that no device takes the commands, or takes them too slowly. Either way the game goes on.
        _ = self.commands.try_send(command);
    }
}
