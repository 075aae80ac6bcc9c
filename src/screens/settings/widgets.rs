//! The rows of a page as Bevy's widgets: a toggle is a checkbox, an amount a slider, a choice a button. Their values live in
//! [`Settings`] alone; the widgets are refreshed from there.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::{
    Activate, Button, Checkbox, Slider, SliderRange, SliderStep, SliderValue, TrackClick, ValueChange,
};

use super::table::{AmountText, PAGES, Row, Value};
use super::{ROW_PADDING, WIDTH};
use crate::screens::menus::focus::{FocusBar, FocusPlace, MutedText};
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::menus::{Adjust, Adjustable, MenuSystems, label_with_value};
use crate::screens::words::Words;
use crate::view::canvas::palette::Role;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use hairline_profile::settings::Settings;

/// Width of a slider's track in points.
const TRACK: f32 = 190.0;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(adjust_row)
        .add_observer(set_toggle)
        .add_observer(set_amount)
        .add_observer(choose_next)
        .add_systems(Update, (refresh_rows, fill_tracks).chain().in_set(MenuSystems::ShowFocus));
}

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SettingRow {
    pub page: usize,
    pub row: usize,
}

impl SettingRow {
    pub(super) fn definition(self) -> &'static Row {
        &PAGES[self.page].rows[self.row]
    }
}

/// The text of a row's value; the row's widget.
#[derive(Component)]
struct ValueText(SettingRow);
/// The filled part of a slider's track; the row's widget.
#[derive(Component)]
struct TrackFill(SettingRow);

pub(super) fn spawn_row(body: &mut ChildSpawnerCommands, words: &Words, row: SettingRow, place: usize) {
    let label = words.get(row.definition().key);
    let node = Node {
        padding: UiRect::axes(pt(16.0), pt(ROW_PADDING)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        width: pt(WIDTH),
        ..default()
    };
    let mut bar = body.spawn((FocusBar, node, FillTint::NONE));
    // Bevy's widget comes first: the label requires an `AccessibilityNode` too, and the first requirement sets the role.
    let row_of_page = (row, FocusPlace::row(place), Adjustable, AccessibleLabel::new(&label));
    match row.definition().value {
        Value::Toggle(_) => _ = bar.insert((Checkbox, row_of_page)),
        Value::Choice { .. } => _ = bar.insert((Button, row_of_page)),
        Value::Amount { .. } => {}
    }
    bar.with_children(|bar| {
        bar.spawn(Node { flex_shrink: 1.0, ..default() }).with_child(theme::paragraph(&label, theme::size::BODY, TEXT));
        let group = Node { align_items: AlignItems::Center, column_gap: pt(16.0), flex_shrink: 0.0, ..default() };
        bar.spawn(group).with_children(|group| {
            if let Value::Amount { range, .. } = row.definition().value {
                let track = Node { width: pt(TRACK), height: pt(12.0), border: UiRect::all(px(1)), ..default() };
                let slider = Slider { track_click: TrackClick::Snap, ..default() };
                let range =
                    (SliderRange::new(f32::from(range.min), f32::from(range.max)), SliderStep(f32::from(range.step)));
                group
                    .spawn((slider, range, row, FocusPlace::row(place), Adjustable, AccessibleLabel::new(&label)))
                    .insert((track, BorderTint::of(Role::Edge)))
                    .with_child((
                        TrackFill(row),
                        Pickable::IGNORE,
                        Node { height: percent(100), ..default() },
                        FillTint::of(TEXT),
                    ));
            }
            // Wide enough that a value of other length moves nothing.
            let cell = Node { width: pt(120.0), justify_content: JustifyContent::End, ..default() };
            group.spawn(cell).with_child((ValueText(row), theme::line("", theme::size::BODY, TEXT_MUTED), MutedText));
        });
    });
}

fn adjust_row(adjustment: On<Adjust>, rows: Query<&SettingRow>, mut settings: ResMut<Settings>) {
    if let Ok(row) = rows.get(adjustment.entity) {
        row.definition().value.adjust(&mut settings, adjustment.is_up);
    }
}

fn set_toggle(change: On<ValueChange<bool>>, rows: Query<&SettingRow>, mut settings: ResMut<Settings>) {
    if let Ok(row) = rows.get(change.source)
        && let Value::Toggle(field) = row.definition().value
    {
        *field(&mut settings) = change.value;
    }
}

fn set_amount(change: On<ValueChange<f32>>, rows: Query<&SettingRow>, mut settings: ResMut<Settings>) {
    if let Ok(row) = rows.get(change.source)
        && let Value::Amount { range, set, .. } = row.definition().value
    {
        set(&mut settings, range.closest(change.value as i16));
    }
}

fn choose_next(activation: On<Activate>, rows: Query<&SettingRow>, mut settings: ResMut<Settings>) {
    if let Ok(row) = rows.get(activation.entity) {
        row.definition().value.adjust(&mut settings, true);
    }
}

fn value_text(value: &Value, settings: &Settings, words: &Words) -> String {
    match value {
        Value::Toggle(field) => words.get(if *field(&mut settings.clone()) { "value-on" } else { "value-off" }),
        Value::Amount { text: AmountText::Percent, get, .. } => {
            words.with("value-percent", [("percent", get(settings).into())])
        }
        Value::Amount { text: AmountText::Balance, get, .. } => match get(settings) {
            0 => words.get("balance-center"),
            left @ ..0 => words.with("balance-left", [("percent", (-left).into())]),
            right => words.with("balance-right", [("percent", right.into())]),
        },
        Value::Choice { other, .. } if other(settings).is_some() => other(settings).unwrap_or_default(),
        Value::Choice { options, get, .. } => {
            let option = options[get(settings)];
            if option.starts_with(|first: char| first.is_ascii_digit()) { option.to_owned() } else { words.get(option) }
        }
    }
}

/// Brings the widgets up to date with the settings.
fn refresh_rows(
    mut commands: Commands,
    settings: Res<Settings>,
    words: Res<Words>,
    rows: Query<(Entity, Ref<SettingRow>)>,
    mut texts: Query<(&ValueText, &mut Text)>,
) {
    if !settings.is_changed() && !rows.iter().any(|(_, row)| row.is_added()) {
        return;
    }
    for (widget, row) in &rows {
        match row.definition().value {
            Value::Toggle(field) if *field(&mut settings.clone()) => _ = commands.entity(widget).insert(Checked),
            Value::Toggle(_) => _ = commands.entity(widget).remove::<Checked>(),
            Value::Amount { get, .. } => {
                commands.entity(widget).insert(SliderValue(f32::from(get(&settings))));
            }
            // Checkboxes and sliders expose their own values.
            Value::Choice { .. } => {
                let value = value_text(&row.definition().value, &settings, &words);
                commands.entity(widget).insert(label_with_value(words.get(row.definition().key), value, &words));
            }
        }
    }
    for (text_of, mut text) in &mut texts {
        text.set_if_neq(Text(value_text(&text_of.0.definition().value, &settings, &words)));
    }
}

/// Fills the tracks of the sliders, dark on the bar with the focus.
fn fill_tracks(
    settings: Res<Settings>,
    focus: Res<InputFocus>,
    rows: Query<&SettingRow>,
    mut fills: Query<(&TrackFill, &mut Node, &mut FillTint)>,
) {
    let focused = focus.get().and_then(|widget| rows.get(widget).ok());
    for (fill, mut node, mut color) in &mut fills {
        let Value::Amount { range, get, .. } = fill.0.definition().value else { continue };
        let share = f32::from(get(&settings) - range.min) / f32::from(range.max - range.min);
        let width = percent(100.0 * share);
        if node.width != width {
            node.width = width;
        }
        let wanted = if focused == Some(&fill.0) { Role::Ink } else { TEXT };
        color.set_if_neq(FillTint::of(wanted));
    }
}
