//! The input focus of menus: which widget has it, how keys, gamepad and pointer move it, and how it shows.

use bevy::input_focus::directional_navigation::{DirectionalNavigationMap, DirectionalNavigationPlugin};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusPlugin};
use bevy::math::CompassOctant;
use bevy::picking::events::{Move, Pointer};
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::{AutoDirectionalNavigation, AutoDirectionalNavigator};

use super::MenuSystems;
use super::navigation::NavAction;
use super::theme::{self, TEXT, TEXT_MUTED, TEXT_SELECTED};
use crate::view::canvas::palette::ui::{FillTint, TextTint};

/// The share of a page's height that is kept free around the widget with the focus, at most.
const ROOM_SHARE: f32 = 0.15;
/// Entries that a page up or down moves by.
const PAGE_ENTRIES: usize = 10;

/// A widget that can have the focus, and its place on the page. Up and down go from row to row and around at both ends; left
/// and right go along a row, and stop at its ends.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[require(AutoDirectionalNavigation)]
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
    if !app.is_plugin_added::<DirectionalNavigationPlugin>() {
        app.add_plugins(DirectionalNavigationPlugin);
    }
    app.add_observer(follow_pointer)
        .add_systems(Update, connect_places.in_set(MenuSystems::Connect))
        .add_systems(Update, (show_focus, scroll_to_focus).in_set(MenuSystems::ShowFocus));
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

/// Connects the widgets of a new page: up and down lead around, left and right stop at the ends of a row.
fn connect_places(
    added: Query<(), Added<FocusPlace>>,
    places: Query<(Entity, &FocusPlace)>,
    mut map: ResMut<DirectionalNavigationMap>,
) {
    if added.is_empty() {
        return;
    }
    map.clear();
    let order = in_order(places);
    let rows: Vec<&[(FocusPlace, Entity)]> = order.chunk_by(|a, b| a.0.row == b.0.row).collect();
    for (index, row) in rows.iter().enumerate() {
        let below = rows[(index + 1) % rows.len()];
        let above = rows[(index + rows.len() - 1) % rows.len()];
        for (column, (_, widget)) in row.iter().enumerate() {
            let beside = |row: &[(FocusPlace, Entity)]| row[column.min(row.len() - 1)].1;
            map.add_edge(*widget, beside(below), CompassOctant::South);
            map.add_edge(*widget, beside(above), CompassOctant::North);
            // Blocks both ends; the edges along the row follow below. Automatic navigation would cross to another row: to a longer
            // entry, whose center lies farther right, or to a level below a short row.
            map.block_edge(*widget, CompassOctant::East);
            map.block_edge(*widget, CompassOctant::West);
        }
        let widgets: Vec<Entity> = row.iter().map(|(_, widget)| *widget).collect();
        map.add_edges(&widgets, CompassOctant::East);
    }
}

/// The widgets of the page by rows, and each row from the left.
fn in_order(places: Query<(Entity, &FocusPlace)>) -> Vec<(FocusPlace, Entity)> {
    let mut widgets: Vec<(FocusPlace, Entity)> = places.iter().map(|(widget, place)| (*place, widget)).collect();
    widgets.sort_unstable();
    widgets
}

/// Moves the focus by an action. At an end of the page, or where nothing lies in a direction, it stays.
pub(super) fn move_focus(
    action: NavAction,
    navigator: &mut AutoDirectionalNavigator,
    places: Query<(Entity, &FocusPlace)>,
) {
    let direction = match action {
        NavAction::Up => CompassOctant::North,
        NavAction::Down => CompassOctant::South,
        NavAction::Left => CompassOctant::West,
        NavAction::Right => CompassOctant::East,
        NavAction::PageUp | NavAction::PageDown | NavAction::First | NavAction::Last => {
            let order = in_order(places);
            let focus = navigator.input_focus();
            let (Some(at), Some(last)) =
                (order.iter().position(|(_, widget)| Some(*widget) == focus), order.len().checked_sub(1))
            else {
                return;
            };
            let to = match action {
                NavAction::PageUp => at.saturating_sub(PAGE_ENTRIES),
                NavAction::PageDown => (at + PAGE_ENTRIES).min(last),
                NavAction::First => 0,
                _ => last,
            };
            navigator.manual_directional_navigation.focus.set(order[to].1, FocusCause::Navigated);
            return;
        }
        NavAction::Confirm | NavAction::Back | NavAction::Pause | NavAction::PauseByMouse => return,
    };
    // An error says that there is nothing in that direction.
    let _ = navigator.navigate(direction);
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
        let y = (scroll.y + hidden * page.inverse_scale_factor()).max(0.0);
        // No further than to the end of the page.
        let end = (page.content_size().y - page.size().y).max(0.0) * page.inverse_scale_factor();
        let y = y.min(end);
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
    use bevy::input_focus::directional_navigation::NavNeighbor;

    use super::*;

    /// Checks where left and right lead from the first widget of rows of so many.
    #[track_caller]
    fn check_beside_first(rows: &[usize], expected: [NavNeighbor; 2]) {
        let mut app = App::new();
        app.init_resource::<DirectionalNavigationMap>().add_systems(Update, connect_places);
        let places = rows.iter().enumerate().flat_map(|(row, &count)| (0..count).map(move |column| (row, column)));
        let places: Vec<Entity> =
            places.map(|(row, column)| app.world_mut().spawn(FocusPlace { row, column }).id()).collect();
        app.update();
        let map = app.world().resource::<DirectionalNavigationMap>();
        let found = [CompassOctant::West, CompassOctant::East].map(|to| map.get_neighbor(places[0], to));
        // A neighbor that is set is the second widget, whose entity the caller cannot know.
        let expected = expected.map(|neighbor| match neighbor {
            NavNeighbor::Set(_) => NavNeighbor::Set(places[1]),
            other => other,
        });
        assert_eq!(found, expected, "{rows:?}");
    }

    #[test]
    fn left_and_right_go_along_a_row_and_stop_at_its_ends() {
        check_beside_first(&[1, 1, 1], [NavNeighbor::Blocked, NavNeighbor::Blocked]);
        check_beside_first(&[1, 4], [NavNeighbor::Blocked, NavNeighbor::Blocked]);
        check_beside_first(&[2, 1], [NavNeighbor::Blocked, NavNeighbor::Set(Entity::PLACEHOLDER)]);
    }
}
