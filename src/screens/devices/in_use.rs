//! Which device the player uses now: the one that was pressed last. Hints name its keys or buttons.

use bevy::input::InputSystems;
use bevy::input::gamepad::{Gamepad, GamepadButtonStateChangedEvent};
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;

use super::labels::PadMaker;

/// How far a stick must lean to count as used, of 1: farther than one that does not rest in its center.
const STICK_USED: f32 = 0.6;

#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceInUse {
    /// The keyboard, or the mouse beside it.
    #[default]
    Keyboard,
    Gamepad(PadMaker),
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DeviceInUse>().add_systems(PreUpdate, note_device.after(InputSystems));
}

/// Gamepads count where they can be heard at all; presses of both in one frame leave the device as it is.
fn note_device(
    mut keys: MessageReader<KeyboardInput>,
    mut clicks: MessageReader<MouseButtonInput>,
    mut buttons: MessageReader<GamepadButtonStateChangedEvent>,
    gamepads: Query<&Gamepad>,
    mut device: ResMut<DeviceInUse>,
) {
    let has_key = keys.read().filter(|key| key.state.is_pressed()).count()
        + clicks.read().filter(|click| click.state.is_pressed()).count()
        > 0;
    let pressed = buttons.read().filter(|button| button.state.is_pressed()).last().map(|button| button.entity);
    let pressed = pressed.and_then(|gamepad| gamepads.get(gamepad).ok());
    let leaning = gamepads.iter().find(|gamepad| gamepad.left_stick().length() > STICK_USED);
    let used = match (has_key, pressed.or(leaning)) {
        (true, None) => DeviceInUse::Keyboard,
        (false, Some(gamepad)) => DeviceInUse::Gamepad(PadMaker::of(gamepad)),
        _ => return,
    };
    device.set_if_neq(used);
}
