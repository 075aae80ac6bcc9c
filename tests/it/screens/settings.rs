//! The settings page, by keys, gamepad and mouse, and what changes at once.

use bevy::input::ButtonState;
use bevy::input::gamepad::GamepadButton;
use bevy::prelude::*;
use hairline::screens::{Pause, Screen};
use hairline::view::Presentation;
use hairline_profile::settings::{Action, Settings};
use hairline_profile::store::ProfileStore;
use hairline_sim::run::input::TickInput;

use super::test_app::{HALL, TestApp};
use hairline_testing::folder;

use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Delete, Enter, Escape, PageDown, PageUp};

/// The game at its settings, opened from the title.
fn at_settings(name: &str, store: ProfileStore) -> TestApp {
    let mut game = TestApp::with_profile(name, &[("a.level.ron", HALL)], false, store);
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::Settings);
    game
}

fn settings(game: &TestApp) -> &Settings {
    game.app.world().resource::<Settings>()
}

#[test]
fn keys_change_values_at_once_and_they_last() {
    let folder = folder("settings-keys");
    let mut game = at_settings("settings-keys", ProfileStore::open(Some(&folder)));
    // The sixth row of the first page is the glow.
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, ArrowDown, ArrowDown, ArrowDown]);
    game.type_keys(&[ArrowLeft, ArrowLeft, ArrowLeft]);
    assert_eq!(settings(&game).picture.bloom, 70);
    assert_eq!(game.app.world().resource::<Presentation>().glow, 0.7);
    // The seventh is how dark dark rooms are.
    game.type_keys(&[ArrowDown, ArrowLeft]);
    assert_eq!(game.app.world().resource::<Presentation>().darkness, 0.9);
    // The second waits for the screen; a confirmation turns it over.
    game.type_keys(&[ArrowUp, ArrowUp, ArrowUp, ArrowUp, ArrowUp, Enter]);
    assert!(!settings(&game).picture.vsync);
    game.type_keys(&[Escape]);
    assert_eq!(game.screen(), Screen::Title);
    let expected = settings(&game).clone();
    drop(game);
    let game = at_settings("settings-keys-2", ProfileStore::open(Some(&folder)));
    assert_eq!(*settings(&game), expected);
    assert_eq!(game.app.world().resource::<Presentation>().glow, 0.7, "from the first frame on");
}

#[test]
fn pages_turn_around_and_each_ends_with_reset_and_back() {
    let mut game = at_settings("settings-pages", ProfileStore::default());
    game.type_keys(&[PageDown, ArrowDown, ArrowDown, ArrowLeft]);
    assert_eq!(settings(&game).sound.master, 70);
    // From the top one step up leads to the last row, which leads back; above it is the reset.
    game.type_keys(&[PageDown, PageUp, ArrowUp, ArrowUp, Enter]);
    assert_eq!(*settings(&game), Settings::default());
    game.type_keys(&[ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::Title);
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter, PageDown, PageDown, PageDown, PageDown, PageUp]);
    assert_eq!(game.selected(), Some(0), "the tabs");
}

#[test]
fn a_gamepad_and_a_mouse_change_values_too() {
    let mut game = at_settings("settings-pad", ProfileStore::default());
    let gamepad = game.connect_gamepad();
    let taps = |game: &mut TestApp, buttons: &[GamepadButton]| {
        for button in buttons {
            game.tap_button(gamepad, *button);
            game.frames(3);
        }
    };
    use GamepadButton::{DPadDown, DPadRight, East, RightTrigger, South};
    taps(&mut game, &[RightTrigger, DPadDown, South]);
    assert!(!settings(&game).sound.enabled);
    taps(&mut game, &[RightTrigger, DPadDown, DPadRight]);
    assert!(settings(&game).controls.focus_toggles);
    // The next option of a choice.
    game.click(1);
    assert!(!settings(&game).controls.focus_toggles);
    taps(&mut game, &[East]);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn a_key_is_bound_in_the_settings_over_a_paused_level_and_plays_at_once() {
    let mut game = TestApp::playing("settings-bind", HALL);
    game.type_keys(&[Escape, ArrowDown, ArrowDown, ArrowDown, Enter]);
    assert_eq!(game.pause(), Some(Pause::Settings));
    let ticks = game.inputs().len();
    // The third page; after tabs and two rows the third action is the jump.
    game.type_keys(&[PageDown, PageDown, ArrowDown, ArrowDown, ArrowDown, ArrowDown, ArrowDown]);
    game.type_keys(&[Enter, KeyCode::KeyK]);
    let names = |game: &TestApp| settings(game).controls.bindings[&Action::Jump].keys.clone();
    assert_eq!(names(&game), [Some("KeyK".into()), Some("KeyZ".into())]);
    // Escape leaves the wait and not the page, and keys that menus need are refused.
    game.type_keys(&[Enter, KeyCode::F11, Escape]);
    assert_eq!((names(&game)[0].as_deref(), game.pause()), (Some("KeyK"), Some(Pause::Settings)));
    // The slot beside it is emptied.
    game.type_keys(&[ArrowRight, Delete]);
    assert_eq!(names(&game)[1], None);
    assert_eq!(game.inputs().len(), ticks, "time stands still");
    game.type_keys(&[Escape]);
    assert_eq!(game.pause(), Some(Pause::Paused));
    game.type_keys(&[Escape]);
    assert_eq!(game.pause(), Some(Pause::Running));
    for (key, jumps) in [(KeyCode::Space, 0), (KeyCode::KeyZ, 0), (KeyCode::KeyK, 1)] {
        game.tap_key(key);
        game.frames(3);
        assert_eq!(game.ticks_with(TickInput::JUMP), jumps, "{key:?}");
    }
}

#[test]
fn delete_can_be_bound_and_one_slot_waits_at_a_time() {
    let mut game = at_settings("settings-slots", ProfileStore::default());
    // The third page; the fifth row below the tabs has the slots of the jump.
    game.type_keys(&[PageDown, PageDown]);
    game.click(5);
    game.click(6);
    game.type_keys(&[Delete]);
    let bindings = |game: &TestApp| settings(game).controls.bindings.clone();
    assert_eq!(bindings(&game)[&Action::Jump].keys[0].as_deref(), Some("Space"));
    assert_eq!(bindings(&game)[&Action::Focus].keys[0].as_deref(), Some("Delete"));
    // Nothing waits any more.
    game.type_keys(&[Escape]);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn a_button_of_the_mouse_is_bound_like_a_key_and_the_wheel_leaves_the_wait() {
    let mut game = at_settings("settings-mouse", ProfileStore::default());
    game.type_keys(&[PageDown, PageDown]);
    let keys = |game: &TestApp, action| settings(game).controls.bindings[&action].keys.clone();
    for (row, button) in [(5, MouseButton::Left), (6, MouseButton::Right)] {
        game.click(row);
        game.tap_mouse(button);
        game.frames(3);
    }
    assert_eq!(keys(&game, Action::Jump), [Some("MouseLeft".into()), Some("KeyZ".into())]);
    assert_eq!(keys(&game, Action::Focus), [Some("MouseRight".into()), Some("ShiftRight".into())]);
    assert_eq!(game.screen(), Screen::Settings, "the right click was bound, and left nothing");
    // Only buttons with a name can be bound; the wheel changes nothing.
    game.click(6);
    game.tap_mouse(MouseButton::Other(9));
    game.turn_wheel();
    game.type_keys(&[KeyCode::KeyQ]);
    assert_eq!(keys(&game, Action::Focus)[0].as_deref(), Some("MouseRight"));
    game.right_click();
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn arrows_and_enter_work_in_menus_whatever_they_are_bound_to() {
    let mut game = at_settings("settings-no-lock-out", ProfileStore::default());
    let mut changed = settings(&game).clone();
    for binding in changed.controls.bindings.values_mut() {
        binding.keys = [Some("Enter".into()), None];
        binding.buttons = [None, None];
    }
    game.app.insert_resource(changed);
    game.type_keys(&[ArrowUp, Enter]);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn focus_can_be_a_switch() {
    let mut game = TestApp::playing("settings-switch", HALL);
    game.app.world_mut().resource_mut::<Settings>().controls.focus_toggles = true;
    game.tap_key(KeyCode::ShiftLeft);
    game.frames(20);
    assert!(game.last_input().holds(TickInput::FOCUS));
    game.tap_key(KeyCode::ShiftLeft);
    game.frames(3);
    assert!(!game.last_input().holds(TickInput::FOCUS));
}

#[test]
fn focus_as_a_switch_is_off_after_a_restart() {
    let mut game = TestApp::playing("settings-switch-off", HALL);
    game.app.world_mut().resource_mut::<Settings>().controls.focus_toggles = true;
    game.tap_key(KeyCode::ShiftLeft);
    game.frames(10);
    assert!(game.last_input().holds(TickInput::FOCUS));
    game.type_keys(&[KeyCode::KeyR]);
    game.frames(5);
    assert!(!game.last_input().holds(TickInput::FOCUS));
}

#[test]
fn a_gamepad_counts_in_the_background_only_if_it_is_set_to() {
    let mut game = TestApp::playing("settings-background", HALL);
    let gamepad = game.connect_gamepad();
    game.app.world_mut().spawn((Window { focused: false, ..default() }, bevy::window::PrimaryWindow));
    game.button(gamepad, GamepadButton::DPadRight, 1.0);
    game.frames(4);
    assert_eq!(game.last_input(), TickInput::NONE);
    game.app.world_mut().resource_mut::<Settings>().controls.pad_in_background = true;
    game.frames(4);
    assert_eq!(game.last_input(), TickInput::RIGHT);
    // Keys go to the window that has the focus anyway.
    game.key(KeyCode::KeyA, ButtonState::Pressed);
    game.frames(3);
    assert_eq!(game.last_input(), TickInput::LEFT);
}

#[test]
fn the_key_that_mutes_counts_in_any_frame_whatever_else_is_pressed_in_it() {
    let mut game = at_settings("settings-mute", ProfileStore::default());
    game.type_keys(&[ArrowDown, ArrowDown]);
    let vsync = settings(&game).picture.vsync;
    // One frame with a change of another setting, and the key.
    game.tap_key(Enter);
    game.tap_key(KeyCode::KeyM);
    game.frames(3);
    assert_eq!((settings(&game).picture.vsync, settings(&game).sound.enabled), (!vsync, false));
    // The frame after a change of another setting.
    game.tap_key(Enter);
    game.frames(1);
    game.tap_key(KeyCode::KeyM);
    game.frames(3);
    assert!(settings(&game).sound.enabled);
    // Twice in one frame is as before.
    game.tap_key(KeyCode::KeyM);
    game.tap_key(KeyCode::KeyM);
    game.frames(3);
    assert!(settings(&game).sound.enabled);
}

#[test]
fn hints_name_the_buttons_of_the_gamepad_once_it_is_used_and_the_keys_again_after_a_key() {
    use hairline::screens::devices::hints::HintLine;
    let mut game = TestApp::new("settings-hints", &[("a.level.ron", HALL)], false);
    let hint = |game: &mut TestApp| {
        let mut lines = game.app.world_mut().query_filtered::<&Text, With<HintLine>>();
        lines.iter(game.app.world()).map(|text| text.0.clone()).collect::<Vec<_>>()
    };
    assert_eq!(hint(&mut game), ["ARROWS  ENTER"]);
    let gamepad = game.connect_gamepad();
    assert_eq!(hint(&mut game), ["ARROWS  ENTER"], "it was not used yet");
    game.tap_button(gamepad, GamepadButton::West);
    game.frames(2);
    assert_eq!(hint(&mut game), ["D-PAD  SOUTH"]);
    game.type_keys(&[ArrowDown]);
    assert_eq!(hint(&mut game), ["ARROWS  ENTER"]);
}

#[test]
fn the_hint_of_a_level_follows_the_device_and_the_bindings_without_disturbing_the_run() {
    use hairline::view::hud::Caption;
    let level = HALL.replace("name: \"Hall\"", "name: \"Hall\", hint: \"{jump} jumps\"");
    let mut game = TestApp::playing("settings-level-hint", &level);
    let hint = |game: &TestApp| game.app.world().resource::<Caption>().hint.clone().unwrap_or_default();
    game.frames(3);
    let ticks = game.inputs().len();
    assert_eq!(hint(&game), "Space jumps");
    let gamepad = game.connect_gamepad();
    game.tap_button(gamepad, GamepadButton::West);
    game.frames(2);
    assert_eq!(hint(&game), "South jumps");
    let mut settings = game.app.world_mut().resource_mut::<Settings>();
    settings.controls.bindings.get_mut(&Action::Jump).expect("it is there").buttons = [Some("East".into()), None];
    game.frames(2);
    assert_eq!(hint(&game), "East jumps");
    assert!(game.inputs().len() > ticks, "the run goes on");
}
