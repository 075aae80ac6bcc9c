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
