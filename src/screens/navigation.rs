//! Moving through menus by keys, pad and stick: devices to [`Step`]s, with repeats while a direction is held. The mouse
//! speaks to the entries themselves.

use bevy::input::gamepad::{Gamepad, GamepadButton};
use bevy::prelude::*;

/// Seconds of holding a direction before it repeats, and between repeats.
const REPEAT_FIRST: f32 = 0.35;
const REPEAT_NEXT: f32 = 0.09;
/// How far the stick must lean.
const STICK: f32 = 0.5;

/// One step in a menu.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the entry before.
    Up,
    /// To the entry after.
    Down,
    /// Takes the entry.
    Confirm,
    /// Leaves the menu.
    Back,
    /// The pause button: opens the pause menu, and closes it.
    Pause,
}

/// Turns a direction that is held into steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repeat {
    held: Option<Step>,
    wait: f32,
}

impl Repeat {
    /// The next direction counts as new, even if it is the same.
    pub fn let_go(&mut self) {
        self.held = None;
    }

    /// One frame of `seconds`, with the direction that is held at its end.
    pub fn step(&mut self, held: Option<Step>, seconds: f32) -> Option<Step> {
        if held != self.held {
            self.held = held;
            self.wait = REPEAT_FIRST;
            return held;
        }
        self.wait -= seconds;
        if self.wait > 0.0 {
            return None;
        }
        self.wait = REPEAT_NEXT;
        held
    }
}

/// Reads the devices once a frame.
pub fn read_steps(
    keys: Res<ButtonInput<KeyCode>>,
    pads: Query<&Gamepad>,
    time: Res<Time<Real>>,
    mut repeat: Local<Repeat>,
    mut steps: MessageWriter<Step>,
) {
    let stick = pads.iter().map(Gamepad::left_stick).find(|stick| stick.y.abs() > STICK).unwrap_or_default();
    let pad_holds = |button| pads.iter().any(|pad| pad.pressed(button));
    let pad_pressed = |button| pads.iter().any(|pad| pad.just_pressed(button));
    let up = keys.any_pressed([KeyCode::ArrowUp, KeyCode::KeyW]) || pad_holds(GamepadButton::DPadUp) || stick.y > STICK;
    let down =
        keys.any_pressed([KeyCode::ArrowDown, KeyCode::KeyS]) || pad_holds(GamepadButton::DPadDown) || stick.y < -STICK;
    let held = match (up, down) {
        (true, false) => Some(Step::Up),
        (false, true) => Some(Step::Down),
        _ => None,
    };
    // A tap within one frame is no longer held at its end.
    let tapped = if keys.any_just_pressed([KeyCode::ArrowUp, KeyCode::KeyW]) {
        Some(Step::Up)
    } else if keys.any_just_pressed([KeyCode::ArrowDown, KeyCode::KeyS]) {
        Some(Step::Down)
    } else {
        None
    };
    if tapped.is_some() {
        repeat.let_go();
    }
    steps.write_batch(repeat.step(held, time.delta_secs()).or(tapped));
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space])
        || pad_pressed(GamepadButton::South)
    {
        steps.write(Step::Confirm);
    }
    if keys.just_pressed(KeyCode::Backspace) || pad_pressed(GamepadButton::East) {
        steps.write(Step::Back);
    }
    if keys.just_pressed(KeyCode::Escape) || pad_pressed(GamepadButton::Start) {
        steps.write(Step::Pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_direction_steps_at_once_then_waits_then_repeats() {
        let mut repeat = Repeat::default();
        let held = Some(Step::Down);
        assert_eq!(repeat.step(held, 0.016), held);
        assert_eq!(repeat.step(held, 0.2), None);
        assert_eq!(repeat.step(held, 0.2), held);
        assert_eq!(repeat.step(held, 0.05), None);
        assert_eq!(repeat.step(held, 0.05), held);
    }

    #[test]
    fn turning_round_or_letting_go_starts_afresh() {
        let mut repeat = Repeat::default();
        repeat.step(Some(Step::Down), 0.016);
        assert_eq!(repeat.step(Some(Step::Up), 0.016), Some(Step::Up));
        assert_eq!(repeat.step(None, 0.016), None);
        assert_eq!(repeat.step(Some(Step::Up), 0.016), Some(Step::Up));
    }

    #[test]
    fn one_slow_frame_is_at_most_one_step() {
        let mut repeat = Repeat::default();
        repeat.step(Some(Step::Up), 0.016);
        assert_eq!(repeat.step(Some(Step::Up), 5.0), Some(Step::Up));
        assert_eq!(repeat.step(Some(Step::Up), 0.01), None);
    }
}
