//! `hairline verify`: plays replays back on their levels and reports how each ended.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hairline_level::diagnostics::escape::{escape, escape_path};
use hairline_level::file;
use hairline_level::file::Unread;
use hairline_level::{Inspection, Level};
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, REPLAY_FILE_ENDING, Replay, ReplayError, Verdict};

use crate::ending;
use crate::files::some_files_under;
use crate::output::status::ExitStatus;
use crate::output::times::seconds;

/// Ticks between two looks at the clock while a replay is played.
const LOOK_TICKS: u32 = 4096;
/// A replay that takes longer than this shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// Verifies replay files, and those in folders, one line each. A replay's level is looked up beside the replay and in the
/// folder above.
pub fn verify(replays: &[PathBuf], out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut worst = ExitStatus::Fine;
    for path in replays {
        let (files, unread) = some_files_under(path, REPLAY_FILE_ENDING, None);
        for reason in unread {
            worst = ExitStatus::CouldNotRun;
            writeln!(out, "{} {reason}", label(worst))?;
        }
        for path in files {
            let (outcome, line) = match verify_file(&path) {
                Ok(line) => (ExitStatus::Fine, format!("ok    {line}")),
                Err((outcome, reason)) => (outcome, format!("{} {}: {reason}", label(outcome), escape_path(&path))),
            };
            worst = worst.max(outcome);
            writeln!(out, "{line}")?;
        }
    }
    Ok(worst)
}

fn label(outcome: ExitStatus) -> &'static str {
    match outcome {
        ExitStatus::Fine => "ok   ",
        ExitStatus::Failed => "FAILS",
        ExitStatus::CouldNotRun => "cannot verify",
    }
}

/// A replay that finishes its level.
#[derive(Clone, Debug)]
pub struct Proven {
    pub replay: Replay,
    pub level_path: PathBuf,
    pub level: Level,
    pub verdict: Verdict,
}

/// Reads a replay file.
///
/// # Errors
/// A sentence, and whether the file could not be read or is no replay.
pub fn read_replay(path: &Path) -> Result<Replay, (ExitStatus, String)> {
    let bytes = file::bytes(path, REPLAY_BYTES_MAX as u64).map_err(|unread| match unread {
        Unread::Failed(reason) => (ExitStatus::CouldNotRun, reason),
        Unread::TooLarge(bytes) => (ExitStatus::Failed, ReplayError::TooLarge(bytes as usize).to_string()),
    })?;
    Replay::parse(&bytes).map_err(|error| (ExitStatus::Failed, error.to_string()))
}

/// Reads a replay and its level, beside the replay or in the folder above, and plays it.
///
/// # Errors
/// A sentence, and whether something could not be read or the replay does not finish its level as recorded.
pub fn prove(path: &Path) -> Result<Proven, (ExitStatus, String)> {
    let could_not = |reason: String| (ExitStatus::CouldNotRun, reason);
    let fails = |reason: String| (ExitStatus::Failed, reason);
    let replay = read_replay(path)?;
    let (level_path, level, inspection) = level_of(path, &replay.level_file).map_err(could_not)?;
    let on_level = |error: ReplayError| {
        let words = match error {
            ReplayError::Unfinished { .. } => {
                format!("does not finish the level: {}", ending::words(&inspection, &level, &replay.inputs))
            }
            other => other.to_string(),
        };
        fails(format!("on {}: {words}", escape_path(&level_path)))
    };
    let verdict = watch(&replay, &level, path).map_err(on_level)?;
    Ok(Proven { replay, level_path, level, verdict })
}

fn verify_file(path: &Path) -> Result<String, (ExitStatus, String)> {
    let Proven { level, verdict, .. } = prove(path)?;
    let shards = if level.shards.is_empty() {
        String::new()
    } else {
        format!(", {} of {} shards", verdict.shards, level.shards.len())
    };
    Ok(format!(
        "{}: “{}” in {} s, {} ticks{shards}, final hash {:016x}",
        escape_path(path),
        escape(&level.name),
        seconds(verdict.ticks as usize),
        verdict.ticks,
        verdict.hash
    ))
}

/// Plays a replay, and shows on a terminal how far it is if that takes long.
fn watch(replay: &Replay, level: &Level, path: &Path) -> Result<Verdict, ReplayError> {
    let (started, all, is_terminal) = (Instant::now(), replay.inputs.len(), io::stderr().is_terminal());
    let mut is_shown = false;
    let verdict = replay.verify_watched(level, |played| {
        if is_terminal && played % LOOK_TICKS == 0 && started.elapsed() > PATIENCE {
            is_shown = true;
            eprint!("\r{}: {} % of {all} ticks", escape_path(path), u64::from(played) * 100 / all as u64);
        }
    });
    if is_shown {
        eprint!("\r\u{1b}[K");
    }
    verdict
}

/// Finds and reads the level that a replay names; the inspection says where everything is in its file.
pub(super) fn level_of(replay: &Path, level_file: &str) -> Result<(PathBuf, Level, Inspection), String> {
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
    let unplayable = |error: &dyn std::fmt::Display| format!("its level cannot be played:\n{error}");
    let inspection = hairline_level::read_inspected(path).map_err(|error| unplayable(&error))?;
    let level = inspection.level.clone().ok_or_else(|| unplayable(&inspection.diagnostics))?;
    Ok((path.clone(), level, inspection))
}
