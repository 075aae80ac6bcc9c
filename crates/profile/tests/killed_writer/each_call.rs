//! A game that is killed at each of its system calls leaves the old profile or the new one, and another game that runs beside it
//! saves as if nothing had been. On Linux, with `strace`, which counts the calls of the main thread: there the game saves by
//! itself what it would give to its thread.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use hairline_profile::files::{BACKUP_FILES, PROFILE_FILE, ProfileFiles};
use hairline_profile::{BestRun, LevelEvent, Profile, ProfileEvent};
use hairline_testing::folder;

use super::{FOLDER, whole};

const LEVELS: u64 = 200;

fn finished(level: u64) -> ProfileEvent {
    let run = BestRun { ticks: 900, replay: "12R 3RJ 40- ".repeat(20) };
    ProfileEvent::Level(level, "a.level.ron".into(), LevelEvent::Finished { shards: 1, medal: None, run })
}

/// Starts a game and saves a finish, with a backup.
pub fn save(folder: &Path) {
    let mut files = ProfileFiles::new(Some(folder));
    for events in [[].as_slice(), &[finished(0)]] {
        files.save(events).expect("the folder can be written to");
    }
}

/// A folder with backups, where a game runs that will save again.
fn prepare() -> (std::path::PathBuf, ProfileFiles) {
    // `strace` prints where a link leads.
    let folder = folder("each-call").canonicalize().expect("it was just made");
    let levels: Vec<ProfileEvent> = (0..LEVELS).map(finished).collect();
    let mut games = [0, 1].map(|_| ProfileFiles::new(Some(&folder)));
    for files in &mut games {
        files.save(&levels).expect("the folder can be written to");
    }
    let [_, other] = games;
    (folder, other)
}

fn is_able_to_trace() -> bool {
    let status = Command::new("strace").arg("true").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A system call, as `strace` writes it: its name, and its arguments with the file behind each descriptor.
struct Call {
    name: String,
    arguments: String,
}

/// Runs the game that saves once; if `killed_at` names a call and counts its kind, kills it on its way into that call. Returns
/// its calls, without those by which threads wait for each other: their number differs.
fn trace(folder: &Path, killed_at: Option<(&str, usize)>) -> Vec<Call> {
    let log = folder.with_extension("log");
    Command::new("strace")
        .args(["--trace=!futex,sched_yield", "--decode-fds=path", "--string-limit=1000", "--output"])
        .arg(&log)
        .args(killed_at.map(|(name, count)| format!("--inject={name}:signal=KILL:when={count}")))
        .arg(env::current_exe().expect("this program has a path"))
        .env(FOLDER, folder)
        .status()
        .expect("strace could be started before");
    let text = fs::read_to_string(&log).expect("strace wrote it");
    // A signal has no arguments.
    let calls = text.lines().filter_map(|line| line.split_once('('));
    calls.map(|(name, arguments)| Call { name: name.to_owned(), arguments: arguments.to_owned() }).collect()
}

pub fn test() {
    if !is_able_to_trace() {
        println!("SKIPPED (there is no strace that may trace)");
        return;
    }
    let (folder, _other) = prepare();
    let old = whole(&folder);
    let after = |profile: &Profile, level: u64| {
        let mut profile = profile.clone();
        profile.apply(finished(level));
        profile
    };
    let new = after(&old, 0);
    let calls = trace(&folder, None);
    assert_eq!(whole(&folder), new);
    check_order(&folder, &calls);
    let path = folder.display().to_string();
    let first = calls.iter().position(|call| call.arguments.contains(&path)).expect("it names its folder");
    let names = |calls: &[Call]| calls.iter().map(|call| call.name.clone()).collect::<Vec<_>>();
    let names_of_all = names(&calls);
    let mut replaced = vec![];
    for (index, name) in names_of_all.iter().enumerate().skip(first) {
        let count = names_of_all[..=index].iter().filter(|other| *other == name).count();
        let (folder, mut other) = prepare();
        let made = trace(&folder, Some((name, count)));
        assert_eq!(names(&made), names_of_all[..=index], "it was killed at call {index}");
        let left = whole(&folder);
        assert!([&old, &new].contains(&&left), "the profile at {name}, call {index}");
        assert!(BACKUP_FILES.iter().any(|file| folder.join(file).exists()), "the backups at {name}, call {index}");
        replaced.push(left == new);
        // Temporary files that the killed game left are ignored.
        other.save(&[finished(LEVELS)]).expect("the lock is free again");
        assert_eq!((&other.notices, whole(&folder)), (&vec![], after(&left, LEVELS)));
    }
    assert!(replaced.is_sorted() && !replaced[0] && replaced.last() == Some(&true), "old, and from one call on new");
    println!("a game that was killed at each of {} system calls: ok", replaced.len());
}

/// Against a loss of power: the bytes are synced before the temporary file gets the name, and the folder after it.
fn check_order(folder: &Path, calls: &[Call]) {
    let path = folder.display().to_string();
    let steps = calls.iter().filter(|call| ["write", "fsync", "renameat"].contains(&call.name.as_str()));
    let steps: Vec<&Call> = steps.filter(|call| call.arguments.contains(&path)).collect();
    assert_eq!(steps.len(), 8, "the profile, then its backup");
    for (step, file) in steps.chunks(4).zip([PROFILE_FILE, BACKUP_FILES[0]]) {
        let names: Vec<&str> = step.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, ["write", "fsync", "renameat", "fsync"]);
        let temporary = format!("{path}/.{file}.");
        assert!(step[..2].iter().all(|call| call.arguments.contains(&temporary)), "the bytes of {file}");
        assert!(step[2].arguments.contains(&format!("\"{file}\"")), "the name of {file}");
        assert!(step[3].arguments.contains(&format!("<{path}>")), "the folder of {file}");
    }
}
