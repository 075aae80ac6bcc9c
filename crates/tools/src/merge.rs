//! `hairline merge`: brings folders of results together, so that the best run of each level is left.
//!
//! Every result is verified on the copy of its level that lies beside it, so results may come from anywhere. Merging twice,
//! or in another order, changes nothing.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hairline_level::diagnostics::escape::escape_path;
use hairline_level::limits::FILE_BYTES_MAX;
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, REPLAY_FILE_ENDING, Replay};

use super::files::{bytes_of, files_under};
use super::output::status::ExitStatus;
use super::solve::store::{Score, result_name, results_folder, write_if_new};
use super::verify::level_of;

/// A result that verifies. The least is best; the level's file decides between equal runs.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    score: Score,
    level_file: String,
    level_bytes: Vec<u8>,
    replay: String,
    name: String,
    path: PathBuf,
    level_path: PathBuf,
}

/// Merges the folders `from` into the folder `into`, which takes part in it, and writes a line for each file that is left out
/// and one with the sum.
pub fn merge(into: &Path, from: &[PathBuf], out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut worst = ExitStatus::Fine;
    let mut levels: BTreeMap<u64, Vec<Found>> = BTreeMap::new();
    let mut folders: Vec<&Path> = from.iter().map(PathBuf::as_path).collect();
    if into.exists() {
        folders.push(into);
    }
    for folder in folders {
        if !folder.is_dir() {
            worst = ExitStatus::CouldNotRun;
            writeln!(out, "cannot merge {}: it is not a folder", escape_path(folder))?;
            continue;
        }
        let (replays, unread) = files_under(folder, |name| name.ends_with(REPLAY_FILE_ENDING));
        for reason in &unread {
            worst = ExitStatus::CouldNotRun;
            writeln!(out, "cannot merge {reason}")?;
        }
        // Nothing to merge is no failure: a part may have had no level, or found no run.
        if replays.is_empty() && unread.is_empty() && folder != into {
            writeln!(out, "{}: the folder has no results in it", escape_path(folder))?;
        }
        for path in replays {
            match read(&path) {
                Ok((hash, found)) => levels.entry(hash).or_default().push(found),
                Err(reason) => {
                    worst = worst.max(ExitStatus::Failed);
                    writeln!(out, "left out {}: {reason}", escape_path(&path))?;
                }
            }
        }
    }
    let (count, mut changed) = (levels.len(), 0);
    for (hash, mut found) in levels {
        found.sort();
        match keep(&results_folder(into, hash), &found) {
            Ok(is_new) => changed += usize::from(is_new),
            Err(error) => {
                worst = ExitStatus::CouldNotRun;
                writeln!(out, "cannot merge into {}: {error}", escape_path(into))?;
            }
        }
    }
    writeln!(out, "{count} levels, {changed} changed")?;
    Ok(worst)
}

fn read(path: &Path) -> Result<(u64, Found), String> {
    let bytes = bytes_of(path, REPLAY_BYTES_MAX as u64)?;
    let replay = Replay::parse(&bytes).map_err(|error| error.to_string())?;
    let (level_path, level, _) = level_of(path, &replay.level_file)?;
    let verdict = replay.verify(&level).map_err(|error| error.to_string())?;
    let found = Found {
        score: Score::of(&replay, verdict),
        level_file: replay.level_file.clone(),
        level_bytes: bytes_of(&level_path, FILE_BYTES_MAX)?,
        replay: replay.to_ron(),
        name: result_name(&replay),
        path: path.to_owned(),
        level_path,
    };
    Ok((level.hash, found))
}

/// Writes the best result and its level, then removes the others from the folder. Returns whether anything changed.
fn keep(folder: &Path, found: &[Found]) -> io::Result<bool> {
    let Some(best) = found.first() else { return Ok(false) };
    std::fs::create_dir_all(folder)?;
    let (level, replay) = (folder.join(&best.level_file), folder.join(&best.name));
    let mut changed = write_if_new(&level, &best.level_bytes)?;
    changed |= write_if_new(&replay, best.replay.as_bytes())?;
    for other in &found[1..] {
        for path in [&other.path, &other.level_path] {
            let is_here = path.parent().is_some_and(|parent| parent == folder);
            if is_here && *path != level && *path != replay && path.exists() {
                std::fs::remove_file(path)?;
                changed = true;
            }
        }
    }
    Ok(changed)
}
