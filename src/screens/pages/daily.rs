//! The daily three: the levels of today side by side, with their changes and the player's results, and the line of text that tells
//! them.

use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;

use super::background_level::{BackgroundLevel, load_background_level};
use super::level_list::thumbnails::Picture;
use crate::screens::Screen;
use crate::screens::daily::Daily;
use crate::screens::menus::focus::{FocusBar, FocusPlace};
use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt, size};
use crate::screens::menus::{Choice, Menu, MenuEntry, MenuSystems, label_with_value, spawn_entry};
use crate::screens::play::loaded_level::LoadedLevel;
use crate::screens::words::Words;
use crate::view::canvas::palette::Role;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::hud::clock;
use crate::view::thumbnail::THUMBNAIL_SIZE;
use hairline_profile::daily::DailyResult;
use hairline_profile::store::ProfileStore;
use hairline_tools::daily::{Change, DailyLevel, LEVELS_A_DAY};

/// The width of a level's picture and of the text below it, in points.
const CARD_WIDTH: f32 = 252.0;

pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Daily), (load_title, spawn).chain()).add_systems(
        Update,
        fill.in_set(MenuSystems::FillEntries)
            .run_if(in_state(Screen::Daily).and_then(resource_changed::<Daily>.or_else(was_spawned))),
    );
}

/// What the page shows, which changes as levels become ready.
#[derive(Component, Clone, Copy)]
struct Contents;

fn was_spawned(contents: Query<(), Added<Contents>>) -> bool {
    !contents.is_empty()
}

/// From a level, the title's level comes back; from the title it is there.
fn load_title(world: &mut World) {
    if world.resource::<LoadedLevel>().0.is_some() {
        load_background_level(world, BackgroundLevel::Title);
    }
}

fn spawn(mut commands: Commands) {
    let page = (DespawnOnExit(Screen::Daily), Menu(Choice::Title), theme::grid_overlay());
    commands.spawn(page).with_children(|overlay| _ = overlay.spawn((theme::column(), Contents)));
}

fn fill(
    mut commands: Commands,
    (words, day, store): (Res<Words>, Res<Daily>, Res<ProfileStore>),
    contents: Single<Entity, With<Contents>>,
    (focus, entries): (Res<InputFocus>, Query<&MenuEntry>),
    mut shown: Local<usize>,
) {
    // The focus stays where it was while levels arrive; with the first of them it is on one that is not finished.
    let results = day.results(&store);
    let focused = focus.get().and_then(|entry| entries.get(entry).ok()).map(|entry| entry.0);
    let unfinished = results.iter().position(|result| !result.is_finished()).unwrap_or(0);
    let first = day.levels.get(unfinished).map(|(index, _)| Choice::Level(*index));
    let is_first = std::mem::replace(&mut *shown, day.levels.len()) == 0;
    let wanted = focused.filter(|choice| !is_first || *choice != Choice::Title || first.is_none()).or(first);
    let give_focus = |entry: &mut EntityCommands, choice: Choice| {
        // While the first level is being chosen, nothing has the focus: a press must not lead away.
        let chosen = wanted.or((!day.is_drawing()).then_some(Choice::Title));
        if chosen == Some(choice) {
            entry.insert(AutoFocus);
        }
    };
    let line = day.line(&store);
    commands.entity(*contents).despawn_children().with_children(|column| {
        column.spawn(theme::line(words.get("daily-heading"), size::HEADLINE, TEXT));
        let date = day.date.map(|date| date.to_string()).unwrap_or_default();
        let about = words.with("daily-about", [("date", date.into())]);
        column.spawn(theme::line(about, size::BODY, TEXT_MUTED));
        let row = Node {
            column_gap: pt(18.0),
            margin: UiRect::vertical(pt(14.0)),
            // The cards are as high as what is in them.
            align_items: AlignItems::FlexStart,
            ..default()
        };
        column.spawn(row).with_children(|row| {
            for (place, ((index, level), result)) in day.levels.iter().zip(&results).enumerate() {
                let mut card = spawn_card(row, place, *index, level, *result, &words);
                give_focus(&mut card, Choice::Level(*index));
            }
            if day.is_drawing() {
                (day.levels.len()..LEVELS_A_DAY).for_each(|_| spawn_waiting(row, &words));
            }
        });
        if let Some(reason) = &day.failure {
            let told = words.with("daily-failed", [("reason", reason.as_str().into())]);
            column.spawn((ReadOut(told.clone()), Node::default())).with_child(theme::paragraph(told, size::BODY, TEXT));
        }
        if let Some(line) = &line {
            column.spawn((ReadOut(line.clone()), Node::default())).with_child(theme::line(
                line,
                size::SMALL,
                TEXT_MUTED,
            ));
            let mut entry = spawn_entry(column, 1, &words.get("daily-copy"), size::BODY, Choice::Copy);
            give_focus(&mut entry, Choice::Copy);
        }
        let mut back = spawn_entry(column, 2, &words.get("daily-title"), size::BODY, Choice::Title);
        give_focus(&mut back, Choice::Title);
    });
}

/// A level: its picture, its name, its change and the player's results.
fn spawn_card<'a>(
    row: &'a mut ChildSpawnerCommands,
    place: usize,
    index: usize,
    level: &DailyLevel,
    result: DailyResult,
    words: &Words,
) -> EntityCommands<'a> {
    let (change, told) = (words.get(key(level.change)), told(result, words));
    let node = Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::all(pt(8.0)),
        row_gap: pt(4.0),
        width: pt(CARD_WIDTH + 16.0),
        ..default()
    };
    let name = format!("{}, {change}", level.level.name);
    let label = label_with_value(name, told.clone(), words);
    let place = FocusPlace { row: 0, column: place };
    let entry = MenuEntry(Choice::Level(index));
    let mut card = row.spawn((entry, place, FocusBar, label, node, FillTint::NONE));
    card.with_children(|card| {
        let height = CARD_WIDTH * THUMBNAIL_SIZE.y as f32 / THUMBNAIL_SIZE.x as f32;
        let picture = Node { width: pt(CARD_WIDTH), height: pt(height), ..default() };
        let backing = FillTint::of(Role::Void);
        card.spawn((Picture(index), picture, backing, ImageNode::solid_color(Color::BLACK), Pickable::IGNORE));
        for (text, points) in [(level.level.name.clone(), size::ENTRY), (change, size::SMALL), (told, size::SMALL)] {
            card.spawn((theme::line(text, points, TEXT), Pickable::IGNORE));
        }
    });
    card
}

/// The place of a level that is still being proved.
fn spawn_waiting(row: &mut ChildSpawnerCommands, words: &Words) {
    let node = Node { padding: UiRect::all(pt(8.0)), width: pt(CARD_WIDTH + 16.0), ..default() };
    row.spawn(node).with_child(theme::paragraph(words.get("daily-waiting"), size::BODY, TEXT_MUTED));
}

/// The tries and the best time.
fn told(result: DailyResult, words: &Words) -> String {
    let tries = ("tries", result.tries.into());
    match (result.best_ticks, result.assisted_ticks) {
        (Some(ticks), _) => words.with("daily-finished", [tries, ("time", clock(ticks).into())]),
        (None, Some(ticks)) => words.with("daily-assisted", [tries, ("time", clock(ticks).into())]),
        (None, None) if result.tries > 0 => words.with("daily-tried", [tries]),
        (None, None) => words.get("daily-new"),
    }
}

fn key(change: Change) -> &'static str {
    match change {
        Change::Mirrored => "daily-mirrored",
        Change::NoFocus => "daily-no-focus",
        Change::Faster => "daily-faster",
        Change::InOrder => "daily-in-order",
        Change::Dark => "daily-dark",
    }
}
