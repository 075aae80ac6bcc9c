//! All levels in order, with the best times, over a preview of the selected level.

use std::time::Duration;

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;

use crate::level::Level;
use crate::screens::Screen;
use crate::screens::flow::Choice;
use crate::screens::level_catalog::{CatalogEntry, LevelCatalog};
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::menus::{Menu, MenuSystems, MutedText, Selection, entry};
use crate::screens::play::simulation_driver::{LevelVersion, LoadedLevel, start_level, unload_level};
use crate::view::ViewSystems;
use crate::view::hud::clock;

/// How long a selection must rest before its level is previewed, so that moving through the list stays quick.
const PREVIEW_DELAY: Duration = Duration::from_millis(150);
/// Most cells of a previewed level; larger ones take noticeable time to load.
const PREVIEW_CELLS_MAX: u32 = 64 * 64;
/// Rows that fit on the page.
const VISIBLE_ROWS: usize = 11;

/// Adds the page.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::LevelList), (unload_level, spawn))
        .add_systems(Update, preview_selected_level.run_if(in_state(Screen::LevelList)).before(ViewSystems))
        .add_systems(Update, (scroll_list, fill_rows).chain().in_set(MenuSystems::FillEntries));
}

/// The column of rows.
#[derive(Component)]
struct LevelRows {
    /// The index of the first visible row.
    first: usize,
}

/// The line that shows which part of a long list is visible.
#[derive(Component)]
struct RangeLine;

/// Since when a row has been selected.
#[derive(Default)]
struct Dwell {
    row: usize,
    since: Duration,
}

/// Runs the selected level behind the list, without input, once the selection has rested.
fn preview_selected_level(
    world: &mut World,
    lists: &mut QueryState<&Menu<Choice>, With<LevelRows>>,
    mut dwell: Local<Dwell>,
) {
    let Ok(row) = lists.single(world).map(|menu| menu.selection.index) else { return };
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

fn spawn(mut commands: Commands, catalog: Res<LevelCatalog>) {
    let count = catalog.entries.len();
    commands.spawn((DespawnOnExit(Screen::LevelList), theme::list_overlay())).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            let heading = Node { align_items: AlignItems::Baseline, column_gap: pt(24.0), ..default() };
            column.spawn(heading).with_children(|heading| {
                heading.spawn(theme::line("Levels", theme::size::HEADLINE, TEXT));
                if count > VISIBLE_ROWS {
                    heading.spawn((RangeLine, theme::line("", theme::size::BODY, TEXT_MUTED)));
                }
            });
            // One entry more than levels: the last leads back.
            let selection = Selection::at(catalog.current, count + 1);
            let menu = Menu { selection, back: Choice::Title, pause: Choice::Title };
            let centered = catalog.current.saturating_sub(VISIBLE_ROWS / 2);
            let rows = LevelRows { first: first_visible(centered, catalog.current, count) };
            column.spawn((rows, menu, Node { flex_direction: FlexDirection::Column, ..default() }));
            column.spawn(entry(count, Choice::Title)).with_children(|back| {
                back.spawn(theme::label("Title", theme::size::ENTRY, TEXT));
            });
        });
    });
}

/// The mouse wheel scrolls the list, and the selection with it.
fn scroll_list(
    mut wheel: MessageReader<MouseWheel>,
    mut pending_lines: Local<f32>,
    catalog: Res<LevelCatalog>,
    list: Option<Single<(&mut LevelRows, &mut Menu<Choice>)>>,
) {
    let Some(list) = list else {
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
    let (mut rows, mut menu) = list.into_inner();
    let down = -lines as isize;
    let first = rows.first.saturating_add_signed(down).min(catalog.entries.len().saturating_sub(VISIBLE_ROWS));
    let moved = first as isize - rows.first as isize;
    if moved != 0 {
        rows.first = first;
        menu.selection.index = menu.selection.index.saturating_add_signed(moved).min(first + VISIBLE_ROWS - 1);
    }
}

/// Fills the column with the visible rows, again whenever these change or a level was loaded.
fn fill_rows(
    mut commands: Commands,
    column: Option<Single<(Entity, &mut LevelRows, &mut Menu<Choice>)>>,
    mut first_before: Local<usize>,
    mut range_line: Option<Single<&mut Text, With<RangeLine>>>,
    catalog: Res<LevelCatalog>,
    levels: Res<Assets<Level>>,
    filled: Query<&Children, With<LevelRows>>,
) {
    let Some(column) = column else { return };
    let (column, mut rows, mut menu) = column.into_inner();
    let count = catalog.entries.len();
    let first = first_visible(rows.first, menu.selection.index, count);
    if !(filled.is_empty() || first != *first_before || catalog.is_changed() || levels.is_changed()) {
        return;
    }
    *first_before = first;
    rows.first = first;
    if let Some(line) = &mut range_line {
        line.0 = format!("{} - {} of {count}", first + 1, (first + VISIBLE_ROWS).min(count));
    }
    commands.entity(column).despawn_children().with_children(|column| {
        for (index, row) in catalog.entries.iter().enumerate().skip(first).take(VISIBLE_ROWS) {
            column.spawn(entry(index, Choice::Level(index))).with_children(|node| {
                let number = if catalog.is_lab(index) { "lab".to_owned() } else { format!("{:02}", index + 1) };
                spawn_row(node, number, row, levels.get(&row.handle));
            });
        }
    });
    // Highlights the selection among the new rows.
    menu.set_changed();
}

fn spawn_row(node: &mut ChildSpawnerCommands, number: String, row: &CatalogEntry, level: Option<&Level>) {
    let cell = |width: f32| Node { width: pt(width), ..default() };
    let name = level.map_or(row.file_name.as_str(), |level| level.name.as_str());
    let time = match (&row.report, row.best_ticks) {
        (Some(_), _) => "has errors".to_owned(),
        (None, Some(ticks)) => clock(ticks),
        (None, None) => "-".to_owned(),
    };
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
