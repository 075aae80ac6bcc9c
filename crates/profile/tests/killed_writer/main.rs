//! Games that are killed while they write: at each of their system calls (`each_call`), and at random moments, two or three of
//! them in one folder (`at_random`).
//!
//! A program without test harness: the games are this program, started again, without window.

mod at_random;
#[cfg(target_os = "linux")]
mod each_call;

use std::path::Path;
use std::{env, fs};

use hairline_profile::files::{BACKUP_FILES, PROFILE_FILE};
use hairline_profile::{Profile, format};

/// The variable by which this program, started again, is told in which folder to save, and what to be: the number of a game
/// that plays until it is killed, or nothing for one that saves once.
const FOLDER: &str = "HAIRLINE_TEST_FOLDER";
const GAME: &str = "HAIRLINE_TEST_GAME";

fn main() {
    let Some(folder) = env::var_os(FOLDER) else {
        at_random::test();
        #[cfg(target_os = "linux")]
        each_call::test();
        return;
    };
    match env::var(GAME) {
        Ok(game) => at_random::play(Path::new(&folder), game.parse().expect("a number")),
        #[cfg(target_os = "linux")]
        Err(_) => each_call::save(Path::new(&folder)),
        #[cfg(not(target_os = "linux"))]
        Err(error) => panic!("{error}"),
    }
}

/// The profile in a folder. It has to be there and whole, and each backup that is there too.
#[track_caller]
fn whole(folder: &Path) -> Profile {
    let read = |file: &str| {
        let bytes = fs::read(folder.join(file)).ok()?;
        assert!(format::is_as_written(&bytes), "{file}");
        Some(format::parse(&bytes).unwrap_or_else(|error| panic!("{file}: {error}")))
    };
    _ = BACKUP_FILES.map(read);
    read(PROFILE_FILE).expect("it is always there")
}
