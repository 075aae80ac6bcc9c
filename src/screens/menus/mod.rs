//! The menu of every screen: widgets of which one has the input focus, operated by keys, gamepad or mouse. A menu passes on
//! what was [`Chosen`]; where that leads, [`flow`](super::flow) decides.
//!
//! The widgets are Bevy's own. They get their orders from [`navigation`] alone, which keeps presses of one frame in their
//! order; the app must not add Bevy's dispatch of keys to the focused widget.

pub mod focus;
pub mod navigation;
pub mod screen_reader;
pub mod theme;
pub mod toast;

use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button, Checkbox, ToggleChecked};

use focus::{FocusBar, FocusPlace};
use navigation::NavAction;
use theme::{TEXT, pt};

use crate::screens::Seen;
use crate::screens::words::Words;
use crate::view::canvas::palette::ui::FillTint;

/// Seconds for which a menu that opens under the player's fingers ignores input.
const INPUT_COOLDOWN: f32 = 0.3;

/// What an entry of a menu means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play the first unfinished level.
    Play,
    /// Play a level by its index in the catalog.
    Level(usize),
    /// Play the next level, or show the end after the last one.
    Next,
    /// Play the same level from its start.
    Again,
    Resume,
    /// See the last death again.
    LastDeath,
    /// Begin or end practice.
    Practice,
    /// Watch the run that was just finished.
    WatchRun,
    /// Watch the best run of a level, by its index in the catalog.
    WatchBest(usize),
    List,
    /// The three levels of today.
    Daily,
    Title,
    Credits,
    Settings,
    /// Leave the settings to where they were opened.
    CloseSettings,
    /// See the finished run again, in another way.
    See(Seen),
    /// Copy the run or the level as a line of text, and paste one.
    Copy,
    Paste,
    /// Make a film of the finished run.
    Film,
    /// Quit, but ask once if progress cannot be saved.
    Quit,
    QuitUnsaved,
    Stay,
}

/// A menu, with the choice that back and pause make.
#[derive(Component, Clone, Copy, Debug)]
pub struct Menu(pub Choice);

/// A button of the menu, and what it means.
#[derive(Component, Clone, Copy, Debug)]
#[require(Button)]
pub struct MenuEntry(pub Choice);

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
pub struct Chosen(pub Choice);

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
    /// Actions move the focus, change values and choose.
    Choose,
    FollowChoices,
    /// Menus of changing content are filled.
    FillEntries,
    /// The widget with the focus is highlighted.
    ShowFocus,
}

pub fn plugin(app: &mut App) {
    use MenuSystems::{Choose, FillEntries, FollowChoices, ReadInput, ShowFocus};
    app.configure_sets(Update, (ReadInput, Choose, FollowChoices, FillEntries, ShowFocus).chain())
        .add_plugins((navigation::plugin, focus::plugin, theme::plugin, screen_reader::plugin, toast::plugin))
        .add_message::<Chosen>()
        .add_observer(choose_activated)
        .add_systems(
            Update,
            (end_input_cooldowns, follow_actions, screen_reader::follow_requests).chain().in_set(Choose),
        );
}

/// Spawns a menu of one-line entries under `parent`, each by the key of its words; the first has the focus.
pub fn spawn_menu(parent: &mut ChildSpawnerCommands, words: &Words, entries: &[(&str, Choice)], leaving: Choice) {
    let column = Node { flex_direction: FlexDirection::Column, align_items: AlignItems::FlexStart, ..default() };
    parent.spawn((Menu(leaving), column)).with_children(|column| {
        for (row, (key, choice)) in entries.iter().enumerate() {
            let mut entry = spawn_entry(column, row, &words.get(key), theme::size::ENTRY, *choice);
            if row == 0 {
                entry.insert(AutoFocus);
            }
        }
    });
}

/// Spawns an entry of one line in a row of the page.
pub fn spawn_entry<'a>(
    parent: &'a mut ChildSpawnerCommands,
    row: usize,
    text: &str,
    size: f32,
    choice: Choice,
) -> EntityCommands<'a> {
    let padding = UiRect::axes(pt(16.0), pt(7.0));
    let mut entry = parent.spawn((
        (MenuEntry(choice), FocusPlace::row(row), FocusBar, AccessibleLabel::new(text)),
        Node { padding, align_items: AlignItems::Center, ..default() },
        FillTint::NONE,
    ));
    entry.with_child(theme::label(text, size, TEXT));
    entry
}

/// The accessible name of a widget, with its value: AT-SPI has no text value for a button.
pub fn label_with_value(name: String, value: String, words: &Words) -> AccessibleLabel {
    AccessibleLabel(words.with("named-value", [("name", name.into()), ("value", value.into())]))
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

fn choose_activated(
    activation: On<Activate>,
    entries: Query<&MenuEntry>,
    cooldowns: Query<(), With<InputCooldown>>,
    mut chosen: MessageWriter<Chosen>,
) {
    if let Ok(entry) = entries.get(activation.entity)
        && cooldowns.is_empty()
    {
        chosen.write(Chosen(entry.0));
    }
}

/// Moves the focus, changes values and chooses, by the actions of this frame in their order.
fn follow_actions(
    mut actions: MessageReader<NavAction>,
    menu: Option<Single<(&Menu, Has<TurnsPages>)>>,
    places: Query<(Entity, &FocusPlace)>,
    widgets: Query<(Has<Checkbox>, Has<Adjustable>), With<FocusPlace>>,
    busy: Query<(), Or<(With<InputCooldown>, With<CapturesInput>)>>,
    mut focus: ResMut<InputFocus>,
    mut chosen: MessageWriter<Chosen>,
    mut commands: Commands,
) {
    let Some((menu, turns_pages)) = menu.map(Single::into_inner).filter(|_| busy.is_empty()) else {
        actions.clear();
        return;
    };
    for action in actions.read() {
        let widget = focus.get().and_then(|widget| Some((widget, widgets.get(widget).ok()?)));
        match (action, widget) {
            (NavAction::Back | NavAction::Pause | NavAction::PauseByMouse, _) => {
                chosen.write(Chosen(menu.0));
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
            _ => focus::move_focus(*action, &mut focus, places),
        }
    }
    // Actions after a choice were meant for the screen that it left.
    actions.clear();
}
