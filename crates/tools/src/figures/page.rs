//! The page of a campaign: a table of its levels and one of its worlds, in Markdown.

use std::fmt::Write;
use std::path::Path;

use hairline_level::campaign::Outline;

use crate::output::marks::Marks;
use crate::output::times::seconds;

use super::summary::Summary;
use super::{Figures, SCREEN, rows};

/// The lines of a file between which the page stands.
const MARKS: Marks = Marks {
    begin: "<!-- Written by `hairline figures --write`: begin -->",
    end: "<!-- Written by `hairline figures --write`: end -->",
};

const WORLDS_HEAD: &str = "\
| world | played | median tries | aim | exam | level after it | entered by | minutes |
|---|--:|--:|--:|--:|--:|--:|--:|";

const LEVELS_HEAD: &str = "\
| level | size | proof s | tries | quartiles | give up | first finish s | deaths a minute | lost s | lost s, 9 of 10 | foreseen | rock | air | way | distance | beyond a limit |
|---|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|---|---|---|---|";

/// The page of the levels of a campaign, in its order.
pub fn page(levels: &[Figures], outline: &Outline) -> String {
    let mut text = format!("{WORLDS_HEAD}\n");
    let summary = Summary::new(&rows(levels), outline);
    // Writing to a string never fails.
    for world in &summary.worlds {
        _ = writeln!(
            text,
            "| {:?} | {} of {} | {} | {} | {} | {} | {} | {:.1} |",
            world.world,
            world.played,
            world.levels,
            number(world.tries),
            number(world.aim),
            number(world.exam),
            number(world.after_exam),
            percent_of(world.entered),
            world.seconds / 60.0,
        );
    }
    _ = writeln!(
        text,
        "\nPlayers have played {} of {} levels. The end is seen by {}; first finishes take {:.1} hours; a death costs {:.1} s in the \
         mean; the rank correlation of place and mean tries is {:.2}.\n\n{LEVELS_HEAD}",
        summary.played,
        levels.len(),
        percent_of(summary.see_the_end),
        summary.seconds / 3600.0,
        summary.seconds_lost,
        summary.correlation,
    );
    for level in levels {
        _ = writeln!(text, "{}", line(level));
    }
    text
}

fn number(value: Option<f32>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
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
