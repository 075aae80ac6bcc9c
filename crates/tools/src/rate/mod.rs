//! `hairline rate`: how hard levels are to play, by the easiest run that a search finds and by their proofs, with medal times; a
//! line for each level, or a table that is written into a file.

pub mod easiest;
pub mod medals;
pub mod rating;
pub mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use hairline_level::Level;
use hairline_level::diagnostics::escape::escape_path;
use hairline_profile::medal::MedalTimes;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::TICKS_PER_SECOND;

use super::files::for_each_level;
use super::given::{self, shown};
use super::output::status::ExitStatus;
use super::output::times::seconds;
use super::solve::store;

use easiest::{EASY_TICKS, easiest};
use medals::{medal_seconds, medal_times};
use rating::{HardestSecond, Rating, TRIES, rating_of};

/// `hairline rate`.
#[derive(Args, Clone, Debug)]
pub struct RateOptions {
    /// Level files, folders with levels in them, or a campaign.ron: the levels of a campaign
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Ticks of play in which an easy run of each level is searched
    #[arg(long, default_value_t = EASY_TICKS, value_name = "TICKS", value_parser = clap::value_parser!(u64).range(1..))]
    pub ticks: u64,
    /// Write a table into a file, between the two lines that mark its place
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

/// Rates the proofs of level files, one line each, or writes a table of them.
pub fn rate(options: &RateOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut rows = Vec::new();
    let mut worst = for_each_level(&options.levels, "rate", out, |file| {
        let rated = Rated::read(file, options.ticks)?;
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

/// A level with a proof, the ratings of its proof and of its easiest known run, and the time of that.
struct Rated {
    level: Level,
    replay: Replay,
    medals: MedalTimes,
    rating: Rating,
    easiest: Rating,
    easiest_ticks: usize,
    hardest: Option<HardestSecond>,
}

impl Rated {
    fn read(path: &Path, ticks: u64) -> Result<Self, String> {
        let (level, replay) = proven(path)?;
        let rating = rating_of(&level, &replay.inputs);
        let (easiest, inputs) = easiest(&level, &replay.inputs, &rating, ticks);
        let hardest = easiest.hardest_second(&level, &inputs);
        let medals = medal_times(path, &level, replay.inputs.len())?;
        Ok(Self { level, replay, medals, rating, easiest, easiest_ticks: inputs.len(), hardest })
    }

    fn line(&self, path: &Path) -> String {
        let hardest = self.hardest.map_or(String::new(), |HardestSecond { from_tick, place, .. }| {
            let from = from_tick as usize;
            let until = (from + TICKS_PER_SECOND as usize).min(self.easiest_ticks);
            let (from, until) = (seconds(from), seconds(until));
            format!(", hardest from {from} to {until} s, near ({:.1}, {:.1})", place.x, place.y)
        });
        let ticks = self.replay.inputs.len();
        let [gold, silver, bronze] = medal_seconds(self.medals);
        format!(
            "{}: gold {gold} s, silver {silver} s, bronze {bronze} s\n      proof {}\n      easiest {}{hardest}",
            shown(path),
            of_run(&self.rating, ticks),
            of_run(&self.easiest, self.easiest_ticks),
        )
    }

    fn row(&self) -> String {
        table::row(&self.level, &self.replay, self.medals, &self.rating, &self.easiest)
    }
}

/// The rating of a run in words.
fn of_run(rating: &Rating, ticks: usize) -> String {
    let tightest = rating.windows.iter().map(|window| window.slack() + 1).min();
    let tightest = tightest
        .map_or("none".to_owned(), |ticks| if ticks == 1 { "1 tick".to_owned() } else { format!("{ticks} ticks") });
    let [trained, at_ease, stressed] = rating.survivors.map(percent);
    format!(
        "{:.1} of 10 ({} s, {} changes, tightest window {tightest}; survives {trained} at 15 ms, {at_ease} at 30 ms, \
         {stressed} at 60 ms)",
        rating.stars(),
        seconds(ticks),
        rating.windows.len(),
    )
}

/// A level and the proof beside it.
///
/// # Errors
/// If the level cannot be read, or has no proof that finishes it.
pub fn proven(path: &Path) -> Result<(Level, Replay), String> {
    let level = given::level(path).map_err(|error| error.to_string())?;
    let (replay, _) = store::proof_of(path, &level)?;
    Ok((level, replay))
}

/// A count of [`TRIES`] in percent.
fn percent(count: u32) -> String {
    format!("{:.1} %", f64::from(count) * 100.0 / f64::from(TRIES))
}
