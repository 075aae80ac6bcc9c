//! The profile's folder: progress lasts, and no fault of its files loses any of it.

use std::fs;
use std::path::{Path, PathBuf};

use hairline_profile::format::parse;
use hairline_profile::settings::Settings;
use hairline_profile::store::{BACKUP_FILE, Notice, PROFILE_FILE, ProfileStore};
use hairline_profile::{BestRun, LevelEvent, Profile, ProfileEvent};
use hairline_testing::folder;

fn finished(level: u64, ticks: u32) -> ProfileEvent {
    let run = BestRun { ticks, replay: String::new() };
    ProfileEvent::Level(level, "a.level.ron".into(), LevelEvent::Finished { shards: 0, medal: None, run })
}

/// The finishes of each level in the folder's file.
fn finishes(folder: &Path) -> Vec<u32> {
    let bytes = fs::read(folder.join(PROFILE_FILE)).expect("it was saved");
    parse(&bytes).expect("it is whole").levels.values().map(|record| record.finishes).collect()
}

/// A folder whose profile has one finished level, and its backup.
fn with_progress(name: &str) -> PathBuf {
    let folder = folder(name);
    let mut store = ProfileStore::open(&folder);
    store.note(finished(1, 100));
    drop(store);
    // The second start makes the backup.
    drop(ProfileStore::open(&folder));
    assert!(folder.join(BACKUP_FILE).exists());
    folder
}

#[test]
fn progress_lasts_from_one_start_to_the_next() {
    let folder = folder("lasts");
    let within = folder.join("made").join("here");
    let mut store = ProfileStore::open(&within);
    store.note(finished(1, 100));
    let mut settings = Settings::default();
    settings.sound.enabled = false;
    store.note(ProfileEvent::Set(settings));
    store.flush();
    assert!(store.take_notices().is_empty());
    let profile = store.profile().clone();
    drop(store);
    assert_eq!(*ProfileStore::open(&within).profile(), profile);
}

#[test]
fn a_damaged_file_is_set_aside_and_the_backup_comes_back() {
    for (index, bytes) in [b"".as_slice(), b"(version: 1, lev", b"\xff\x00\xfe"].into_iter().enumerate() {
        let folder = with_progress(&format!("damaged-{index}"));
        fs::write(folder.join(PROFILE_FILE), bytes).expect("a file");
        let mut store = ProfileStore::open(&folder);
        let notices = store.take_notices();
        let kept = Notice::Damaged { file: PROFILE_FILE.into(), kept_as: "profile.damaged-1.ron".into() };
        assert_eq!(notices, [kept, Notice::BackupRead]);
        assert_eq!(store.profile().levels.len(), 1);
        store.note(finished(2, 50));
        drop(store);
        assert_eq!(finishes(&folder), [1, 1]);
        assert_eq!(fs::read(folder.join("profile.damaged-1.ron")).expect("kept"), bytes);
    }
}

#[test]
fn a_newer_file_and_a_damaged_backup_are_both_kept() {
    let folder = with_progress("newer");
    let newer = "(version: 9, what: [ever])";
    fs::write(folder.join(PROFILE_FILE), newer).expect("a file");
    fs::write(folder.join(BACKUP_FILE), "nonsense").expect("a file");
    let mut store = ProfileStore::open(&folder);
    assert_eq!(*store.profile(), Profile::default());
    let kept = [
        Notice::Newer { file: PROFILE_FILE.into(), kept_as: "profile.newer-1.ron".into() },
        Notice::Damaged { file: BACKUP_FILE.into(), kept_as: "profile.backup.damaged-1.ron".into() },
    ];
    assert_eq!(store.take_notices(), kept);
    store.note(finished(2, 50));
    drop(store);
    assert_eq!(fs::read_to_string(folder.join("profile.newer-1.ron")).expect("kept"), newer);
    assert_eq!(fs::read(folder.join("profile.backup.damaged-1.ron")).expect("kept"), b"nonsense");
    assert_eq!(finishes(&folder), [1]);
}

#[test]
fn a_profile_that_is_a_folder_is_never_written_over() {
    let folder = folder("is-a-folder");
    fs::create_dir_all(folder.join(PROFILE_FILE).join("within")).expect("a folder");
    let mut store = ProfileStore::open(&folder);
    store.note(finished(1, 100));
    store.flush();
    assert!(!store.take_notices().is_empty());
    let moved = folder.join("profile.damaged-1.ron").join("within").is_dir();
    assert!(moved || folder.join(PROFILE_FILE).join("within").is_dir());
}

#[test]
fn a_folder_that_cannot_be_made_leaves_the_game_running() {
    let folder = folder("no-folder");
    fs::write(folder.join("file"), "x").expect("a file");
    let mut store = ProfileStore::open(&folder.join("file"));
    assert_eq!(store.take_notices().len(), 1);
    store.note(finished(1, 100));
    store.flush();
    assert_eq!(store.profile().levels.len(), 1);
    assert!(store.take_notices().is_empty());
}

#[test]
fn two_running_games_lose_nothing_of_each_other() {
    let folder = with_progress("two");
    let mut first = ProfileStore::open(&folder);
    let mut second = ProfileStore::open(&folder);
    assert!(first.take_notices().is_empty());
    assert_eq!(second.take_notices(), [Notice::AnotherGame]);
    second.note(finished(1, 90));
    second.note(finished(3, 10));
    second.flush();
    assert_eq!(finishes(&folder), [1], "the first one has the file");
    first.note(finished(2, 70));
    drop(first);
    assert_eq!(finishes(&folder), [1, 1]);
    drop(second);
    assert_eq!(finishes(&folder), [2, 1, 1]);
}

#[test]
fn a_write_that_fails_is_told_once_and_tried_again() {
    let folder = folder("fails");
    let within = folder.join("profile");
    let mut store = ProfileStore::open(&within);
    // On a file system that went away.
    fs::rename(&within, folder.join("elsewhere")).expect("it can be renamed");
    for attempt in 0..3 {
        store.note(finished(attempt, 100));
        store.flush();
    }
    let notices = store.take_notices();
    assert!(matches!(notices.as_slice(), [Notice::WriteFailed { .. }]), "{notices:?}");
    fs::rename(folder.join("elsewhere"), &within).expect("it can be renamed");
    store.flush();
    assert_eq!(finishes(&within), [1, 1, 1]);
}
