//! What keys and buttons are called.

use std::collections::BTreeMap;

use hairline::screens::devices::labels::{PadMaker, label_of_button, label_of_key, note_print};
use hairline::screens::words::Words;
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
