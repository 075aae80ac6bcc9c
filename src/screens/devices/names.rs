//! The names of keys and buttons, as the profile writes them.

use bevy::input::gamepad::GamepadButton;
use bevy::input::keyboard::KeyCode;
use bevy::reflect::enums::{DynamicEnum, DynamicVariant};
use bevy::reflect::{FromReflect, TypeInfo, Typed};

/// A variant without fields by its name.
fn from_name<T: Typed + FromReflect>(name: &str) -> Option<T> {
    let TypeInfo::Enum(info) = T::type_info() else { return None };
    // Reflection panics on a variant that does not exist.
    info.variant(name)?.as_unit_variant().ok()?;
    T::from_reflect(&DynamicEnum::new(name.to_owned(), DynamicVariant::Unit))
}

/// The key of a name; `None` if there is no such key.
pub fn key_of_name(name: &str) -> Option<KeyCode> {
    from_name(name)
}

/// The button of a name; `None` if there is no such button.
pub fn button_of_name(name: &str) -> Option<GamepadButton> {
    from_name(name)
}

/// The name of a key; `None` for one that the system does not identify.
pub fn name_of_key(key: KeyCode) -> Option<String> {
    Some(format!("{key:?}")).filter(|name| key_of_name(name).is_some())
}

/// The name of a button; `None` for one without a place on a usual gamepad.
pub fn name_of_button(button: GamepadButton) -> Option<String> {
    Some(format!("{button:?}")).filter(|name| button_of_name(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::settings::ControlSettings;

    #[test]
    fn names_lead_to_their_keys_and_back() {
        for key in [KeyCode::Space, KeyCode::KeyQ, KeyCode::F13, KeyCode::NumpadEnter] {
            assert_eq!(name_of_key(key).as_deref().and_then(key_of_name), Some(key));
        }
        assert_eq!(
            name_of_button(GamepadButton::South).as_deref().and_then(button_of_name),
            Some(GamepadButton::South)
        );
        for name in ["", "Nothing", "Unidentified", "Other", "Unidentified(Android(3))"] {
            assert_eq!((key_of_name(name), button_of_name(name)), (None, None), "{name}");
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
