//! The input focus of menus: which widget has it, how keys, gamepad and pointer move it, and how it shows.

use bevy::input_focus::{FocusCause, InputFocus, InputFocusPlugin};
use bevy::picking::events::{Move, Pointer};
use bevy::prelude::*;

use super::MenuSystems;
use super::navigation::NavAction;
use super::theme::{self, TEXT, TEXT_MUTED, TEXT_SELECTED};
use crate::view::canvas::palette::ui::{FillTint, TextTint};

/// The share of a page's height that is kept free around the widget with the focus, at most.
const ROOM_SHARE: f32 = 0.15;
/// Entries that a page up or down moves by.
const PAGE_ENTRIES: usize = 10;

/// A widget that can have the focus, and its place on the page.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FocusPlace {
    pub row: usize,
    pub column: usize,
}

impl FocusPlace {
    pub fn row(row: usize) -> Self {
        Self { row, column: 0 }
    }
}

/// A page that may be longer than the window: it scrolls so that the widget with the focus can be seen.
#[derive(Component, Clone, Copy, Debug)]
#[require(ScrollPosition)]
pub struct ScrollsToFocus;

/// A box that becomes a bar while it, or a widget within it, has the focus.
#[derive(Component, Clone, Copy, Debug)]
pub struct FocusBar;

/// Text within a bar that is dimmed while the bar does not show.
#[derive(Component, Clone, Copy, Debug)]
pub struct MutedText;

pub(super) fn plugin(app: &mut App) {
    if !app.is_plugin_added::<InputFocusPlugin>() {
        app.add_plugins(InputFocusPlugin);
    }
    app.add_observer(follow_pointer).add_systems(Update, (show_focus, scroll_to_focus).in_set(MenuSystems::ShowFocus));
}

/// Only a pointer that moves sets the focus; a page that opens under it does not. On a bar with a single widget, that widget
/// gets it.
fn follow_pointer(
    motion: On<Pointer<Move>>,
    places: Query<(), With<FocusPlace>>,
    bars: Query<(), With<FocusBar>>,
    children: Query<&Children>,
    mut focus: ResMut<InputFocus>,
) {
    let within = || {
        let mut widgets = children.iter_descendants(motion.entity).filter(|part| places.contains(*part));
        widgets.next().filter(|_| bars.contains(motion.entity) && widgets.next().is_none())
    };
    let widget = if places.contains(motion.entity) { Some(motion.entity) } else { within() };
    if let Some(widget) = widget
        && focus.get() != Some(widget)
    {
        focus.set(widget, FocusCause::Navigated);
    }
}

/// Moves the focus by an action: up and down from row to row, around at both ends; left and right along a row, to its ends.
pub(super) fn move_focus(action: NavAction, focus: &mut InputFocus, places: Query<(Entity, &FocusPlace)>) {
    let mut order: Vec<(FocusPlace, Entity)> = places.iter().map(|(widget, place)| (*place, widget)).collect();
    order.sort_unstable();
    let rows: Vec<&[(FocusPlace, Entity)]> = order.chunk_by(|a, b| a.0.row == b.0.row).collect();
    let focused = |(_, widget): &(FocusPlace, Entity)| focus.get() == Some(*widget);
    let Some(at) = order.iter().position(focused) else { return };
    let Some(row) = rows.iter().position(|row| row.iter().any(focused)) else { return };
    let column = rows[row].iter().take_while(|place| !focused(place)).count();
    let in_row = |row: &[(FocusPlace, Entity)], column: usize| row[column.min(row.len() - 1)].1;
    let widget = match action {
        NavAction::Up => in_row(rows[(row + rows.len() - 1) % rows.len()], column),
        NavAction::Down => in_row(rows[(row + 1) % rows.len()], column),
        NavAction::Left => in_row(rows[row], column.saturating_sub(1)),
        NavAction::Right => in_row(rows[row], column + 1),
        NavAction::PageUp => order[at.saturating_sub(PAGE_ENTRIES)].1,
        NavAction::PageDown => in_row(&order, at + PAGE_ENTRIES),
        NavAction::First => order[0].1,
        NavAction::Last => order[order.len() - 1].1,
        NavAction::Confirm | NavAction::Back | NavAction::Pause | NavAction::PauseByMouse => return,
        NavAction::Enlarge | NavAction::ShowTries | NavAction::Watch | NavAction::Film => return,
        NavAction::Copy | NavAction::Paste | NavAction::Keep => return,
    };
    if focus.get() != Some(widget) {
        focus.set(widget, FocusCause::Navigated);
    }
}

/// Scrolls until the focused widget is visible, with some room for the lines around it.
fn scroll_to_focus(
    focus: Res<InputFocus>,
    widgets: Query<(&ComputedNode, &UiGlobalTransform), With<FocusPlace>>,
    parents: Query<&ChildOf>,
    pages: Query<(Entity, &ComputedNode, &UiGlobalTransform, &mut ScrollPosition), With<ScrollsToFocus>>,
) {
    let Some(entity) = focus.get() else { return };
    let Ok((widget, at)) = widgets.get(entity) else { return };
    for (page_entity, page, page_at, mut scroll) in pages {
        if !parents.iter_ancestors(entity).any(|parent| parent == page_entity) {
            continue;
        }
        let room = (3.0 * widget.size().y).min(ROOM_SHARE * page.size().y);
        let middle = at.translation.y - page_at.translation.y + 0.5 * page.size().y;
        let (top, bottom) = (middle - 0.5 * widget.size().y, middle + 0.5 * widget.size().y);
        let hidden = (bottom + room - page.size().y).max(0.0) - (room - top).max(0.0);
        let end = (page.content_size().y - page.size().y).max(0.0) * page.inverse_scale_factor();
        let y = (scroll.y + hidden * page.inverse_scale_factor()).clamp(0.0, end);
        if (scroll.y - y).abs() > 0.5 {
            scroll.y = y;
        }
    }
}

/// Draws the bar with the focus as dark text on light, the others as light text.
fn show_focus(
    focus: Res<InputFocus>,
    added: Query<(), Or<(Added<FocusBar>, Added<Text>)>>,
    parents: Query<&ChildOf>,
    mut bars: Query<(Entity, &mut FillTint), With<FocusBar>>,
    children: Query<&Children>,
    mut texts: Query<(&mut TextTint, Has<MutedText>)>,
) {
    if !focus.is_changed() && added.is_empty() {
        return;
    }
    let focused = focus.get();
    for (bar, mut background) in &mut bars {
        let has_focus =
            focused.is_some_and(|widget| widget == bar || parents.iter_ancestors(widget).any(|parent| parent == bar));
        background.set_if_neq(if has_focus { FillTint::of(theme::SELECTION) } else { FillTint::NONE });
        for part in children.iter_descendants(bar) {
            if let Ok((mut color, is_muted)) = texts.get_mut(part) {
                color.set_if_neq(TextTint::of(match (has_focus, is_muted) {
                    (true, _) => TEXT_SELECTED,
                    (false, true) => TEXT_MUTED,
                    (false, false) => TEXT,
                }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    /// Checks where actions lead from the second widget of the first row, by row and column, on a page with rows of so many.
    #[track_caller]
    fn check(rows: &[usize], expected: &[(NavAction, usize, usize)]) {
        let mut world = World::new();
        let places = rows.iter().enumerate().flat_map(|(row, &count)| (0..count).map(move |column| (row, column)));
        let widgets: Vec<Entity> = places.map(|(row, column)| world.spawn(FocusPlace { row, column }).id()).collect();
        for &(action, row, column) in expected {
            let mut focus = InputFocus::from_entity(widgets[1]);
            let follow = move |places: Query<(Entity, &FocusPlace)>| {
                move_focus(action, &mut focus, places);
                focus.get().and_then(|widget| places.get(widget).ok()).map(|(_, place)| *place)
            };
            let found = world.run_system_once(follow).expect("it needs nothing");
            assert_eq!(found, Some(FocusPlace { row, column }), "{action:?} in {rows:?}");
        }
    }

    #[test]
    fn up_and_down_lead_around_and_left_and_right_stop_at_the_ends_of_a_row() {
        use NavAction::{Down, First, Last, Left, PageDown, PageUp, Right, Up};
        check(&[2, 1, 4], &[(Up, 2, 1), (Down, 1, 0), (Left, 0, 0), (Right, 0, 1), (PageDown, 2, 3), (Last, 2, 3)]);
        check(&[3], &[(Up, 0, 1), (Down, 0, 1), (Left, 0, 0), (Right, 0, 2), (PageUp, 0, 0), (First, 0, 0)]);
    }
}
