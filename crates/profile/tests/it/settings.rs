//! Settings: their defaults and their ranges; what a change of them sets.

use hairline_level::LevelWorld;
use hairline_profile::settings::{Action, Binding, ControlSettings, Settings};
use hairline_profile::{Profile, ProfileEvent};

fn binding(keys: [&str; 2], buttons: [&str; 2]) -> Binding {
    let names = |names: [&str; 2]| names.map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()));
    Binding { keys: names(keys), buttons: names(buttons) }
}

#[test]
fn the_defaults_are_within_their_ranges() {
    assert_eq!(Settings::default().clamped(), Settings::default());
    assert!(!Settings::default().assist.is_on());
}

#[test]
fn amounts_out_of_range_become_the_closest_step() {
    let mut settings = Settings::default();
    settings.picture.bloom = 255;
    settings.picture.darkness = 44;
    settings.picture.text_size = 3;
    settings.picture.window_size = (0, u32::MAX);
    settings.picture.frame_cap = 7;
    settings.sound.balance = -128;
    settings.sound.music = 44;
    settings.assist.game_speed = 0;
    settings.controls.bindings.clear();
    let clamped = settings.clone().clamped();
    assert_eq!((clamped.picture.bloom, clamped.picture.darkness, clamped.picture.text_size), (100, 40, 70));
    assert_eq!((clamped.picture.window_size, clamped.picture.frame_cap), ((320, 16_384), 20));
    settings.picture.window_size = (16_384, 16_384);
    assert_eq!(settings.clamped().picture.window_size, (7_680, 4_320));
    assert_eq!((clamped.sound.balance, clamped.sound.music), (-100, 40));
    assert_eq!(clamped.assist.game_speed, 50);
    assert_eq!(clamped.controls, ControlSettings::default());
}

#[test]
fn every_action_has_a_default_key_and_button() {
    let controls = ControlSettings::default();
    for action in Action::ALL {
        let binding = &controls.bindings[&action];
        assert!(binding.keys[0].is_some() && binding.buttons[0].is_some(), "{action:?}");
    }
    assert_eq!(controls.bindings.len(), Action::ALL.len());
}

#[test]
fn a_change_sets_what_differs_and_nothing_else() {
    let from = Settings::default();
    let label = |key: &str, text: &str| (key.to_owned(), text.to_owned());
    let mut theirs = from.clone();
    theirs.sound.enabled = false;
    theirs.picture.window_size = (640, 360);
    theirs.controls.bindings.insert(Action::Jump, binding(["KeyX", ""], ["South", ""]));
    theirs.controls.labels.extend([label("KeyA", "Q"), label("KeyZ", "W")]);
    let mut mine = from.clone();
    mine.sound.music = 40;
    mine.picture.palette = Some(LevelWorld::Halftone);
    mine.controls.bindings.insert(Action::Jump, binding(["Space", "KeyZ"], ["West", ""]));
    mine.controls.labels.extend([label("KeyZ", "Y")]);
    let mut both = Profile { settings: theirs.clone(), ..Profile::default() };
    both.apply(ProfileEvent::Set { from: from.clone(), to: mine.clone() });
    let mut expected = theirs.clone();
    expected.sound.music = 40;
    expected.picture.palette = Some(LevelWorld::Halftone);
    expected.controls.bindings.insert(Action::Jump, binding(["KeyX", ""], ["West", ""]));
    expected.controls.labels.extend([label("KeyZ", "Y")]);
    assert_eq!(both.settings, expected);
    both.apply(ProfileEvent::Set { from: mine, to: from });
    let mut expected = theirs;
    expected.controls.bindings.insert(Action::Jump, binding(["KeyX", ""], ["South", ""]));
    expected.controls.labels = [label("KeyA", "Q")].into();
    assert_eq!(both.settings, expected, "back, and a label is removed");
}
