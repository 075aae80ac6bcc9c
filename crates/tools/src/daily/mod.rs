//! `hairline daily`: the three levels of a day, the same for everyone. Each is a room of the campaign with one change, and is proved
//! to be beatable before it is shown.

mod change;
mod choice;
mod date;
mod result;
mod rooms;
mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use clap::{Args, ValueEnum};
use rayon::ThreadPoolBuilder;
use serde_json::json;

use hairline_level::diagnostics::escape::escape;
use hairline_lines::Line;

use crate::output::json;
use crate::output::status::ExitStatus;
use crate::output::times::seconds;

pub use change::Change;
pub use choice::{DailyLevel, Drawer, LEVELS_A_DAY, Proof, Tally, hash_of};
pub use date::Date;
pub use result::result_line;
pub use rooms::{Room, rooms};

/// The most days of a table, ten years.
const TABLE_DAYS_MAX: u32 = 3653;

/// `hairline daily`.
#[derive(Args, Clone, Debug)]
pub struct DailyOptions {
    /// The day, such as 2026-11-24; by default today, in universal time
    #[arg(value_name = "DATE")]
    pub date: Option<Date>,
    /// Draw from the levels of this folder, in place of the campaign's
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Print a table of so many days, in place of the levels of one
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=TABLE_DAYS_MAX as i64))]
    pub table: Option<u32>,
    /// How the levels are printed
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "table")]
    pub format: DailyFormat,
}

/// How daily levels are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DailyFormat {
    /// Two lines for each level: what it is, and the level as a line of text.
    #[default]
    Text,
    /// A JSON object on a line for each level.
    Json,
}

/// Draws the levels of a day on a few threads of its own, so that one core is left to whatever else runs. Each is given to `take` as
/// soon as it is proved, until that returns `false`. Returns how many were given.
///
/// # Errors
/// In one sentence, if the rooms cannot be read or no threads can be started.
pub fn draw(
    date: Date,
    folder: Option<&Path>,
    mut take: impl FnMut(DailyLevel) -> bool + Send,
) -> Result<usize, String> {
    let rooms = rooms(folder)?;
    let threads = available_parallelism().map_or(1, |threads| threads.get().saturating_sub(1).max(1));
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| format!("no threads can be started: {error}"))?;
    Ok(pool.install(|| Drawer::new(&rooms).day(date).take_while(|level| take(level.clone())).count()))
}

/// Prints the levels of a day, each as soon as it is proved, or a table of days.
pub fn daily(options: &DailyOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let rooms = match rooms(options.folder.as_deref()) {
        Ok(rooms) => rooms,
        Err(reason) => {
            say(&format!("cannot draw daily levels: {reason}"), options.format, out)?;
            return Ok(ExitStatus::CouldNotRun);
        }
    };
    let date = options.date.unwrap_or_else(Date::today);
    let mut drawer = Drawer::new(&rooms);
    if let Some(days) = options.table {
        return table::write(&mut drawer, date, days, out);
    }
    let mut count = 0;
    for level in drawer.day(date) {
        count += 1;
        writeln!(out, "{}", text_of(date, count, &level, options.format))?;
        out.flush()?;
    }
    if count == LEVELS_A_DAY {
        return Ok(ExitStatus::Fine);
    }
    let reason = format!("the levels of this folder give only {count} of {LEVELS_A_DAY}");
    say(&reason, options.format, out)?;
    Ok(ExitStatus::Failed)
}

/// A sentence for people, apart from what is for programs.
fn say(sentence: &str, format: DailyFormat, out: &mut dyn Write) -> io::Result<()> {
    match format {
        DailyFormat::Text => writeln!(out, "{sentence}"),
        DailyFormat::Json => writeln!(io::stderr(), "{sentence}"),
    }
}

fn text_of(date: Date, number: usize, level: &DailyLevel, format: DailyFormat) -> String {
    let DailyLevel { room, change, text, level, proof, .. } = level;
    let line = Line::of_level(text).and_then(|line| line.write());
    let (ticks, time) = (proof.inputs.len(), seconds(proof.inputs.len()));
    match format {
        DailyFormat::Text => {
            let line = line.unwrap_or_else(|error| format!("cannot share it: {error}"));
            format!("{date}, {number}: “{}”. {}; proved in {time} s\n{line}", escape(&level.name), change.words())
        }
        DailyFormat::Json => json::line(&[
            ("date", json!(date.to_string())),
            ("number", json!(number)),
            ("room", json!(room)),
            ("name", json!(level.name)),
            ("change", json!(change.word())),
            ("hash", json!(format!("{:016x}", level.hash))),
            ("proof_ticks", json!(ticks)),
            ("searched_ticks", json!(proof.searched_ticks)),
            ("line", json!(line.ok())),
        ]),
    }
}
