//! Keys and buttons on the page of controls: which action has which, and the wait for a new one. A button of the mouse may stand
//! where a key may.

use bevy::input::gamepad::{Gamepad, GamepadButton, GamepadButtonStateChangedEvent};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button};

use super::WIDTH;
use super::effects::MUTE_KEY;
use crate::screens::devices::hints::{Hints, pad_maker};
use crate::screens::devices::in_use::DeviceInUse;
use crate::screens::devices::labels::{PadMaker, label_of_button, label_of_key, note_print};
use crate::screens::devices::names::Named;
use crate::screens::menus::focus::{FocusBar, FocusPlace};
use crate::screens::menus::theme::{self, TEXT, pt};
use crate::screens::menus::{CapturesInput, MenuSystems, label_with_value};
use crate::screens::words::Words;
use crate::view::canvas::palette::tint;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use hairline_profile::settings::{Action, ControlSettings, Settings};

/// Slots for keys and buttons of the mouse; after them come as many for buttons of a gamepad.
const KEY_SLOTS: usize = 2;
/// Keys that do the same everywhere: no action can have them. The menus read arrows, Enter and Escape whatever is bound here, so
/// that nobody locks themselves out.
const FIXED_KEYS: [KeyCode; 6] = [KeyCode::Escape, KeyCode::F3, KeyCode::F4, KeyCode::F11, KeyCode::F12, MUTE_KEY];
/// The button that does the same everywhere.
const FIXED_BUTTON: GamepadButton = GamepadButton::Start;
/// The button of the mouse that pauses play unless it is bound, by its name.
const PAUSING_BUTTON: &str = "MouseRight";
/// The width of a slot in points: the longest name of a button fits, `Mouse forward`, and wraps where text is larger.
const SLOT_WIDTH: f32 = 136.0;
/// Over the page.
const SHIELD_INDEX: GlobalZIndex = GlobalZIndex(11);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Refused>().add_observer(begin_capture).add_observer(lift_shield).add_systems(
        Update,
        (clear_slot.run_if(not(any_with_component::<CapturesInput>)), capture, show_slots)
            .chain()
            .after(MenuSystems::Choose)
            .before(MenuSystems::ShowFocus),
    );
}

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BindingSlot {
    action: Action,
    /// Keys first, then buttons.
    column: usize,
}

/// Covers the page while a slot waits, so that a click is bound and does nothing else: it takes the press of the pointer, and no
/// widget under it gets a release without one.
#[derive(Component)]
struct Shield;

/// The name of a key or button that was pressed and cannot be bound.
#[derive(Resource, Clone, Debug, Default)]
struct Refused(Option<String>);

fn key_of_action(action: Action) -> &'static str {
    match action {
        Action::Left => "action-left",
        Action::Right => "action-right",
        Action::Up => "action-up",
        Action::Down => "action-down",
        Action::Jump => "action-jump",
        Action::Focus => "action-focus",
        Action::Restart => "action-restart",
    }
}

impl BindingSlot {
    fn is_key(self) -> bool {
        self.column < KEY_SLOTS
    }

    fn name(self, controls: &ControlSettings) -> Option<&String> {
        let binding = controls.bindings.get(&self.action)?;
        if self.is_key() {
            binding.keys[self.column].as_ref()
        } else {
            binding.buttons[self.column - KEY_SLOTS].as_ref()
        }
    }

    /// Puts a name into this slot, and takes it out of the other slot of the same action.
    fn set(self, controls: &mut ControlSettings, name: Option<String>) {
        let binding = controls.bindings.entry(self.action).or_default();
        let (slots, index) = if self.is_key() {
            (&mut binding.keys, self.column)
        } else {
            (&mut binding.buttons, self.column - KEY_SLOTS)
        };
        slots.iter_mut().filter(|slot| slot.is_some() && **slot == name).for_each(|slot| *slot = None);
        slots[index] = name;
    }

    fn conflict(self, controls: &ControlSettings) -> Option<Action> {
        let name = self.name(controls)?;
        let has_it = |action: &Action| {
            let Some(binding) = controls.bindings.get(action) else { return false };
            let names = if self.is_key() { &binding.keys } else { &binding.buttons };
            *action != self.action && names.iter().flatten().any(|other| other == name)
        };
        Action::ALL.into_iter().find(has_it)
    }

    fn label(self, controls: &ControlSettings, maker: PadMaker, words: &Words) -> String {
        match self.name(controls) {
            Some(name) if self.is_key() => label_of_key(name, &controls.labels, words),
            Some(name) => label_of_button(name, maker, words),
            None => String::new(),
        }
    }

    /// The accessible name: the action, which slot of it, and what is bound there.
    fn accessible_label(self, text: &str, words: &Words) -> AccessibleLabel {
        const KEYS: [&str; 2 * KEY_SLOTS] =
            ["slot-first-key", "slot-second-key", "slot-first-button", "slot-second-button"];
        let name = words.with(KEYS[self.column], [("action", words.get(key_of_action(self.action)).into())]);
        let value = if text.is_empty() { words.get("slot-empty") } else { text.to_owned() };
        label_with_value(name, value, words)
    }

    pub(super) fn help(self, is_waiting: bool, controls: &ControlSettings, words: &Words, hints: &Hints) -> String {
        match self.conflict(controls) {
            _ if is_waiting => hints.get(if self.is_key() { "bind-keys" } else { "bind-buttons" }),
            Some(other) => words.with("bind-conflict", [("action", words.get(key_of_action(other)).into())]),
            None if self.name(controls).is_some_and(|name| name == PAUSING_BUTTON) => words.get("bind-right-click"),
            None => hints.get("bind-help"),
        }
    }
}

/// Spawns a row of slots for each action, from a row of the page on; returns the next free row.
pub(super) fn spawn_bindings(body: &mut ChildSpawnerCommands, words: &Words, first_row: usize) -> usize {
    for (index, action) in Action::ALL.into_iter().enumerate() {
        let label = words.get(key_of_action(action));
        let node = Node {
            padding: UiRect::left(pt(16.0)),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::SpaceBetween,
            width: pt(WIDTH),
            ..default()
        };
        body.spawn(node).with_children(|row| {
            row.spawn(Node { flex_shrink: 1.0, ..default() }).with_child(theme::paragraph(
                &label,
                theme::size::BODY,
                TEXT,
            ));
            let group = Node { column_gap: pt(4.0), flex_shrink: 0.0, ..default() };
            row.spawn(group).with_children(|group| {
                for column in 0..2 * KEY_SLOTS {
                    let node = Node {
                        width: pt(SLOT_WIDTH),
                        min_height: pt(34.0),
                        border: UiRect::all(px(1)),
                        align_items: AlignItems::Center,
                        justify_content: JustifyContent::Center,
                        overflow: Overflow::clip(),
                        ..default()
                    };
                    let place = FocusPlace { row: first_row + index, column };
                    let slot = BindingSlot { action, column };
                    group
                        .spawn((slot, Button, place, FocusBar, slot.accessible_label("", words)))
                        .insert((node, FillTint::NONE, BorderTint(tint(theme::TEXT_MUTED, 0.4))))
                        .with_child((
                            theme::paragraph("", theme::size::SMALL, TEXT),
                            TextLayout::justify(Justify::Center),
                        ));
                }
            });
        });
    }
    first_row + Action::ALL.len()
}

fn begin_capture(
    activation: On<Activate>,
    slots: Query<(), With<BindingSlot>>,
    waiting: Query<Entity, With<CapturesInput>>,
    mut refused: ResMut<Refused>,
    mut commands: Commands,
) {
    if slots.contains(activation.entity) {
        refused.0 = None;
        // At most one slot waits, even if another one is activated meanwhile.
        waiting.iter().for_each(|slot| _ = commands.entity(slot).remove::<CapturesInput>());
        commands.entity(activation.entity).insert(CapturesInput);
        let node =
            Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
        commands.spawn((Shield, node, SHIELD_INDEX));
    }
}

/// However the wait ends, also with the page.
fn lift_shield(_: On<Remove, CapturesInput>, shields: Query<Entity, With<Shield>>, mut commands: Commands) {
    shields.iter().for_each(|shield| commands.entity(shield).despawn());
}

/// Waits for a key or a button, from the frame after the one in which the wait began. Escape, the wheel, the pause button, or the
/// back button where a key is awaited, end it and change nothing.
fn capture(
    mut keys: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<GamepadButtonStateChangedEvent>,
    (mut clicks, mut wheel): (MessageReader<MouseButtonInput>, MessageReader<MouseWheel>),
    waiting: Option<Single<(Entity, &BindingSlot, Ref<CapturesInput>)>>,
    words: Res<Words>,
    mut settings: ResMut<Settings>,
    mut refused: ResMut<Refused>,
    mut commands: Commands,
) {
    let Some((entity, slot, _)) = waiting.map(Single::into_inner).filter(|(.., wait)| !wait.is_added()) else {
        keys.clear();
        buttons.clear();
        clicks.clear();
        wheel.clear();
        return;
    };
    let key = keys.read().find(|key| key.state.is_pressed() && !key.repeat);
    let button = buttons.read().find(|button| button.state.is_pressed()).map(|button| button.button);
    let click = clicks.read().find(|click| click.state.is_pressed()).map(|click| click.button);
    let is_turned = wheel.read().count() > 0;
    let is_left_by_pad = button == Some(FIXED_BUTTON) || (slot.is_key() && button == Some(GamepadButton::East));
    if key.is_some_and(|key| key.key_code == KeyCode::Escape) || is_left_by_pad || is_turned {
        commands.entity(entity).remove::<CapturesInput>();
        return;
    }
    let name = match (key, click, button) {
        (Some(key), ..) if slot.is_key() => {
            let name = key.key_code.name();
            name.filter(|_| !FIXED_KEYS.contains(&key.key_code))
                .ok_or_else(|| label_of_key(&format!("{:?}", key.key_code), &settings.controls.labels, &words))
        }
        (_, Some(click), _) if slot.is_key() => click.name().ok_or_else(|| match click {
            MouseButton::Other(number) => words.with("mouse-other", [("number", u32::from(number).into())]),
            click => format!("{click:?}"),
        }),
        (.., Some(button)) if !slot.is_key() => button.name().ok_or_else(|| format!("{button:?}")),
        _ => return,
    };
    match name {
        Ok(name) => {
            if let Some(KeyboardInput { logical_key: Key::Character(printed), .. }) = key {
                note_print(&mut settings.controls.labels, &name, printed);
            }
            slot.set(&mut settings.controls, Some(name));
            commands.entity(entity).remove::<CapturesInput>();
        }
        Err(name) => refused.0 = Some(name),
    }
}

/// Delete removes what is in the slot with the focus.
fn clear_slot(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    slots: Query<&BindingSlot, Without<CapturesInput>>,
    mut settings: ResMut<Settings>,
) {
    if keys.just_pressed(KeyCode::Delete)
        && let Some(slot) = focus.get().and_then(|widget| slots.get(widget).ok())
    {
        slot.set(&mut settings.controls, None);
    }
}

/// Refreshes the text and the accessible name of each slot.
fn show_slots(
    settings: Res<Settings>,
    words: Res<Words>,
    refused: Res<Refused>,
    (device, gamepads): (Res<DeviceInUse>, Query<&Gamepad>),
    slots: Query<(Entity, &BindingSlot, &Children, Has<CapturesInput>)>,
    mut texts: Query<&mut Text>,
    mut commands: Commands,
) {
    let maker = pad_maker(*device, gamepads.iter().map(PadMaker::of));
    for (entity, slot, children, is_waiting) in &slots {
        let label = match (is_waiting, &refused.0) {
            (true, Some(name)) => words.with("bind-fixed", [("name", name.as_str().into())]),
            (true, None) => words.get("bind-press"),
            (false, _) => slot.label(&settings.controls, maker, &words),
        };
        let has_conflict = !is_waiting && slot.conflict(&settings.controls).is_some();
        let shown = if has_conflict { format!("{label} !") } else { label.clone() };
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child)
                && text.set_if_neq(Text(shown.clone()))
            {
                commands.entity(entity).insert(slot.accessible_label(&label, &words));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_in_one_slot_of_an_action_and_conflicts_are_found_between_actions() {
        let words = Words::english();
        let label = |slot: BindingSlot, controls: &ControlSettings| slot.label(controls, PadMaker::Other, &words);
        let mut controls = ControlSettings::default();
        let [first, second] = [0, 1].map(|column| BindingSlot { action: Action::Jump, column });
        assert_eq!(label(first, &controls), "Space");
        let name = second.name(&controls).cloned();
        first.set(&mut controls, name);
        assert_eq!((label(first, &controls), label(second, &controls)), ("Z".into(), String::new()));
        assert_eq!(first.conflict(&controls), None);
        second.set(&mut controls, Some("KeyR".into()));
        assert_eq!(second.conflict(&controls), Some(Action::Restart));
        assert_eq!(BindingSlot { action: Action::Restart, column: 0 }.conflict(&controls), Some(Action::Jump));
        second.set(&mut controls, None);
        assert_eq!(second.conflict(&controls), None, "two empty slots are no conflict");
    }
}
