//! `hairline verify`: plays replays back on their levels and reports how each ended.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::level;
use crate::level::Level;
use crate::level::diagnostics::escape::{escape, escape_path};
use crate::level::reader::file;
use crate::level::reader::file::Unread;
use crate::sim::state::replay::{REPLAY_BYTES_MAX, Replay, ReplayError};
use crate::sim::tuning::TICKS_PER_SECOND;

use crate::tools::check::Outcome;

/// Verifies replay files, one line each. A replay's level is looked up beside the replay and in the folder above.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn verify(replays: &[PathBuf], out: &mut dyn Write) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    for path in replays {
        let (outcome, line) = match verify_file(path) {
            Ok(line) => (Outcome::Fine, format!("ok    {line}")),
            Err((outcome, reason)) => (outcome, format!("{} {}: {reason}", label(outcome), escape_path(path))),
        };
        worst = worst.max(outcome);
        writeln!(out, "{line}")?;
    }
    Ok(worst)
}

fn label(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Fine => "ok   ",
        Outcome::Failed => "FAILS",
        Outcome::CouldNotRun => "cannot verify",
    }
}

fn verify_file(path: &Path) -> Result<String, (Outcome, String)> {
    let could_not = |reason: String| (Outcome::CouldNotRun, reason);
    let fails = |reason: String| (Outcome::Failed, reason);
    let bytes = file::bytes(path, REPLAY_BYTES_MAX as u64).map_err(|unread| match unread {
        Unread::Failed(reason) => could_not(reason),
        Unread::TooLarge(bytes) => fails(ReplayError::TooLarge { bytes: bytes as usize }.to_string()),
    })?;
    let replay = Replay::parse(&bytes).map_err(|error| fails(error.to_string()))?;
    let (level_path, level) = level_of(path, &replay.level_file).map_err(could_not)?;
    let on_level = |error: ReplayError| fails(format!("on {}: {error}", escape_path(&level_path)));
    let verdict = replay.verify(&level).map_err(on_level)?;
    // Truncated to milliseconds, as the clock in the game is.
    let milliseconds = u64::from(verdict.ticks) * 1000 / u64::from(TICKS_PER_SECOND);
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    Ok(format!(
        "{}: “{}” in {seconds}.{rest:03} s, {} ticks, final hash {:016x}",
        escape_path(path),
        escape(&level.name),
        verdict.ticks,
        verdict.hash
    ))
}

/// Finds and reads the level that a replay names.
pub(super) fn level_of(replay: &Path, level_file: &str) -> Result<(PathBuf, Level), String> {
    // A bare file name: a replay must not reach other places of the disk.
    let is_bare = Path::new(level_file).file_name().is_some_and(|name| name == level_file);
    if !is_bare {
        return Err(format!("it names the level {level_file:?}, which is not a plain file name"));
    }
    let beside = replay.parent().unwrap_or(Path::new(""));
    let above = beside.join("..");
    // The folder above `proofs/a.replay.ron` is the empty path, which reads better than `proofs/..`.
    let above = beside.parent().filter(|_| beside.file_name().is_some()).unwrap_or(&above);
    let tried = [beside.join(level_file), above.join(level_file)];
    let found = tried.iter().find(|path| path.is_file());
    let Some(path) = found else {
        let [beside, above] = tried.map(|path| escape_path(&path));
        return Err(format!("its level is neither {beside} nor {above}"));
    };
    let level = level::read(path).map_err(|error| format!("its level cannot be played:\n{error}"))?;
    Ok((path.clone(), level))
}
