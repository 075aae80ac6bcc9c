//! The names of keys, of buttons of the mouse and of buttons of a gamepad, as the profile writes them.

use bevy::input::gamepad::GamepadButton;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::reflect::enums::{DynamicEnum, DynamicVariant};
use bevy::reflect::{FromReflect, TypeInfo, Typed};

/// The prefix of the names of mouse buttons. No key has it.
const MOUSE: &str = "Mouse";

/// A variant without fields by its name.
fn from_name<T: Typed + FromReflect>(name: &str) -> Option<T> {
    let TypeInfo::Enum(info) = T::type_info() else { return None };
    // Reflection panics on a variant that does not exist.
    info.variant(name)?.as_unit_variant().ok()?;
    T::from_reflect(&DynamicEnum::new(name.to_owned(), DynamicVariant::Unit))
}

pub fn key_of_name(name: &str) -> Option<KeyCode> {
    from_name(name)
}

/// The button of the mouse of a name such as `MouseLeft`; `None` if there is no such button.
pub fn mouse_button_of_name(name: &str) -> Option<MouseButton> {
    from_name(name.strip_prefix(MOUSE)?)
}

pub fn button_of_name(name: &str) -> Option<GamepadButton> {
    from_name(name)
}

/// The name of a key; `None` for one that the system does not identify.
pub fn name_of_key(key: KeyCode) -> Option<String> {
    Some(format!("{key:?}")).filter(|name| key_of_name(name).is_some())
}

/// The name of a button of the mouse; `None` for one beyond left, right, middle, back and forward.
pub fn name_of_mouse_button(button: MouseButton) -> Option<String> {
    Some(format!("{MOUSE}{button:?}")).filter(|name| mouse_button_of_name(name).is_some())
}

/// The name of a button; `None` for one without a place on a usual gamepad.
pub fn name_of_button(button: GamepadButton) -> Option<String> {
    Some(format!("{button:?}")).filter(|name| button_of_name(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_profile::settings::ControlSettings;

    #[test]
    fn names_lead_to_their_keys_and_back() {
        for key in [KeyCode::Space, KeyCode::KeyQ, KeyCode::F13, KeyCode::NumpadEnter] {
            assert_eq!(name_of_key(key).as_deref().and_then(key_of_name), Some(key));
        }
        assert_eq!(
            name_of_button(GamepadButton::South).as_deref().and_then(button_of_name),
            Some(GamepadButton::South)
        );
        use MouseButton::{Back, Forward, Left, Middle, Other, Right};
        let names = [Left, Right, Middle, Back, Forward].map(name_of_mouse_button);
        let expected = ["MouseLeft", "MouseRight", "MouseMiddle", "MouseBack", "MouseForward"];
        assert_eq!(names.each_ref().map(Option::as_deref), expected.map(Some));
        let buttons = expected.map(|name| (mouse_button_of_name(name), key_of_name(name), button_of_name(name)));
        assert_eq!(buttons, [Left, Right, Middle, Back, Forward].map(|button| (Some(button), None, None)));
        assert_eq!((name_of_mouse_button(Other(7)), mouse_button_of_name("Left")), (None, None));
        for name in ["", "Nothing", "Unidentified", "Other", "Unidentified(Android(3))"] {
            assert_eq!((key_of_name(name), button_of_name(name)), (None, None), "{name}");
            assert_eq!(mouse_button_of_name(&format!("Mouse{name}")), None, "{name}");
        }
        assert_eq!(name_of_button(GamepadButton::Other(3)), None);
    }

    #[test]
    fn all_default_names_exist() {
        for binding in ControlSettings::default().bindings.values() {
            assert!(binding.keys.iter().flatten().all(|name| key_of_name(name).is_some()));
            assert!(binding.buttons.iter().flatten().all(|name| button_of_name(name).is_some()));
        }
    }
}
