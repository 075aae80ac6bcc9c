//! Keys and pads, from the message of the device to the input of a tick.

use bevy::input::ButtonState;
use bevy::input::gamepad::{GamepadAxis, GamepadButton};
use bevy::prelude::*;
use hairline::screens::Pause;
use hairline::sim::run::input::TickInput;

use super::desk::{Desk, HALL, ticks_a_frame};

#[test]
fn a_press_and_release_within_one_frame_reach_exactly_one_tick() {
    let mut desk = Desk::playing("one-frame", HALL);
    // Three ticks a frame, as on a slow screen.
    desk.app.insert_resource(ticks_a_frame(3.0));
    for taps in 1..5 {
        desk.tap_key(KeyCode::Space);
        desk.frames(3);
        assert_eq!(desk.ticks_with(TickInput::JUMP), taps);
    }
}

#[test]
fn a_tap_between_two_ticks_is_never_lost_wherever_it_falls() {
    let mut desk = Desk::playing("between-ticks", HALL);
    // Seven frames for four ticks: each tap begins elsewhere between two ticks, and most see no tick while it is held.
    desk.app.insert_resource(ticks_a_frame(4.0 / 7.0));
    for taps in 1..30 {
        let ticks = desk.inputs().len();
        desk.tap_key(KeyCode::Space);
        desk.frames(1 + taps % 3);
        desk.frames(5);
        assert!(desk.inputs().len() > ticks);
        assert_eq!(desk.ticks_with(TickInput::JUMP), taps);
    }
}

#[test]
fn a_key_that_stays_down_over_frames_without_a_tick_is_in_every_tick() {
    let mut desk = Desk::playing("held", HALL);
    desk.app.insert_resource(ticks_a_frame(0.25));
    desk.frames(8);
    let before = desk.inputs().len();
    desk.key(KeyCode::ArrowRight, ButtonState::Pressed);
    desk.frames(40);
    let ticks = desk.inputs().len() - before;
    assert!(ticks >= 9, "{ticks}");
    assert_eq!(desk.ticks_with(TickInput::RIGHT), ticks);
    desk.key(KeyCode::ArrowRight, ButtonState::Released);
    desk.frames(8);
    assert_eq!(desk.last(), TickInput::NONE);
}

#[test]
fn every_part_of_a_pad_does_what_the_manual_says() {
    let mut desk = Desk::playing("pad", HALL);
    let pad = desk.pad();
    let cases = [
        (GamepadButton::South, TickInput::JUMP),
        (GamepadButton::RightTrigger2, TickInput::FOCUS),
        (GamepadButton::DPadLeft, TickInput::LEFT),
        (GamepadButton::DPadRight, TickInput::RIGHT),
        (GamepadButton::DPadDown, TickInput::DOWN),
    ];
    for (button, input) in cases {
        desk.button(pad, button, 1.0);
        desk.frames(3);
        assert_eq!(desk.last(), input, "{button:?} held");
        desk.button(pad, button, 0.0);
        desk.frames(6);
        assert_eq!(desk.last(), TickInput::NONE, "{button:?} let go");
    }
    for (value, input) in [(1.0, TickInput::RIGHT), (-0.9, TickInput::LEFT), (0.1, TickInput::NONE)] {
        desk.axis(pad, GamepadAxis::LeftStickX, value);
        desk.frames(2);
        assert_eq!(desk.last(), input, "the stick at {value}");
    }
    desk.tap_button(pad, GamepadButton::North);
    desk.frames(1);
    assert_eq!(desk.inputs().len(), 1, "north starts again");
}

#[test]
fn a_tap_of_a_pads_button_between_two_ticks_is_not_lost() {
    let mut desk = Desk::playing("pad-tap", HALL);
    let pad = desk.pad();
    desk.app.insert_resource(ticks_a_frame(0.3));
    for taps in 1..12 {
        desk.tap_button(pad, GamepadButton::South);
        desk.frames(8);
        assert_eq!(desk.ticks_with(TickInput::JUMP), taps);
    }
}

#[test]
fn a_pad_that_is_unplugged_lets_go_of_everything() {
    let mut desk = Desk::playing("unplugged", HALL);
    let pad = desk.pad();
    desk.axis(pad, GamepadAxis::LeftStickX, 1.0);
    desk.button(pad, GamepadButton::South, 1.0);
    desk.frames(4);
    assert_eq!(desk.last(), TickInput::RIGHT.with(TickInput::JUMP));
    desk.unplug(pad);
    desk.frames(4);
    assert_eq!(desk.last(), TickInput::NONE);
    // Another one is heard at once.
    let other = desk.pad();
    desk.axis(other, GamepadAxis::LeftStickX, -1.0);
    desk.frames(2);
    assert_eq!(desk.last(), TickInput::LEFT);
}

#[test]
fn start_pauses_and_goes_on_and_the_button_that_chose_does_not_jump() {
    let mut desk = Desk::playing("start", HALL);
    let pad = desk.pad();
    for _ in 0..2 {
        desk.tap_button(pad, GamepadButton::Start);
        desk.frames(3);
        assert_eq!(desk.pause(), Some(Pause::Paused));
        let ticks = desk.inputs().len();
        desk.frames(5);
        assert_eq!(desk.inputs().len(), ticks, "time stands");
        desk.tap_button(pad, GamepadButton::Start);
        desk.frames(3);
        assert_eq!(desk.pause(), Some(Pause::Running));
    }
    desk.tap_button(pad, GamepadButton::Start);
    desk.frames(3);
    desk.button(pad, GamepadButton::South, 1.0);
    desk.frames(6);
    assert_eq!(desk.pause(), Some(Pause::Running), "south took the first entry");
    assert_eq!(desk.ticks_with(TickInput::JUMP), 0);
}
