//! All levels in a grid, a world below the other, each with its picture, best time and medal; over a preview of the level with
//! the focus.

mod details;
mod preview;
mod thumbnails;

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use super::medals::spawn_medal;
use crate::screens::Screen;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::menus::focus::{FocusBar, FocusPlace, MutedText, ScrollsToFocus};
use crate::screens::menus::navigation::NavAction;
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::menus::{Choice, Menu, MenuEntry, MenuSystems, label_with_value, spawn_entry};
use crate::screens::play::simulation_driver::unload_level;
use crate::screens::words::Words;
use crate::view::ViewSystems;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use crate::view::canvas::palette::{Palettes, tint};
use crate::view::thumbnail::THUMBNAIL_SIZE;
use hairline_level::LevelWorld;

use details::{Details, fill_details, is_new, time_of};
use preview::preview_selected_level;
use thumbnails::{Picture, Thumbnails, draw_thumbnails};

const COLUMNS: usize = 4;
const PICTURE_WIDTH: f32 = 160.0;
/// The height of the part of the grid that is visible, in points.
const GRID_HEIGHT: f32 = 446.0;
/// The height of a row of the grid in points, for the mouse wheel.
const ROW_HEIGHT: f32 = 140.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<Thumbnails>()
        .init_resource::<Palettes>()
        .add_systems(OnEnter(Screen::LevelList), (unload_level, spawn))
        .add_systems(Update, preview_selected_level.run_if(in_state(Screen::LevelList)).before(ViewSystems))
        .add_systems(Update, scroll_grid.in_set(MenuSystems::ReadInput).run_if(in_state(Screen::LevelList)))
        .add_systems(Update, (fill_captions, fill_details, draw_thumbnails).in_set(MenuSystems::FillEntries));
}

/// The cell of a level, by its index in the catalog.
#[derive(Component, Clone, Copy)]
struct LevelCell(usize);

/// The line below the picture, and the medals on it.
#[derive(Component, Clone, Copy)]
struct Caption(usize);

/// A part of the grid: a world's levels, or the labs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    world: Option<LevelWorld>,
    levels: Vec<usize>,
}

/// The parts of the grid from the top, without empty ones.
fn groups(catalog: &LevelCatalog, world_of: impl Fn(usize) -> LevelWorld) -> Vec<Group> {
    let campaign = catalog.campaign().len();
    let of =
        |world| Group { world: Some(world), levels: (0..campaign).filter(|level| world_of(*level) == world).collect() };
    let labs = Group { world: None, levels: (campaign..catalog.entries.len()).collect() };
    LevelWorld::ALL.map(of).into_iter().chain([labs]).filter(|group| !group.levels.is_empty()).collect()
}

fn key(world: Option<LevelWorld>) -> &'static str {
    match world {
        Some(LevelWorld::FirstLight) => "world-first-light",
        Some(LevelWorld::Clockwork) => "world-clockwork",
        Some(LevelWorld::Moonrise) => "world-moonrise",
        Some(LevelWorld::GlassGarden) => "world-glass-garden",
        Some(LevelWorld::Ironworks) => "world-ironworks",
        Some(LevelWorld::MirrorHall) => "world-mirror-hall",
        Some(LevelWorld::Halftone) => "world-halftone",
        Some(LevelWorld::Hairline) => "world-hairline",
        None => "list-labs",
    }
}

/// The world of a level; by its place as long as it is not loaded.
fn world_of(catalog: &LevelCatalog, levels: &Assets<LevelAsset>, index: usize) -> LevelWorld {
    catalog.world_of(index, levels.get(&catalog.entries[index].handle).map(|asset| &asset.0))
}

fn spawn(mut commands: Commands, words: Res<Words>, catalog: Res<LevelCatalog>, levels: Res<Assets<LevelAsset>>) {
    let groups = groups(&catalog, |index| world_of(&catalog, &levels, index));
    let page = (DespawnOnExit(Screen::LevelList), Menu(Choice::Title), theme::grid_overlay());
    commands.spawn(page).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            column.spawn(theme::line(words.get("list-heading"), theme::size::HEADLINE, TEXT));
            let grid = Node {
                max_height: pt(GRID_HEIGHT),
                flex_direction: FlexDirection::Column,
                overflow: Overflow::scroll_y(),
                row_gap: pt(6.0),
                ..default()
            };
            let mut row = 0;
            column.spawn((grid, ScrollsToFocus)).with_children(|grid| {
                for group in &groups {
                    grid.spawn(theme::label(&words.get(key(group.world)), theme::size::SMALL, TEXT_MUTED));
                    for levels in group.levels.chunks(COLUMNS) {
                        let cells = Node { column_gap: pt(4.0), flex_shrink: 0.0, ..default() };
                        grid.spawn(cells).with_children(|cells| {
                            for (column, index) in levels.iter().enumerate() {
                                spawn_cell(cells, *index, FocusPlace { row, column }, *index == catalog.current);
                            }
                        });
                        row += 1;
                    }
                }
            });
            // A line separates it from the next row of the grid, which is visible in part.
            let details = Node {
                flex_direction: FlexDirection::Column,
                align_self: AlignSelf::Stretch,
                min_height: pt(82.0),
                flex_shrink: 0.0,
                border: UiRect::top(px(1)),
                padding: UiRect { left: pt(4.0), top: pt(8.0), ..default() },
                row_gap: pt(4.0),
                ..default()
            };
            column.spawn((Details, details, BorderTint(tint(TEXT_MUTED, 0.4))));
            let mut back = spawn_entry(column, row, &words.get("list-title"), theme::size::ENTRY, Choice::Title);
            if groups.is_empty() {
                back.insert(AutoFocus);
            }
        });
    });
}

/// A level's picture above a line; the bar of the focus lies behind both.
fn spawn_cell(cells: &mut ChildSpawnerCommands, index: usize, place: FocusPlace, has_focus: bool) {
    let node =
        Node { flex_direction: FlexDirection::Column, padding: UiRect::all(pt(4.0)), row_gap: pt(2.0), ..default() };
    let entry = MenuEntry(Choice::Level(index));
    let mut cell = cells.spawn((LevelCell(index), entry, place, FocusBar, node, FillTint::NONE));
    cell.with_children(|cell| {
        let picture = Node {
            width: pt(PICTURE_WIDTH),
            height: pt(PICTURE_WIDTH * THUMBNAIL_SIZE.y as f32 / THUMBNAIL_SIZE.x as f32),
            ..default()
        };
        cell.spawn((Picture(index), picture, ImageNode::solid_color(Color::BLACK), Pickable::IGNORE));
        let caption = Node { align_items: AlignItems::Center, column_gap: pt(8.0), min_height: pt(18.0), ..default() };
        cell.spawn((Caption(index), caption));
    });
    if has_focus {
        cell.insert(AutoFocus);
    }
}

/// The mouse wheel moves the focus, and the grid with it.
fn scroll_grid(
    mut wheel: MessageReader<MouseWheel>,
    mut pending_rows: Local<f32>,
    mut actions: MessageWriter<NavAction>,
) {
    let rows = wheel.read().map(|turn| match turn.unit {
        MouseScrollUnit::Line => turn.y,
        MouseScrollUnit::Pixel => turn.y / ROW_HEIGHT,
    });
    *pending_rows += rows.sum::<f32>();
    let action = if *pending_rows > 0.0 { NavAction::Up } else { NavAction::Down };
    let rows = pending_rows.trunc();
    *pending_rows -= rows;
    // No grid is so long that more would be wanted in one frame.
    (0..(rows.abs() as u32).min(8)).for_each(|_| _ = actions.write(action));
}

/// Fills the lines below the pictures; refreshed when a level was loaded or finished.
fn fill_captions(
    mut commands: Commands,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    levels: Res<Assets<LevelAsset>>,
    captions: Query<(Entity, &Caption, &ChildOf, Option<&Children>)>,
) {
    let is_stale = catalog.is_changed() || levels.is_changed();
    for (line, Caption(index), cell, children) in &captions {
        let Some(entry) = catalog.entries.get(*index).filter(|_| is_stale || children.is_none()) else { continue };
        let name = levels.get(&entry.handle).map_or(entry.file_name.as_str(), |level| level.name.as_str());
        let number = if catalog.is_lab(*index) { String::new() } else { format!("{:02}", index + 1) };
        let time = time_of(entry, &words);
        let result = if is_new(entry) { words.get("list-new") } else { time.clone() };
        commands.entity(cell.0).insert(label_with_value(name.to_owned(), result, &words));
        commands.entity(line).despawn_children().with_children(|line| {
            line.spawn((theme::line(number, theme::size::SMALL, TEXT), Pickable::IGNORE));
            line.spawn((theme::line(time, theme::size::SMALL, TEXT_MUTED), MutedText, Pickable::IGNORE));
            spawn_medal(line, entry.record.medal);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::level_catalog::CatalogEntry;

    #[test]
    fn the_grid_has_a_part_for_each_world_and_one_for_the_labs() {
        let catalog = LevelCatalog { entries: vec![CatalogEntry::default(); 6], labs: 2, ..LevelCatalog::default() };
        let worlds = [LevelWorld::Ironworks, LevelWorld::Clockwork, LevelWorld::Ironworks, LevelWorld::Clockwork];
        let parts = groups(&catalog, |index| worlds[index]);
        let group = |world, levels: &[usize]| Group { world, levels: levels.to_vec() };
        assert_eq!(
            parts,
            [
                group(Some(LevelWorld::Clockwork), &[1, 3]),
                group(Some(LevelWorld::Ironworks), &[0, 2]),
                group(None, &[4, 5])
            ]
        );
        assert_eq!(groups(&LevelCatalog::default(), |_| LevelWorld::FirstLight), []);
    }
}
