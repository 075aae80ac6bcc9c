//! The names of keys, of buttons of the mouse and of buttons of a gamepad, as the profile writes them.

use std::fmt::Debug;

use bevy::input::gamepad::GamepadButton;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::reflect::enums::{DynamicEnum, DynamicVariant};
use bevy::reflect::{FromReflect, TypeInfo, Typed};

/// A key or a button. Its name is that of its variant; a variant with fields has none.
pub trait Named: Typed + FromReflect + Debug {
    /// The prefix of every name.
    const PREFIX: &str = "";

    fn of_name(name: &str) -> Option<Self> {
        let variant = name.strip_prefix(Self::PREFIX)?;
        let TypeInfo::Enum(info) = Self::type_info() else { return None };
        // Reflection panics on a variant that does not exist.
        info.variant(variant)?.as_unit_variant().ok()?;
        Self::from_reflect(&DynamicEnum::new(variant.to_owned(), DynamicVariant::Unit))
    }

    /// The name; `None` for a key or a button that the system does not identify.
    fn name(&self) -> Option<String> {
        Some(format!("{}{self:?}", Self::PREFIX)).filter(|name| Self::of_name(name).is_some())
    }
}

impl Named for KeyCode {}
impl Named for GamepadButton {}
impl Named for MouseButton {
    /// Tells mouse buttons from keys: no key's name begins with it.
    const PREFIX: &str = "Mouse";
}
