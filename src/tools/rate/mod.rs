//! `hairline rate`: how hard the proofs of levels are to play, with their medal times.

pub mod rating;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::level;
use crate::level::diagnostics::escape::escape_path;
use crate::profile::medal::Medal;
use crate::sim::tuning::TICKS_PER_SECOND;

use super::check::Outcome;
use super::files::files_under;
use super::solve::store;

use rating::{TRIES, rating_of};

/// Rates the proofs of level files, one line each.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn rate(paths: &[PathBuf], out: &mut dyn Write) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    for path in paths {
        for path in files_under(path, |name| name.ends_with(level::LEVEL_FILE_ENDING)).0 {
            match rate_file(&path) {
                Ok(line) => writeln!(out, "{line}")?,
                Err(reason) => {
                    worst = Outcome::CouldNotRun;
                    writeln!(out, "cannot rate {}: {reason}", escape_path(&path))?;
                }
            }
        }
    }
    Ok(worst)
}

fn rate_file(path: &Path) -> Result<String, String> {
    let level = level::read(path).map_err(|error| error.to_string())?;
    let proof = store::proof_path(path);
    let (replay, _) = store::valid_replay(&proof, &level)
        .ok_or_else(|| format!("{} does not prove it; `hairline solve` finds a proof", escape_path(&proof)))?;
    let rating = rating_of(&level, &replay.inputs);
    let tightest = rating.windows.iter().map(|window| window.1 + window.2 + 1).min();
    let tightest = tightest.map_or("none".to_owned(), |ticks| format!("{ticks} ticks"));
    let percent = |count: u32| format!("{:.1} %", f64::from(count) * 100.0 / f64::from(TRIES));
    let seconds = |medal: Medal| medal.ticks(replay.inputs.len() as u32) as f32 / TICKS_PER_SECOND as f32;
    let [bronze, silver, gold] = Medal::ALL.map(seconds);
    let [trained, at_ease, stressed] = rating.survivors.map(percent);
    Ok(format!(
        "{}: {:.1} of 10; {} changes, tightest window {tightest}; survives {trained} at 15 ms, {at_ease} at 30 ms, {stressed} \
         at 60 ms; gold {gold:.3} s, silver {silver:.3} s, bronze {bronze:.3} s",
        escape_path(path),
        rating.stars(),
        rating.windows.len(),
    ))
}
