//! After the last level: the totals of the player's results, and the way back. The background level shows two words, as
//! the title's shows the name of the game.

use bevy::prelude::*;

use super::background_level::{BackgroundLevel, load_background_level};
use super::finished::format_deaths;
use crate::screens::Screen;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::level_catalog::{CatalogEntry, LevelCatalog};
use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::{self, TEXT, TEXT_MUTED, pt};
use crate::screens::menus::{Choice, spawn_menu};
use crate::screens::words::Words;
use crate::view::canvas::palette::Role;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use crate::view::hud::clock;

/// Most points for a level's column, so that a campaign of few levels has a narrow chart instead of wide bars.
const COLUMN_WIDTH_MAX: f32 = 40.0;
/// The chart's width and the height of its longest bar, in points.
const CHART: Vec2 = Vec2::new(480.0, 170.0);
/// The share of a column's width that its bar takes.
const BAR_SHARE: f32 = 0.55;
/// The height of the shortest bar, in points.
const BAR_HEIGHT_MIN: f32 = 3.0;
/// The width of the widest diamond over a bar, in points.
const DIAMOND_MAX: f32 = 9.0;

pub fn plugin(app: &mut App) {
    let load_level = |world: &mut World| load_background_level(world, BackgroundLevel::End);
    app.add_systems(OnEnter(Screen::End), (load_level, spawn).chain());
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Totals {
    /// Finished levels, and all levels.
    levels: [usize; 2],
    ticks: u32,
    /// Shards taken, and all shards.
    shards: [usize; 2],
    deaths: u32,
    bars: Vec<Bar>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bar {
    ticks: Option<u32>,
    /// The level has shards, and one run took them all.
    is_complete: bool,
}

impl Totals {
    /// From all levels, each with the number of its shards.
    fn new<'a>(levels: impl IntoIterator<Item = (&'a CatalogEntry, usize)>) -> Self {
        let mut totals = Self::default();
        for (entry, shards) in levels {
            let taken = (entry.record.shards as usize).min(shards);
            totals.levels[0] += usize::from(entry.record.is_finished());
            totals.levels[1] += 1;
            totals.ticks = totals.ticks.saturating_add(entry.record.best_ticks().unwrap_or_default());
            totals.shards[0] += taken;
            totals.shards[1] += shards;
            totals.deaths = totals.deaths.saturating_add(entry.record.deaths);
            let is_complete = shards > 0 && taken == shards;
            totals.bars.push(Bar { ticks: entry.record.best_ticks(), is_complete });
        }
        totals
    }
}

fn spawn(mut commands: Commands, words: Res<Words>, catalog: Res<LevelCatalog>, levels: Res<Assets<LevelAsset>>) {
    let shards = |entry: &CatalogEntry| levels.get(&entry.handle).map_or(0, |level| level.shards.len());
    let totals = Totals::new(catalog.campaign().iter().map(|entry| (entry, shards(entry))));
    let [done, levels] = totals.levels;
    let finished = words.with("end-levels", [("done", done.into()), ("all", levels.into())]);
    let (time, deaths) = (clock(totals.ticks), format_deaths(&words, totals.deaths));
    let [taken, all] = totals.shards;
    let taken_shards = words.with("list-shards", [("taken", taken.into()), ("all", all.into())]);
    let spoken = [time.as_str(), &finished, &taken_shards, &deaths].join(". ");
    let entries = [("end-list", Choice::List), ("end-title", Choice::Title)];
    commands.spawn((DespawnOnExit(Screen::End), theme::clear_overlay())).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            column.spawn((theme::column(), ReadOut(spoken))).with_children(|column| {
                column.spawn(theme::line(time, theme::size::HEADLINE, TEXT));
                column.spawn(theme::label(&finished, theme::size::BODY, TEXT_MUTED));
                let row = Node { align_items: AlignItems::Center, column_gap: pt(18.0), ..default() };
                column.spawn(row).with_children(|row| {
                    row.spawn(shard(12.0));
                    row.spawn(theme::label(&format!("{taken}/{all}"), theme::size::BODY, TEXT_MUTED));
                    row.spawn(theme::label(&deaths, theme::size::BODY, TEXT_MUTED));
                });
            });
            spawn_menu(column, &words, &entries, Choice::Title);
        });
        spawn_chart(overlay, &totals.bars, &words.get("end-chart"));
    });
}

/// A shard's symbol, `points` wide.
fn shard(points: f32) -> impl Bundle {
    theme::diamond(points * std::f32::consts::FRAC_1_SQRT_2, Role::Shard)
}

/// The best time of each level as a bar, with a diamond where all shards were taken.
fn spawn_chart(overlay: &mut ChildSpawnerCommands, bars: &[Bar], caption: &str) {
    let longest = bars.iter().filter_map(|bar| bar.ticks).max().unwrap_or(1).max(1);
    let column_width = (CHART.x / bars.len().max(1) as f32).min(COLUMN_WIDTH_MAX);
    let frame = Node {
        position_type: PositionType::Absolute,
        right: pt(230.0),
        bottom: pt(110.0),
        flex_direction: FlexDirection::Column,
        row_gap: pt(10.0),
        ..default()
    };
    overlay.spawn(frame).with_children(|frame| {
        let columns =
            Node { width: pt(CHART.x), align_items: AlignItems::End, border: UiRect::bottom(px(2)), ..default() };
        frame.spawn((columns, BorderTint::of(Role::Edge))).with_children(|columns| {
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
                        column.spawn(shard(DIAMOND_MAX.min(column_width)));
                    }
                    let share = bar.ticks.unwrap_or_default() as f32 / longest as f32;
                    let size = Node {
                        width: pt(column_width * BAR_SHARE),
                        height: pt((CHART.y * share).max(BAR_HEIGHT_MIN)),
                        ..default()
                    };
                    let color = if bar.ticks.is_some() { TEXT } else { Role::Stone };
                    column.spawn((size, FillTint::of(color)));
                });
            }
        });
        frame.spawn(theme::label(caption, theme::size::BODY, TEXT_MUTED));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_profile::{BestRun, LevelRecord};

    #[test]
    fn totals_sum_the_best_runs_over_all_levels() {
        let entry = |best: Option<u32>, shards, deaths| {
            let best = best.map(|ticks| BestRun { ticks, ..BestRun::default() });
            CatalogEntry { record: LevelRecord { best, shards, deaths, ..default() }, ..default() }
        };
        let [done, half, none] = [entry(Some(640), 2, 3), entry(Some(128), 1, 0), entry(None, 0, 7)];
        let totals = Totals::new([(&done, 2), (&half, 2), (&none, 1)]);
        assert_eq!((totals.levels, totals.ticks, totals.shards, totals.deaths), ([2, 3], 768, [3, 5], 10));
        let complete: Vec<bool> = totals.bars.iter().map(|bar| bar.is_complete).collect();
        assert_eq!(complete, [true, false, false]);
        assert_eq!(Totals::new([]).levels, [0, 0]);
    }
}
