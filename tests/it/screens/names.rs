//! Names of keys and buttons in the profile.

use bevy::input::gamepad::GamepadButton;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use hairline::screens::devices::names::Named;
use hairline_profile::settings::ControlSettings;

#[test]
fn names_lead_to_their_keys_and_back() {
    for key in [KeyCode::Space, KeyCode::KeyQ, KeyCode::F13, KeyCode::NumpadEnter] {
        assert_eq!(key.name().as_deref().and_then(KeyCode::of_name), Some(key));
    }
    assert_eq!(GamepadButton::South.name().as_deref().and_then(GamepadButton::of_name), Some(GamepadButton::South));
    use MouseButton::{Back, Forward, Left, Middle, Other, Right};
    let names = [Left, Right, Middle, Back, Forward].map(|button| button.name());
    let expected = ["MouseLeft", "MouseRight", "MouseMiddle", "MouseBack", "MouseForward"];
    assert_eq!(names.each_ref().map(Option::as_deref), expected.map(Some));
    let buttons =
        expected.map(|name| (MouseButton::of_name(name), KeyCode::of_name(name), GamepadButton::of_name(name)));
    assert_eq!(buttons, [Left, Right, Middle, Back, Forward].map(|button| (Some(button), None, None)));
    assert_eq!((Other(7).name(), MouseButton::of_name("Left")), (None, None));
    for name in ["", "Nothing", "Unidentified", "Other", "Unidentified(Android(3))"] {
        assert_eq!((KeyCode::of_name(name), GamepadButton::of_name(name)), (None, None), "{name}");
        assert_eq!(MouseButton::of_name(&format!("Mouse{name}")), None, "{name}");
    }
    assert_eq!(GamepadButton::Other(3).name(), None);
}

#[test]
fn all_default_names_exist() {
    for binding in ControlSettings::default().bindings.values() {
        assert!(binding.keys.iter().flatten().all(|name| KeyCode::of_name(name).is_some()));
        assert!(binding.buttons.iter().flatten().all(|name| GamepadButton::of_name(name).is_some()));
    }
}
