//! The table of times, medals and ratings in a Markdown file.

use std::path::Path;

use crate::output::marks::Marks;
use crate::output::times::seconds;
use hairline_level::Level;
use hairline_profile::medal::MedalTimes;
use hairline_sim::state::replay::Replay;

use super::medals::medal_seconds;
use super::rating::Rating;

/// The lines of a file between which the table stands.
const MARKS: Marks = Marks {
    begin: "<!-- Written by `hairline rate --write`: begin -->",
    end: "<!-- Written by `hairline rate --write`: end -->",
};

const HEAD: &str = "\
| level | shards | proof | gold | silver | bronze | difficulty | ±15 ms | ±30 ms | ±60 ms | easiest | easiest ±30 ms |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// The row of a level by the ratings of its proof and of its easiest known run.
pub fn row(level: &Level, replay: &Replay, medals: MedalTimes, rating: &Rating, easiest: &Rating) -> String {
    let [trained, at_ease, stressed] = rating.survivors.map(super::percent);
    let (proof, easy) = (rating.stars(), easiest.stars());
    let times = row_of_times(level, replay, medals);
    let survives = super::percent(easiest.survivors[1]);
    format!("{times} {proof:.1} | {trained} | {at_ease} | {stressed} | {easy:.1} | {survives} |")
}

/// The cells of a row that no search decides: name, shards, its time and those of the medals.
pub fn row_of_times(level: &Level, replay: &Replay, medals: MedalTimes) -> String {
    let ticks = replay.inputs.len();
    let [gold, silver, bronze] = medal_seconds(medals);
    // A bar would end the cell.
    let name = level.name.replace('|', "\\|");
    format!("| {name} | {} | {} | {gold} | {silver} | {bronze} |", level.shards.len(), seconds(ticks))
}

/// The rows of the table in a text, in order; `None` if it has no table.
pub fn rows_in(text: &str) -> Option<Vec<&str>> {
    let table = &text[MARKS.between(text).ok()?];
    let mut lines = table.lines().filter(|line| !line.is_empty());
    HEAD.lines().all(|head| lines.next() == Some(head)).then(|| lines.collect())
}

pub(super) fn write(file: &Path, rows: &[String]) -> Result<(), String> {
    MARKS.write(file, &format!("{HEAD}\n{}\n", rows.join("\n")))
}
