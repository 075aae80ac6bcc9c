//! The profile's files: games that write them in turns, and files that are damaged, missing or replaced, lose nothing.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use hairline_profile::files::{BACKUP_FILES, Notice, PROFILE_FILE, ProfileFiles};
use hairline_profile::format::{is_as_written, parse, to_ron};
use hairline_profile::medal::Medal;
use hairline_profile::settings::Settings;
use hairline_profile::{BestRun, LevelEvent, LevelRecord, Profile, ProfileEvent};
use hairline_testing::folder;

fn finished(level: u64, ticks: u32) -> ProfileEvent {
    let run = BestRun { ticks, replay: String::new() };
    let event = LevelEvent::Finished { shards: 0, medal: (ticks < 100).then_some(Medal::Gold), run };
    ProfileEvent::Level(level, "a.level.ron".into(), event)
}

/// A game that was just started.
fn started(folder: &Path) -> ProfileFiles {
    let mut files = ProfileFiles::new(Some(folder));
    files.save(&[]).expect("the folder can be written to");
    files
}

/// The best time and the finishes of each level in the folder's file, which is what a game wrote.
fn results(folder: &Path) -> Vec<(u32, u32)> {
    let bytes = fs::read(folder.join(PROFILE_FILE)).expect("it was saved");
    assert!(is_as_written(&bytes));
    let levels = parse(&bytes).expect("it is whole").levels;
    levels.values().map(|record| (record.best_ticks().unwrap_or_default(), record.finishes)).collect()
}

/// A folder in which one level was finished.
fn with_progress(name: &str) -> PathBuf {
    let folder = folder(name);
    started(&folder).save(&[finished(1, 100)]).expect("the folder can be written to");
    folder
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    fs::write(folder.join(name), bytes).expect("a file");
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_game_that_changes_nothing_writes_nothing() {
    let folder = folder("nothing");
    started(&folder);
    assert!(!folder.join(PROFILE_FILE).exists());
    write(&folder, PROFILE_FILE, b"(version: 1, settings: (is_muted: true), levels: {})");
    started(&folder);
    assert!(bytes(&folder, PROFILE_FILE).starts_with(b"(version: 1"), "also of an older version");
}

#[test]
fn a_damaged_file_is_set_aside_and_the_backup_comes_back() {
    for (index, damaged) in [b"".as_slice(), b"(version: 1, lev", b"\xff\x00\xfe"].into_iter().enumerate() {
        let folder = with_progress(&format!("damaged-{index}"));
        write(&folder, PROFILE_FILE, damaged);
        let mut files = started(&folder);
        let kept = Notice::Damaged { file: PROFILE_FILE.into(), kept_as: "profile.damaged-1.ron".into() };
        assert_eq!(files.notices, [kept, Notice::BackupRead]);
        assert_eq!(results(&folder), [(100, 1)]);
        files.save(&[finished(2, 50)]).expect("the folder can be written to");
        assert_eq!(results(&folder), [(100, 1), (50, 1)]);
        assert_eq!(bytes(&folder, "profile.damaged-1.ron"), damaged);
        assert_eq!(started(&folder).notices, []);
    }
}

#[test]
fn a_file_damaged_while_a_game_runs_is_set_aside_and_nothing_is_lost() {
    let folder = folder("damaged-meanwhile");
    let mut files = started(&folder);
    files.save(&[finished(1, 100), finished(1, 90)]).expect("the folder can be written to");
    write(&folder, PROFILE_FILE, b"nonsense");
    files.save(&[finished(2, 50)]).expect("the folder can be written to");
    assert_eq!(results(&folder), [(90, 2), (50, 1)]);
    assert_eq!(files.notices.len(), 1);
}

#[test]
fn a_newer_file_and_a_damaged_backup_are_both_kept() {
    let folder = with_progress("newer");
    let newer = b"(version: 9, what: [ever])";
    write(&folder, PROFILE_FILE, newer);
    write(&folder, BACKUP_FILES[0], b"nonsense");
    let mut files = started(&folder);
    let kept = [
        Notice::Newer { file: PROFILE_FILE.into(), kept_as: "profile.newer-1.ron".into() },
        Notice::Damaged { file: BACKUP_FILES[0].into(), kept_as: "profile.backup.damaged-1.ron".into() },
    ];
    assert_eq!(files.notices, kept);
    files.save(&[finished(2, 50)]).expect("the folder can be written to");
    assert_eq!(bytes(&folder, "profile.newer-1.ron"), newer);
    assert_eq!(bytes(&folder, "profile.backup.damaged-1.ron"), b"nonsense");
    assert_eq!(results(&folder), [(50, 1)]);
}

#[test]
fn a_changed_digit_is_told_and_the_backup_before_it_is_kept() {
    let folder = with_progress("altered");
    let text = String::from_utf8(bytes(&folder, PROFILE_FILE)).expect("text");
    let backup = bytes(&folder, BACKUP_FILES[0]);
    write(&folder, PROFILE_FILE, text.replace("ticks: 100", "ticks: 900").as_bytes());
    let mut files = started(&folder);
    let kept_as = "profile.backup.before-change-1.ron";
    assert_eq!(files.notices, [Notice::Altered { kept_as: Some(kept_as.into()) }]);
    assert_eq!(results(&folder), [(900, 1)]);
    assert_eq!(bytes(&folder, kept_as), backup);
    files.save(&[finished(2, 50)]).expect("the folder can be written to");
    assert_eq!((results(&folder), started(&folder).notices), (vec![(900, 1), (50, 1)], vec![]));
}

#[test]
fn each_game_leaves_a_backup_and_three_are_kept() {
    let folder = folder("backups");
    for game in 1..=4 {
        let mut files = started(&folder);
        for _ in 0..2 {
            files.save(&[finished(1, 200 - game)]).expect("the folder can be written to");
        }
        let read = |name: &str| parse(&fs::read(folder.join(name)).ok()?).ok()?.levels[&1].best_ticks();
        let expected = [0, 1, 2].map(|age| Some(200 - game + age).filter(|_| game > age));
        assert_eq!(BACKUP_FILES.map(read), expected, "after game {game}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 5, "with the profile and its lock");
}

#[test]
fn two_games_lose_nothing_of_each_other() {
    let folder = with_progress("two");
    let (mut first, mut second) = (started(&folder), started(&folder));
    let muted = |enabled, music| {
        let mut settings = Settings::default();
        (settings.sound.enabled, settings.sound.music) = (enabled, music);
        settings
    };
    let set = |to| ProfileEvent::Set { from: Settings::default(), to };
    second.save(&[finished(1, 90), finished(3, 10), set(muted(false, 100))]).expect("the folder can be written to");
    first.save(&[finished(2, 70), finished(1, 95), set(muted(true, 40))]).expect("the folder can be written to");
    let both = second.save(&[finished(2, 80)]).expect("the folder can be written to").clone();
    assert_eq!(results(&folder), [(90, 3), (70, 2), (10, 1)]);
    assert_eq!(both.settings, muted(false, 40));
    assert_eq!((first.notices, second.notices), (vec![], vec![]));
}

#[test]
fn a_profile_that_was_replaced_by_an_older_one_gets_back_what_it_lacks() {
    let folder = with_progress("replaced");
    let older = bytes(&folder, PROFILE_FILE);
    let mut files = started(&folder);
    files.save(&[finished(1, 90), finished(2, 50)]).expect("the folder can be written to");
    write(&folder, PROFILE_FILE, &older);
    files.save(&[finished(3, 10)]).expect("the folder can be written to");
    assert_eq!(results(&folder), [(90, 2), (50, 1), (10, 1)]);
    fs::remove_dir_all(&folder).expect("a folder");
    files.save(&[]).expect("the folder is made again");
    assert_eq!(results(&folder), [(90, 2), (50, 1), (10, 1)]);
    assert_eq!(files.notices, []);
}

#[test]
fn a_lock_that_is_held_is_a_failure_and_the_next_save_has_everything() {
    let folder = with_progress("held");
    let mut files = started(&folder);
    let held = File::open(folder.join("profile.lock")).expect("a game made it");
    held.lock().expect("nobody holds it");
    let events = [finished(2, 50)];
    assert!(files.save(&events).is_err_and(|failure| failure.ends_with("another program holds it")));
    drop(held);
    files.save(&events).expect("the folder can be written to");
    assert_eq!(results(&folder), [(100, 1), (50, 1)]);
}

#[test]
fn a_profile_that_is_a_folder_is_never_written_over() {
    let folder = folder("is-a-folder");
    fs::create_dir_all(folder.join(PROFILE_FILE).join("within")).expect("a folder");
    started(&folder).save(&[finished(1, 100)]).expect("the folder can be written to");
    assert!(folder.join("profile.damaged-1.ron").join("within").is_dir());
    assert_eq!(results(&folder), [(100, 1)]);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_not_damaged_and_nothing_replaces_it() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = with_progress("unreadable");
    let path = folder.join(PROFILE_FILE);
    let mut files = ProfileFiles::new(Some(&folder));
    let mut check = |name: &str| {
        let failure = files.save(&[finished(2, 50)]).expect_err("it cannot be read");
        assert!(failure.contains(&format!("{name}: ")), "{failure}");
        assert_eq!(files.notices, []);
    };
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).expect("it is ours");
    // Root may read anything.
    if fs::read(&path).is_err() {
        check(PROFILE_FILE);
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
    let saved = bytes(&folder, PROFILE_FILE);
    for name in [PROFILE_FILE, BACKUP_FILES[0]] {
        let path = folder.join(name);
        fs::remove_file(&path).expect("it is there");
        symlink(&path, &path).expect("a link to itself");
        check(PROFILE_FILE);
    }
    fs::remove_file(&path).expect("it is there");
    check(BACKUP_FILES[0]);
    write(&folder, PROFILE_FILE, &saved);
    files.save(&[finished(2, 50)]).expect("the folder can be written to");
    assert_eq!(results(&folder), [(100, 1), (50, 1)]);
}

#[cfg(unix)]
#[test]
fn a_device_or_a_socket_in_the_place_of_the_profile_is_set_aside_unread() {
    let folder = folder("device");
    let path = folder.join(PROFILE_FILE);
    std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
    started(&folder).save(&[finished(1, 100)]).expect("the folder can be written to");
    assert!(folder.join("profile.damaged-1.ron").is_symlink() && Path::new("/dev/zero").exists());
    fs::remove_file(&path).expect("it is there");
    let _socket = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
    started(&folder).save(&[finished(2, 50)]).expect("the folder can be written to");
    assert_eq!(results(&folder), [(100, 1), (50, 1)]);
}

#[cfg(unix)]
#[test]
fn a_link_to_the_profile_stays_a_link() {
    let folder = folder("profile-link");
    let (path, file) = (folder.join(PROFILE_FILE), folder.join("elsewhere.ron"));
    std::os::unix::fs::symlink("elsewhere.ron", &path).expect("a link");
    for (level, before) in [(1, None), (2, None), (3, Some("nonsense"))] {
        before.inspect(|bytes| fs::write(&file, bytes).expect("a file"));
        started(&folder).save(&[finished(level, 100)]).expect("the folder can be written to");
        assert!(path.is_symlink() && file.is_file());
    }
    assert_eq!(results(&folder).len(), 3);
    assert_eq!(bytes(&folder, "elsewhere.damaged-1.ron"), b"nonsense");
}

#[test]
fn a_merge_loses_no_medal_no_best_run_and_no_count() {
    let record = |ticks, shards, finishes, deaths| LevelRecord {
        file: format!("{ticks}.level.ron"),
        best: Some(BestRun { ticks, replay: format!("{ticks}") }),
        shards,
        medal: (ticks < 110).then_some(Medal::Gold),
        assisted_ticks: (ticks > 110).then_some(ticks),
        finishes,
        deaths,
    };
    let (fast, slow) = (record(100, 1, 3, 9), record(120, 2, 8, 4));
    let profile = |levels: [(u64, &LevelRecord); 2]| Profile {
        levels: levels.map(|(level, record)| (level, record.clone())).into(),
        ..Profile::default()
    };
    let folder = folder("merge");
    write(&folder, PROFILE_FILE, to_ron(&profile([(2, &fast), (3, &slow)])).as_bytes());
    let mut files = started(&folder);
    write(&folder, PROFILE_FILE, to_ron(&profile([(1, &fast), (2, &slow)])).as_bytes());
    let both =
        LevelRecord { file: slow.file.clone(), assisted_ticks: Some(120), finishes: 8, shards: 2, ..fast.clone() };
    let merged = Profile { levels: BTreeMap::from([(1, fast), (2, both), (3, slow)]), ..Profile::default() };
    for _ in 0..2 {
        assert_eq!(files.save(&[]), Ok(&merged));
    }
}
