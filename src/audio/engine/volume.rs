//! How loud the game is, and the key that mutes it.

use bevy::prelude::*;
use bevy::window::WindowFocused;

/// The key that mutes and unmutes.
pub const MUTE_KEY: KeyCode = KeyCode::KeyM;

/// Levels as factors, `0..=1`.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct AudioLevels {
    /// Of everything.
    pub master: f32,
    /// Of all that happens.
    pub effects: f32,
    /// Of the bed under it.
    pub music: f32,
    /// Nothing is heard.
    pub is_muted: bool,
}

impl Default for AudioLevels {
    fn default() -> Self {
        Self { master: 0.8, effects: 1.0, music: 1.0, is_muted: false }
    }
}

impl AudioLevels {
    /// The factor of everything as it is heard.
    pub fn audible(&self) -> f32 {
        if self.is_muted { 0.0 } else { self.master.clamp(0.0, 1.0) }
    }
}

/// Whether the window has the focus. One that never had it counts as having it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsAttended(pub bool);

/// Adds the levels.
pub fn plugin(app: &mut App) {
    app.init_resource::<AudioLevels>()
        .insert_resource(IsAttended(true))
        .add_message::<WindowFocused>()
        .add_systems(PreUpdate, (mute_by_key.run_if(resource_exists::<ButtonInput<KeyCode>>), attend));
}

fn mute_by_key(keys: Res<ButtonInput<KeyCode>>, mut levels: ResMut<AudioLevels>) {
    if keys.just_pressed(MUTE_KEY) {
        levels.is_muted = !levels.is_muted;
    }
}

fn attend(mut focus: MessageReader<WindowFocused>, mut had_focus: Local<bool>, mut attended: ResMut<IsAttended>) {
    let Some(now) = focus.read().last().map(|focus| focus.focused) else { return };
    attended.0 = now || !*had_focus;
    *had_focus |= now;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn muted_is_silent_at_any_level() {
        let mut levels = AudioLevels { master: 3.0, ..default() };
        assert_eq!(levels.audible(), 1.0);
        levels.is_muted = true;
        assert_eq!(levels.audible(), 0.0);
    }
}
