//! The page of the settings: tabs, the rows of one of them, and a line that explains the row with the focus.

use bevy::a11y::AccessibilityNode;
use bevy::input_focus::{AutoFocus, FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button};

use super::bindings::{BindingSlot, spawn_bindings};
use super::table::PAGES;
use super::widgets::{SettingRow, spawn_row};
use super::{ROW_PADDING, WIDTH};
use crate::screens::devices::hints::Hints;
use crate::screens::menus::focus::{FocusBar, FocusPlace, ScrollsToFocus};
use crate::screens::menus::navigation::NavAction;
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::menus::{
    Adjust, Adjustable, CapturesInput, Choice, Menu, MenuSystems, TurnsPages, label_with_value, spawn_entry,
};
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use hairline_profile::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpenTab>()
        .add_systems(OnEnter(Screen::Settings), spawn)
        .add_systems(OnEnter(Pause::Settings), spawn)
        .add_observer(adjust_tab)
        .add_observer(open_clicked_tab)
        .add_observer(reset_page)
        .add_systems(Update, turn_pages.in_set(MenuSystems::Choose))
        .add_systems(Update, (fill_body, show_tabs, show_help).chain().in_set(MenuSystems::FillEntries));
}

/// The page that is open, by its index. It stays while the game runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OpenTab(usize);

/// The tabs, as one widget.
#[derive(Component)]
struct TabBar;
#[derive(Component)]
struct Tab(usize);
/// The rows of the open page, by its index.
#[derive(Component)]
struct Body(Option<usize>);
/// The line that explains the row with the focus.
#[derive(Component)]
struct HelpLine;
/// Puts the open page back to the defaults.
#[derive(Component)]
struct ResetButton;

fn spawn(mut commands: Commands, words: Res<Words>) {
    let until = (DespawnOnExit(Screen::Settings), DespawnOnExit(Pause::Settings));
    let page = (until, Menu(Choice::CloseSettings), TurnsPages, ScrollsToFocus, theme::page_overlay());
    commands.spawn(page).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            column.spawn(theme::line(words.get("settings-heading"), theme::size::HEADLINE, TEXT));
            let bar = Node { padding: UiRect::axes(pt(16.0), pt(7.0)), column_gap: pt(28.0), ..default() };
            let role = AccessibilityNode(accesskit::Node::new(accesskit::Role::TabList));
            let bar = (TabBar, Adjustable, AutoFocus, FocusPlace::row(0), FocusBar, bar, FillTint::NONE);
            column.spawn((role, bar)).with_children(|bar| {
                for (index, page) in PAGES.iter().enumerate() {
                    let label = words.get(page.key);
                    let node = Node { border: UiRect::bottom(px(2)), ..default() };
                    let role = AccessibilityNode(accesskit::Node::new(accesskit::Role::Tab));
                    bar.spawn((role, Tab(index), Button, AccessibleLabel::new(&label), node, BorderTint::NONE))
                        .with_child(theme::label(&label, theme::size::BODY, TEXT));
                }
            });
            // Room for three lines, so that no text moves the rows under the pointer.
            let help =
                Node { max_width: pt(WIDTH), min_height: pt(64.0), padding: UiRect::left(pt(16.0)), ..default() };
            column.spawn(help).with_child((HelpLine, theme::paragraph("", theme::size::SMALL, TEXT_MUTED)));
            let body = Node { flex_direction: FlexDirection::Column, width: pt(WIDTH), ..default() };
            column.spawn((Body(None), body));
        });
    });
}

fn adjust_tab(adjustment: On<Adjust>, bars: Query<(), With<TabBar>>, mut open: ResMut<OpenTab>) {
    if bars.contains(adjustment.entity) {
        open.turn(adjustment.is_up);
    }
}

/// A click on a tab, or a confirmation of all of them, which opens the next one.
fn open_clicked_tab(
    activation: On<Activate>,
    tabs: Query<&Tab>,
    bars: Query<(), With<TabBar>>,
    mut open: ResMut<OpenTab>,
) {
    if let Ok(tab) = tabs.get(activation.entity) {
        open.0 = tab.0;
    } else if bars.contains(activation.entity) {
        open.turn(true);
    }
}

/// Page up and page down, wherever the focus is; it goes to the tabs.
fn turn_pages(
    mut actions: MessageReader<NavAction>,
    bar: Option<Single<Entity, With<TabBar>>>,
    capturing: Query<(), With<CapturesInput>>,
    mut open: ResMut<OpenTab>,
    mut focus: ResMut<InputFocus>,
) {
    for action in actions.read() {
        let (Some(bar), true) = (&bar, capturing.is_empty()) else { continue };
        if let NavAction::PageUp | NavAction::PageDown = action {
            open.turn(*action == NavAction::PageDown);
            focus.set(**bar, FocusCause::Navigated);
        }
    }
}

impl OpenTab {
    fn turn(&mut self, is_forward: bool) {
        let step = if is_forward { 1 } else { PAGES.len() - 1 };
        self.0 = (self.0 + step) % PAGES.len();
    }
}

fn reset_page(
    activation: On<Activate>,
    buttons: Query<(), With<ResetButton>>,
    open: Res<OpenTab>,
    mut settings: ResMut<Settings>,
) {
    if buttons.contains(activation.entity) {
        (PAGES[open.0].reset)(&mut settings);
    }
}

/// Spawns the rows of the open page in place of those of the last one.
fn fill_body(mut commands: Commands, open: Res<OpenTab>, words: Res<Words>, bodies: Query<(Entity, &mut Body)>) {
    for (entity, mut body) in bodies {
        if body.0 == Some(open.0) {
            continue;
        }
        body.0 = Some(open.0);
        let page = &PAGES[open.0];
        commands.entity(entity).despawn_children().with_children(|body| {
            if let Some(note) = page.note {
                let node = Node { max_width: pt(WIDTH), padding: UiRect::axes(pt(16.0), pt(8.0)), ..default() };
                body.spawn(node).with_child(theme::paragraph(words.get(note), theme::size::SMALL, TEXT_MUTED));
            }
            for index in 0..page.rows.len() {
                spawn_row(body, &words, SettingRow { page: open.0, row: index }, 1 + index);
            }
            let mut next = 1 + page.rows.len();
            if page.has_bindings {
                next = spawn_bindings(body, &words, next);
            }
            let reset = words.get("settings-reset");
            body.spawn((
                (ResetButton, Button, FocusPlace::row(next), FocusBar, AccessibleLabel::new(&reset)),
                Node { padding: UiRect::axes(pt(16.0), pt(ROW_PADDING)), margin: UiRect::top(pt(10.0)), ..default() },
                FillTint::NONE,
            ))
            .with_child(theme::label(&reset, theme::size::SMALL, TEXT));
            spawn_entry(body, next + 1, &words.get("settings-back"), theme::size::SMALL, Choice::CloseSettings);
        });
    }
}

/// Underlines the open tab, and exposes it to screen readers.
fn show_tabs(
    open: Res<OpenTab>,
    words: Res<Words>,
    mut tabs: Query<(&Tab, &mut BorderTint, &mut AccessibilityNode)>,
    bars: Query<(Entity, Ref<TabBar>)>,
    mut commands: Commands,
) {
    for (tab, mut border, mut node) in &mut tabs {
        let is_open = tab.0 == open.0;
        border.set_if_neq(if is_open { BorderTint::of(theme::ACCENT) } else { BorderTint::NONE });
        if node.is_selected() != Some(is_open) {
            node.set_selected(is_open);
        }
    }
    for (entity, bar) in &bars {
        if bar.is_added() || open.is_changed() {
            let page = words.get(PAGES[open.0].key);
            commands.entity(entity).insert(label_with_value(words.get("settings-heading"), page, &words));
        }
    }
}

/// Explains the focused row, on the help line and as its accessible description.
fn show_help(
    focus: Res<InputFocus>,
    words: Res<Words>,
    settings: Res<Settings>,
    hints: Hints,
    rows: Query<&SettingRow>,
    slots: Query<(&BindingSlot, Has<CapturesInput>)>,
    line: Option<Single<&mut Text, With<HelpLine>>>,
    mut nodes: Query<&mut AccessibilityNode>,
) {
    let Some(mut line) = line else { return };
    let widget = focus.get();
    let row = widget.and_then(|widget| rows.get(widget).ok());
    let slot = widget.and_then(|widget| slots.get(widget).ok());
    let text = match (row, slot) {
        (Some(row), _) => words.get(&format!("{}-help", row.definition().key)),
        (None, Some((slot, is_waiting))) => slot.help(is_waiting, &settings.controls, &words, &hints),
        (None, None) => hints.get("settings-keys"),
    };
    if let Some(mut node) = widget.and_then(|widget| nodes.get_mut(widget).ok())
        && node.description() != Some(&text)
    {
        node.set_description(text.clone());
    }
    if line.0 != text {
        line.0 = text;
    }
}
