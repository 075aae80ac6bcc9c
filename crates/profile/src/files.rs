//! The profile's files. Several games may write them in turns: each reads what is on the disk, adds what is new, and replaces the
//! file, under a lock that it holds only meanwhile. No file is overwritten unread.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use hairline_level::diagnostics::escape::escape_path;
use hairline_level::file::{self, Unread};

use super::disk::{replace, set_aside};
use super::folders::PROFILE_VARIABLE;
use super::format::{PROFILE_BYTES_MAX, ProfileError, is_as_written, parse, to_ron};
use super::{Profile, ProfileEvent};

pub const PROFILE_FILE: &str = "profile.ron";
/// What the profile was after the first save of each of the last games, the newest first.
pub const BACKUP_FILES: [&str; 3] = ["profile.backup.ron", "profile.backup-2.ron", "profile.backup-3.ron"];
const LOCK_FILE: &str = "profile.lock";
/// How long a game waits while another one writes, and how often it looks.
const LOCK_WAIT: Duration = Duration::from_secs(1);
const LOCK_POLL: Duration = Duration::from_millis(1);

/// What the player has to be told of the profile's files. The screens put it into words, in the player's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Newer {
        file: String,
        kept_as: String,
    },
    Damaged {
        file: String,
        kept_as: String,
    },
    /// The profile can be read, but is not what a game wrote. It is used, and the backup before it is kept.
    Altered {
        kept_as: Option<String>,
    },
    /// A backup was read in place of the profile.
    BackupRead,
    /// There was a backup and no profile.
    MissingBackupRead,
}

/// The profile's files in their folder, as one running game knows them.
#[derive(Default)]
pub struct ProfileFiles {
    /// `None` if the player has no home folder.
    folder: Option<PathBuf>,
    /// The profile as it was last read or written here.
    known: Option<Profile>,
    has_backup: bool,
    pub notices: Vec<Notice>,
}

/// A profile's file that can be used.
struct Found {
    profile: Profile,
    is_as_written: bool,
}

impl ProfileFiles {
    /// The folder need not exist yet.
    pub fn new(folder: Option<&Path>) -> Self {
        Self { folder: folder.map(Path::to_owned), ..Self::default() }
    }

    /// Adds events to the profile on the disk, and returns what it is then. A file that was replaced by an older one gets back
    /// what it lacks; a faulty file is set aside, and what is known of it or its newest backup takes its place. Whatever is
    /// wrong with the files becomes a notice.
    ///
    /// # Errors
    /// In one sentence, if a file cannot be read, written or set aside: then the profile on the disk is what it was.
    pub fn save(&mut self, events: &[ProfileEvent]) -> Result<&Profile, String> {
        let Some(folder) = self.folder.clone() else {
            return Err(format!("there is no home folder; set {PROFILE_VARIABLE} to a folder"));
        };
        let _lock = lock(&folder)?;
        let path = folder.join(PROFILE_FILE);
        let found = self.read_or_set_aside(&path)?;
        let mut profile = match (&found, &self.known) {
            (Some(found), None) => found.profile.clone(),
            (Some(found), Some(known)) => {
                let mut profile = found.profile.clone();
                profile.merge(known);
                profile
            }
            (None, Some(known)) => known.clone(),
            (None, None) => self.read_backup(&folder)?,
        };
        let is_as_written = found.as_ref().is_none_or(|found| found.is_as_written);
        if !is_as_written && self.known.as_ref() != Some(&profile) {
            let backup = folder.join(BACKUP_FILES[0]);
            let kept_as = if backup.exists() { Some(kept(&backup, "before-change")?) } else { None };
            self.notices.push(Notice::Altered { kept_as });
        }
        self.known = Some(profile.clone());
        events.iter().for_each(|event| profile.apply(event.clone()));
        let on_disk = found.map_or_else(Profile::default, |found| found.profile);
        if !is_as_written || profile != on_disk {
            let bytes = to_ron(&profile).into_bytes();
            if bytes.len() as u64 > PROFILE_BYTES_MAX {
                // The next start would take it for damaged.
                return Err(format!("it would have more than {} MB", PROFILE_BYTES_MAX >> 20));
            }
            replace(&path, &bytes).map_err(|error| sentence(&path, error))?;
            if !self.has_backup {
                // A backup that cannot be written is no reason not to play; the next save tries again.
                self.has_backup = renew_backup(&folder, &bytes).is_ok();
            }
        }
        Ok(self.known.insert(profile))
    }

    /// A profile's file; `None` if it is missing, or is faulty and was set aside.
    fn read_or_set_aside(&mut self, path: &Path) -> Result<Option<Found>, String> {
        let error = match read(path)? {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.notices.push(match error {
            ProfileError::Newer(_) => Notice::Newer { file, kept_as: kept(path, "newer")? },
            ProfileError::Damaged(_) => Notice::Damaged { file, kept_as: kept(path, "damaged")? },
        });
        Ok(None)
    }

    /// The newest backup that is whole, if there is any.
    fn read_backup(&mut self, folder: &Path) -> Result<Profile, String> {
        let had_file = !self.notices.is_empty();
        for name in BACKUP_FILES {
            if let Some(found) = self.read_or_set_aside(&folder.join(name))? {
                self.notices.push(if had_file { Notice::BackupRead } else { Notice::MissingBackupRead });
                return Ok(found.profile);
            }
        }
        Ok(Profile::default())
    }
}

/// The profile in a folder, if it can be read. Changes nothing.
pub(super) fn peek(folder: &Path) -> Option<Profile> {
    Some(read(&folder.join(PROFILE_FILE)).ok()?.ok()??.profile)
}

fn sentence(path: &Path, reason: impl std::fmt::Display) -> String {
    format!("{}: {reason}", escape_path(path))
}

/// Sets a file aside, and returns its new name.
fn kept(path: &Path, reason: &str) -> Result<String, String> {
    set_aside(path, reason).map_err(|error| sentence(path, error))
}

/// Reads a profile's file: none if it is missing, a fault if it is no profile.
///
/// # Errors
/// In one sentence, if it is there and cannot be read.
fn read(path: &Path) -> Result<Result<Option<Found>, ProfileError>, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ok(None)),
        Ok(about) if !about.is_file() => return Ok(Err(ProfileError::Damaged("it is no file".to_owned()))),
        _ => {}
    }
    match file::bytes(path, PROFILE_BYTES_MAX) {
        Ok(bytes) => {
            let is_as_written = is_as_written(&bytes);
            Ok(parse(&bytes).map(|profile| Some(Found { profile, is_as_written })))
        }
        Err(Unread::TooLarge(bytes)) => Ok(Err(ProfileError::Damaged(format!("it has {bytes} bytes")))),
        Err(Unread::Failed(reason)) => Err(sentence(path, reason)),
    }
}

/// Moves each backup to the place of the older one, and writes the newest.
fn renew_backup(folder: &Path, bytes: &[u8]) -> io::Result<()> {
    let [newest, older, oldest] = BACKUP_FILES.map(|name| folder.join(name));
    if newest.exists() {
        // One that is missing leaves a gap.
        _ = fs::rename(&older, oldest);
        fs::rename(&newest, older)?;
    }
    replace(&newest, bytes)
}

/// The lock of a folder, held until the file is closed. Makes the folder.
///
/// # Errors
/// In one sentence, also if another program still holds it after a moment.
fn lock(folder: &Path) -> Result<File, String> {
    fs::create_dir_all(folder).map_err(|error| sentence(folder, error))?;
    let path = folder.join(LOCK_FILE);
    // Opened for reading too: a pipe opened only for writing blocks until it has a reader.
    let file = File::options().create(true).truncate(false).read(true).write(true).open(&path);
    let file = file.map_err(|error| sentence(&path, error))?;
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            // A file system without locks, as some networks have: better to save than not.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::WouldBlock) if started.elapsed() < LOCK_WAIT => thread::sleep(LOCK_POLL),
            Err(TryLockError::WouldBlock) => return Err(sentence(&path, "another program holds it")),
            Err(TryLockError::Error(error)) => return Err(sentence(&path, error)),
        }
    }
}
