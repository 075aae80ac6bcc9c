//! The table of what populations say of levels: a line for each level, with its hash, the rules' version and this model's.

use std::path::Path;

use hairline_level::Level;
use hairline_level::limits::FILE_BYTES_MAX;
use hairline_profile::disk::replace;
use hairline_sim::tuning::{RULES_VERSION, TICK};

use super::population::{Figures, Medals};
use crate::files::bytes_of;

/// Raised whenever the same players could fare differently.
pub const MODEL_VERSION: u32 = 3;
/// The fourth medal is within this share of the proof's time.
const FOURTH: f32 = 1.05;

const HEAD: &str = "level\thash\trules\tmodel\tplayers\ttries 25 %\ttries\ttries 75 %\ttries mean\tgives up\tfirst finish s\tplay s\tdeaths/min\t\
                    lost s\tlost s 90 %\tin sight\tfocus\tbronze s\tsilver s\tgold s\tfourth s";

/// How a level's row begins.
fn key(level: &Level) -> String {
    let name = level.name.replace(['\t', '\n'], " ");
    format!("{name}\t{:016x}\t{RULES_VERSION}\t{MODEL_VERSION}\t", level.hash)
}

/// The line of a level.
pub fn row(level: &Level, players: u32, figures: &Figures, medals: Medals, proof_ticks: Option<u32>) -> String {
    let seconds = |ticks: Option<u32>| ticks.map_or("-".to_owned(), |ticks| format!("{:.3}", ticks as f32 * TICK));
    let Figures { tries: [first, median, third], lost: [lost, most_lost], .. } = *figures;
    format!(
        "{}{players}\t{first}\t{median}\t{third}\t{:.2}\t{:.3}\t{:.3}\t{:.1}\t{:.2}\t{lost:.2}\t{most_lost:.2}\t{:.3}\t{:.3}\t{}\t{}\t{}\t{}",
        key(level),
        figures.tries_mean,
        figures.gives_up,
        figures.finish_ticks as f32 * TICK,
        figures.seconds_to_finish,
        figures.deaths_a_minute,
        figures.fair,
        figures.focus,
        seconds(medals.bronze),
        seconds(medals.silver),
        seconds(medals.gold),
        seconds(proof_ticks.map(|ticks| (ticks as f32 * FOURTH) as u32)),
    )
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
