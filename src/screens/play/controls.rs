//! From keys and buttons, of the mouse too, to the input of a tick. Devices are read once a frame and latched, so that a tap between two
//! ticks is never lost. Decides nothing about what a button does to the ninja.

use bevy::input::gamepad::{Gamepad, GamepadButton};
use bevy::input::mouse::MouseButton;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::screens::devices::names::Named;
use crate::view::debug::DebugView;
use hairline_profile::settings::{Action, ControlSettings, Settings};
use hairline_sim::run::input::TickInput;

/// How far the stick must lean to count as a direction, and how far to keep counting: hysteresis against flicker.
const STICK_PRESS: f32 = 0.4;
const STICK_RELEASE: f32 = 0.3;
/// Down needs more, since down with jump drops through platforms.
const STICK_PRESS_DOWN: f32 = 0.6;

/// The input of an action. Up also jumps: new players try it first, and no rule uses up by itself.
fn input_of(action: Action) -> TickInput {
    match action {
        Action::Left => TickInput::LEFT,
        Action::Right => TickInput::RIGHT,
        Action::Up => TickInput::UP.with(TickInput::JUMP),
        Action::Down => TickInput::DOWN,
        Action::Jump => TickInput::JUMP,
        Action::Focus => TickInput::FOCUS,
        Action::Restart => TickInput::RESTART,
    }
}

/// Keys and buttons with their inputs, as the player has bound them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    keys: Vec<(KeyCode, TickInput)>,
    mouse: Vec<(MouseButton, TickInput)>,
    buttons: Vec<(GamepadButton, TickInput)>,
}

impl Bindings {
    /// From the settings. A name that means no key of this version of the game is left out.
    pub fn new(controls: &ControlSettings) -> Self {
        let mut bindings = Self::default();
        for (action, binding) in &controls.bindings {
            let input = input_of(*action);
            let keys = binding.keys.iter().flatten().filter_map(|name| KeyCode::of_name(name));
            bindings.keys.extend(keys.map(|key| (key, input)));
            let mouse = binding.keys.iter().flatten().filter_map(|name| MouseButton::of_name(name));
            bindings.mouse.extend(mouse.map(|button| (button, input)));
            let buttons = binding.buttons.iter().flatten().filter_map(|name| GamepadButton::of_name(name));
            // A thumb that rolls over a d-pad does not mean to jump.
            let input = if *action == Action::Up { TickInput::UP } else { input };
            bindings.buttons.extend(buttons.map(|button| (button, input)));
        }
        bindings
    }

    pub fn has_mouse(&self) -> bool {
        !self.mouse.is_empty()
    }

    /// The keys and what each does.
    pub fn keys(&self) -> impl Iterator<Item = (KeyCode, TickInput)> + '_ {
        self.keys.iter().copied()
    }

    /// The gamepad's buttons and what each does.
    pub fn buttons(&self) -> impl Iterator<Item = (GamepadButton, TickInput)> + '_ {
        self.buttons.iter().copied()
    }

    pub fn has_key(&self, key: KeyCode) -> bool {
        self.keys.iter().any(|(bound, _)| *bound == key)
    }

    pub fn has_button(&self, button: GamepadButton) -> bool {
        self.buttons.iter().any(|(bound, _)| *bound == button)
    }

    pub fn has_mouse_button(&self, button: MouseButton) -> bool {
        self.mouse.iter().any(|(bound, _)| *bound == button)
    }
}

pub fn update_bindings(settings: Res<Settings>, mut bindings: ResMut<Bindings>) {
    if settings.is_changed() {
        bindings.set_if_neq(Bindings::new(&settings.controls));
    }
}

/// Inputs whose presses the rules see, not only whether they are held.
const EDGE_TRIGGERED: TickInput = TickInput::JUMP.with(TickInput::FOCUS).with(TickInput::RESTART);
const SIDES: TickInput = TickInput::LEFT.with(TickInput::RIGHT);

/// Collects device input between ticks: what is held, and what was pressed since the last tick.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latch {
    held: TickInput,
    pressed: TickInput,
    /// Held, but ignored until released: the press was meant for something else.
    suppressed: TickInput,
    /// Left or right, whichever was pressed last.
    last_side: TickInput,
    /// The input of the last tick.
    last_output: TickInput,
    /// Focus was switched on by a press, and stays until the next one.
    focus_is_on: bool,
    /// Play has just begun or resumed: buttons of the mouse that are down clicked in a menu.
    begins: bool,
}

impl Latch {
    /// Forgets every press when play begins or resumes. A jump button that is held now may have chosen a menu entry, so
    /// it counts only after it was released, and so does any button of the mouse. Directions may be held in advance by keys.
    pub fn begin(&mut self) {
        *self = Self { suppressed: TickInput::JUMP, last_side: self.last_side, begins: true, ..Self::default() };
    }

    /// Whether anything was pressed since the last tick.
    pub fn has_press(&self) -> bool {
        self.pressed != TickInput::NONE
    }

    /// A jump button that is held at a death or a restart must not jump in the next run.
    pub fn suppress_jump(&mut self) {
        self.suppressed = self.suppressed.with(both(TickInput::JUMP, self.held.with(self.last_output)));
        self.pressed = self.pressed.without(TickInput::JUMP);
    }

    /// A switch of focus is off after a death, a restart, or when the meter has run out.
    pub fn end_focus(&mut self) {
        if self.focus_is_on {
            self.focus_is_on = false;
            self.held = self.held.without(TickInput::FOCUS);
        }
    }

    /// Takes in one frame: what is held at its end, and what was pressed during it, even if it was released again.
    pub fn frame(&mut self, held: TickInput, pressed: TickInput) {
        let new_sides = both(pressed, SIDES);
        if new_sides == SIDES {
            // Both in one frame: the side that was not held before is likely the later one.
            self.last_side = if self.last_side == TickInput::RIGHT { TickInput::LEFT } else { TickInput::RIGHT };
        } else if new_sides != TickInput::NONE {
            self.last_side = new_sides;
        }
        self.suppressed = both(self.suppressed, held).without(pressed);
        self.pressed = self.pressed.with(pressed);
        // A restart lasts one tick a press.
        self.held = held.without(TickInput::RESTART);
    }

    /// Turns a press of focus into a switch: what is held and pressed in a frame becomes what counts as held and pressed.
    fn toggle_focus(&mut self, held: TickInput, pressed: TickInput) -> (TickInput, TickInput) {
        self.focus_is_on ^= pressed.holds(TickInput::FOCUS);
        if self.focus_is_on {
            (held.with(TickInput::FOCUS), pressed)
        } else {
            (held.without(TickInput::FOCUS), pressed.without(TickInput::FOCUS))
        }
    }

    /// The input of the next tick.
    pub fn tick(&mut self) -> TickInput {
        // Pressed anew while the rules still see it held: release it for one tick, so that they see the press.
        let again = both(both(self.pressed, self.last_output), EDGE_TRIGGERED);
        let mut input = self.held.without(self.suppressed).with(self.pressed).without(again);
        if input.holds(SIDES) {
            input = input.without(SIDES).with(self.last_side);
        }
        self.pressed = again;
        self.last_output = input;
        input
    }
}

/// The inputs in both sets.
fn both(a: TickInput, b: TickInput) -> TickInput {
    TickInput::from_bits(a.bits() & b.bits())
}

/// The directions that a stick leans to; `before` holds those of the previous frame.
fn stick_directions(stick: Vec2, before: TickInput) -> TickInput {
    let leans = |amount: f32, press: f32, direction: TickInput| {
        let needed = if before.holds(direction) { STICK_RELEASE } else { press };
        if amount >= needed { direction } else { TickInput::NONE }
    };
    leans(-stick.x, STICK_PRESS, TickInput::LEFT)
        .with(leans(stick.x, STICK_PRESS, TickInput::RIGHT))
        .with(leans(stick.y, STICK_PRESS, TickInput::UP))
        .with(leans(-stick.y, STICK_PRESS_DOWN, TickInput::DOWN))
}

/// Buttons of the mouse that were down when play began or resumed: they count once they were released.
#[derive(Clone, Debug, Default)]
pub struct ClickedInMenu(Vec<MouseButton>);

/// Reads every device into the latch; runs in each frame before its ticks. While the debug view is shown, the left button of the
/// mouse is its own.
pub fn latch_devices(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut clicked: Local<ClickedInMenu>,
    debug: Res<DebugView>,
    gamepads: Query<&Gamepad>,
    windows: Query<&Window, With<PrimaryWindow>>,
    bindings: Res<Bindings>,
    settings: Res<Settings>,
    mut sticks: Local<TickInput>,
    mut latch: ResMut<Latch>,
) {
    let (mut held, mut pressed) = (TickInput::NONE, TickInput::NONE);
    let mut add = |input, is_held, is_pressed| {
        held = if is_held { held.with(input) } else { held };
        pressed = if is_pressed { pressed.with(input) } else { pressed };
    };
    for &(key, input) in &bindings.keys {
        add(input, keys.pressed(key), keys.just_pressed(key));
    }
    if std::mem::take(&mut latch.begins) {
        clicked.0 = mouse.get_pressed().copied().collect();
    }
    clicked.0.retain(|button| mouse.pressed(*button) && !mouse.just_pressed(*button));
    let is_for_play = |button| !(clicked.0.contains(&button) || (debug.0 && button == MouseButton::Left));
    for &(button, input) in bindings.mouse.iter().filter(|(button, _)| is_for_play(*button)) {
        add(input, mouse.pressed(button), mouse.just_pressed(button));
    }
    let is_in_background = windows.iter().any(|window| !window.focused);
    let mut leaning = TickInput::NONE;
    for gamepad in gamepads.iter().filter(|_| settings.controls.pad_in_background || !is_in_background) {
        for &(button, input) in &bindings.buttons {
            add(input, gamepad.pressed(button), gamepad.just_pressed(button));
        }
        leaning = leaning.with(stick_directions(gamepad.left_stick(), *sticks));
    }
    pressed = pressed.with(leaning.without(*sticks));
    *sticks = leaning;
    held = held.with(leaning);
    if settings.controls.focus_toggles {
        (held, pressed) = latch.toggle_focus(held, pressed);
    }
    latch.frame(held, pressed);
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: TickInput = TickInput::NONE;
    const LEFT: TickInput = TickInput::LEFT;
    const RIGHT: TickInput = TickInput::RIGHT;
    const JUMP: TickInput = TickInput::JUMP;
    const FOCUS: TickInput = TickInput::FOCUS;

    #[test]
    fn focus_as_a_switch_lasts_from_one_press_to_the_next() {
        let mut latch = Latch::default();
        let mut frame = |held, pressed| {
            let (held, pressed) = latch.toggle_focus(held, pressed);
            latch.frame(held, pressed);
            latch.tick()
        };
        assert_eq!(frame(FOCUS.with(LEFT), FOCUS), FOCUS.with(LEFT));
        assert_eq!(frame(NONE, NONE), FOCUS, "the key was released");
        assert_eq!(frame(FOCUS, FOCUS), NONE);
        assert_eq!(frame(FOCUS, NONE), NONE, "the key is still down");
        assert_eq!(frame(NONE, FOCUS), FOCUS, "a tap within a frame");
    }

    #[test]
    fn only_keys_that_exist_are_bound() {
        let mut controls = ControlSettings::default();
        let all = Bindings::new(&controls);
        assert!(all.keys.contains(&(KeyCode::KeyW, TickInput::UP.with(JUMP))));
        controls.bindings.get_mut(&Action::Jump).expect("it is there").keys = [Some("Hyperspace".into()), None];
        assert_eq!(Bindings::new(&controls).keys.len(), all.keys.len() - 2);
        let names = [Some("MouseWheel".into()), Some("MouseBack".into())];
        controls.bindings.get_mut(&Action::Jump).expect("it is there").keys = names;
        assert_eq!(Bindings::new(&controls).mouse, [(MouseButton::Back, JUMP)]);
    }

    #[test]
    fn the_stick_releases_at_a_smaller_lean_than_it_presses() {
        let cases = [
            (Vec2::new(0.35, 0.0), NONE, NONE),
            (Vec2::new(0.45, 0.0), NONE, RIGHT),
            (Vec2::new(0.35, 0.0), RIGHT, RIGHT),
            (Vec2::new(-0.5, 0.0), RIGHT, LEFT),
            (Vec2::new(0.0, -0.5), NONE, NONE),
            (Vec2::new(0.0, -0.7), NONE, TickInput::DOWN),
            (Vec2::new(0.0, 0.9), NONE, TickInput::UP),
        ];
        for (stick, before, expected) in cases {
            assert_eq!(stick_directions(stick, before), expected, "{stick} after {before:?}");
        }
    }
}
