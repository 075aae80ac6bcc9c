//! All levels in their order, with the best times since the game was started.

use bevy::prelude::*;

use crate::level::Level;

use crate::view::hud::clock;

use super::Screen;
use super::drive::clear_stage;
use super::flow::Choice;
use super::look::{self, GREY, PAPER, pt};
use super::menu::{Menu, MenuEntry, Quiet, Selection, entry};
use super::shelf::{Entry, Shelf};

/// Rows that fit on the page.
const ROWS: usize = 12;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::LevelList), (clear_stage, spawn));
}

/// The column of rows.
#[derive(Component)]
pub(super) struct Rows;

fn spawn(mut commands: Commands, shelf: Res<Shelf>) {
    commands.spawn((DespawnOnExit(Screen::LevelList), look::veil())).with_children(|veil| {
        veil.spawn(look::panel()).with_children(|panel| {
            panel.spawn(look::line("Levels", look::size::HEADLINE, PAPER));
            let selection = Selection::at(shelf.current, shelf.entries.len());
            let menu = Menu { selection, back: Choice::Title, pause: Choice::Title };
            panel.spawn((Rows, menu, Node { flex_direction: FlexDirection::Column, ..default() }));
            panel.spawn(look::label("Escape: title", look::size::BODY, GREY));
        });
    });
}

/// Fills the column with the rows round the chosen one; again when that moves them, or when a level has been loaded.
pub(super) fn fill_rows(
    mut commands: Commands,
    column: Option<Single<(Entity, &mut Menu), With<Rows>>>,
    mut first_before: Local<usize>,
    shelf: Res<Shelf>,
    levels: Res<Assets<Level>>,
    rows: Query<(), With<MenuEntry>>,
) {
    let Some(column) = column else { return };
    let (column, mut menu) = column.into_inner();
    let first = menu.selection.first_shown(ROWS);
    if !(rows.is_empty() || first != *first_before || shelf.is_changed() || levels.is_changed()) {
        return;
    }
    *first_before = first;
    commands.entity(column).despawn_children().with_children(|column| {
        for (index, row) in shelf.entries.iter().enumerate().skip(first).take(ROWS) {
            column.spawn(entry(index, Choice::Level(index))).with_children(|node| {
                spawn_row(node, index, row, levels.get(&row.handle));
            });
        }
    });
    // The new rows do not know yet which of them is chosen.
    menu.set_changed();
}

fn spawn_row(node: &mut ChildSpawnerCommands, index: usize, row: &Entry, level: Option<&Level>) {
    let cell = |width: f32| Node { width: pt(width), ..default() };
    let name = level.map_or(row.file_name.as_str(), |level| level.name.as_str());
    let time = match (&row.fault, row.best_ticks) {
        (Some(_), _) => "has faults".to_owned(),
        (None, Some(ticks)) => clock(ticks),
        (None, None) => "-".to_owned(),
    };
    node.spawn((look::line(format!("{:02}", index + 1), look::size::ENTRY, GREY), Quiet, cell(64.0)));
    node.spawn((look::line(name, look::size::ENTRY, PAPER), cell(420.0)));
    node.spawn((look::line(time, look::size::ENTRY, GREY), Quiet, cell(150.0)));
}
