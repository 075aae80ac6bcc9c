//! The volumes and the filter of the whole mix: the player's settings, what is on screen, and slow motion.

use bevy::prelude::*;

use super::slow_motion::SlowMotion;
use crate::audio::engine::commands::{AudioCommands, MixSettings};
use crate::audio::engine::settings::{IsWindowFocused, SoundSettings};
use crate::audio::scene::{AudioScene, AudioSystems};

/// Hertz. The low-pass filter on the world in slow motion, and behind the pause menu.
const SLOW_CUTOFF: f32 = 650.0;
const PAUSE_CUTOFF: f32 = 420.0;

/// Adds the mix.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, set_mix.in_set(AudioSystems::Play));
}

fn set_mix(
    scene: Res<AudioScene>,
    slow_motion: SlowMotion,
    settings: Res<SoundSettings>,
    is_window_focused: Res<IsWindowFocused>,
    commands: Res<AudioCommands>,
) {
    let SoundSettings { effects, hazards, music, is_mono, balance, .. } = settings.clamped();
    commands.set_mix(MixSettings {
        master: if is_window_focused.0 { settings.master_gain() } else { 0.0 },
        effects,
        hazards,
        music,
        mono: f32::from(u8::from(is_mono)),
        balance,
        cutoff: match *scene {
            AudioScene::Paused => PAUSE_CUTOFF,
            AudioScene::Playing if slow_motion.is_active() => SLOW_CUTOFF,
            _ => MixSettings::OPEN_CUTOFF,
        },
    });
}
