//! `hairline verify`: plays replays back on their levels, and tells for each how it ended.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::level::{self, Level};
use crate::sim::replay::{REPLAY_BYTES_MAX, Replay};
use crate::sim::tuning::TICKS_PER_SECOND;

use super::check::Outcome;

/// Verifies replay files, one line each. A level is looked for beside its replay and in the folder above.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn verify(replays: &[PathBuf], out: &mut dyn Write) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    for path in replays {
        let (outcome, line) = match verify_file(path) {
            Ok(line) => (Outcome::Fine, format!("ok    {line}")),
            Err((outcome, reason)) => (outcome, format!("{} {}: {reason}", word(outcome), path.display())),
        };
        worst = worst.max(outcome);
        writeln!(out, "{line}")?;
    }
    Ok(worst)
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Fine => "ok   ",
        Outcome::Faults => "FAILS",
        Outcome::CouldNotRun => "cannot verify",
    }
}

fn verify_file(path: &Path) -> Result<String, (Outcome, String)> {
    let could_not = |reason: String| (Outcome::CouldNotRun, reason);
    let fails = |reason: String| (Outcome::Faults, reason);
    let replay = Replay::parse(&read(path).map_err(could_not)?).map_err(|error| fails(error.to_string()))?;
    let (level_path, level) = level_of(path, &replay.level_file).map_err(could_not)?;
    let verdict = replay.verify(&level).map_err(|error| fails(format!("on {}: {error}", level_path.display())))?;
    let seconds = f64::from(verdict.ticks) / f64::from(TICKS_PER_SECOND);
    Ok(format!(
        "{}: “{}” in {seconds:.3} s, {} ticks, final hash {:016x}",
        path.display(),
        level.name,
        verdict.ticks,
        verdict.hash
    ))
}

/// The bytes of a replay file, no more than are looked at.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let told = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder; name the replays in it".to_owned(),
        _ => format!("the file cannot be read: {error}"),
    };
    // Asked before opening: to open a pipe would wait for a writer.
    let metadata = std::fs::metadata(path).map_err(told)?;
    if metadata.is_dir() {
        return Err("this is a folder; name the replays in it".to_owned());
    }
    if !metadata.is_file() {
        return Err("this is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    // One byte over the cap is enough for the parser to refuse the file.
    let file = File::open(path).map_err(told)?;
    file.take(REPLAY_BYTES_MAX as u64 + 1).read_to_end(&mut bytes).map_err(told)?;
    Ok(bytes)
}

/// Finds and reads the level that a replay names.
fn level_of(replay: &Path, level_file: &str) -> Result<(PathBuf, Level), String> {
    // A bare file name: a replay must not send anybody to other places of the disk.
    let is_bare = Path::new(level_file).file_name().is_some_and(|name| name == level_file);
    if !is_bare {
        return Err(format!("it names the level {level_file:?}, which is no plain file name"));
    }
    let beside = replay.parent().unwrap_or(Path::new(""));
    let above = beside.join("..");
    // Of `proofs/a.replay.ron` the folder above is the empty path, not `proofs/..`, to be read more easily.
    let above = beside.parent().filter(|_| beside.file_name().is_some()).unwrap_or(&above);
    let tried = [beside.join(level_file), above.join(level_file)];
    let found = tried.iter().find(|path| path.is_file());
    let Some(path) = found else {
        return Err(format!("its level is neither {} nor {}", tried[0].display(), tried[1].display()));
    };
    let level = level::read(path).map_err(|error| format!("its level cannot be played:\n{error}"))?;
    Ok((path.clone(), level))
}
