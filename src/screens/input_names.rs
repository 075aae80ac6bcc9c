//! The names of keys and buttons: as the profile writes them, and as the player sees them.

use std::collections::BTreeMap;

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

/// What a keyboard of the United States prints on a key.
fn usual_label(name: &str) -> &str {
    match name {
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        "ShiftLeft" => "L Shift",
        "ShiftRight" => "R Shift",
        "ControlLeft" => "L Ctrl",
        "ControlRight" => "R Ctrl",
        "AltLeft" => "L Alt",
        "AltRight" => "R Alt",
        "Backquote" => "`",
        "Minus" => "-",
        "Equal" => "=",
        "BracketLeft" => "[",
        "BracketRight" => "]",
        "Backslash" => "\\",
        "Semicolon" => ";",
        "Quote" => "'",
        "Comma" => ",",
        "Period" => ".",
        "Slash" => "/",
        other => other.strip_prefix("Key").or_else(|| other.strip_prefix("Digit")).unwrap_or(other),
    }
}

/// What the player's keyboard prints on a key; `labels` are those that are not the usual ones.
pub fn label_of_key(name: &str, labels: &BTreeMap<String, String>) -> String {
    labels.get(name).cloned().unwrap_or_else(|| usual_label(name).to_owned())
}

/// Remembers what the player's keyboard prints on a key, if that is not the usual label.
pub fn note_label(labels: &mut BTreeMap<String, String>, name: &str, printed: &str) {
    let printed = printed.to_uppercase();
    let is_label = printed.chars().count() == 1 && printed.chars().all(|c| !c.is_whitespace() && !c.is_control());
    if !is_label || usual_label(name) == printed {
        labels.remove(name);
    } else {
        labels.insert(name.to_owned(), printed);
    }
}

/// A button by its place, since makers call the same one differently.
pub fn label_of_button(name: &str) -> String {
    match name {
        "South" => "South",
        "East" => "East",
        "North" => "North",
        "West" => "West",
        "LeftTrigger" => "L1",
        "RightTrigger" => "R1",
        "LeftTrigger2" => "L2",
        "RightTrigger2" => "R2",
        "LeftThumb" => "L3",
        "RightThumb" => "R3",
        "DPadLeft" => "D-pad ←",
        "DPadRight" => "D-pad →",
        "DPadUp" => "D-pad ↑",
        "DPadDown" => "D-pad ↓",
        other => other,
    }
    .to_owned()
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

    #[test]
    fn keys_are_called_what_the_keyboard_prints() {
        let mut labels = BTreeMap::new();
        note_label(&mut labels, "KeyQ", "a");
        note_label(&mut labels, "Semicolon", "ö");
        note_label(&mut labels, "KeyW", "w");
        note_label(&mut labels, "Space", " ");
        assert_eq!(label_of_key("KeyQ", &labels), "A");
        assert_eq!(label_of_key("Semicolon", &labels), "Ö");
        assert_eq!(label_of_key("KeyW", &labels), "W");
        assert_eq!((label_of_key("Space", &labels).as_str(), labels.len()), ("Space", 2));
        note_label(&mut labels, "KeyQ", "q");
        assert_eq!(label_of_key("KeyQ", &labels), "Q");
    }
}
