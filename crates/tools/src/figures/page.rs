//! The page of a campaign: a table of its levels and one of its worlds, in Markdown.

use std::fmt::Write;
use std::path::Path;

use hairline_level::campaign::Outline;

use crate::output::marks::Marks;
use crate::output::times::seconds;
use crate::players::campaign::{LEFT_OUT, enter_by_chance};
use crate::players::knobs::rank_correlation_with_order;
use crate::players::table::Row;

use super::{Figures, SCREEN};

/// The lines of a file between which the page stands.
const MARKS: Marks = Marks {
    begin: "<!-- Written by `hairline figures --write`: begin -->",
    end: "<!-- Written by `hairline figures --write`: end -->",
};

const WORLDS_HEAD: &str = "\
| world | played | median tries | aim | entered by | minutes |
|---|--:|--:|--:|--:|--:|";

const LEVELS_HEAD: &str = "\
| level | size | proof s | tries | quartiles | give up | first finish s | deaths a minute | lost s | lost s, 9 of 10 | foreseen | rock | air | way | distance | beyond a limit |
|---|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|---|---|---|---|";

/// The median tries to aim at, world by world.
pub const TRIES_AIM: [f32; 8] = [2.0, 3.0, 5.0, 7.0, 10.0, 14.0, 19.0, 25.0];

/// The page of the levels of a campaign, in its order.
pub fn page(levels: &[Figures], outline: &Outline) -> String {
    let mut text = format!("{WORLDS_HEAD}\n");
    let entered = entered(levels, outline);
    // Writing to a string never fails.
    for (place, world) in outline.worlds.iter().enumerate() {
        let rows: Vec<&Row> = levels[world.levels.clone()].iter().filter_map(|level| level.row.as_ref()).collect();
        let (played, all) = (rows.len(), world.levels.len());
        let minutes = seconds_played(rows.iter().copied()) / 60.0;
        let aim = TRIES_AIM.get(place).map_or("-".to_owned(), f32::to_string);
        let tries = median_tries(&rows).map_or("-".to_owned(), |tries| tries.to_string());
        _ = writeln!(
            text,
            "| {:?} | {played} of {all} | {tries} | {aim} | {} | {minutes:.1} |",
            world.world,
            percent_of(entered[place])
        );
    }
    let rows = || levels.iter().filter_map(|level| level.row.as_ref());
    _ = writeln!(
        text,
        "\nPlayers have played {} of {} levels. The end is seen by {}; first finishes take {:.1} hours; a death costs {:.1} s in the \
         mean; the rank correlation of place and mean tries is {:.2}.\n\n{LEVELS_HEAD}",
        rows().count(),
        levels.len(),
        percent_of(entered.last().copied().flatten()),
        seconds_played(rows()) / 3600.0,
        seconds_lost(rows()),
        rank_correlation_with_order(&tries_in_order(levels, outline)),
    );
    for level in levels {
        _ = writeln!(text, "{}", line(level));
    }
    text
}

/// Seconds that a death costs, in the mean of all deaths; 0 if nobody dies.
fn seconds_lost<'a>(rows: impl Iterator<Item = &'a Row>) -> f32 {
    let (deaths, seconds) = rows.fold((0.0, 0.0), |(deaths, seconds), row| {
        (deaths + row.tries_mean - 1.0, seconds + (row.tries_mean - 1.0) * row.lost[0])
    });
    if deaths > 0.0 { seconds / deaths } else { 0.0 }
}

/// The median seconds in play to the first finishes of levels, together.
fn seconds_played<'a>(rows: impl Iterator<Item = &'a Row>) -> f32 {
    // The sum of nothing would be -0.
    rows.fold(0.0, |sum, row| sum + row.play_seconds)
}

fn percent_of(share: Option<f32>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.0} %", share * 100.0))
}

/// Writes the page into a file, between the lines that mark its place.
///
/// # Errors
/// In one sentence, if the file cannot be read or written or lacks those lines.
pub(super) fn write(file: &Path, page: &str) -> Result<(), String> {
    MARKS.write(file, page)
}

/// The page in a text.
///
/// # Errors
/// In one sentence, if the text lacks the lines that mark its place.
pub fn page_in(text: &str) -> Result<&str, String> {
    Ok(&text[MARKS.between(text)?])
}

fn line(level: &Figures) -> String {
    let Figures { name, size, air, way, distance, .. } = level;
    let size = if *size == SCREEN { "screen".to_owned() } else { format!("{}×{}", size.x, size.y) };
    let players = level.row.map_or("- | - | - | - | - | - | - | -".to_owned(), |row| {
        let [first, median, third] = row.tries;
        let [lost, most_lost] = row.lost;
        let percent = |share: f32| format!("{:.0} %", share * 100.0);
        format!(
            "{median} | {first} to {third} | {} | {:.1} | {:.1} | {lost:.1} | {most_lost:.1} | {}",
            percent(row.gives_up),
            row.finish_seconds,
            row.deaths_a_minute,
            percent(row.fair),
        )
    });
    format!(
        "| {name} | {size} | {} | {players} | {:.0} % | {:.2} {} | {:.2} {} | {:.2} {} | {} |",
        seconds(level.ticks),
        level.dead_rock * 100.0,
        air.0,
        air.1,
        way.0,
        way.1,
        distance.0,
        distance.1,
        level.faults().join(", "),
    )
}

/// The median of the levels' median tries; `None` without a level.
pub fn median_tries(rows: &[&Row]) -> Option<f32> {
    let mut tries: Vec<f32> = rows.iter().map(|row| row.tries[1]).collect();
    tries.sort_by(f32::total_cmp);
    tries.get(tries.len() / 2).copied()
}

/// The share of the players that enters each world, and last the share that sees the end; `None` where a level before was not
/// played.
fn entered(levels: &[Figures], outline: &Outline) -> Vec<Option<f32>> {
    let mut share = Some(1.0);
    let mut shares = vec![share];
    for world in &outline.worlds {
        let finish: Option<Vec<f32>> =
            levels[world.levels.clone()].iter().map(|level| Some(1.0 - level.row?.gives_up)).collect();
        let needed = world.levels.len().saturating_sub(LEFT_OUT).max(1);
        share = share.zip(finish).map(|(share, finish)| share * enter_by_chance(&finish, needed));
        shares.push(share);
    }
    shares
}

/// The mean tries of the levels of the sequence; quartiles are too coarse for ranks.
fn tries_in_order(levels: &[Figures], outline: &Outline) -> Vec<f32> {
    levels[..outline.levels].iter().filter_map(|level| Some(level.row?.tries_mean)).collect()
}
