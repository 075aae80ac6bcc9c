//! Moving through menus by keys, pad and stick: devices to [`Step`]s, with repeats while a direction is held. The mouse
//! speaks to the entries themselves; only its right button is the pause button.

use bevy::input::gamepad::{Gamepad, GamepadButton, GamepadButtonStateChangedEvent};
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
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
    /// Some entries up.
    PageUp,
    /// Some entries down.
    PageDown,
    /// To the first entry.
    First,
    /// To the last entry.
    Last,
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
    /// A direction was pressed, and its first step is done.
    pub fn begin(&mut self, held: Step) {
        *self = Self { held: Some(held), wait: REPEAT_FIRST };
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

/// The step of a key.
fn step_of_key(key: KeyCode) -> Option<Step> {
    match key {
        KeyCode::ArrowUp | KeyCode::KeyW => Some(Step::Up),
        KeyCode::ArrowDown | KeyCode::KeyS => Some(Step::Down),
        KeyCode::PageUp => Some(Step::PageUp),
        KeyCode::PageDown => Some(Step::PageDown),
        KeyCode::Home => Some(Step::First),
        KeyCode::End => Some(Step::Last),
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => Some(Step::Confirm),
        KeyCode::Backspace => Some(Step::Back),
        KeyCode::Escape => Some(Step::Pause),
        _ => None,
    }
}

/// The step of a pad's button.
fn step_of_button(button: GamepadButton) -> Option<Step> {
    match button {
        GamepadButton::DPadUp => Some(Step::Up),
        GamepadButton::DPadDown => Some(Step::Down),
        GamepadButton::LeftTrigger => Some(Step::PageUp),
        GamepadButton::RightTrigger => Some(Step::PageDown),
        GamepadButton::South => Some(Step::Confirm),
        GamepadButton::East => Some(Step::Back),
        GamepadButton::Start => Some(Step::Pause),
        _ => None,
    }
}

/// Presses as they come, so that in a slow frame none is lost and they keep their order; and repeats of what is held.
pub fn read_steps(
    mut presses: MessageReader<KeyboardInput>,
    mut pad_presses: MessageReader<GamepadButtonStateChangedEvent>,
    mut clicks: MessageReader<MouseButtonInput>,
    keys: Res<ButtonInput<KeyCode>>,
    pads: Query<&Gamepad>,
    time: Res<Time<Real>>,
    mut repeat: Local<Repeat>,
    mut steps: MessageWriter<Step>,
) {
    let presses = presses.read().filter(|press| press.state.is_pressed() && !press.repeat);
    let of_keys = presses.filter_map(|press| step_of_key(press.key_code));
    let of_pads =
        pad_presses.read().filter(|press| press.state.is_pressed()).filter_map(|press| step_of_button(press.button));
    // With the mouse alone there must be a way to the pause menu and back too.
    let right_clicks = clicks.read().filter(|click| click.button == MouseButton::Right && click.state.is_pressed());
    for step in of_keys.chain(of_pads).chain(right_clicks.map(|_| Step::Pause)) {
        if matches!(step, Step::Up | Step::Down) {
            repeat.begin(step);
        }
        steps.write(step);
    }
    let stick = pads.iter().map(|pad| pad.left_stick().y).find(|lean| lean.abs() > STICK).unwrap_or_default();
    let is_held = |step: Step, lean: f32| {
        let by_key = keys.get_pressed().any(|key| step_of_key(*key) == Some(step));
        let by_button = pads.iter().any(|pad| pad.get_pressed().any(|button| step_of_button(*button) == Some(step)));
        by_key || by_button || lean > STICK
    };
    let held = match (is_held(Step::Up, stick), is_held(Step::Down, -stick)) {
        (true, false) => Some(Step::Up),
        (false, true) => Some(Step::Down),
        _ => None,
    };
    steps.write_batch(repeat.step(held, time.delta_secs()));
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
    fn a_press_whose_step_is_done_waits_before_it_repeats() {
        let mut repeat = Repeat::default();
        let held = Some(Step::Down);
        repeat.begin(Step::Down);
        assert_eq!(repeat.step(held, 0.016), None);
        assert_eq!(repeat.step(held, 0.5), held);
        // Pressed anew within one frame, and held: no step too many.
        repeat.begin(Step::Down);
        assert_eq!(repeat.step(held, 0.2), None);
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
