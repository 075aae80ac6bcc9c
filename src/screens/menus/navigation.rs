//! Menu navigation: keys, gamepad and stick become [`NavAction`]s, which repeat while a direction is held. Of the mouse
//! only the right button is read here; the pointer acts on the entries themselves.

use bevy::input::gamepad::{Gamepad, GamepadButton, GamepadButtonStateChangedEvent};
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::MenuSystems;
use hairline_profile::settings::Settings;

/// Seconds for which a direction is held before it repeats.
const REPEAT_DELAY: f32 = 0.35;
const REPEAT_INTERVAL: f32 = 0.09;
/// How far the stick must lean, of 1.
const STICK_THRESHOLD: f32 = 0.5;

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum NavAction {
    Up,
    Down,
    /// To the left, or less of something.
    Left,
    /// To the right, or more of something.
    Right,
    PageUp,
    PageDown,
    First,
    Last,
    Confirm,
    Back,
    /// The pause button: opens and closes the pause menu.
    Pause,
    /// The right button of the mouse: in menus the same. In play it may have another meaning.
    PauseByMouse,
    /// On a result: the run large, or small again.
    Enlarge,
    /// On a result: all tries at once, or the run alone again.
    ShowTries,
    /// On a result or in the list: a run on its time line.
    Watch,
    /// A line of text to the clipboard, and from it.
    Copy,
    Paste,
    /// In the list: a level of others is kept, or no more.
    Keep,
    /// On a result: a film of the run.
    Film,
}

const DIRECTIONS: [NavAction; 4] = [NavAction::Up, NavAction::Down, NavAction::Left, NavAction::Right];

pub fn plugin(app: &mut App) {
    app.add_message::<NavAction>().add_systems(Update, read_devices.in_set(MenuSystems::ReadInput));
}

#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    held: Option<NavAction>,
    wait: f32,
}

impl Repeat {
    /// A direction was pressed and has acted once already.
    fn begin(&mut self, held: NavAction) {
        *self = Self { held: Some(held), wait: REPEAT_DELAY };
    }

    /// Advances by a frame of `seconds`, at whose end `held` is held.
    fn advance(&mut self, held: Option<NavAction>, seconds: f32) -> Option<NavAction> {
        if held != self.held {
            self.held = held;
            self.wait = REPEAT_DELAY;
            return held;
        }
        self.wait -= seconds;
        if self.wait > 0.0 {
            return None;
        }
        self.wait = REPEAT_INTERVAL;
        held
    }
}

fn action_of_key(key: KeyCode) -> Option<NavAction> {
    match key {
        KeyCode::ArrowUp | KeyCode::KeyW => Some(NavAction::Up),
        KeyCode::ArrowDown | KeyCode::KeyS => Some(NavAction::Down),
        KeyCode::ArrowLeft | KeyCode::KeyA => Some(NavAction::Left),
        KeyCode::ArrowRight | KeyCode::KeyD => Some(NavAction::Right),
        KeyCode::PageUp => Some(NavAction::PageUp),
        KeyCode::PageDown => Some(NavAction::PageDown),
        KeyCode::Home => Some(NavAction::First),
        KeyCode::End => Some(NavAction::Last),
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => Some(NavAction::Confirm),
        KeyCode::Backspace => Some(NavAction::Back),
        KeyCode::Escape => Some(NavAction::Pause),
        KeyCode::KeyV => Some(NavAction::Enlarge),
        KeyCode::KeyT => Some(NavAction::ShowTries),
        KeyCode::KeyC => Some(NavAction::Watch),
        KeyCode::KeyK => Some(NavAction::Keep),
        KeyCode::KeyF => Some(NavAction::Film),
        _ => None,
    }
}

/// Ctrl, and the command key of a Mac.
const CONTROL_KEYS: [KeyCode; 4] =
    [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];

/// The action of a press, if it has one. A slow frame may have Ctrl pressed, another key and both released, so the order counts.
fn action_of_event(event: &KeyboardInput, has_control: &mut bool) -> Option<NavAction> {
    let is_pressed = event.state.is_pressed();
    match event.key_code {
        key if CONTROL_KEYS.contains(&key) => {
            *has_control = is_pressed;
            None
        }
        _ if !is_pressed || event.repeat => None,
        key if *has_control => action_with_control(key),
        key => action_of_key(key),
    }
}

/// The action of a key beside one of [`CONTROL_KEYS`].
fn action_with_control(key: KeyCode) -> Option<NavAction> {
    match key {
        KeyCode::KeyC => Some(NavAction::Copy),
        KeyCode::KeyV => Some(NavAction::Paste),
        other => action_of_key(other),
    }
}

fn action_of_button(button: GamepadButton) -> Option<NavAction> {
    match button {
        GamepadButton::DPadUp => Some(NavAction::Up),
        GamepadButton::DPadDown => Some(NavAction::Down),
        GamepadButton::DPadLeft => Some(NavAction::Left),
        GamepadButton::DPadRight => Some(NavAction::Right),
        GamepadButton::LeftTrigger => Some(NavAction::PageUp),
        GamepadButton::RightTrigger => Some(NavAction::PageDown),
        GamepadButton::South => Some(NavAction::Confirm),
        GamepadButton::East => Some(NavAction::Back),
        GamepadButton::Start => Some(NavAction::Pause),
        GamepadButton::West => Some(NavAction::Enlarge),
        // The north button starts again in play: pressed too late it must not show anything.
        GamepadButton::LeftTrigger2 => Some(NavAction::ShowTries),
        GamepadButton::RightTrigger2 => Some(NavAction::Watch),
        _ => None,
    }
}

/// Reads presses as messages, so that a slow frame loses none and keeps their order; then repeats what is held.
fn read_devices(
    mut key_events: MessageReader<KeyboardInput>,
    mut button_presses: MessageReader<GamepadButtonStateChangedEvent>,
    mut clicks: MessageReader<MouseButtonInput>,
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    windows: Query<&Window, With<PrimaryWindow>>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    (mut repeat, mut has_control): (Local<Repeat>, Local<bool>),
    mut actions: MessageWriter<NavAction>,
) {
    let of_keys: Vec<NavAction> =
        key_events.read().filter_map(|event| action_of_event(event, &mut has_control)).collect();
    // A window that loses the focus hears of no release.
    *has_control &= keys.any_pressed(CONTROL_KEYS);
    let has_pads = settings.controls.pad_in_background || windows.iter().all(|window| window.focused);
    let button_presses = button_presses.read().filter(|press| has_pads && press.state.is_pressed());
    let of_buttons = button_presses.filter_map(|press| action_of_button(press.button));
    // The mouse alone must leave any menu.
    let right_clicks = clicks.read().filter(|click| click.button == MouseButton::Right && click.state.is_pressed());
    for action in of_keys.into_iter().chain(of_buttons).chain(right_clicks.map(|_| NavAction::PauseByMouse)) {
        if DIRECTIONS.contains(&action) {
            repeat.begin(action);
        }
        actions.write(action);
    }
    let lean = gamepads
        .iter()
        .filter(|_| has_pads)
        .map(Gamepad::left_stick)
        .find(|lean| lean.abs().max_element() > STICK_THRESHOLD);
    // Along the axis on which it leans further.
    let lean =
        lean.map_or(Vec2::ZERO, |lean| if lean.x.abs() > lean.y.abs() { lean.with_y(0.0) } else { lean.with_x(0.0) });
    let is_held = |action: NavAction| {
        let by_key = keys.get_pressed().any(|key| action_of_key(*key) == Some(action));
        let by_button = gamepads
            .iter()
            .filter(|_| has_pads)
            .any(|gamepad| gamepad.get_pressed().any(|button| action_of_button(*button) == Some(action)));
        let leans = match action {
            NavAction::Up => lean.y,
            NavAction::Down => -lean.y,
            NavAction::Left => -lean.x,
            _ => lean.x,
        };
        by_key || by_button || leans > STICK_THRESHOLD
    };
    let mut held = DIRECTIONS.into_iter().filter(|action| is_held(*action));
    // Two held directions cancel out.
    let held = held.next().filter(|_| held.next().is_none());
    actions.write_batch(repeat.advance(held, time.delta_secs()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_direction_acts_at_once_then_waits_then_repeats() {
        let mut repeat = Repeat::default();
        let held = Some(NavAction::Down);
        assert_eq!(repeat.advance(held, 0.016), held);
        assert_eq!(repeat.advance(held, 0.2), None);
        assert_eq!(repeat.advance(held, 0.2), held);
        assert_eq!(repeat.advance(held, 0.05), None);
        assert_eq!(repeat.advance(held, 0.05), held);
    }

    #[test]
    fn a_press_that_has_acted_waits_before_it_repeats() {
        let mut repeat = Repeat::default();
        let held = Some(NavAction::Down);
        repeat.begin(NavAction::Down);
        assert_eq!(repeat.advance(held, 0.016), None);
        assert_eq!(repeat.advance(held, 0.5), held);
        // Pressed anew within one frame, and held: no action too many.
        repeat.begin(NavAction::Down);
        assert_eq!(repeat.advance(held, 0.2), None);
    }

    #[test]
    fn reversing_or_releasing_a_direction_starts_afresh() {
        let mut repeat = Repeat::default();
        repeat.advance(Some(NavAction::Down), 0.016);
        assert_eq!(repeat.advance(Some(NavAction::Up), 0.016), Some(NavAction::Up));
        assert_eq!(repeat.advance(None, 0.016), None);
        assert_eq!(repeat.advance(Some(NavAction::Up), 0.016), Some(NavAction::Up));
    }

    #[test]
    fn one_slow_frame_repeats_at_most_once() {
        let mut repeat = Repeat::default();
        repeat.advance(Some(NavAction::Up), 0.016);
        assert_eq!(repeat.advance(Some(NavAction::Up), 5.0), Some(NavAction::Up));
        assert_eq!(repeat.advance(Some(NavAction::Up), 0.01), None);
    }
}
