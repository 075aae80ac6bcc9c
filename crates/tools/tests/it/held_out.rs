//! Levels that nobody who wrote the checks had seen: `held_out/README.md` says where each of `held_out/faulty` is broken and how, and
//! what looks wrong in each of `held_out/good`. At least three quarters of the faults are told, by the plain check or by playing;
//! nothing is told of a good level. There are three sets, each by another author.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use hairline_tools::check::options::{CheckFormat, CheckOptions};
use hairline_tools::check::{check, inspect};
use rayon::prelude::*;

/// How many levels there are.
const FAULTY: usize = 107;
const GOOD: usize = 51;
/// Ticks of play for each faulty level, and for each good one.
const FAULTY_TICKS: u64 = 2_000_000;
const GOOD_TICKS: u64 = 10_000_000;

/// The faults of which only playing tells the cause, and words of what it says.
const TOLD_BY_PLAYING: &[(&str, &str)] = &[
    ("bridge-of-ash", "with crumble 'c'"),
    ("bullet-pipe", "without turret 't'"),
    ("canyon", "before a gap of 16 tiles"),
    ("door-for-a-lighthouse", "with sensor 's'"),
    ("door-that-shades-its-eye", "with sensor 's'"),
    ("eye-over-the-plain", "without laser 'e'"),
    ("ferry-that-left", "with mover 'm'"),
    ("fork-without-return", "a shard for which the exit waits cannot be reached any more"),
    ("lid-over-the-exit", "with switch 's'"),
    ("lift-that-stops-short", "with the path of mover 'm'"),
    ("lift-with-its-plate-below", "with mover 'm'"),
    ("low-ceiling-over-the-gap", "a gap of 7 tiles under a ceiling 2 tiles high"),
    ("mine-at-the-end-of-the-alcove", "died of mine 'm' (line 11)"),
    ("mine-in-the-crawlway", "mine 'm' (line 10)"),
    ("orb-as-wide-as-its-hall", "without orb 'o'"),
    ("plate-out-of-sight", "with switch 'p'"),
    ("plates-apart", "with switch 'a' (line 11) and switch 'b'"),
    ("press-over-the-hall", "mover 'm'"),
    ("rooftops", "below a ledge 5 tiles higher"),
    ("shard-in-a-smooth-pit", "the exit cannot be reached any more"),
    ("soft-alarm", "cannot be reached any more, after camera 'c'"),
    ("soft-key-first", "cannot be reached any more, after key 'k'"),
    ("soft-pit", "1.4) the exit cannot be reached any more"),
    ("soft-switch", "cannot be reached any more, after switch 's'"),
    ("spring-into-spikes", "without the 40 spikes"),
    ("teleport-over-spikes", "without the 27 spikes"),
    ("toggle-in-the-shaft", "with one toggle more for door 'd'"),
    ("tower-with-a-missing-step", "with a solid tile"),
    ("two-toggles-down", "with one toggle more for door 'd'"),
    ("watched-door", "without camera 'c'"),
    // The second set.
    ("a-shard-in-each-chute", "without the shard at (28.5, 8.5)"),
    ("ball-fills-the-trench", "without orb 'o'"),
    ("beams-take-turns", "died of laser 'b'"),
    ("bridge-in-one-piece", "with crumble 'c'"),
    ("bumper-asleep", "with bumper 'b'"),
    ("door-slower-than-the-flash", "with sensor 's'"),
    ("gate-too-quick", "with switch 'p'"),
    ("keys-exclude-each-other", "with door 'd'"),
    ("lid-cracks-from-above", "without crumble 'c'"),
    ("mine-without-fuse", "without mine 'm'"),
    ("no-lull-in-the-fire", "without turret 'u'"),
    ("pipe-without-breath", "without laser 'a'"),
    ("shard-in-the-dome", "without the shard at (20.5, 9.5)"),
    ("soft-plate-shuts-the-gate", "after switch 'p'"),
    ("soft-polished-well", "the exit cannot be reached any more"),
    ("spring-upside-down", "with spring 's' (line 21) throwing upwards"),
    ("two-plates-in-the-chute", "one toggle more for door 'd'"),
    ("vane-quarter-turns", "with vane 'v'"),
    ("watchman-at-his-own-gate", "without camera 'c'"),
    ("wind-blows-once", "with vane 'v'"),
    ("soft-teleport-into-a-niche", "after teleport 't'"),
    // The third set.
    ("camera-sees-all", "without camera 'c'"),
    ("crumble-long", "with crumble 'c'"),
    ("inverted-gate", "with switch 's'"),
    ("mine-fuse", "without mine 'm'"),
    ("orb-fills-hall", "without orb 'o'"),
    ("plate-brief", "with switch 'p'"),
    ("soft-smooth-pit", "the exit cannot be reached any more"),
    ("sun-passes", "with sensor 's'"),
    ("turret-shaft", "without turret 't'"),
];
/// How many of those must be told: a search that goes another way may miss some.
const TOLD_MIN: usize = 57;
/// Good levels of which the plain check says something that is so: a door bars nothing.
const RIGHTLY_TOLD: &[&str] = &["key-behind-its-own-door", "plates-in-a-ring"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/held_out").join(name)
}

/// The names of the levels in a folder; the table has each of them.
fn names(name: &str, count: usize) -> Vec<String> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder is there");
    let files = entries.map(|entry| entry.expect("listed").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = files.map(|file| file.replace(".level.ron", "")).collect();
    names.sort();
    let table = std::fs::read_to_string(folder("README.md")).expect("the table is there");
    let unlisted: Vec<&String> = names.iter().filter(|name| !table.contains(&format!("\n| {name} | "))).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
    assert_eq!(names.len(), count);
    names
}

fn file(folder_name: &str, name: &str) -> PathBuf {
    folder(folder_name).join(format!("{name}.level.ron"))
}

/// What the plain check says, a line for each warning.
fn told(folder_name: &str, name: &str) -> Vec<String> {
    let inspection = inspect(std::fs::read(file(folder_name, name)).expect("a file"), name);
    assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
    let diagnostics = &inspection.diagnostics;
    let lines = diagnostics.iter().map(|diagnostic| {
        let at = diagnostics.position(diagnostic).expect("a place");
        format!("{} at {}:{}: {}", diagnostic.fault().code, at.line, at.column, diagnostic.message())
    });
    lines.collect()
}

#[test]
fn what_the_plain_check_tells_of_held_out_faults_is_kept() {
    let rows: String = names("faulty", FAULTY)
        .iter()
        .map(|name| {
            let told = told("faulty", name);
            let told = if told.is_empty() { "nothing".to_owned() } else { told.join("\n    ") };
            format!("{name}\n    {told}\n")
        })
        .collect();
    expect_file![folder("plain.txt")].assert_eq(&rows);
}

#[test]
fn the_plain_check_is_silent_about_held_out_good_levels() {
    for name in names("good", GOOD) {
        let told = told("good", &name);
        let is_right = |line: &String| RIGHTLY_TOLD.contains(&&*name) && line.starts_with("idle-door ");
        assert!(told.iter().all(is_right), "{name}: {told:?}");
    }
}

/// What `check --deep` prints of a level with so many ticks for each search.
fn told_by_playing(folder_name: &str, name: &str, ticks: u64) -> String {
    let options = CheckOptions {
        deep: true,
        ticks: Some(ticks),
        format: CheckFormat::Json,
        ..CheckOptions::of([file(folder_name, name)])
    };
    let mut out = vec![];
    check(&options, &mut out, false).expect("memory can be written");
    String::from_utf8(out).expect("the report is text")
}

/// Minutes without optimization; `scripts/test` runs it in release.
#[test]
#[cfg_attr(debug_assertions, ignore = "searches for minutes")]
fn held_out_faults_are_told_by_playing() {
    let missed: Vec<String> = TOLD_BY_PLAYING
        .par_iter()
        .filter_map(|(name, words)| {
            let said = told_by_playing("faulty", name, FAULTY_TICKS);
            (!said.contains(words)).then(|| format!("{name} without `{words}`: {said}"))
        })
        .collect();
    assert!(TOLD_BY_PLAYING.len() - missed.len() >= TOLD_MIN, "{missed:#?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "searches for minutes")]
fn held_out_good_levels_are_told_nothing_by_playing() {
    let names = names("good", GOOD);
    let names = names.par_iter().filter(|name| !RIGHTLY_TOLD.contains(&name.as_str()));
    let blamed = names.map(|name| told_by_playing("good", name, GOOD_TICKS));
    let blamed: Vec<String> = blamed.filter(|said| said.contains("warning")).collect();
    assert!(blamed.is_empty(), "{blamed:#?}");
}
