//! Folders for tests that write files.

use std::fs;
use std::path::PathBuf;

/// An empty folder for one test, in the build folder: two tests of a program that name the same one would disturb each other.
///
/// # Panics
/// If the build folder cannot be written to.
pub fn folder(name: &str) -> PathBuf {
    let program = std::env::current_exe().expect("a test is a program");
    let program_name = program.file_stem().expect("a program has a name");
    let build = program.ancestors().nth(2).expect("cargo puts tests two folders deep");
    let folder = build.join("tmp").join(program_name).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the build folder can be written to");
    folder
}
