//! The table of what populations say of levels: a line for each level, with its hash, the rules' version and this model's.

use std::collections::BTreeMap;
use std::path::Path;

use hairline_level::Level;
use hairline_level::limits::FILE_BYTES_MAX;
use hairline_profile::disk::replace;
use hairline_sim::tuning::{RULES_VERSION, TICK};

use super::pace::Paced;
use super::population::{Figures, Medals};
use crate::files::bytes_of;

/// Raised whenever the same players could fare differently.
pub const MODEL_VERSION: u32 = 8;
/// The columns of the table. Those of the medals are in ticks, and a run for each is a line of text; the game reads them as a
/// [`MedalTable`](hairline_profile::medal::MedalTable).
const HEAD: &str = "level\thash\trules\tmodel\tplayers\ttries 25 %\ttries\ttries 75 %\ttries mean\tgives up\tfirst finish s\tplay s\tdeaths/min\t\
                    lost s\tlost s 90 %\tin sight\tfocus\tbronze\tsilver\tgold\tbronze run\tsilver run\tgold run";

/// How a level's row begins.
fn key(level: &Level) -> String {
    let name = level.name.replace(['\t', '\n'], " ");
    format!("{name}\t{:016x}\t{RULES_VERSION}\t{MODEL_VERSION}\t", level.hash)
}

/// The line of a level.
pub fn row(level: &Level, players: u32, figures: &Figures, medals: Medals, paced: &[Option<Paced>; 3]) -> String {
    let medals = cells_of(medals, paced);
    let Figures { tries: [first, median, third], lost: [lost, most_lost], .. } = *figures;
    format!(
        "{}{players}\t{first}\t{median}\t{third}\t{:.2}\t{:.3}\t{:.3}\t{:.1}\t{:.2}\t{lost:.2}\t{most_lost:.2}\t{:.3}\t{:.3}\t{}",
        key(level),
        figures.tries_mean,
        figures.gives_up,
        figures.finish_ticks as f32 * TICK,
        figures.seconds_to_finish,
        figures.deaths_a_minute,
        figures.fair,
        figures.focus,
        medals.join("\t"),
    )
}

/// The last cells of a row: the times of medals, and their runs.
fn cells_of(medals: Medals, paced: &[Option<Paced>; 3]) -> [String; 6] {
    let measured = [medals.bronze, medals.silver, medals.gold];
    let ticks = |medal: usize| paced[medal].as_ref().map(|paced| paced.ticks).or(measured[medal]);
    let time = |medal| ticks(medal).map_or("-".to_owned(), |ticks| ticks.to_string());
    let run = |medal: usize| paced[medal].as_ref().map_or("-".to_owned(), |paced| paced.line.clone());
    [time(0), time(1), time(2), run(0), run(1), run(2)]
}

/// What a table says of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Quartiles and median of the tries to the first finish; infinite for those who gave up.
    pub tries: [f32; 3],
    /// Tries in the mean, until the first finish or until the player gives up.
    pub tries_mean: f32,
    /// The share that gives up.
    pub gives_up: f32,
    /// Seconds of the first run that finishes, and in play until then; medians.
    pub finish_seconds: f32,
    pub play_seconds: f32,
    pub deaths_a_minute: f32,
    /// Seconds lost by a death: mean, and ninetieth percentile.
    pub lost: [f32; 2],
    /// The share of deaths by something that could be foreseen.
    pub fair: f32,
    /// The share of the time in focus.
    pub focus: f32,
}

/// The rows of a table for today's rules and model, by the hashes of their levels.
///
/// # Errors
/// In one sentence, if the file cannot be read or is no such table.
pub fn read(file: &Path) -> Result<BTreeMap<u64, Row>, String> {
    let text = String::from_utf8(bytes_of(file, FILE_BYTES_MAX)?).map_err(|_| "it is not UTF-8".to_owned())?;
    let rows = rows_in(&text).ok_or("it is no table of players, or one of another version")?;
    let read = |(number, line): (usize, &str)| {
        row_of(line).ok_or_else(|| format!("line {} is no row of such a table", number + 2))
    };
    let rows = rows.into_iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// A row and the hash of its level; `Some(None)` if it is of other rules or another model, `None` if it is no row.
fn row_of(line: &str) -> Option<Option<(u64, Row)>> {
    let cells: Vec<&str> = line.split('\t').collect();
    let number = |column: usize| cells.get(column)?.parse::<f32>().ok();
    let hash = u64::from_str_radix(cells.get(1)?, 16).ok()?;
    let row = Row {
        tries: [number(5)?, number(6)?, number(7)?],
        tries_mean: number(8)?,
        gives_up: number(9)?,
        finish_seconds: number(10)?,
        play_seconds: number(11)?,
        deaths_a_minute: number(12)?,
        lost: [number(13)?, number(14)?],
        fair: number(15)?,
        focus: number(16)?,
    };
    let is_of_today = number(2)? == RULES_VERSION as f32 && number(3)? == MODEL_VERSION as f32;
    Some(is_of_today.then_some((hash, row)))
}

/// The lines of a table, without its head; `None` if it is none, or of another version of this program.
fn rows_in(text: &str) -> Option<Vec<&str>> {
    let mut lines = text.lines();
    (lines.next() == Some(HEAD)).then(|| lines.collect())
}

/// Writes rows into a table: each in place of the one of its level's name, or after all others.
///
/// # Errors
/// In one sentence, if the file cannot be read or written.
pub fn write(file: &Path, rows: &[String]) -> Result<(), String> {
    let old = match file.exists() {
        true => String::from_utf8(bytes_of(file, FILE_BYTES_MAX)?).map_err(|_| "it is not UTF-8".to_owned())?,
        false => String::new(),
    };
    let rows_before = match rows_in(&old) {
        Some(rows) => rows,
        None if old.is_empty() => Vec::new(),
        None => return Err("it is no table of players, or one of another version: name another file".to_owned()),
    };
    let mut lines: Vec<String> = rows_before.into_iter().map(str::to_owned).collect();
    let name = |row: &str| row.split('\t').next().unwrap_or_default().to_owned();
    for row in rows {
        match lines.iter_mut().find(|line| name(line) == name(row)) {
            Some(line) => line.clone_from(row),
            None => lines.push(row.clone()),
        }
    }
    replace(file, format!("{HEAD}\n{}\n", lines.join("\n")).as_bytes()).map_err(|error| error.to_string())
}

/// Writes other times and runs of the medals into the rows of levels.
///
/// # Errors
/// In one sentence, if the file cannot be read or written, is no such table, or lacks one of the levels.
pub fn set_paces(file: &Path, found: &[(Level, [Option<Paced>; 3])]) -> Result<(), String> {
    let text = String::from_utf8(bytes_of(file, FILE_BYTES_MAX)?).map_err(|_| "it is not UTF-8".to_owned())?;
    let rows = rows_in(&text).ok_or("it is no table of players, or one of another version")?;
    let count = HEAD.split('\t').count();
    let rows = found.iter().map(|(level, paced)| {
        let row = rows.iter().find(|row| row.starts_with(&key(level)));
        let cells: Vec<&str> = row.map(|row| row.split('\t').collect()).unwrap_or_default();
        if cells.len() != count {
            return Err(format!("the table has no whole row of {} as it is now", level.name));
        }
        let [bronze, silver, gold] = [6, 5, 4].map(|from_end| cells[count - from_end].parse().ok());
        let medals = cells_of(Medals { bronze, silver, gold }, paced);
        Ok(cells[..count - medals.len()].join("\t") + "\t" + &medals.join("\t"))
    });
    write(file, &rows.collect::<Result<Vec<_>, _>>()?)
}
