//! The volumes and the filter of the whole mix: the player's settings, what is on screen, and slow motion. A window in the
//! background is silent.

use bevy::prelude::*;
use bevy::window::WindowFocused;

use super::slow_motion::SlowMotion;
use crate::audio::engine::commands::{AudioCommands, MixSettings};
use crate::audio::scene::{AudioScene, AudioSystems};
use hairline_profile::settings::Settings;

/// Hertz. The low-pass filter on the world in slow motion, and behind the pause menu.
const SLOW_CUTOFF: f32 = 650.0;
const PAUSE_CUTOFF: f32 = 420.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .insert_resource(IsWindowFocused(true))
        .add_message::<WindowFocused>()
        .add_systems(PreUpdate, track_window_focus)
        .add_systems(Update, set_mix.in_set(AudioSystems::Play));
}

/// A window that never had the keyboard focus counts as focused.
#[derive(Resource)]
pub struct IsWindowFocused(pub bool);

fn track_window_focus(
    mut changes: MessageReader<WindowFocused>,
    mut was_ever_focused: Local<bool>,
    mut is_focused: ResMut<IsWindowFocused>,
) {
    let Some(now) = changes.read().last().map(|change| change.focused) else { return };
    is_focused.0 = now || !*was_ever_focused;
    *was_ever_focused |= now;
}

fn set_mix(
    scene: Res<AudioScene>,
    slow_motion: SlowMotion,
    settings: Res<Settings>,
    is_window_focused: Res<IsWindowFocused>,
    commands: Res<AudioCommands>,
) {
    let sound = &settings.sound;
    let share = |percent: u8| f32::from(percent) / 100.0;
    commands.set_mix(MixSettings {
        master: if sound.enabled && is_window_focused.0 { share(sound.master) } else { 0.0 },
        effects: share(sound.effects),
        hazards: share(sound.hazards),
        music: share(sound.music),
        mono: f32::from(u8::from(sound.mono)),
        balance: f32::from(sound.balance) / 100.0,
        cutoff: match *scene {
            AudioScene::Paused => PAUSE_CUTOFF,
            AudioScene::Playing if slow_motion.is_active() => SLOW_CUTOFF,
            _ => MixSettings::OPEN_CUTOFF,
        },
    });
}
