//! `hairline rate`: how hard the proofs of levels are to play, with their medal times; a line for each level, or a table that
//! is written into a file.

pub mod rating;
pub mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use hairline_level::Level;
use hairline_level::diagnostics::escape::escape_path;
use hairline_sim::state::replay::Replay;

use super::files::for_each_level;
use super::output::status::ExitStatus;
use super::output::times::medal_seconds;
use super::solve::store;

use rating::{Rating, TRIES, rating_of};

/// `hairline rate`.
#[derive(Args, Clone, Debug)]
pub struct RateOptions {
    /// Level files, folders with levels in them, or a campaign.ron: the levels of a campaign
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Write a table into a file, between the two lines that mark its place
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

/// Rates the proofs of level files, one line each, or writes a table of them.
pub fn rate(options: &RateOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut rows = Vec::new();
    let mut worst = for_each_level(&options.levels, "rate", out, |file| {
        let rated = Rated::read(file)?;
        rows.push(rated.row());
        Ok(rated.line(file))
    })?;
    // A table with levels missing would look like a whole one.
    if let Some(file) = options.write.as_ref() {
        let written = match worst {
            ExitStatus::Fine => table::write(file, &rows),
            _ => Err("not all levels are rated".to_owned()),
        };
        match written {
            Ok(()) => writeln!(out, "written to {}", escape_path(file))?,
            Err(reason) => {
                worst = ExitStatus::CouldNotRun;
                writeln!(out, "cannot write {}: {reason}", escape_path(file))?;
            }
        }
    }
    Ok(worst)
}

/// A level with a proof, and the proof's rating.
struct Rated {
    level: Level,
    replay: Replay,
    rating: Rating,
}

impl Rated {
    fn read(path: &Path) -> Result<Self, String> {
        let (level, replay) = proven(path)?;
        let rating = rating_of(&level, &replay.inputs);
        Ok(Self { level, replay, rating })
    }

    fn line(&self, path: &Path) -> String {
        let Self { replay, rating, .. } = self;
        let tightest = rating.windows.iter().map(|window| window.slack() + 1).min();
        let tightest = tightest.map_or("none".to_owned(), |ticks| format!("{ticks} ticks"));
        let [gold, silver, bronze] = medal_seconds(replay.inputs.len());
        let [trained, at_ease, stressed] = rating.survivors.map(percent);
        format!(
            "{}: {:.1} of 10; {} changes, tightest window {tightest}; survives {trained} at 15 ms, {at_ease} at 30 ms, \
             {stressed} at 60 ms; gold {gold} s, silver {silver} s, bronze {bronze} s",
            escape_path(path),
            rating.stars(),
            rating.windows.len(),
        )
    }

    fn row(&self) -> String {
        table::row(&self.level, &self.replay, &self.rating)
    }
}

/// A level and the proof beside it.
///
/// # Errors
/// If the level cannot be read, or has no proof that finishes it.
pub fn proven(path: &Path) -> Result<(Level, Replay), String> {
    let level = hairline_level::read(path).map_err(|error| error.to_string())?;
    let (replay, _) = store::proof_of(path, &level)?;
    Ok((level, replay))
}

/// A count of [`TRIES`] in percent.
fn percent(count: u32) -> String {
    format!("{:.1} %", f64::from(count) * 100.0 / f64::from(TRIES))
}
