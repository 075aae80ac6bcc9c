//! Keys, the buttons of the mouse and gamepads, from the message of the device to the input of a tick.

use bevy::input::ButtonState;
use bevy::input::gamepad::{GamepadAxis, GamepadButton};
use bevy::prelude::*;
use hairline::screens::Pause;
use hairline_profile::settings::Action;
use hairline_sim::run::input::TickInput;

use super::test_app::{HALL, TestApp, ticks_a_frame};

#[test]
fn a_press_and_release_within_one_frame_reach_exactly_one_tick() {
    let mut game = TestApp::playing("one-frame", HALL);
    // Three ticks a frame, as on a slow screen.
    game.app.insert_resource(ticks_a_frame(3.0));
    for taps in 1..5 {
        game.tap_key(KeyCode::Space);
        game.frames(3);
        assert_eq!(game.ticks_with(TickInput::JUMP), taps);
    }
}

#[test]
fn a_tap_between_two_ticks_is_never_lost_wherever_it_falls() {
    let mut game = TestApp::playing("between-ticks", HALL);
    // Seven frames for four ticks: taps fall at different moments between ticks, and most are over before the next.
    game.app.insert_resource(ticks_a_frame(4.0 / 7.0));
    for taps in 1..30 {
        let ticks = game.inputs().len();
        game.tap_key(KeyCode::Space);
        game.frames(1 + taps % 3);
        game.frames(5);
        assert!(game.inputs().len() > ticks);
        assert_eq!(game.ticks_with(TickInput::JUMP), taps);
    }
}

#[test]
fn a_key_that_stays_down_over_frames_without_a_tick_is_in_every_tick() {
    let mut game = TestApp::playing("held", HALL);
    game.app.insert_resource(ticks_a_frame(0.25));
    game.frames(8);
    let before = game.inputs().len();
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.frames(40);
    let ticks = game.inputs().len() - before;
    assert!(ticks >= 9, "{ticks}");
    assert_eq!(game.ticks_with(TickInput::RIGHT), ticks);
    game.key(KeyCode::ArrowRight, ButtonState::Released);
    game.frames(8);
    assert_eq!(game.last_input(), TickInput::NONE);
}

#[test]
fn every_button_of_the_mouse_does_what_it_is_bound_to() {
    let mut game = TestApp::playing("mouse", HALL);
    let cases = [
        (Action::Left, "MouseLeft", MouseButton::Left, TickInput::LEFT),
        (Action::Right, "MouseRight", MouseButton::Right, TickInput::RIGHT),
        (Action::Focus, "MouseMiddle", MouseButton::Middle, TickInput::FOCUS),
        (Action::Down, "MouseBack", MouseButton::Back, TickInput::DOWN),
        (Action::Jump, "MouseForward", MouseButton::Forward, TickInput::JUMP),
    ];
    for (action, name, button, input) in cases {
        game.mouse(button, ButtonState::Pressed);
        game.frames(3);
        assert_eq!(game.last_input(), TickInput::NONE, "{button:?} is not bound yet");
        game.mouse(button, ButtonState::Released);
        // The right button paused.
        if game.pause() == Some(Pause::Paused) {
            game.type_keys(&[KeyCode::Escape]);
        }
        game.bind(action, name);
        game.mouse(button, ButtonState::Pressed);
        game.frames(3);
        assert_eq!(game.last_input(), input, "{button:?} held");
        game.mouse(button, ButtonState::Released);
        game.frames(6);
        assert_eq!(game.last_input(), TickInput::NONE, "{button:?} released");
    }
    assert_eq!(game.pause(), Some(Pause::Running));
    game.bind(Action::Restart, "MouseBack");
    game.tap_mouse(MouseButton::Back);
    game.frames(1);
    assert_eq!(game.inputs().len(), 1, "it restarts");
}

#[test]
fn a_tap_of_the_mouse_between_two_ticks_is_not_lost() {
    let mut game = TestApp::playing("mouse-tap", HALL);
    game.bind(Action::Jump, "MouseLeft");
    game.app.insert_resource(ticks_a_frame(0.3));
    for taps in 1..12 {
        game.tap_mouse(MouseButton::Left);
        game.frames(1 + taps % 3);
        game.frames(8);
        assert_eq!(game.ticks_with(TickInput::JUMP), taps);
    }
}

#[test]
fn a_click_that_resumes_play_does_nothing_in_play_until_it_is_made_anew() {
    let mut game = TestApp::playing("mouse-resume", HALL);
    game.bind(Action::Right, "MouseRight");
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!(game.pause(), Some(Pause::Paused));
    // The right button closes the menu, and stays down.
    game.mouse(MouseButton::Right, ButtonState::Pressed);
    game.frames(30);
    assert_eq!(game.pause(), Some(Pause::Running));
    assert_eq!(game.ticks_with(TickInput::RIGHT), 0);
    game.mouse(MouseButton::Right, ButtonState::Released);
    game.frames(2);
    game.mouse(MouseButton::Right, ButtonState::Pressed);
    game.frames(3);
    assert_eq!(game.last_input(), TickInput::RIGHT);
    // Released and pressed within one frame is a press, too.
    game.type_keys(&[KeyCode::Escape, KeyCode::Escape]);
    assert_eq!((game.pause(), game.last_input()), (Some(Pause::Running), TickInput::NONE));
    game.mouse(MouseButton::Right, ButtonState::Released);
    game.mouse(MouseButton::Right, ButtonState::Pressed);
    game.frames(2);
    assert_eq!(game.last_input(), TickInput::RIGHT);
}

#[test]
fn the_wheel_pauses_where_the_right_button_has_something_else_to_do() {
    let mut game = TestApp::playing("mouse-pause", HALL);
    game.turn_wheel();
    assert_eq!(game.pause(), Some(Pause::Running));
    game.right_click();
    assert_eq!(game.pause(), Some(Pause::Paused));
    game.right_click();
    game.bind(Action::Jump, "MouseRight");
    game.right_click();
    assert_eq!((game.pause(), game.ticks_with(TickInput::JUMP)), (Some(Pause::Running), 1));
    game.turn_wheel();
    assert_eq!(game.pause(), Some(Pause::Paused));
    game.right_click();
    assert_eq!(game.pause(), Some(Pause::Running), "in menus the right button is what it was");
}

#[test]
fn every_control_of_a_gamepad_does_what_the_manual_says() {
    let mut game = TestApp::playing("pad", HALL);
    let gamepad = game.connect_gamepad();
    let cases = [
        (GamepadButton::South, TickInput::JUMP),
        (GamepadButton::RightTrigger2, TickInput::FOCUS),
        (GamepadButton::DPadLeft, TickInput::LEFT),
        (GamepadButton::DPadRight, TickInput::RIGHT),
        (GamepadButton::DPadDown, TickInput::DOWN),
    ];
    for (button, input) in cases {
        game.button(gamepad, button, 1.0);
        game.frames(3);
        assert_eq!(game.last_input(), input, "{button:?} held");
        game.button(gamepad, button, 0.0);
        game.frames(6);
        assert_eq!(game.last_input(), TickInput::NONE, "{button:?} released");
    }
    for (value, input) in [(1.0, TickInput::RIGHT), (-0.9, TickInput::LEFT), (0.1, TickInput::NONE)] {
        game.axis(gamepad, GamepadAxis::LeftStickX, value);
        game.frames(2);
        assert_eq!(game.last_input(), input, "the stick at {value}");
    }
    game.tap_button(gamepad, GamepadButton::North);
    game.frames(1);
    assert_eq!(game.inputs().len(), 1, "north restarts");
}

#[test]
fn a_tap_of_a_gamepad_button_between_two_ticks_is_not_lost() {
    let mut game = TestApp::playing("gamepad-tap", HALL);
    let gamepad = game.connect_gamepad();
    game.app.insert_resource(ticks_a_frame(0.3));
    for taps in 1..12 {
        game.tap_button(gamepad, GamepadButton::South);
        game.frames(8);
        assert_eq!(game.ticks_with(TickInput::JUMP), taps);
    }
}

#[test]
fn a_gamepad_that_is_disconnected_releases_everything() {
    let mut game = TestApp::playing("unplugged", HALL);
    let gamepad = game.connect_gamepad();
    game.axis(gamepad, GamepadAxis::LeftStickX, 1.0);
    game.button(gamepad, GamepadButton::South, 1.0);
    game.frames(4);
    assert_eq!(game.last_input(), TickInput::RIGHT.with(TickInput::JUMP));
    game.disconnect(gamepad);
    game.frames(4);
    assert_eq!(game.last_input(), TickInput::NONE);
    // Another one works at once.
    let other = game.connect_gamepad();
    game.axis(other, GamepadAxis::LeftStickX, -1.0);
    game.frames(2);
    assert_eq!(game.last_input(), TickInput::LEFT);
}

#[test]
fn start_pauses_and_resumes_and_the_button_that_chose_does_not_jump() {
    let mut game = TestApp::playing("start", HALL);
    let gamepad = game.connect_gamepad();
    for _ in 0..2 {
        game.tap_button(gamepad, GamepadButton::Start);
        game.frames(3);
        assert_eq!(game.pause(), Some(Pause::Paused));
        let ticks = game.inputs().len();
        game.frames(5);
        assert_eq!(game.inputs().len(), ticks, "time stands still");
        game.tap_button(gamepad, GamepadButton::Start);
        game.frames(3);
        assert_eq!(game.pause(), Some(Pause::Running));
    }
    game.tap_button(gamepad, GamepadButton::Start);
    game.frames(3);
    game.button(gamepad, GamepadButton::South, 1.0);
    game.frames(6);
    assert_eq!(game.pause(), Some(Pause::Running), "south chose the first entry");
    assert_eq!(game.ticks_with(TickInput::JUMP), 0);
}
