//! The profile on a real disk: a writer that is killed at any moment and at each of its system calls, and the command that
//! tells where files lie.

mod folder;

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use folder::folder;
use hairline::profile::disk::replace;
use hairline::profile::store::{BACKUP_FILE, PROFILE_FILE, ProfileStore};
use hairline::profile::{BestRun, Profile, ProfileEvent, format};

/// The variable by which this test program, started again, is told to write to a folder for ever.
const WRITE_TO: &str = "HAIRLINE_TEST_WRITE_TO";
/// The variable by which it is told to open the profile in a folder and to replace it once.
const REPLACE_IN: &str = "HAIRLINE_TEST_REPLACE_IN";

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
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros(317 * round));
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

/// The profile in a file of a folder. It has to be whole.
fn whole(folder: &Path, file: &str) -> Profile {
    format::parse(&fs::read(folder.join(file)).expect("it is always there")).expect("it is always whole")
}

/// Starts this program again to run the test below as a writer in a folder, its thread traced by `strace` from the writer's
/// first call on. Returns the names of its system calls that concern files, in order.
#[cfg(target_os = "linux")]
fn trace_writer(folder: &Path, log: &Path, injection: Option<String>) -> Vec<String> {
    let mut writer = Command::new(env::current_exe().expect("this program has a path"))
        .args(["--exact", "a_writer_that_is_killed_at_each_system_call_leaves_the_old_file_or_the_new_one"])
        .args(["--include-ignored", "--nocapture"])
        .env(REPLACE_IN, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started again");
    let printed = BufReader::new(writer.stdout.take().expect("it is piped"));
    let is_thread = |line: &io::Result<String>| line.as_ref().is_ok_and(|line| line.starts_with("/proc/"));
    // Kept until the end: the writer prints more.
    let mut printed = printed.lines();
    let thread = printed.find(is_thread).and_then(Result::ok).expect("it says which thread writes");
    let thread = thread.rsplit('/').next().expect("the path ends in the number of the thread");
    let mut strace = Command::new("strace")
        .args(["--attach", thread, "--trace=%file,%desc", "--output"])
        .arg(log)
        .args(injection)
        .stderr(Stdio::piped())
        .spawn()
        .expect("strace is installed");
    let mut said = BufReader::new(strace.stderr.take().expect("it is piped")).lines();
    let attached = said.next().and_then(Result::ok).unwrap_or_default();
    assert!(attached.ends_with("attached"), "strace may trace here: {attached}");
    writer.stdin.take().expect("it is piped").write_all(b"go\n").expect("it waits for a line");
    printed.for_each(drop);
    writer.wait().expect("it was started here");
    strace.wait().expect("it was started here");
    // A line begins with the call's name and its arguments; a signal has no arguments.
    let text = fs::read_to_string(log).expect("strace wrote it");
    text.lines().filter_map(|line| Some(line.split_once('(')?.0.to_owned())).collect()
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs strace; scripts/test runs it"]
fn a_writer_that_is_killed_at_each_system_call_leaves_the_old_file_or_the_new_one() {
    if let Some(folder) = env::var_os(REPLACE_IN) {
        let folder = Path::new(&folder);
        let thread = fs::read_link("/proc/thread-self").expect("Linux has it");
        // In a thread of its own, since strace counts the calls of this one.
        let is_traced = thread::spawn(move || {
            println!("\n/proc/{}", thread.display());
            io::stdin().read_line(&mut String::new())
        });
        is_traced.join().expect("it does not panic").expect("a line comes");
        // Opening the profile renews its backup.
        drop(ProfileStore::open(folder));
        replace(&folder.join(PROFILE_FILE), format::to_ron(&profile(2)).as_bytes()).expect("it can be written");
        return;
    }
    let [oldest, old, new] = [0, 1, 2].map(profile);
    let prepare = || {
        let folder = folder("each-call");
        for (file, content) in [(BACKUP_FILE, &oldest), (PROFILE_FILE, &old)] {
            replace(&folder.join(file), format::to_ron(content).as_bytes()).expect("the folder can be written to");
        }
        folder
    };
    let log = folder("each-call-log").join("log");
    let folder = prepare();
    let calls = trace_writer(&folder, &log, None);
    assert_eq!([whole(&folder, BACKUP_FILE), whole(&folder, PROFILE_FILE)], [old.clone(), new.clone()]);
    let (mut renewed, mut replaced) = (vec![], vec![]);
    for (index, name) in calls.iter().enumerate() {
        let count = calls[..=index].iter().filter(|call| *call == name).count();
        let folder = prepare();
        // On its way into the call, so after all those before it.
        let made = trace_writer(&folder, &log, Some(format!("--inject={name}:signal=KILL:when={count}")));
        assert_eq!(made, calls[..=index], "it was killed at call {index}");
        let [backup, file] = [BACKUP_FILE, PROFILE_FILE].map(|file| whole(&folder, file));
        assert!([&oldest, &old].contains(&&backup), "the backup at {name}, call {index}");
        assert!([&old, &new].contains(&&file), "the profile at {name}, call {index}");
        renewed.push(backup == old);
        replaced.push(file == new);
        // What the writer left disturbs nobody.
        let mut store = ProfileStore::open(&folder);
        assert_eq!((store.take_notices(), store.profile()), (vec![], &file));
    }
    println!("killed at each of {} calls: {calls:?}", calls.len());
    // The bytes reach the disk before the name does, and the name before the writer is done: for a machine that loses power.
    let order: Vec<_> = calls.iter().filter(|call| ["write", "fsync", "renameat"].contains(&call.as_str())).collect();
    assert_eq!(order, ["write", "fsync", "renameat", "fsync"].repeat(2), "of the backup, then of the profile");
    for is_new in [renewed, replaced] {
        assert!(is_new.is_sorted() && !is_new[0] && is_new.last() == Some(&true), "old, and from one call on new");
    }
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
