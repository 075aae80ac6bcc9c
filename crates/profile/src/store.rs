//! Keeps the profile on the disk while the game runs. No fault of its files stops the game, and none is overwritten unread.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use bevy::ecs::resource::Resource;

use super::disk::{replace, set_aside};
use super::format::{PROFILE_BYTES_MAX, ProfileError, parse, to_ron};
use super::{Profile, ProfileEvent};

pub const PROFILE_FILE: &str = "profile.ron";
/// What the profile was when it was last read without fault.
pub const BACKUP_FILE: &str = "profile.backup.ron";
const LOCK_FILE: &str = "profile.lock";

/// What the player has to be told of the profile's files. The screens put it into words, in the player's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The folder cannot be used: progress lasts until the game ends.
    NotSaved {
        reason: String,
    },
    AnotherGame,
    /// A file could be neither read nor set aside, so nothing is written over it.
    NothingOverwritten {
        reason: String,
    },
    /// A write failed; it is tried again.
    WriteFailed {
        file: String,
        reason: String,
    },
    Newer {
        file: String,
        kept_as: String,
    },
    Damaged {
        file: String,
        kept_as: String,
    },
    /// The backup was read in place of the profile.
    BackupRead,
    /// There was a backup and no profile.
    MissingBackupRead,
}

/// The profile, and the folder in which it is kept. By default it is kept in memory only.
#[derive(Resource, Default)]
pub struct ProfileStore {
    profile: Profile,
    folder: Option<ProfileFolder>,
    notices: Vec<Notice>,
}

struct ProfileFolder {
    path: PathBuf,
    /// Held while this game may write. `None` while another one does.
    lock: Option<File>,
    /// Events while another game held the lock.
    pending: Vec<ProfileEvent>,
    /// Something was not given to the writer yet.
    is_dirty: bool,
    /// The last write failed, and the player was told.
    has_failed: bool,
    writer: Writer,
}

impl ProfileStore {
    /// Reads the profile in a folder, which is made if it does not exist. Whatever is wrong there becomes a
    /// [notice](Self::take_notices): a faulty file is set aside and its backup read; where nothing can be written, or set
    /// aside, the profile lives in memory only.
    pub fn open(folder: &Path) -> Self {
        let mut store = Self::default();
        let read_only = || read_file(&folder.join(PROFILE_FILE), &mut vec![]).unwrap_or_default();
        let lock = match fs::create_dir_all(folder).and_then(|()| lock(folder)) {
            Ok(lock) => lock,
            Err(error) => {
                store.notices.push(Notice::NotSaved { reason: format!("{}: {error}", folder.display()) });
                store.profile = read_only();
                return store;
            }
        };
        if lock.is_none() {
            store.notices.push(Notice::AnotherGame);
            store.profile = read_only();
        } else {
            match recover(folder, &mut store.notices) {
                Ok(profile) => store.profile = profile,
                Err(error) => {
                    store.notices.push(Notice::NothingOverwritten { reason: error.to_string() });
                    return store;
                }
            }
        }
        store.folder = Some(ProfileFolder {
            path: folder.to_owned(),
            lock,
            pending: vec![],
            is_dirty: false,
            has_failed: false,
            writer: Writer::new(folder.join(PROFILE_FILE)),
        });
        store
    }

    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Remembers something; [`Self::save`] puts it on the disk.
    pub fn note(&mut self, event: ProfileEvent) {
        if let Some(folder) = &mut self.folder {
            folder.is_dirty = true;
            if folder.lock.is_none() {
                folder.pending.push(event.clone());
            }
        }
        self.profile.apply(event);
    }

    /// Gives what is new to the thread that writes it. A profile that another game has written meanwhile is read first, and
    /// what happened here is added to it.
    pub fn save(&mut self) {
        let Some(folder) = self.folder.as_mut().filter(|folder| folder.is_dirty) else { return };
        if folder.lock.is_none() {
            folder.lock = lock(&folder.path).ok().flatten();
            if folder.lock.is_none() {
                return;
            }
            match recover(&folder.path, &mut self.notices) {
                Ok(mut profile) => {
                    folder.pending.drain(..).for_each(|event| profile.apply(event));
                    self.profile = profile;
                }
                Err(error) => {
                    self.notices.push(Notice::NothingOverwritten { reason: error.to_string() });
                    self.folder = None;
                    return;
                }
            }
        }
        folder.is_dirty = false;
        folder.writer.write(to_ron(&self.profile).into_bytes());
    }

    /// Saves, and waits until it is on the disk or has failed.
    pub fn flush(&mut self) {
        self.save();
        if let Some(folder) = &mut self.folder {
            folder.writer.wait();
        }
        self.collect_results();
    }

    /// The notices since the last call.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        self.collect_results();
        std::mem::take(&mut self.notices)
    }

    fn collect_results(&mut self) {
        let Some(folder) = &mut self.folder else { return };
        for result in folder.writer.results() {
            match result {
                Ok(()) => folder.has_failed = false,
                Err(error) => {
                    folder.is_dirty = true;
                    if !std::mem::replace(&mut folder.has_failed, true) {
                        let file = folder.path.join(PROFILE_FILE).display().to_string();
                        self.notices.push(Notice::WriteFailed { file, reason: error.to_string() });
                    }
                }
            }
        }
    }
}

impl Drop for ProfileStore {
    fn drop(&mut self) {
        self.flush();
    }
}

/// The lock of a folder, held until the file is closed; `None` if another game holds it.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK_FILE))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        // A file system without locks, as some networks have: better to save than not.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(file)),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// A profile's file, if it is there and whole; says why it is not.
fn read_file(path: &Path, faults: &mut Vec<(PathBuf, ProfileError)>) -> Option<Profile> {
    let read = || -> io::Result<Option<Vec<u8>>> {
        let about = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            about => about?,
        };
        if !about.is_file() || about.len() > PROFILE_BYTES_MAX {
            return Err(io::Error::other("it is no file of at most 32 MiB"));
        }
        fs::read(path).map(Some)
    };
    let parsed = match read() {
        Ok(None) => return None,
        Ok(Some(bytes)) => parse(&bytes),
        Err(error) => Err(ProfileError::Damaged(error.to_string())),
    };
    parsed.map_err(|error| faults.push((path.to_owned(), error))).ok()
}

/// Reads the profile, or its backup; sets faulty files aside, and renews the backup after a good read.
///
/// # Errors
/// If a faulty file could not be set aside, or a file could not be read: then nothing may be written over it.
fn recover(folder: &Path, notices: &mut Vec<Notice>) -> io::Result<Profile> {
    let (file, backup) = (folder.join(PROFILE_FILE), folder.join(BACKUP_FILE));
    let mut faults = vec![];
    if let Some(profile) = read_file(&file, &mut faults) {
        // A backup that cannot be written is no reason not to play; the next start tries again.
        let _ = replace(&backup, to_ron(&profile).as_bytes());
        return Ok(profile);
    }
    let had_file = !faults.is_empty();
    let saved = read_file(&backup, &mut faults);
    for (path, error) in faults {
        let is_newer = matches!(error, ProfileError::Newer(_));
        let kept_as = set_aside(&path, if is_newer { "newer" } else { "damaged" })?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        notices.push(if is_newer { Notice::Newer { file, kept_as } } else { Notice::Damaged { file, kept_as } });
    }
    if saved.is_some() {
        notices.push(if had_file { Notice::BackupRead } else { Notice::MissingBackupRead });
    }
    Ok(saved.unwrap_or_default())
}

/// A thread that writes a file, the newest content only.
struct Writer {
    contents: Option<Sender<Vec<u8>>>,
    results: Mutex<Receiver<(usize, io::Result<()>)>>,
    thread: Option<JoinHandle<()>>,
    /// Writes in flight.
    in_flight: usize,
    reported: Vec<io::Result<()>>,
}

impl Writer {
    fn new(path: PathBuf) -> Self {
        let (contents, given) = mpsc::channel::<Vec<u8>>();
        let (sender, results) = mpsc::channel();
        let thread = thread::spawn(move || {
            while let Ok(mut bytes) = given.recv() {
                let mut count = 1;
                while let Ok(newer) = given.try_recv() {
                    (bytes, count) = (newer, count + 1);
                }
                if sender.send((count, replace(&path, &bytes))).is_err() {
                    return;
                }
            }
        });
        let results = Mutex::new(results);
        Self { contents: Some(contents), results, thread: Some(thread), in_flight: 0, reported: vec![] }
    }

    fn write(&mut self, bytes: Vec<u8>) {
        if self.contents.as_ref().is_some_and(|contents| contents.send(bytes).is_ok()) {
            self.in_flight += 1;
        }
    }

    /// Waits until everything that was given is written or has failed.
    fn wait(&mut self) {
        while self.in_flight > 0 {
            let Ok((count, result)) = self.results.get_mut().unwrap_or_else(|error| error.into_inner()).recv() else {
                return;
            };
            self.in_flight -= count;
            self.reported.push(result);
        }
    }

    fn results(&mut self) -> Vec<io::Result<()>> {
        let results = self.results.get_mut().unwrap_or_else(|error| error.into_inner());
        for (count, result) in results.try_iter() {
            self.in_flight -= count;
            self.reported.push(result);
        }
        std::mem::take(&mut self.reported)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.contents = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::temporary;
    use crate::settings::Settings;
    use crate::{BestRun, LevelEvent};

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
    fn with_progress(name: &str) -> crate::folders::TemporaryFolder {
        let folder = temporary(name);
        let mut store = ProfileStore::open(folder.path());
        store.note(finished(1, 100));
        drop(store);
        // The second start makes the backup.
        drop(ProfileStore::open(folder.path()));
        assert!(folder.path().join(BACKUP_FILE).exists());
        folder
    }

    #[test]
    fn progress_lasts_from_one_start_to_the_next() {
        let folder = temporary("lasts");
        let within = folder.path().join("made").join("here");
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
            fs::write(folder.path().join(PROFILE_FILE), bytes).expect("a file");
            let mut store = ProfileStore::open(folder.path());
            let notices = store.take_notices();
            let kept = Notice::Damaged { file: PROFILE_FILE.into(), kept_as: "profile.damaged-1.ron".into() };
            assert_eq!(notices, [kept, Notice::BackupRead]);
            assert_eq!(store.profile().levels.len(), 1);
            store.note(finished(2, 50));
            drop(store);
            assert_eq!(finishes(folder.path()), [1, 1]);
            assert_eq!(fs::read(folder.path().join("profile.damaged-1.ron")).expect("kept"), bytes);
        }
    }

    #[test]
    fn a_newer_file_and_a_damaged_backup_are_both_kept() {
        let folder = with_progress("newer");
        let newer = "(version: 9, what: [ever])";
        fs::write(folder.path().join(PROFILE_FILE), newer).expect("a file");
        fs::write(folder.path().join(BACKUP_FILE), "nonsense").expect("a file");
        let mut store = ProfileStore::open(folder.path());
        assert_eq!(*store.profile(), Profile::default());
        let kept = [
            Notice::Newer { file: PROFILE_FILE.into(), kept_as: "profile.newer-1.ron".into() },
            Notice::Damaged { file: BACKUP_FILE.into(), kept_as: "profile.backup.damaged-1.ron".into() },
        ];
        assert_eq!(store.take_notices(), kept);
        store.note(finished(2, 50));
        drop(store);
        assert_eq!(fs::read_to_string(folder.path().join("profile.newer-1.ron")).expect("kept"), newer);
        assert_eq!(fs::read(folder.path().join("profile.backup.damaged-1.ron")).expect("kept"), b"nonsense");
        assert_eq!(finishes(folder.path()), [1]);
    }

    #[test]
    fn a_profile_that_is_a_folder_is_never_written_over() {
        let folder = temporary("is-a-folder");
        fs::create_dir_all(folder.path().join(PROFILE_FILE).join("within")).expect("a folder");
        let mut store = ProfileStore::open(folder.path());
        store.note(finished(1, 100));
        store.flush();
        assert!(!store.take_notices().is_empty());
        let moved = folder.path().join("profile.damaged-1.ron").join("within").is_dir();
        assert!(moved || folder.path().join(PROFILE_FILE).join("within").is_dir());
    }

    #[test]
    fn a_folder_that_cannot_be_made_leaves_the_game_running() {
        let folder = temporary("no-folder");
        fs::write(folder.path().join("file"), "x").expect("a file");
        let mut store = ProfileStore::open(&folder.path().join("file"));
        assert_eq!(store.take_notices().len(), 1);
        store.note(finished(1, 100));
        store.flush();
        assert_eq!(store.profile().levels.len(), 1);
        assert!(store.take_notices().is_empty());
    }

    #[test]
    fn two_running_games_lose_nothing_of_each_other() {
        let folder = with_progress("two");
        let mut first = ProfileStore::open(folder.path());
        let mut second = ProfileStore::open(folder.path());
        assert!(first.take_notices().is_empty());
        assert_eq!(second.take_notices(), [Notice::AnotherGame]);
        second.note(finished(1, 90));
        second.note(finished(3, 10));
        second.flush();
        assert_eq!(finishes(folder.path()), [1], "the first one has the file");
        first.note(finished(2, 70));
        drop(first);
        assert_eq!(finishes(folder.path()), [1, 1]);
        drop(second);
        assert_eq!(finishes(folder.path()), [2, 1, 1]);
    }

    #[test]
    fn a_write_that_fails_is_told_once_and_tried_again() {
        let folder = temporary("fails");
        let within = folder.path().join("profile");
        let mut store = ProfileStore::open(&within);
        // On a file system that went away.
        fs::rename(&within, folder.path().join("elsewhere")).expect("it can be renamed");
        for attempt in 0..3 {
            store.note(finished(attempt, 100));
            store.flush();
        }
        let notices = store.take_notices();
        assert!(matches!(notices.as_slice(), [Notice::WriteFailed { .. }]), "{notices:?}");
        fs::rename(folder.path().join("elsewhere"), &within).expect("it can be renamed");
        store.flush();
        assert_eq!(finishes(&within), [1, 1, 1]);
    }
}
