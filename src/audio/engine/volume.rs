//! The player's volumes, the key that mutes, and silence while the window is in the background.

use bevy::prelude::*;
use bevy::window::WindowFocused;

/// The key that mutes and unmutes.
pub const MUTE_KEY: KeyCode = KeyCode::KeyM;

/// The player's volumes as factors, `0..=1`.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct AudioLevels {
    /// The volume of everything.
    pub master: f32,
    /// The volume of everything but music.
    pub effects: f32,
    /// The volume of the ambience.
    pub music: f32,
    /// Whether everything is silent.
    pub is_muted: bool,
}

impl Default for AudioLevels {
    fn default() -> Self {
        Self { master: 0.8, effects: 1.0, music: 1.0, is_muted: false }
    }
}

impl AudioLevels {
    /// The factor on everything: 0 when muted.
    pub fn master_gain(&self) -> f32 {
        if self.is_muted { 0.0 } else { self.master.clamp(0.0, 1.0) }
    }
}

/// Whether the window has the keyboard focus. A window that never had it counts as focused.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsWindowFocused(pub bool);

/// Adds the volumes.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AudioLevels>()
        .insert_resource(IsWindowFocused(true))
        .add_message::<WindowFocused>()
        .add_systems(PreUpdate, (mute_by_key.run_if(resource_exists::<ButtonInput<KeyCode>>), track_window_focus));
}

fn mute_by_key(keys: Res<ButtonInput<KeyCode>>, mut levels: ResMut<AudioLevels>) {
    if keys.just_pressed(MUTE_KEY) {
        levels.is_muted = !levels.is_muted;
    }
}

fn track_window_focus(
    mut changes: MessageReader<WindowFocused>,
    mut was_ever_focused: Local<bool>,
    mut is_focused: ResMut<IsWindowFocused>,
) {
    let Some(now) = changes.read().last().map(|change| change.focused) else { return };
    is_focused.0 = now || !*was_ever_focused;
    *was_ever_focused |= now;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn muted_is_silent_at_any_level() {
        let mut levels = AudioLevels { master: 3.0, ..default() };
        assert_eq!(levels.master_gain(), 1.0);
        levels.is_muted = true;
        assert_eq!(levels.master_gain(), 0.0);
    }
}
