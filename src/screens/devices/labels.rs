//! The names of keys and buttons on screen: as printed on the player's keyboard and on the gamepad.

use std::collections::BTreeMap;

use bevy::input::gamepad::Gamepad;

use crate::screens::words::Words;

/// Who made a gamepad, as far as its buttons are called differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PadMaker {
    /// Buttons are called by their places.
    #[default]
    Other,
    /// A, B, X, Y.
    Microsoft,
    /// Cross, circle, square, triangle.
    Sony,
    /// As Microsoft's, but B is below and A to the right.
    Nintendo,
}

impl PadMaker {
    pub fn of(gamepad: &Gamepad) -> Self {
        match gamepad.vendor_id() {
            Some(0x045e) => Self::Microsoft,
            Some(0x054c) => Self::Sony,
            Some(0x057e) => Self::Nintendo,
            _ => Self::Other,
        }
    }
}

/// The key of the words for a key of the keyboard or a button of the mouse, if it has a name and not a letter.
fn words_of_key(name: &str) -> Option<&'static str> {
    Some(match name {
        "Space" => "key-space",
        "Enter" | "NumpadEnter" => "key-enter",
        "Tab" => "key-tab",
        "Backspace" => "key-backspace",
        "Delete" => "key-delete",
        "Insert" => "key-insert",
        "Home" => "key-home",
        "End" => "key-end",
        "PageUp" => "key-page-up",
        "PageDown" => "key-page-down",
        "CapsLock" => "key-caps-lock",
        "Escape" => "key-escape",
        "ShiftLeft" => "key-left-shift",
        "ShiftRight" => "key-right-shift",
        "ControlLeft" => "key-left-control",
        "ControlRight" => "key-right-control",
        "AltLeft" => "key-left-alt",
        "AltRight" => "key-right-alt",
        "MouseLeft" => "mouse-left",
        "MouseRight" => "mouse-right",
        "MouseMiddle" => "mouse-middle",
        "MouseBack" => "mouse-back",
        "MouseForward" => "mouse-forward",
        _ => return None,
    })
}

/// What a keyboard of the United States prints on a key.
fn usual_print(name: &str) -> &str {
    match name {
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
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

/// The label of a key or a button of the mouse; `prints` are the labels on the player's keyboard that are not the usual ones.
pub fn label_of_key(name: &str, prints: &BTreeMap<String, String>, words: &Words) -> String {
    match (prints.get(name), words_of_key(name), name.strip_prefix("Numpad")) {
        (Some(print), ..) => print.clone(),
        (None, Some(key), _) => words.get(key),
        (None, None, Some(key)) => words.with("key-numpad", [("key", key.to_owned().into())]),
        (None, None, None) => usual_print(name).to_owned(),
    }
}

/// Remembers the label on a key of the player's keyboard, if it is not the usual one.
pub fn note_print(prints: &mut BTreeMap<String, String>, name: &str, printed: &str) {
    let printed = printed.to_uppercase();
    let is_print = printed.chars().count() == 1 && printed.chars().all(|c| !c.is_whitespace() && !c.is_control());
    if !is_print || usual_print(name) == printed {
        prints.remove(name);
    } else {
        prints.insert(name.to_owned(), printed);
    }
}

pub fn label_of_button(name: &str, maker: PadMaker, words: &Words) -> String {
    let index = match maker {
        PadMaker::Other => 0,
        PadMaker::Microsoft => 1,
        PadMaker::Sony => 2,
        PadMaker::Nintendo => 3,
    };
    // Capital letters are printed on the button; the others are keys of words.
    let labels = match name {
        "South" => ["button-south", "A", "button-cross", "B"],
        "East" => ["button-east", "B", "button-circle", "A"],
        "North" => ["button-north", "Y", "button-triangle", "X"],
        "West" => ["button-west", "X", "button-square", "Y"],
        "LeftTrigger" => ["L1", "LB", "L1", "L"],
        "RightTrigger" => ["R1", "RB", "R1", "R"],
        "LeftTrigger2" => ["L2", "LT", "L2", "ZL"],
        "RightTrigger2" => ["R2", "RT", "R2", "ZR"],
        "LeftThumb" => ["L3", "LS", "L3", "LS"],
        "RightThumb" => ["R3", "RS", "R3", "RS"],
        "Start" => ["button-start", "button-menu", "button-options", "+"],
        "Select" => ["button-select", "button-view", "button-create", "-"],
        "DPadLeft" => return words.with("button-d-pad", [("arrow", "←".into())]),
        "DPadRight" => return words.with("button-d-pad", [("arrow", "→".into())]),
        "DPadUp" => return words.with("button-d-pad", [("arrow", "↑".into())]),
        "DPadDown" => return words.with("button-d-pad", [("arrow", "↓".into())]),
        other => return other.to_owned(),
    };
    if labels[index].starts_with("button-") { words.get(labels[index]) } else { labels[index].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_profile::settings::ControlSettings;

    #[test]
    fn keys_are_called_what_the_keyboard_prints() {
        let words = Words::english();
        let mut prints = BTreeMap::new();
        note_print(&mut prints, "KeyQ", "a");
        note_print(&mut prints, "Semicolon", "ö");
        note_print(&mut prints, "KeyW", "w");
        note_print(&mut prints, "Space", " ");
        let label = |name: &str, prints: &BTreeMap<String, String>| label_of_key(name, prints, &words);
        assert_eq!(label("KeyQ", &prints), "A");
        assert_eq!(label("Semicolon", &prints), "Ö");
        assert_eq!(label("KeyW", &prints), "W");
        assert_eq!((label("Space", &prints).as_str(), prints.len()), ("Space", 2));
        note_print(&mut prints, "KeyQ", "q");
        assert_eq!(label("KeyQ", &prints), "Q");
        assert_eq!([label("Numpad7", &prints), label("F13", &prints)], ["Num 7", "F13"]);
        assert_eq!([label("MouseLeft", &prints), label("MouseOther", &prints)], ["Left click", "MouseOther"]);
    }

    #[test]
    fn buttons_are_called_as_their_maker_calls_them() {
        let words = Words::english();
        let makers = [PadMaker::Other, PadMaker::Microsoft, PadMaker::Sony, PadMaker::Nintendo];
        let labels = |name: &str| makers.map(|maker| label_of_button(name, maker, &words));
        assert_eq!(labels("South"), ["South", "A", "Cross", "B"]);
        assert_eq!(labels("RightTrigger"), ["R1", "RB", "R1", "R"]);
        assert_eq!(labels("DPadLeft")[0], "D-pad ←");
        assert_eq!(labels("Mode")[1], "Mode");
    }

    #[test]
    fn no_default_key_or_button_is_called_by_the_name_in_the_profile_alone() {
        let words = Words::pseudo();
        for binding in ControlSettings::default().bindings.values() {
            for name in binding.keys.iter().flatten() {
                let label = label_of_key(name, &BTreeMap::new(), &words);
                assert!(label != *name, "{name}");
            }
            for name in binding.buttons.iter().flatten() {
                assert!(label_of_button(name, PadMaker::Other, &words) != *name, "{name}");
            }
        }
    }
}
