//! The profile on a real disk: a writer that is killed at any moment, and the command that tells where files lie.

mod folder;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use folder::folder;
use hairline::profile::disk::replace;
use hairline::profile::store::{PROFILE_FILE, ProfileStore};
use hairline::profile::{BestRun, Profile, ProfileEvent, format};

/// The variable by which this test program, started again, is told to write to a folder for ever.
const WRITE_TO: &str = "HAIRLINE_TEST_WRITE_TO";

/// A profile of a thousand levels, each finished `finishes` times.
fn profile(finishes: u32) -> Profile {
    let mut profile = Profile::default();
    for level in 0..1000 {
        for _ in 0..finishes {
            let run = BestRun { ticks: 900, replay: "12R 3RJ 40- ".repeat(20) };
            profile.apply(ProfileEvent::Finished { level, file: "a.level.ron".into(), shards: 1, medal: None, run });
        }
    }
    profile
}

#[test]
fn a_writer_that_is_killed_at_any_moment_leaves_the_old_file_or_the_new_one() {
    if let Some(folder) = env::var_os(WRITE_TO) {
        let path = Path::new(&folder).join(PROFILE_FILE);
        let texts = [format::to_ron(&profile(1)), format::to_ron(&profile(2))];
        for text in texts.iter().cycle() {
            replace(&path, text.as_bytes()).expect("the folder can be written to");
        }
    }
    let folder = folder("killed");
    let path = folder.join(PROFILE_FILE);
    let wholes = [profile(1), profile(2)];
    replace(&path, format::to_ron(&wholes[0]).as_bytes()).expect("the folder can be written to");
    let mut seen = [0; 2];
    for round in 0..24 {
        let before = fs::metadata(&path).and_then(|about| about.modified()).expect("it is there");
        let mut writer = Command::new(env::current_exe().expect("this program has a path"))
            .args(["--exact", "a_writer_that_is_killed_at_any_moment_leaves_the_old_file_or_the_new_one"])
            .env(WRITE_TO, &folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("this program can be started again");
        // Once it has begun, at some moment within its writes.
        let started = Instant::now();
        while fs::metadata(&path).and_then(|about| about.modified()).expect("it is always there") == before {
            assert!(started.elapsed() < Duration::from_secs(60), "the writer never begins");
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(317 * round));
        writer.kill().expect("it runs for ever");
        writer.wait().expect("it was started here");
        let found = format::parse(&fs::read(&path).expect("it is always there")).expect("it is always whole");
        seen[wholes.iter().position(|whole| *whole == found).expect("it is one of the two")] += 1;
    }
    assert!(seen.iter().all(|count| *count > 0), "the writer got on: {seen:?}");
    // What a killed writer left beside the file disturbs nobody.
    let mut store = ProfileStore::open(&folder);
    assert!(store.take_notices().is_empty());
    assert_eq!(store.profile().levels.len(), 1000);
}

#[test]
fn the_paths_are_printed() {
    let folder = folder("paths");
    let output = Command::new(env!("CARGO_BIN_EXE_hairline"))
        .arg("paths")
        .env("HAIRLINE_PROFILE", &folder)
        .output()
        .expect("the program was built");
    let text = String::from_utf8(output.stdout).expect("paths are escaped");
    assert!(output.status.success());
    let profile = folder.join(PROFILE_FILE);
    assert!(text.contains(&format!("profile  {} (not there yet)\n", profile.display())), "{text}");
    assert!(text.lines().any(|line| line.starts_with("levels   ") && line.ends_with("levels")), "{text}");
}
