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
