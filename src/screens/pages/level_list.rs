//! All levels in order, with the best times, over a preview of the selected level.

use std::time::Duration;

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input_focus::{AutoFocus, FocusCause, InputFocus};
use bevy::prelude::*;

use crate::level::Level;
use crate::screens::Screen;
use crate::screens::flow::Choice;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::focus::{FocusPlace, MutedText};
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::menus::{Menu, MenuSystems, entry, focused_row};
use crate::screens::play::simulation_driver::{LevelVersion, LoadedLevel, start_level, unload_level};
use crate::screens::words::Words;
use crate::view::ViewSystems;
use crate::view::hud::clock;

/// How long a selection must rest before its level is previewed, so that moving through the list stays quick.
const PREVIEW_DELAY: Duration = Duration::from_millis(150);
/// Most cells of a previewed level; larger ones take noticeable time to load.
const PREVIEW_CELLS_MAX: u32 = 64 * 64;
/// Rows that fit on the page.
const VISIBLE_ROWS: usize = 11;
/// Height of a row in points.
const ROW_HEIGHT: f32 = 45.0;

/// Adds the page.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::LevelList), (unload_level, spawn))
        .add_systems(Update, preview_selected_level.run_if(in_state(Screen::LevelList)).before(ViewSystems))
        .add_systems(Update, (scroll_list, follow_focus, fill_rows).chain().in_set(MenuSystems::FillEntries));
}

/// The column of rows, which moves under its frame.
#[derive(Component)]
struct LevelRows {
    /// The index of the first visible row.
    first: usize,
}

/// The row of a level, by its index in the catalog.
#[derive(Component)]
struct LevelRow(usize);

/// The line that shows which part of a long list is visible.
#[derive(Component)]
struct RangeLine;

/// Since when a row has had the focus.
#[derive(Default)]
struct Dwell {
    row: usize,
    since: Duration,
}

/// Runs the level of the row with the focus behind the list, without input, once the focus has rested there.
fn preview_selected_level(world: &mut World, rows: &mut QueryState<&LevelRow>, mut dwell: Local<Dwell>) {
    let focus = world.resource::<InputFocus>().get();
    let row = focus.and_then(|row| rows.get(world, row).ok()).map(|row| row.0);
    let Some(row) = row else { return };
    let now = world.resource::<Time<Real>>().elapsed();
    if dwell.row != row {
        *dwell = Dwell { row, since: now };
    }
    let id = world.resource::<LevelCatalog>().entries.get(row).map(|entry| entry.handle.id());
    let (Some(id), true) = (id, now - dwell.since >= PREVIEW_DELAY) else { return };
    let is_small = |level: &&Level| level.terrain.size().element_product() <= PREVIEW_CELLS_MAX;
    let level = world.resource::<Assets<Level>>().get(id).filter(is_small);
    let loaded = world.resource::<LoadedLevel>().0;
    match level.cloned() {
        Some(level) if loaded != Some(LevelVersion { id, hash: level.hash }) => start_level(world, id, &level),
        None if loaded.is_some() => unload_level(world),
        _ => {}
    }
}

/// The first visible row such that the selected one is visible, as close as possible to what it was.
fn first_visible(first: usize, selected: usize, count: usize) -> usize {
    let selected = selected.min(count.saturating_sub(1));
    first.clamp(selected.saturating_sub(VISIBLE_ROWS - 1), selected).min(count.saturating_sub(VISIBLE_ROWS))
}

fn spawn(mut commands: Commands, words: Res<Words>, catalog: Res<LevelCatalog>) {
    let count = catalog.entries.len();
    let centered = catalog.current.saturating_sub(VISIBLE_ROWS / 2);
    let first = first_visible(centered, catalog.current, count);
    let menu = Menu { back: Choice::Title, pause: Choice::Title };
    commands.spawn((DespawnOnExit(Screen::LevelList), menu, theme::list_overlay())).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            let heading = Node { align_items: AlignItems::Baseline, column_gap: pt(24.0), ..default() };
            column.spawn(heading).with_children(|heading| {
                heading.spawn(theme::line(words.get("list-heading"), theme::size::HEADLINE, TEXT));
                if count > VISIBLE_ROWS {
                    heading.spawn((RangeLine, theme::line("", theme::size::BODY, TEXT_MUTED)));
                }
            });
            let shown = count.min(VISIBLE_ROWS);
            let frame = Node { height: pt(ROW_HEIGHT * shown as f32), overflow: Overflow::clip_y(), ..default() };
            column.spawn(frame).with_children(|frame| {
                let rows = Node { flex_direction: FlexDirection::Column, ..default() };
                frame.spawn((LevelRows { first }, rows)).with_children(|rows| {
                    for index in 0..count {
                        let mut row = rows.spawn((LevelRow(index), entry(index, Choice::Level(index))));
                        if index == catalog.current {
                            row.insert(AutoFocus);
                        }
                    }
                });
            });
            // One entry more than levels: the last leads back.
            let title = words.get("list-title");
            let mut back = column.spawn((entry(count, Choice::Title), AccessibleLabel::new(&title)));
            back.with_child(theme::label(&title, theme::size::ENTRY, TEXT));
            if count == 0 {
                back.insert(AutoFocus);
            }
        });
    });
}

/// The mouse wheel scrolls the list, and the focus with it.
fn scroll_list(
    mut wheel: MessageReader<MouseWheel>,
    mut pending_lines: Local<f32>,
    catalog: Res<LevelCatalog>,
    list: Option<Single<&mut LevelRows>>,
    rows: Query<(Entity, &LevelRow)>,
    mut focus: ResMut<InputFocus>,
) {
    let Some(mut list) = list else {
        wheel.clear();
        *pending_lines = 0.0;
        return;
    };
    *pending_lines += wheel
        .read()
        .map(|turn| match turn.unit {
            MouseScrollUnit::Line => turn.y,
            MouseScrollUnit::Pixel => turn.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR,
        })
        .sum::<f32>();
    let lines = pending_lines.trunc();
    if lines == 0.0 {
        return;
    }
    *pending_lines -= lines;
    let down = -lines as isize;
    let first = list.first.saturating_add_signed(down).min(catalog.entries.len().saturating_sub(VISIBLE_ROWS));
    let moved = first as isize - list.first as isize;
    let focused = focus.get().and_then(|row| rows.get(row).ok()).map(|(_, row)| row.0);
    if let Some(focused) = focused.filter(|_| moved != 0) {
        list.first = first;
        let index = focused.saturating_add_signed(moved).min(first + VISIBLE_ROWS - 1);
        if let Some((row, _)) = rows.iter().find(|(_, row)| row.0 == index) {
            focus.set(row, FocusCause::Navigated);
        }
    }
}

/// Moves the list so that the row with the focus is visible.
fn follow_focus(
    focus: Res<InputFocus>,
    places: Query<&FocusPlace>,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    list: Option<Single<(&mut LevelRows, &mut Node)>>,
    range_line: Option<Single<&mut Text, With<RangeLine>>>,
) {
    let Some(list) = list else { return };
    let (mut rows, mut node) = list.into_inner();
    let count = catalog.entries.len();
    let selected = focused_row(&focus, places).unwrap_or(rows.first);
    rows.first = first_visible(rows.first, selected, count);
    let first = rows.first;
    let top = pt(-ROW_HEIGHT * first as f32);
    if node.top != top {
        node.top = top;
    }
    if let Some(mut line) = range_line {
        let last = (first + VISIBLE_ROWS).min(count);
        let places = [("first", (first + 1).into()), ("last", last.into()), ("count", count.into())];
        let range = words.with("list-range", places);
        if line.0 != range {
            line.0 = range;
        }
    }
}

/// Fills the rows, again whenever a level was loaded or finished.
fn fill_rows(
    mut commands: Commands,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    levels: Res<Assets<Level>>,
    rows: Query<(Entity, Ref<LevelRow>, &Children)>,
    empty: Query<(Entity, &LevelRow), Without<Children>>,
) {
    let is_stale = catalog.is_changed() || levels.is_changed();
    let stale = rows.iter().filter(|_| is_stale).map(|(entity, row, _)| (entity, row.0));
    for (entity, index) in stale.chain(empty.iter().map(|(entity, row)| (entity, row.0))) {
        let Some(entry) = catalog.entries.get(index) else { continue };
        let number = if catalog.is_lab(index) { words.get("list-lab") } else { format!("{:02}", index + 1) };
        let level = levels.get(&entry.handle);
        let name = level.map_or(entry.file_name.as_str(), |level| level.name.as_str());
        let time = match (&entry.report, entry.best_ticks, entry.assisted_ticks) {
            (Some(_), ..) => words.get("list-has-errors"),
            (None, Some(ticks), _) => clock(ticks),
            (None, None, Some(ticks)) => words.with("list-assisted", [("time", clock(ticks).into())]),
            (None, None, None) => "-".to_owned(),
        };
        commands
            .entity(entity)
            .insert(AccessibleLabel::new(name))
            .despawn_children()
            .with_children(|row| spawn_row(row, number, name, time));
    }
}

fn spawn_row(node: &mut ChildSpawnerCommands, number: String, name: &str, time: String) {
    let cell = |width: f32| Node { width: pt(width), ..default() };
    node.spawn((theme::line(number, theme::size::ENTRY, TEXT_MUTED), MutedText, cell(64.0)));
    node.spawn((theme::line(name, theme::size::ENTRY, TEXT), cell(420.0)));
    node.spawn((theme::line(time, theme::size::ENTRY, TEXT_MUTED), MutedText, cell(150.0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_scrolls_no_further_than_the_selected_row_needs() {
        let check = |first: usize, selected: usize, count: usize, expected: usize| {
            assert_eq!(first_visible(first, selected, count), expected, "{selected} of {count} from {first}");
        };
        check(0, 0, 30, 0);
        check(0, VISIBLE_ROWS - 1, 30, 0);
        check(0, VISIBLE_ROWS, 30, 1);
        check(9, 12, 30, 9);
        check(9, 3, 30, 3);
        // The entry after the last row, which leads back, shows the end of the list.
        check(0, 30, 30, 30 - VISIBLE_ROWS);
        check(25, 29, 30, 30 - VISIBLE_ROWS);
        // A list that fits does not scroll.
        check(0, 5, 6, 0);
        check(4, 5, 6, 0);
        check(0, 0, 0, 0);
    }
}
