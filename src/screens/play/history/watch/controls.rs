//! What the player wants of time: keys, a gamepad's buttons and right stick, and the pointer on the time line.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{Purpose, Watch};
use crate::screens::Pause;
use crate::screens::play::controls::Bindings;
use crate::view::history::timeline::SeenTimeline;

/// How far the right stick must lean to move time.
const STICK_PRESS: f32 = 0.5;

/// What the player wants of time in this frame.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Wish {
    /// Backwards (−1) or forwards (1), and whether that was pressed in this frame.
    pub direction: f32,
    pub is_new: bool,
    /// Begins or ends practice.
    pub practice: bool,
    pub before_death: bool,
    /// Places of practice, by number.
    pub keep: Option<usize>,
    pub back_to: Option<usize>,
    pub leave: bool,
    pub play: bool,
    pub go_on: bool,
    /// Steps of speed.
    pub faster: i32,
    /// The tick under the pointer, while its button is down.
    pub tick: Option<usize>,
}

/// Reads the devices. A key or button that is bound to an action keeps its meaning, except while a replay is watched.
pub(super) fn read_wish(
    (keys, mouse, pads): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>, Query<&Gamepad>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (bindings, pause): (Res<Bindings>, Res<State<Pause>>),
    (seen, mut watch): (Res<SeenTimeline>, ResMut<Watch>),
    mut wish: ResMut<Wish>,
) {
    use GamepadButton::{DPadLeft, DPadRight, East, LeftTrigger, LeftTrigger2, RightThumb, RightTrigger, South, West};
    use KeyCode::{
        ArrowLeft, ArrowRight, Comma, Digit1, Digit2, Enter, Escape, F1, F2, KeyB, KeyE, KeyP, KeyQ, Period, Space,
    };
    let is_replay = watch.purpose == Purpose::Replay;
    let is_watching = *pause.get() == Pause::Watching;
    let is_free = |key: KeyCode| is_replay || !bindings.has_key(key);
    let is_free_button = |button: GamepadButton| is_replay || !bindings.has_button(button);
    let new = |key: KeyCode| is_free(key) && keys.just_pressed(key);
    // A tap within a frame is held in none.
    let held = |key: KeyCode| is_free(key) && (keys.pressed(key) || keys.just_pressed(key));
    let pad_new = |button| is_free_button(button) && pads.iter().any(|pad| pad.just_pressed(button));
    let pad_held =
        |button| is_free_button(button) && pads.iter().any(|pad| pad.pressed(button) || pad.just_pressed(button));
    let stick: f32 = pads.iter().map(|pad| pad.right_stick().x).sum();
    let (back, back_buttons) = ([KeyQ, ArrowLeft], [LeftTrigger2, DPadLeft]);
    let (forward, forward_buttons) = ([KeyE, ArrowRight], [DPadRight]);
    let goes_back = back.into_iter().any(held) || back_buttons.into_iter().any(pad_held) || stick < -STICK_PRESS;
    let goes_forward =
        forward.into_iter().any(held) || forward_buttons.into_iter().any(pad_held) || stick > STICK_PRESS;
    let direction = f32::from(i8::from(goes_forward) - i8::from(goes_back));
    let is_pressed = back.into_iter().chain(forward).any(new)
        || back_buttons.into_iter().chain(forward_buttons).any(pad_new)
        || direction != watch.direction;
    watch.direction = direction;
    let pointer = windows.iter().next().and_then(Window::cursor_position);
    let tick = pointer.filter(|_| mouse.pressed(MouseButton::Left)).and_then(|pixel| seen.tick_at(pixel));
    *wish = Wish {
        direction,
        is_new: direction != 0.0 && is_pressed,
        practice: new(KeyP) || watch.wants_practice,
        before_death: new(KeyB) || pad_new(West),
        keep: [F1, F2].into_iter().position(new).or(pad_new(RightThumb).then_some(0)),
        back_to: [Digit1, Digit2].into_iter().position(new).or(pad_new(East).then_some(0)),
        leave: is_watching && (keys.just_pressed(Escape) || is_replay && pad_new(East)),
        play: keys.just_pressed(Space) || pad_new(South),
        go_on: keys.just_pressed(Enter) || pad_new(West),
        faster: i32::from(new(Period) || pad_new(RightTrigger)) - i32::from(new(Comma) || pad_new(LeftTrigger)),
        tick: tick.map(|tick| tick.min(watch.known())),
    };
}
