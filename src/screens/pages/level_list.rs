//! All levels in their order, with the best times since the game was started.

use std::time::Duration;

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;

use crate::level::Level;

use crate::view::hud::clock;
use crate::view::{Presentation, ViewSystems};

use crate::screens::Screen;
use crate::screens::flow::Choice;
use crate::screens::level_catalog::{Entry, Shelf};
use crate::screens::menus::theme;
use crate::screens::menus::theme::{GREY, PAPER, pt};
use crate::screens::menus::{Menu, Quiet, Selection, entry};
use crate::screens::play::simulation_driver::{Stage, clear_stage, put_on_stage};

/// How long a choice must rest before its level is shown: whoever runs through the list is not held up.
const REST: Duration = Duration::from_millis(150);
/// Most cells of a level that is shown; a larger one takes a moment to put up, and that is for playing it.
const CELLS_MAX: u32 = 64 * 64;
/// Rows that fit on the page.
const ROWS: usize = 11;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::LevelList), (clear_stage, spawn))
        .add_systems(OnEnter(Screen::LevelList), |mut presentation: ResMut<Presentation>| presentation.hud = false)
        .add_systems(OnExit(Screen::LevelList), |mut presentation: ResMut<Presentation>| presentation.hud = true)
        .add_systems(Update, stage_chosen.run_if(in_state(Screen::LevelList)).before(ViewSystems));
}

/// Which row has been chosen since when.
#[derive(Default)]
struct Rest {
    row: usize,
    since: Duration,
}

/// Behind the list the chosen level goes its way with nobody at the controls, once the choice has rested for a moment.
fn stage_chosen(world: &mut World, lists: &mut QueryState<&Menu, With<Rows>>, mut rest: Local<Rest>) {
    let Ok(row) = lists.single(world).map(|menu| menu.selection.index) else { return };
    let now = world.resource::<Time<Real>>().elapsed();
    if rest.row != row {
        *rest = Rest { row, since: now };
    }
    let id = world.resource::<Shelf>().entries.get(row).map(|entry| entry.handle.id());
    let (Some(id), true) = (id, now - rest.since >= REST) else { return };
    let level =
        world.resource::<Assets<Level>>().get(id).filter(|level| level.terrain.size().element_product() <= CELLS_MAX);
    let staged = world.resource::<Stage>().level;
    match level.cloned() {
        Some(level) if staged != Some((id, level.hash)) => put_on_stage(world, id, &level),
        None if staged.is_some() => clear_stage(world),
        _ => {}
    }
}

/// The column of rows, and which part of the list it shows.
#[derive(Component)]
pub(crate) struct Rows {
    first: usize,
}

/// The line that tells which part of a long list is shown.
#[derive(Component)]
pub(crate) struct Part;

/// The first of the rows to show, so that the chosen one is among them; no further from where it was than it must be.
fn first_shown(first: usize, chosen: usize, count: usize) -> usize {
    let chosen = chosen.min(count.saturating_sub(1));
    first.clamp(chosen.saturating_sub(ROWS - 1), chosen).min(count.saturating_sub(ROWS))
}

fn spawn(mut commands: Commands, shelf: Res<Shelf>) {
    let count = shelf.entries.len();
    commands.spawn((DespawnOnExit(Screen::LevelList), theme::list_veil())).with_children(|veil| {
        veil.spawn(theme::panel()).with_children(|panel| {
            let heading = Node { align_items: AlignItems::Baseline, column_gap: pt(24.0), ..default() };
            panel.spawn(heading).with_children(|heading| {
                heading.spawn(theme::line("Levels", theme::size::HEADLINE, PAPER));
                if count > ROWS {
                    heading.spawn((Part, theme::line("", theme::size::BODY, GREY)));
                }
            });
            // After the levels comes the way back.
            let selection = Selection::at(shelf.current, count + 1);
            let menu = Menu { selection, back: Choice::Title, pause: Choice::Title };
            let rows = Rows { first: first_shown(shelf.current.saturating_sub(ROWS / 2), shelf.current, count) };
            panel.spawn((rows, menu, Node { flex_direction: FlexDirection::Column, ..default() }));
            panel.spawn(entry(count, Choice::Title)).with_children(|back| {
                back.spawn(theme::label("Title", theme::size::ENTRY, PAPER));
            });
        });
    });
}

/// The wheel moves the list under the pointer, and the chosen row with it.
pub(crate) fn roll_rows(
    mut wheel: MessageReader<MouseWheel>,
    mut rolled: Local<f32>,
    shelf: Res<Shelf>,
    list: Option<Single<(&mut Rows, &mut Menu)>>,
) {
    let Some(list) = list else {
        wheel.clear();
        *rolled = 0.0;
        return;
    };
    *rolled += wheel
        .read()
        .map(|turn| match turn.unit {
            MouseScrollUnit::Line => turn.y,
            MouseScrollUnit::Pixel => turn.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR,
        })
        .sum::<f32>();
    let turns = rolled.trunc();
    if turns == 0.0 {
        return;
    }
    *rolled -= turns;
    let (mut rows, mut menu) = list.into_inner();
    let down = -turns as isize;
    let first = rows.first.saturating_add_signed(down).min(shelf.entries.len().saturating_sub(ROWS));
    let moved = first as isize - rows.first as isize;
    if moved != 0 {
        rows.first = first;
        menu.selection.index = menu.selection.index.saturating_add_signed(moved).min(first + ROWS - 1);
    }
}

/// Fills the column with the rows round the chosen one; again when that moves them, or when a level has been loaded.
pub(crate) fn fill_rows(
    mut commands: Commands,
    column: Option<Single<(Entity, &mut Rows, &mut Menu)>>,
    mut first_before: Local<usize>,
    mut part: Option<Single<&mut Text, With<Part>>>,
    shelf: Res<Shelf>,
    levels: Res<Assets<Level>>,
    filled: Query<&Children, With<Rows>>,
) {
    let Some(column) = column else { return };
    let (column, mut rows, mut menu) = column.into_inner();
    let count = shelf.entries.len();
    let first = first_shown(rows.first, menu.selection.index, count);
    if !(filled.is_empty() || first != *first_before || shelf.is_changed() || levels.is_changed()) {
        return;
    }
    *first_before = first;
    rows.first = first;
    if let Some(part) = &mut part {
        part.0 = format!("{} - {} of {count}", first + 1, (first + ROWS).min(count));
    }
    commands.entity(column).despawn_children().with_children(|column| {
        for (index, row) in shelf.entries.iter().enumerate().skip(first).take(ROWS) {
            column.spawn(entry(index, Choice::Level(index))).with_children(|node| {
                let number = if shelf.is_lab(index) { "lab".to_owned() } else { format!("{:02}", index + 1) };
                spawn_row(node, number, row, levels.get(&row.handle));
            });
        }
    });
    // The new rows do not know yet which of them is chosen.
    menu.set_changed();
}

fn spawn_row(node: &mut ChildSpawnerCommands, number: String, row: &Entry, level: Option<&Level>) {
    let cell = |width: f32| Node { width: pt(width), ..default() };
    let name = level.map_or(row.file_name.as_str(), |level| level.name.as_str());
    let time = match (&row.fault, row.best_ticks) {
        (Some(_), _) => "has faults".to_owned(),
        (None, Some(ticks)) => clock(ticks),
        (None, None) => "-".to_owned(),
    };
    node.spawn((theme::line(number, theme::size::ENTRY, GREY), Quiet, cell(64.0)));
    node.spawn((theme::line(name, theme::size::ENTRY, PAPER), cell(420.0)));
    node.spawn((theme::line(time, theme::size::ENTRY, GREY), Quiet, cell(150.0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_moves_no_further_than_the_chosen_row_asks() {
        let check = |first: usize, chosen: usize, count: usize, expected: usize| {
            assert_eq!(first_shown(first, chosen, count), expected, "{chosen} of {count} from {first}");
        };
        check(0, 0, 30, 0);
        check(0, ROWS - 1, 30, 0);
        check(0, ROWS, 30, 1);
        check(9, 12, 30, 9);
        check(9, 3, 30, 3);
        // The way back, after the last row, shows the end of the list.
        check(0, 30, 30, 30 - ROWS);
        check(25, 29, 30, 30 - ROWS);
        // A list that fits does not move.
        check(0, 5, 6, 0);
        check(4, 5, 6, 0);
        check(0, 0, 0, 0);
    }
}
