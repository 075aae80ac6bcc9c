//! Where runs are kept: beside a level as its proof, or in a folder of results named by their content,
//! `LEVEL_HASH/TICKS-CONTENT_HASH.replay.ron`, each with a copy of its level, so that such folders from many machines can be
//! copied into one another and every result proves itself.

use std::cmp::Reverse;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::files_under;
use crate::given::{line_in, run_in};
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::file;
use hairline_level::{Level, StableHasher};
use hairline_lines::Line;
use hairline_profile::disk::replace;
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, REPLAY_FILE_ENDING, Replay, Verdict, proof_path};

/// How good a run is; the least is best. More shards, then fewer ticks, then fewer changes of the buttons; the hash decides
/// between equals, so that the best of several does not depend on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    shards: Reverse<u32>,
    ticks: usize,
    changes: usize,
    final_hash: u64,
}

impl Score {
    /// The score of a replay, by how it ended on its level.
    pub fn of(replay: &Replay, verdict: Verdict) -> Self {
        let changes = super::changes_of(&replay.inputs);
        let shards = Reverse(verdict.shards);
        Self { shards, ticks: replay.inputs.len(), changes, final_hash: replay.final_hash }
    }

    pub fn shards(&self) -> u32 {
        self.shards.0
    }

    /// Whether it is better for a player, whatever the hashes are.
    pub fn is_better_than(&self, other: &Self) -> bool {
        (self.shards, self.ticks, self.changes) < (other.shards, other.ticks, other.changes)
    }
}

/// The replay in a file, with its score, if it finishes this very level.
pub fn valid_replay(path: &Path, level: &Level) -> Option<(Replay, Score)> {
    let bytes = file::bytes(path, REPLAY_BYTES_MAX as u64).ok()?;
    let replay = Replay::parse(&bytes).ok()?;
    let verdict = replay.verify(level).ok()?;
    let score = Score::of(&replay, verdict);
    Some((replay, score))
}

/// The proof beside a level's file, or the run on the line on which it came.
///
/// # Errors
/// In one sentence, if there is none that finishes this very level.
pub fn proof_of(path: &Path, level: &Level) -> Result<(Replay, Score), String> {
    if let Some(line) = line_in(path) {
        let line = Line::parse(line).map_err(|error| error.to_string())?;
        let run = run_in(&line)?;
        let verdict = run.verify(level).map_err(|error| error.to_string())?;
        return Ok((run.clone(), Score::of(run, verdict)));
    }
    let proof = proof_path(path);
    let found = valid_replay(&proof, level);
    found.ok_or_else(|| {
        let name = escape_path(&proof);
        match proof.is_file() {
            true => format!("{name} does not prove it any more; `hairline solve` finds a proof"),
            false => format!("it has no proof, {name}; `hairline solve` finds one"),
        }
    })
}

/// Writes a replay, and makes its folder.
///
/// # Errors
/// As the file system reports them; a file that was there before is still there then.
pub fn write_replay(path: &Path, replay: &Replay) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    replace(path, replay.to_ron().as_bytes())
}

pub fn results_folder(out: &Path, level_hash: u64) -> PathBuf {
    out.join(format!("{level_hash:016x}"))
}

/// The name of a result by all of its content: two runs that end alike have two names.
pub fn result_name(replay: &Replay) -> String {
    let mut hasher = StableHasher::new();
    replay.to_ron().bytes().for_each(|byte| hasher.write_u32(u32::from(byte)));
    format!("{}-{:016x}{REPLAY_FILE_ENDING}", replay.inputs.len(), hasher.finish())
}

/// The best result of a level in a folder of results.
pub fn best_result(out: &Path, level: &Level) -> Option<(PathBuf, Replay, Score)> {
    let folder = results_folder(out, level.hash);
    let (replays, _) = files_under(&folder, |name| name.ends_with(REPLAY_FILE_ENDING));
    let own = replays.into_iter().filter(|path| path.parent() == Some(&folder));
    let valid = own.filter_map(|path| valid_replay(&path, level).map(|(replay, score)| (path, replay, score)));
    valid.min_by_key(|(.., score)| *score)
}

/// Writes a file of a result, unless it is there with these bytes; returns whether it was not.
pub fn write_if_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let is_new = std::fs::read(path).ok().as_deref() != Some(bytes);
    if is_new {
        replace(path, bytes)?;
    }
    Ok(is_new)
}

/// Adds a result with its level to a folder of results, and returns its path.
pub fn add_result(out: &Path, replay: &Replay, level_bytes: &[u8]) -> io::Result<PathBuf> {
    let folder = results_folder(out, replay.level_hash);
    std::fs::create_dir_all(&folder)?;
    write_if_new(&folder.join(&replay.level_file), level_bytes)?;
    let path = folder.join(result_name(replay));
    write_if_new(&path, replay.to_ron().as_bytes())?;
    Ok(path)
}
