//! Settings: their defaults and their ranges.

use hairline_profile::settings::{Action, ControlSettings, Settings};

#[test]
fn the_defaults_are_within_their_ranges() {
    assert_eq!(Settings::default().clamped(), Settings::default());
    assert!(!Settings::default().assist.is_on());
}

#[test]
fn amounts_out_of_range_become_the_closest_step() {
    let mut settings = Settings::default();
    settings.picture.bloom = 255;
    settings.picture.text_size = 3;
    settings.picture.window_size = (0, u32::MAX);
    settings.picture.frame_cap = 7;
    settings.sound.balance = -128;
    settings.sound.music = 44;
    settings.assist.game_speed = 0;
    settings.controls.bindings.clear();
    let clamped = settings.clamped();
    assert_eq!((clamped.picture.bloom, clamped.picture.text_size), (100, 70));
    assert_eq!((clamped.picture.window_size, clamped.picture.frame_cap), ((320, 16_384), 20));
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
