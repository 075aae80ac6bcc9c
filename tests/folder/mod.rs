//! Folders for tests that write files.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder for one test: two tests of a program that name the same one would disturb each other.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder can be written to");
    folder
}
