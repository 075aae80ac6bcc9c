//! Levels that are hard to search: staircases that first lead away from the exit under a sweeping beam, towers, doors that want focus
//! held from their plate on.

use std::path::{Path, PathBuf};

use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::options::Shards;
use hairline_tools::solve::{Settings, find};
use rayon::prelude::*;

/// Ticks of play within which each of them is finished.
const TICKS_MAX: u64 = 10_000_000;

/// Minutes without optimization; `scripts/test` runs it in release.
#[test]
#[cfg_attr(debug_assertions, ignore = "searches for minutes")]
fn hard_levels_are_finished_soon() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hard");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("listed").path()).collect();
    files.sort();
    assert_eq!(files.len(), 12);
    let late: Vec<String> = files
        .par_iter()
        .filter_map(|file| {
            let level = hairline_level::read(file).unwrap_or_else(|error| panic!("{error}"));
            let settings = Settings { shards: Shards::All, focus: true, first: true, seed: 0, memory: 256 << 20 };
            let answer = find(&level, settings, Budget::new(None, Some(TICKS_MAX)), None);
            println!("{}: {:?}", level.name, answer.first.map(|(_, ticks)| ticks));
            answer.reason.map(|reason| format!("{}: {reason}", level.name))
        })
        .collect();
    assert!(late.is_empty(), "{late:#?}");
}
