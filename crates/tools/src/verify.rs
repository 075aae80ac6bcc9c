//! `hairline verify`: plays replays back on their levels and reports how each ended.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hairline_level::diagnostics::escape::{escape, escape_path};
use hairline_level::file;
use hairline_level::file::Unread;
use hairline_level::{Inspection, Level};
use hairline_lines::Line;
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, REPLAY_FILE_ENDING, Replay, ReplayError, Verdict};
use hairline_sim::tuning::RULES_VERSION;

use crate::ending;
use crate::files::some_files_under;
use crate::given::{self, line_in, run_in, shown};
use crate::output::status::ExitStatus;
use crate::output::times::seconds;

/// Ticks between two looks at the clock while a replay is played.
const LOOK_TICKS: u32 = 4096;
/// A replay that takes longer than this shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// Verifies replay files, and those in folders, and runs on lines, one line each. A replay's level is looked up beside the
/// replay and in the folder above; that of a line without a level in the campaign.
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
                Err((outcome, reason)) => (outcome, format!("{} {}: {reason}", label(outcome), shown(&path))),
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

/// Reads a replay and its level, beside the replay or in the folder above, or both from a line, and plays it.
///
/// # Errors
/// A sentence, and whether something could not be read or the replay does not finish its level as recorded.
pub fn prove(path: &Path) -> Result<Proven, (ExitStatus, String)> {
    let fails = |reason: String| (ExitStatus::Failed, reason);
    let (replay, level_path, inspection) = match line_in(path) {
        Some(line) => of_line(path, line)?,
        None => of_file(path)?,
    };
    let level = inspection
        .level
        .clone()
        .ok_or_else(|| fails(format!("its level cannot be played:\n{}", inspection.diagnostics)))?;
    let on_level = |error: ReplayError| {
        let words = match error {
            ReplayError::Unfinished { .. } => {
                format!("does not finish the level: {}", ending::words(&inspection, &level, &replay.inputs))
            }
            other => other.to_string(),
        };
        let level =
            if line_in(&level_path).is_some() { "the level of its line".to_owned() } else { escape_path(&level_path) };
        fails(format!("on {level}: {words}"))
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
        shown(path),
        escape(&level.name),
        seconds(verdict.ticks as usize),
        verdict.ticks,
        verdict.hash
    ))
}

/// A replay, the path of its level, which may be the line itself, and that level.
type Run = (Replay, PathBuf, Inspection);

fn of_file(path: &Path) -> Result<Run, (ExitStatus, String)> {
    let replay = read_replay(path)?;
    let found = level_of(path, &replay.level_file);
    let (level_path, _, inspection) = found.map_err(|reason| (ExitStatus::CouldNotRun, reason))?;
    Ok((replay, level_path, inspection))
}

fn of_line(path: &Path, line: &str) -> Result<Run, (ExitStatus, String)> {
    let fails = |reason: String| (ExitStatus::Failed, reason);
    let line = Line::parse(line).map_err(|error| fails(error.to_string()))?;
    let run = run_in(&line).map_err(fails)?;
    if let Some(shared) = line.level() {
        return Ok((run.clone(), path.to_owned(), given::inspect_shared(&shared.text)));
    }
    // Under other rules the level may have another hash, too.
    if run.rules != RULES_VERSION {
        return Err(fails(ReplayError::Rules(run.rules).to_string()));
    }
    let of_campaign = given::campaign_levels().into_iter().find(|(_, level)| level.hash == run.level_hash);
    let (path, _) = of_campaign.ok_or_else(|| (ExitStatus::CouldNotRun, unknown_level(run.level_hash)))?;
    let inspection = given::inspect(&path).map_err(|error| (ExitStatus::CouldNotRun, error.to_string()))?;
    Ok((run.clone(), path, inspection))
}

/// Why a run that came without its level cannot be played.
pub(super) fn unknown_level(hash: u64) -> String {
    format!(
        "its level, with the hash {hash:016x}, is not in the campaign: ask for a line with the level (`hairline share --both`)"
    )
}

/// Plays a replay, and shows on a terminal how far it is if that takes long.
fn watch(replay: &Replay, level: &Level, path: &Path) -> Result<Verdict, ReplayError> {
    let (started, all, is_terminal) = (Instant::now(), replay.inputs.len(), io::stderr().is_terminal());
    let mut is_shown = false;
    let verdict = replay.verify_watched(level, |played| {
        if is_terminal && played % LOOK_TICKS == 0 && started.elapsed() > PATIENCE {
            is_shown = true;
            eprint!("\r{}: {} % of {all} ticks", shown(path), u64::from(played) * 100 / all as u64);
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
