//! All levels at a glance: a row for each world, with its name and progress, its levels and its night level. Below them is what is
//! known of the level with the focus, and behind them it runs.

mod details;
mod preview;
pub(super) mod thumbnails;

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;

use super::medals::spawn_medal;
use crate::screens::Screen;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::menus::focus::{FocusBar, FocusPlace, MutedText, ScrollsToFocus};
use crate::screens::menus::navigation::NavAction;
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::menus::{Choice, Chosen, Menu, MenuEntry, MenuSystems, label_with_value, spawn_entry};
use crate::screens::play::simulation_driver::unload_level;
use crate::screens::words::Words;
use crate::view::ViewSystems;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use crate::view::canvas::palette::{Palettes, Role, tint};
use crate::view::thumbnail::THUMBNAIL_SIZE;
use hairline_level::LevelWorld;
use hairline_level::campaign::WorldOutline;

use details::{Details, fill_details, is_new, time_of};
use preview::preview_selected_level;
use thumbnails::{Picture, Thumbnails, draw_thumbnails};

/// Levels in a row; a longer group goes on in the next one.
const COLUMNS: usize = 8;
const PICTURE_WIDTH: f32 = 86.0;
/// The height of the part of the grid that is visible, in points: the rows of eight worlds.
const GRID_HEIGHT: f32 = 592.0;
/// The height of a row of the grid in points, for the mouse wheel.
const ROW_HEIGHT: f32 = 74.0;
/// The width of the worlds' names, in points.
const NAME_WIDTH: f32 = 148.0;
/// Smaller than on other pages: eight worlds take nearly the whole height.
const HEADING_SIZE: f32 = 36.0;
/// Between a world's levels and its night level, in points.
const NIGHT_GAP: f32 = 10.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<Thumbnails>()
        .init_resource::<Palettes>()
        .add_systems(OnEnter(Screen::LevelList), (unload_level, spawn))
        .add_systems(Update, preview_selected_level.run_if(in_state(Screen::LevelList)).before(ViewSystems))
        .add_systems(Update, watch_best.in_set(MenuSystems::Choose).run_if(in_state(Screen::LevelList)))
        .add_systems(Update, scroll_grid.in_set(MenuSystems::ReadInput).run_if(in_state(Screen::LevelList)))
        .add_systems(Update, (fill_captions, fill_details, draw_thumbnails).in_set(MenuSystems::FillEntries));
}

/// The cell of a level, by its index in the catalog.
#[derive(Component, Clone, Copy)]
struct LevelCell(usize);

/// The line below the picture, and the medals on it.
#[derive(Component, Clone, Copy)]
struct Caption(usize);

/// What a part of the grid has in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    World(LevelWorld),
    Labs,
    /// Levels that came as lines of text.
    Foreign,
}

/// A part of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    of: Kind,
    levels: Vec<usize>,
    night: Option<usize>,
}

/// The parts of the grid from the top, without empty ones: the worlds of the campaign, or those that the levels of a plain list
/// belong to; then the labs, and what came as lines of text.
fn groups(catalog: &LevelCatalog, world_of: impl Fn(usize) -> LevelWorld) -> Vec<Group> {
    let outline = &catalog.outline;
    let mut groups: Vec<Group> = if outline.worlds.is_empty() {
        let levels = |world| (0..outline.levels).filter(|level| world_of(*level) == world).collect();
        LevelWorld::ALL.map(|world| Group { of: Kind::World(world), levels: levels(world), night: None }).into()
    } else {
        let group = |world: &WorldOutline| Group {
            of: Kind::World(world.world),
            levels: world.levels.clone().collect(),
            night: world.night,
        };
        outline.worlds.iter().map(group).collect()
    };
    let labs = (0..catalog.entries.len()).filter(|&place| outline.is_lab(place)).collect();
    groups.push(Group { of: Kind::Labs, levels: labs, night: None });
    let foreign = (0..catalog.entries.len()).filter(|&place| catalog.entries[place].foreign.is_some()).collect();
    groups.push(Group { of: Kind::Foreign, levels: foreign, night: None });
    groups.retain(|group| !group.levels.is_empty());
    groups
}

fn key(of: Kind) -> &'static str {
    match of {
        Kind::World(LevelWorld::FirstLight) => "world-first-light",
        Kind::World(LevelWorld::Clockwork) => "world-clockwork",
        Kind::World(LevelWorld::Moonrise) => "world-moonrise",
        Kind::World(LevelWorld::GlassGarden) => "world-glass-garden",
        Kind::World(LevelWorld::Ironworks) => "world-ironworks",
        Kind::World(LevelWorld::MirrorHall) => "world-mirror-hall",
        Kind::World(LevelWorld::Halftone) => "world-halftone",
        Kind::World(LevelWorld::Hairline) => "world-hairline",
        Kind::Labs => "list-labs",
        Kind::Foreign => "list-foreign",
    }
}

/// The world of a level; by its place as long as it is not loaded.
fn world_of(catalog: &LevelCatalog, levels: &Assets<LevelAsset>, index: usize) -> LevelWorld {
    catalog.world_of(index, levels.get(&catalog.entries[index].handle).map(|asset| &asset.level))
}

fn spawn(mut commands: Commands, words: Res<Words>, catalog: Res<LevelCatalog>, levels: Res<Assets<LevelAsset>>) {
    let groups = groups(&catalog, |index| world_of(&catalog, &levels, index));
    let page = (DespawnOnExit(Screen::LevelList), Menu(Choice::Title), theme::grid_overlay());
    commands.spawn(page).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            column.spawn(theme::line(words.get("list-heading"), HEADING_SIZE, TEXT));
            let grid = Node {
                max_height: pt(GRID_HEIGHT),
                flex_direction: FlexDirection::Column,
                overflow: Overflow::scroll_y(),
                ..default()
            };
            let mut row = 0;
            column.spawn((grid, ScrollsToFocus)).with_children(|grid| {
                for group in &groups {
                    row = spawn_group(grid, group, row, &catalog, &words);
                }
            });
            // A line separates it from the next row of the grid, which is visible in part.
            let details = Node {
                flex_direction: FlexDirection::Column,
                align_self: AlignSelf::Stretch,
                min_height: pt(72.0),
                flex_shrink: 0.0,
                border: UiRect::top(px(1)),
                padding: UiRect { left: pt(4.0), top: pt(6.0), ..default() },
                row_gap: pt(2.0),
                ..default()
            };
            column.spawn((Details, details, BorderTint(tint(TEXT_MUTED, 0.4))));
            let line = Node { column_gap: pt(24.0), align_items: AlignItems::Center, ..default() };
            column.spawn(line).with_children(|line| {
                let mut back = spawn_entry(line, row, &words.get("list-title"), theme::size::BODY, Choice::Title);
                back.insert(FocusPlace { row, column: 0 });
                if groups.is_empty() {
                    back.insert(AutoFocus);
                }
                let mut paste = spawn_entry(line, row, &words.get("list-paste"), theme::size::SMALL, Choice::Paste);
                paste.insert(FocusPlace { row, column: 1 });
            });
        });
    });
}

/// A group's name, and how many of its levels are finished; blank beside its further rows.
fn spawn_name(line: &mut ChildSpawnerCommands, group: Option<&Group>, catalog: &LevelCatalog, words: &Words) {
    let node = Node {
        width: pt(NAME_WIDTH),
        flex_direction: FlexDirection::Column,
        padding: UiRect::top(pt(8.0)),
        ..default()
    };
    line.spawn(node).with_children(|name| {
        let Some(group) = group else { return };
        let is_closed = catalog.lock_of(group.levels[0]).is_some();
        let color = if is_closed { TEXT_MUTED } else { TEXT };
        name.spawn(theme::paragraph(words.get(key(group.of)), theme::size::SMALL, color));
        if matches!(group.of, Kind::World(_)) {
            let is_finished = |level: &&usize| catalog.entries[**level].record.is_finished();
            let finished = group.levels.iter().filter(is_finished).count();
            let progress = [("done", finished.into()), ("all", group.levels.len().into())];
            name.spawn(theme::line(words.with("list-progress", progress), theme::size::SMALL, TEXT_MUTED));
        }
    });
}

/// A group's rows; returns the row after its last one.
fn spawn_group(
    grid: &mut ChildSpawnerCommands,
    group: &Group,
    first_row: usize,
    catalog: &LevelCatalog,
    words: &Words,
) -> usize {
    let place = |index: usize, row, column| (index, FocusPlace { row, column }, index == catalog.current);
    let rows: Vec<&[usize]> = group.levels.chunks(COLUMNS).collect();
    for (number, levels) in rows.iter().enumerate() {
        let row = first_row + number;
        let line = Node { column_gap: pt(3.0), flex_shrink: 0.0, ..default() };
        grid.spawn(line).with_children(|line| {
            spawn_name(line, Some(group).filter(|_| number == 0), catalog, words);
            for (column, &index) in levels.iter().enumerate() {
                spawn_cell(line, place(index, row, column));
            }
            if let Some(night) = group.night.filter(|_| number + 1 == rows.len()) {
                line.spawn(Node { width: pt(NIGHT_GAP), ..default() });
                spawn_cell(line, place(night, row, levels.len()));
            }
        });
    }
    first_row + rows.len()
}

/// A level's picture above a line; the bar of the focus lies behind both.
fn spawn_cell(cells: &mut ChildSpawnerCommands, (index, place, has_focus): (usize, FocusPlace, bool)) {
    let node = Node { flex_direction: FlexDirection::Column, padding: UiRect::all(pt(3.0)), ..default() };
    let entry = MenuEntry(Choice::Level(index));
    let mut cell = cells.spawn((LevelCell(index), entry, place, FocusBar, node, FillTint::NONE));
    cell.with_children(|cell| {
        let picture = Node {
            width: pt(PICTURE_WIDTH),
            height: pt(PICTURE_WIDTH * THUMBNAIL_SIZE.y as f32 / THUMBNAIL_SIZE.x as f32),
            ..default()
        };
        // The picture of a closed level is faint: the bar behind it must not shine through.
        let backing = FillTint::of(Role::Void);
        cell.spawn((Picture(index), picture, backing, ImageNode::solid_color(Color::BLACK), Pickable::IGNORE));
        let caption = Node { align_items: AlignItems::Center, column_gap: pt(4.0), min_height: pt(19.0), ..default() };
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

/// The key that watches the best run of the level with the focus.
fn watch_best(
    mut actions: MessageReader<NavAction>,
    focus: Res<InputFocus>,
    cells: Query<&LevelCell>,
    mut chosen: MessageWriter<Chosen>,
) {
    let cell = focus.get().and_then(|cell| cells.get(cell).ok());
    if let (true, Some(LevelCell(index))) = (actions.read().any(|action| *action == NavAction::Watch), cell) {
        chosen.write(Chosen(Choice::WatchBest(*index)));
    }
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
        let number = match *index {
            index if index < catalog.outline.levels => format!("{:02}", index + 1),
            index if catalog.outline.is_night(index) => words.get("list-night"),
            _ => String::new(),
        };
        let is_closed = catalog.lock_of(*index).is_some();
        let result = match () {
            () if is_closed => words.get("list-closed"),
            () if is_new(entry) => words.get("list-new"),
            () => time_of(entry, &words),
        };
        commands.entity(cell.0).insert(label_with_value(name.to_owned(), result, &words));
        commands.entity(line).despawn_children().with_children(|line| {
            let is_muted = is_closed || is_new(entry);
            let color = if is_muted { TEXT_MUTED } else { TEXT };
            let mut number = line.spawn((theme::line(number, theme::size::SMALL, color), Pickable::IGNORE));
            if is_muted {
                number.insert(MutedText);
            }
            spawn_medal(line, entry.record.medal);
            if entry.shards > 0 && entry.has_all_shards() {
                line.spawn((Node { flex_grow: 1.0, ..default() }, Pickable::IGNORE));
                line.spawn((theme::diamond(9.0, Role::Shard), Pickable::IGNORE));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::level_catalog::CatalogEntry;
    use hairline_level::campaign::Outline;

    #[test]
    fn the_grid_has_a_part_for_each_world_and_one_for_the_labs() {
        let mut catalog = LevelCatalog {
            entries: vec![CatalogEntry::default(); 6],
            outline: Outline::list(4, 2),
            ..LevelCatalog::default()
        };
        let worlds = [LevelWorld::Ironworks, LevelWorld::Clockwork, LevelWorld::Ironworks, LevelWorld::Clockwork];
        let parts = groups(&catalog, |index| worlds[index]);
        let group = |of, levels: &[usize]| Group { of, levels: levels.to_vec(), night: None };
        assert_eq!(
            parts,
            [
                group(Kind::World(LevelWorld::Clockwork), &[1, 3]),
                group(Kind::World(LevelWorld::Ironworks), &[0, 2]),
                group(Kind::Labs, &[4, 5])
            ]
        );
        let moonrise = WorldOutline { world: LevelWorld::Moonrise, levels: 0..3, night: Some(3) };
        catalog.outline = Outline { levels: 3, worlds: vec![moonrise], nights: 1, labs: 2 };
        let moonrise = Group { of: Kind::World(LevelWorld::Moonrise), levels: vec![0, 1, 2], night: Some(3) };
        assert_eq!(groups(&catalog, |_| LevelWorld::FirstLight), [moonrise, group(Kind::Labs, &[4, 5])]);
        assert_eq!(groups(&LevelCatalog::default(), |_| LevelWorld::FirstLight), []);
    }
}
