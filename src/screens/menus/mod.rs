//! The menu of every screen: widgets of which one has the input focus, operated by keys, gamepad or mouse. What an entry
//! means is the type parameter `A`; a menu passes it on in [`Chosen`] and never looks at it.
//!
//! The widgets are Bevy's own. They get their orders from [`navigation`] alone, which keeps presses of one frame in their
//! order; the app must not add Bevy's dispatch of keys to the focused widget.

pub mod focus;
pub mod navigation;
pub mod screen_reader;
pub mod theme;

use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigator;
use bevy::ui_widgets::{Activate, Button, Checkbox, ToggleChecked};

use focus::{FocusBar, FocusPlace};
use navigation::NavAction;
use theme::{TEXT, pt};

use crate::screens::words::Words;
use crate::view::canvas::palette::ui::FillTint;

/// Seconds for which a menu that opens under the player's fingers ignores input.
const INPUT_COOLDOWN: f32 = 0.3;

/// What an entry of a menu means.
pub trait MenuAction: Copy + Send + Sync + 'static {}

#[derive(Component, Clone, Copy, Debug)]
pub struct Menu<A: MenuAction> {
    pub back: A,
    pub pause: A,
}

/// A button of the menu, and what it means.
#[derive(Component, Clone, Copy, Debug)]
#[require(Button)]
pub struct MenuEntry<A: MenuAction> {
    pub action: A,
}

/// A menu of several pages: page up and page down turn them, and move no focus.
#[derive(Component, Clone, Copy, Debug)]
pub struct TurnsPages;

/// A widget whose value left and right change.
#[derive(Component, Clone, Copy, Debug)]
pub struct Adjustable;

/// The player changes the value of a widget that is [`Adjustable`].
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct Adjust {
    pub entity: Entity,
    pub is_up: bool,
}

/// The player confirmed an entry or left the menu.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen<A: MenuAction>(pub A);

/// While an entity with this is on screen, menus ignore input. It removes itself after a moment.
#[derive(Component, Clone, Debug)]
pub struct InputCooldown(Timer);

impl Default for InputCooldown {
    fn default() -> Self {
        Self(Timer::from_seconds(INPUT_COOLDOWN, TimerMode::Once))
    }
}

/// While an entity with this is on screen, keys and buttons do not go to the menu: a widget waits for one of them.
#[derive(Component, Clone, Copy, Debug)]
pub struct CapturesInput;

/// The order of a frame's work on menus, in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MenuSystems {
    /// Devices become [`NavAction`]s.
    ReadInput,
    /// The widgets of a new page are connected.
    Connect,
    /// Actions move the focus, change values and choose.
    Choose,
    FollowChoices,
    /// Menus of changing content are filled.
    FillEntries,
    /// The widget with the focus is highlighted.
    ShowFocus,
}

pub fn plugin<A: MenuAction>(app: &mut App) {
    use MenuSystems::{Choose, Connect, FillEntries, FollowChoices, ReadInput, ShowFocus};
    app.configure_sets(Update, (ReadInput, Connect, Choose, FollowChoices, FillEntries, ShowFocus).chain())
        .add_plugins((navigation::plugin, focus::plugin, theme::plugin, screen_reader::plugin))
        .add_message::<Chosen<A>>()
        .add_observer(choose_activated::<A>)
        .add_systems(
            Update,
            (end_input_cooldowns, follow_actions::<A>, screen_reader::follow_requests).chain().in_set(Choose),
        );
}

/// Spawns a menu of one-line entries under `parent`; the first has the focus.
pub fn spawn_menu<A: MenuAction>(parent: &mut ChildSpawnerCommands, entries: &[(String, A)], back: A, pause: A) {
    let column = Node { flex_direction: FlexDirection::Column, align_items: AlignItems::FlexStart, ..default() };
    parent.spawn((Menu { back, pause }, column)).with_children(|column| {
        for (index, (text, action)) in entries.iter().enumerate() {
            let mut entry = column.spawn((entry(index, *action), AccessibleLabel::new(text)));
            entry.with_child(theme::label(text, theme::size::ENTRY, TEXT));
            if index == 0 {
                entry.insert(AutoFocus);
            }
        }
    });
}

/// The accessible name of a widget, with its value: AT-SPI has no text value for a button.
pub fn label_with_value(name: String, value: String, words: &Words) -> AccessibleLabel {
    AccessibleLabel(words.with("named-value", [("name", name.into()), ("value", value.into())]))
}

/// The box of an entry in a row of the page; its text is its children.
pub fn entry<A: MenuAction>(row: usize, action: A) -> impl Bundle {
    (
        MenuEntry { action },
        FocusPlace::row(row),
        FocusBar,
        Node { padding: UiRect::axes(pt(16.0), pt(7.0)), align_items: AlignItems::Center, ..default() },
        FillTint::NONE,
    )
}

fn end_input_cooldowns(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut cooldowns: Query<(Entity, &mut InputCooldown)>,
) {
    for (entity, mut cooldown) in &mut cooldowns {
        if cooldown.0.tick(time.delta()).is_finished() {
            commands.entity(entity).remove::<InputCooldown>();
        }
    }
}

fn choose_activated<A: MenuAction>(
    activation: On<Activate>,
    entries: Query<&MenuEntry<A>>,
    cooldowns: Query<(), With<InputCooldown>>,
    mut chosen: MessageWriter<Chosen<A>>,
) {
    if let Ok(entry) = entries.get(activation.entity)
        && cooldowns.is_empty()
    {
        chosen.write(Chosen(entry.action));
    }
}

/// Moves the focus, changes values and chooses, by the actions of this frame in their order.
fn follow_actions<A: MenuAction>(
    mut actions: MessageReader<NavAction>,
    menu: Option<Single<(&Menu<A>, Has<TurnsPages>)>>,
    places: Query<(Entity, &FocusPlace)>,
    widgets: Query<(Has<Checkbox>, Has<Adjustable>), With<FocusPlace>>,
    busy: Query<(), Or<(With<InputCooldown>, With<CapturesInput>)>>,
    mut navigator: AutoDirectionalNavigator,
    mut chosen: MessageWriter<Chosen<A>>,
    mut commands: Commands,
) {
    let Some((menu, turns_pages)) = menu.map(Single::into_inner).filter(|_| busy.is_empty()) else {
        actions.clear();
        return;
    };
    for action in actions.read() {
        let widget = navigator.input_focus().and_then(|widget| Some((widget, widgets.get(widget).ok()?)));
        match (action, widget) {
            (NavAction::Back, _) => {
                chosen.write(Chosen(menu.back));
                break;
            }
            (NavAction::Pause | NavAction::PauseByMouse, _) => {
                chosen.write(Chosen(menu.pause));
                break;
            }
            (NavAction::Confirm, Some((entity, (true, _)))) => commands.trigger(ToggleChecked { entity }),
            (NavAction::Confirm, Some((entity, (false, _)))) => {
                commands.trigger(Activate { entity });
                break;
            }
            (NavAction::Left | NavAction::Right, Some((entity, (_, true)))) => {
                commands.trigger(Adjust { entity, is_up: *action == NavAction::Right });
            }
            (NavAction::PageUp | NavAction::PageDown, _) if turns_pages => {}
            _ => focus::move_focus(*action, &mut navigator, places),
        }
    }
    // Actions after a choice were meant for the screen that it left.
    actions.clear();
}

/// The row of the widget that has the focus, if it is one of a menu's.
pub fn focused_row(focus: &InputFocus, places: Query<&FocusPlace>) -> Option<usize> {
    places.get(focus.get()?).ok().map(|place| place.row)
}
