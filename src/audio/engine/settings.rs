//! The player's sound settings, and silence while the window is in the background.

use bevy::prelude::*;
use bevy::window::WindowFocused;

/// How long the sound device's buffer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceDelay {
    /// The shortest that the device takes and keeps up with: 512 frames, or the next that does.
    #[default]
    Short,
    /// 2,048 frames, for a device or a computer that stutters with less.
    Safe,
}

/// The player's sound settings. A change is heard at once and without a click; only another [`DeviceDelay`] opens the device
/// again, which is silent for a moment. Values outside their range count as the nearest one inside, NaN as the default.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct SoundSettings {
    /// The volume of everything, `0..=1`.
    pub master: f32,
    /// The volume of all sounds but the hazards' and the music, `0..=1`.
    pub effects: f32,
    /// The volume of the music, `0..=1`.
    pub music: f32,
    /// The volume of the beams' voices, `0..=1`: their hum, their charge, their ignition and their near misses.
    pub hazards: f32,
    /// Whether both ears hear the same.
    pub is_mono: bool,
    /// −1 left only, 0 both, 1 right only.
    pub balance: f32,
    /// How long the device's buffer is.
    pub delay: DeviceDelay,
    /// Whether everything is silent, whatever the volumes.
    pub is_muted: bool,
}

impl Default for SoundSettings {
    fn default() -> Self {
        Self {
            master: 0.8,
            effects: 1.0,
            music: 1.0,
            hazards: 1.0,
            is_mono: false,
            balance: 0.0,
            delay: DeviceDelay::Short,
            is_muted: false,
        }
    }
}

impl SoundSettings {
    /// The same with every value in its range.
    pub fn clamped(self) -> Self {
        let default = Self::default();
        let clamp = |value: f32, low: f32, default: f32| if value.is_nan() { default } else { value.clamp(low, 1.0) };
        Self {
            master: clamp(self.master, 0.0, default.master),
            effects: clamp(self.effects, 0.0, default.effects),
            music: clamp(self.music, 0.0, default.music),
            hazards: clamp(self.hazards, 0.0, default.hazards),
            balance: clamp(self.balance, -1.0, default.balance),
            ..self
        }
    }

    /// The factor on everything: 0 when muted.
    pub fn master_gain(&self) -> f32 {
        if self.is_muted { 0.0 } else { self.clamped().master }
    }
}

/// Whether the window has the keyboard focus. A window that never had it counts as focused.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsWindowFocused(pub bool);

/// Adds the settings.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SoundSettings>()
        .insert_resource(IsWindowFocused(true))
        .add_message::<WindowFocused>()
        .add_systems(PreUpdate, track_window_focus);
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
        let mut settings = SoundSettings { master: 3.0, ..default() };
        assert_eq!(settings.master_gain(), 1.0);
        settings.is_muted = true;
        assert_eq!(settings.master_gain(), 0.0);
    }

    #[test]
    fn a_value_out_of_its_range_counts_as_the_nearest_and_nan_as_the_default() {
        let settings =
            SoundSettings { master: f32::NAN, effects: -2.0, music: f32::INFINITY, balance: -9.0, ..default() };
        let clamped = settings.clamped();
        assert_eq!((clamped.master, clamped.effects, clamped.music, clamped.balance), (0.8, 0.0, 1.0, -1.0));
    }
}
