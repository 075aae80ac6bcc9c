//! Where runs are kept: beside a level as its proof, or in a folder of results named by their content,
//! `LEVEL_HASH/TICKS-CONTENT_HASH.replay.ron`, each with a copy of its level, so that such folders from many machines can be
//! copied into one another and every result proves itself.

use std::cmp::Reverse;
use std::io;
use std::path::{Path, PathBuf};

use hairline_level::file;
use hairline_level::{Level, StableHasher};
use hairline_profile::disk::replace;
use hairline_sim::Simulation;
use hairline_sim::run::shard::ShardState;
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, REPLAY_FILE_ENDING, Replay};

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
    /// The score of a replay that was verified on its level.
    pub fn of(replay: &Replay, level: &Level) -> Self {
        let changes = super::changes_of(&replay.inputs);
        let shards = Reverse(shards_taken(replay, level));
        Self { shards, ticks: replay.inputs.len(), changes, final_hash: replay.final_hash }
    }

    /// How many shards it takes.
    pub fn shards(&self) -> u32 {
        self.shards.0
    }

    /// Whether it is better for a player, whatever the hashes are.
    pub fn is_better_than(&self, other: &Self) -> bool {
        (self.shards, self.ticks, self.changes) < (other.shards, other.ticks, other.changes)
    }
}

/// How many shards a replay takes.
fn shards_taken(replay: &Replay, level: &Level) -> u32 {
    let mut simulation = Simulation::new(level);
    replay.inputs.iter().for_each(|&input| simulation.tick(input));
    ShardState::count_taken(&simulation.save())
}

/// The replay in a file, with its score, if it finishes this very level.
pub fn valid_replay(path: &Path, level: &Level) -> Option<(Replay, Score)> {
    let bytes = file::bytes(path, REPLAY_BYTES_MAX as u64).ok()?;
    let replay = Replay::parse(&bytes).ok()?;
    replay.verify(level).ok()?;
    let score = Score::of(&replay, level);
    Some((replay, score))
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

/// The folder of a level's results.
pub fn results_folder(out: &Path, level_hash: u64) -> PathBuf {
    out.join(format!("{level_hash:016x}"))
}

/// The name of a result by all of its content: two runs that end alike have two names.
pub fn result_name(replay: &Replay) -> String {
    let mut hasher = StableHasher::new();
    replay.to_ron().bytes().for_each(|byte| hasher.write_u32(u32::from(byte)));
    format!("{}-{:016x}{REPLAY_FILE_ENDING}", replay.inputs.len(), hasher.finish())
}

/// The replays in a folder of results of one level, sorted by name; none if there is no such folder.
fn replays_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_replay =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(REPLAY_FILE_ENDING));
    let mut files: Vec<PathBuf> = entries.filter(is_replay).collect();
    files.sort();
    files
}

/// The best result of a level in a folder of results.
pub fn best_result(out: &Path, level: &Level) -> Option<(PathBuf, Replay, Score)> {
    let replays = replays_in(&results_folder(out, level.hash)).into_iter();
    let valid = replays.filter_map(|path| valid_replay(&path, level).map(|(replay, score)| (path, replay, score)));
    valid.min_by_key(|(.., score)| *score)
}

/// Adds a result with its level to a folder of results, and returns its path.
pub fn add_result(out: &Path, replay: &Replay, level_bytes: &[u8]) -> io::Result<PathBuf> {
    let folder = results_folder(out, replay.level_hash);
    std::fs::create_dir_all(&folder)?;
    let level = folder.join(&replay.level_file);
    if std::fs::read(&level).ok().as_deref() != Some(level_bytes) {
        replace(&level, level_bytes)?;
    }
    let path = folder.join(result_name(replay));
    replace(&path, replay.to_ron().as_bytes())?;
    Ok(path)
}
