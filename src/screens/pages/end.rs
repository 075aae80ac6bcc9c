//! After the last level: what was done since the game was started, and the ways back. Behind it the two words stand as a
//! level, as the name of the game does on the title.

use bevy::prelude::*;
use bevy::ui::UiTransform;

use crate::level::Level;
use crate::view::canvas::palette;
use crate::view::hud::clock;

use super::finished::deaths_in_words;
use super::scene::{Scene, show_hud, stage_scene};
use crate::screens::Screen;
use crate::screens::flow::Choice;
use crate::screens::level_catalog::{Entry, Shelf};
use crate::screens::menus::spawn_menu;
use crate::screens::menus::theme;
use crate::screens::menus::theme::{GREY, PAPER, pt};
use crate::screens::play::simulation_driver::clear_stage;

/// Points, at most, for the column of a level: a campaign of few levels has a short chart and no wide bars.
const COLUMN_MAX: f32 = 40.0;
/// Points of the chart: its width, and the height of the longest bar.
const CHART: Vec2 = Vec2::new(480.0, 170.0);
/// The share of a column that its bar takes.
const BAR: f32 = 0.55;
/// Points. However short a time, its bar is seen.
const BAR_MIN: f32 = 3.0;
/// The widest diamond over a bar.
const DIAMOND_MAX: f32 = 9.0;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::End),
        (clear_stage, |world: &mut World| stage_scene(world, Scene::End), spawn).chain(),
    )
    .add_systems(OnExit(Screen::End), show_hud);
}

/// What was done of the campaign since the game was started.
#[derive(Clone, Debug, Default, PartialEq)]
struct Totals {
    /// Levels that were finished, and how many there are.
    levels: [usize; 2],
    /// Of the best runs.
    ticks: u32,
    /// Shards that were taken, and how many there are.
    shards: [usize; 2],
    deaths: u32,
    /// A bar for each level.
    bars: Vec<Bar>,
}

/// A level in the chart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bar {
    /// Of the best run, if there was one.
    ticks: Option<u32>,
    /// Whether it has shards and all were taken in one run.
    is_complete: bool,
}

impl Totals {
    /// Of levels, each with the number of its shards.
    fn new<'a>(levels: impl IntoIterator<Item = (&'a Entry, usize)>) -> Self {
        let mut totals = Self::default();
        for (entry, shards) in levels {
            let taken = (entry.shards as usize).min(shards);
            totals.levels[0] += usize::from(entry.best_ticks.is_some());
            totals.levels[1] += 1;
            totals.ticks = totals.ticks.saturating_add(entry.best_ticks.unwrap_or_default());
            totals.shards[0] += taken;
            totals.shards[1] += shards;
            totals.deaths = totals.deaths.saturating_add(entry.deaths);
            let is_complete = shards > 0 && taken == shards;
            totals.bars.push(Bar { ticks: entry.best_ticks, is_complete });
        }
        totals
    }
}

fn spawn(mut commands: Commands, shelf: Res<Shelf>, levels: Res<Assets<Level>>) {
    let shards = |entry: &Entry| levels.get(&entry.handle).map_or(0, |level| level.shards.len());
    let totals = Totals::new(shelf.campaign().iter().map(|entry| (entry, shards(entry))));
    let entries = [("Level list", Choice::List), ("Title", Choice::Title)];
    commands.spawn((DespawnOnExit(Screen::End), theme::clear_page())).with_children(|page| {
        page.spawn(theme::panel()).with_children(|panel| {
            panel.spawn(theme::line(clock(totals.ticks), theme::size::HEADLINE, PAPER));
            let [done, all] = totals.levels;
            panel.spawn(theme::label(&format!("{done} of {all} levels"), theme::size::BODY, GREY));
            let row = Node { align_items: AlignItems::Center, column_gap: pt(18.0), ..default() };
            panel.spawn(row).with_children(|row| {
                spawn_diamond(row, 12.0, palette::SHARD);
                let [taken, all] = totals.shards;
                row.spawn(theme::label(&format!("{taken}/{all}"), theme::size::BODY, GREY));
                row.spawn(theme::label(&deaths_in_words(totals.deaths), theme::size::BODY, GREY));
            });
            spawn_menu(panel, &entries, Choice::Title, Choice::Title);
        });
        spawn_chart(page, &totals.bars);
    });
}

/// A shard, so many points wide.
fn spawn_diamond(parent: &mut ChildSpawnerCommands, points: f32, color: Color) {
    // Turned by an eighth, a square is wider by the root of two.
    let side = pt(points * std::f32::consts::FRAC_1_SQRT_2);
    parent.spawn((
        Node { width: side, height: side, ..default() },
        UiTransform::from_rotation(Rot2::degrees(45.0)),
        BackgroundColor(color),
    ));
}

/// A bar for the time of each level, and a diamond over it where all shards were taken.
fn spawn_chart(page: &mut ChildSpawnerCommands, bars: &[Bar]) {
    let longest = bars.iter().filter_map(|bar| bar.ticks).max().unwrap_or(1).max(1);
    let column_width = (CHART.x / bars.len().max(1) as f32).min(COLUMN_MAX);
    let frame = Node {
        position_type: PositionType::Absolute,
        right: pt(230.0),
        bottom: pt(110.0),
        flex_direction: FlexDirection::Column,
        row_gap: pt(10.0),
        ..default()
    };
    page.spawn(frame).with_children(|frame| {
        let columns =
            Node { width: pt(CHART.x), align_items: AlignItems::End, border: UiRect::bottom(px(2)), ..default() };
        frame.spawn((columns, BorderColor::all(palette::EDGE))).with_children(|columns| {
            for bar in bars {
                let column = Node {
                    width: pt(column_width),
                    flex_direction: FlexDirection::Column,
                    align_items: AlignItems::Center,
                    row_gap: pt(8.0),
                    ..default()
                };
                columns.spawn(column).with_children(|column| {
                    if bar.is_complete {
                        spawn_diamond(column, DIAMOND_MAX.min(column_width), palette::SHARD);
                    }
                    let share = bar.ticks.unwrap_or_default() as f32 / longest as f32;
                    let size =
                        Node { width: pt(column_width * BAR), height: pt((CHART.y * share).max(BAR_MIN)), ..default() };
                    let color = if bar.ticks.is_some() { PAPER } else { palette::STONE };
                    column.spawn((size, BackgroundColor(color)));
                });
            }
        });
        frame.spawn(theme::label("Best times, level by level", theme::size::BODY, GREY));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_of_the_best_runs_and_of_the_levels_that_there_are() {
        let entry = |best_ticks, shards, deaths| Entry { best_ticks, shards, deaths, ..Entry::default() };
        let [done, half, none] = [entry(Some(640), 2, 3), entry(Some(128), 1, 0), entry(None, 0, 7)];
        let totals = Totals::new([(&done, 2), (&half, 2), (&none, 1)]);
        assert_eq!((totals.levels, totals.ticks, totals.shards, totals.deaths), ([2, 3], 768, [3, 5], 10));
        let complete: Vec<bool> = totals.bars.iter().map(|bar| bar.is_complete).collect();
        assert_eq!(complete, [true, false, false]);
        assert_eq!(Totals::new([]).levels, [0, 0]);
    }
}
