//! A writer that is killed at each of its system calls leaves the old file or the new one. On Linux, with `strace`.
//!
//! A program without test harness: the writer is this program, started again, and writes in its main thread, so that `strace` can
//! count its calls. It opens the profile, which renews the backup, and then replaces the profile by the function that the game's
//! thread for writing calls.

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("SKIPPED (only Linux has strace)");
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::{env, fs};

    use hairline_profile::disk::replace;
    use hairline_profile::store::{BACKUP_FILE, PROFILE_FILE, ProfileStore};
    use hairline_profile::{BestRun, LevelEvent, Profile, ProfileEvent, format};

    use hairline_testing::folder;

    /// The variable by which this program, started again, is told to write in a folder.
    const WRITE_IN: &str = "HAIRLINE_TEST_WRITE_IN";

    pub fn main() {
        match env::var_os(WRITE_IN) {
            Some(folder) => write(Path::new(&folder)),
            None if is_able_to_trace() => kill_at_each_call(),
            None => println!("SKIPPED (there is no strace that may trace)"),
        }
    }

    fn write(folder: &Path) {
        // Opening the profile renews its backup.
        drop(ProfileStore::open(folder));
        replace(&folder.join(PROFILE_FILE), format::to_ron(&profile(2)).as_bytes())
            .expect("the folder can be written to");
    }

    fn is_able_to_trace() -> bool {
        let status = Command::new("strace").arg("true").stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    /// A profile of a thousand levels, each finished `finishes` times.
    fn profile(finishes: u32) -> Profile {
        let mut profile = Profile::default();
        for level in (0..1000).flat_map(|level| std::iter::repeat_n(level, finishes as usize)) {
            let run = BestRun { ticks: 900, replay: "12R 3RJ 40- ".repeat(20) };
            profile.apply(ProfileEvent::Level(
                level,
                "a.level.ron".into(),
                LevelEvent::Finished { shards: 1, medal: None, run },
            ));
        }
        profile
    }

    /// A profile in the folder. It has to be whole.
    fn whole(folder: &Path, file: &str) -> Profile {
        format::parse(&fs::read(folder.join(file)).expect("it is always there")).expect("it is always whole")
    }

    /// A system call, as `strace` writes it: its name, and its arguments with the file behind each descriptor.
    struct Call {
        name: String,
        arguments: String,
    }

    /// Runs the writer in a folder; if `killed_at` names a call and counts its kind, kills it on its way into that call. Returns
    /// the calls of its main thread, without those by which threads wait for each other: their number differs.
    fn trace_writer(folder: &Path, killed_at: Option<(&str, usize)>) -> Vec<Call> {
        let log = folder.with_extension("log");
        Command::new("strace")
            .args(["--trace=!futex,sched_yield", "--decode-fds=path", "--string-limit=1000", "--output"])
            .arg(&log)
            .args(killed_at.map(|(name, count)| format!("--inject={name}:signal=KILL:when={count}")))
            .arg(env::current_exe().expect("this program has a path"))
            .env(WRITE_IN, folder)
            .status()
            .expect("strace could be started before");
        let text = fs::read_to_string(&log).expect("strace wrote it");
        // A signal has no arguments.
        let calls = text.lines().filter_map(|line| line.split_once('('));
        calls.map(|(name, arguments)| Call { name: name.to_owned(), arguments: arguments.to_owned() }).collect()
    }

    fn kill_at_each_call() {
        let [oldest, old, new] = [0, 1, 2].map(profile);
        let prepare = || {
            // `strace` prints where a link leads.
            let folder = folder("each-call").canonicalize().expect("it was just made");
            for (file, content) in [(BACKUP_FILE, &oldest), (PROFILE_FILE, &old)] {
                replace(&folder.join(file), format::to_ron(content).as_bytes()).expect("the folder can be written to");
            }
            folder
        };
        let folder = prepare();
        let calls = trace_writer(&folder, None);
        assert_eq!([whole(&folder, BACKUP_FILE), whole(&folder, PROFILE_FILE)], [old.clone(), new.clone()]);
        check_order(&folder, &calls);
        let path = folder.display().to_string();
        let first = calls.iter().position(|call| call.arguments.contains(&path)).expect("it names its folder");
        let names = |calls: &[Call]| calls.iter().map(|call| call.name.clone()).collect::<Vec<_>>();
        let names_of_all = names(&calls);
        let (mut renewed, mut replaced) = (vec![], vec![]);
        for (index, name) in names_of_all.iter().enumerate().skip(first) {
            let count = names_of_all[..=index].iter().filter(|other| *other == name).count();
            let folder = prepare();
            let made = trace_writer(&folder, Some((name, count)));
            assert_eq!(names(&made), names_of_all[..=index], "it was killed at call {index}");
            let [backup, file] = [BACKUP_FILE, PROFILE_FILE].map(|file| whole(&folder, file));
            assert!([&oldest, &old].contains(&&backup), "the backup at {name}, call {index}");
            assert!([&old, &new].contains(&&file), "the profile at {name}, call {index}");
            renewed.push(backup == old);
            replaced.push(file == new);
            // Temporary files that the writer left are ignored.
            let mut store = ProfileStore::open(&folder);
            assert_eq!((store.take_notices(), store.profile()), (vec![], &file));
        }
        for is_new in [renewed, replaced] {
            assert!(is_new.is_sorted() && !is_new[0] && is_new.last() == Some(&true), "old, and from one call on new");
        }
        println!("a writer was killed at each of {} system calls: ok", calls.len() - first);
    }

    /// Against a loss of power: the bytes are synced before the temporary file gets the name, and the folder after it.
    fn check_order(folder: &Path, calls: &[Call]) {
        let path = folder.display().to_string();
        let steps = calls.iter().filter(|call| ["write", "fsync", "renameat"].contains(&call.name.as_str()));
        let steps: Vec<&Call> = steps.filter(|call| call.arguments.contains(&path)).collect();
        assert_eq!(steps.len(), 8, "the backup, then the profile");
        for (step, file) in steps.chunks(4).zip([BACKUP_FILE, PROFILE_FILE]) {
            let names: Vec<&str> = step.iter().map(|call| call.name.as_str()).collect();
            assert_eq!(names, ["write", "fsync", "renameat", "fsync"]);
            let temporary = format!("{path}/.{file}.");
            assert!(step[..2].iter().all(|call| call.arguments.contains(&temporary)), "the bytes of {file}");
            assert!(step[2].arguments.contains(&format!("\"{file}\"")), "the name of {file}");
            assert!(step[3].arguments.contains(&format!("<{path}>")), "the folder of {file}");
        }
    }
}
