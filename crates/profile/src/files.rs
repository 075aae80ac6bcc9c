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
    // Read as well, since only to write to a pipe would wait for its reader.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::{TemporaryFolder, temporary};
    use crate::medal::Medal;
    use crate::settings::Settings;
    use crate::{BestRun, LevelEvent};

    fn finished(level: u64, ticks: u32) -> ProfileEvent {
        let run = BestRun { ticks, replay: String::new() };
        let event = LevelEvent::Finished { shards: 0, medal: (ticks < 100).then_some(Medal::Gold), run };
        ProfileEvent::Level(level, "a.level.ron".into(), event)
    }

    /// A game that was just started.
    fn started(folder: &TemporaryFolder) -> ProfileFiles {
        let mut files = ProfileFiles::new(Some(folder.path()));
        files.save(&[]).expect("the folder can be written to");
        files
    }

    /// The best time and the finishes of each level in the folder's file, which is what a game wrote.
    fn results(folder: &TemporaryFolder) -> Vec<(u32, u32)> {
        let bytes = fs::read(folder.path().join(PROFILE_FILE)).expect("it was saved");
        assert!(is_as_written(&bytes));
        let levels = parse(&bytes).expect("it is whole").levels;
        levels.values().map(|record| (record.best_ticks().unwrap_or_default(), record.finishes)).collect()
    }

    /// A folder in which one level was finished.
    fn with_progress(name: &str) -> TemporaryFolder {
        let folder = temporary(name);
        started(&folder).save(&[finished(1, 100)]).expect("the folder can be written to");
        folder
    }

    fn write(folder: &TemporaryFolder, name: &str, bytes: &[u8]) {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }

    fn bytes(folder: &TemporaryFolder, name: &str) -> Vec<u8> {
        fs::read(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[test]
    fn a_game_that_changes_nothing_writes_nothing() {
        let folder = temporary("nothing");
        started(&folder);
        assert!(!folder.path().join(PROFILE_FILE).exists());
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
        let folder = temporary("damaged-meanwhile");
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
        let folder = temporary("backups");
        for game in 1..=4 {
            let mut files = started(&folder);
            for _ in 0..2 {
                files.save(&[finished(1, 200 - game)]).expect("the folder can be written to");
            }
            let read = |name: &str| parse(&fs::read(folder.path().join(name)).ok()?).ok()?.levels[&1].best_ticks();
            let expected = [0, 1, 2].map(|age| Some(200 - game + age).filter(|_| game > age));
            assert_eq!(BACKUP_FILES.map(read), expected, "after game {game}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 5, "with the profile and its lock");
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
        fs::remove_dir_all(folder.path()).expect("a folder");
        files.save(&[]).expect("the folder is made again");
        assert_eq!(results(&folder), [(90, 2), (50, 1), (10, 1)]);
        assert_eq!(files.notices, []);
    }

    #[test]
    fn a_lock_that_is_held_is_a_failure_and_the_next_save_has_everything() {
        let folder = with_progress("held");
        let mut files = started(&folder);
        let held = lock(folder.path()).expect("nobody holds it");
        let events = [finished(2, 50)];
        assert!(files.save(&events).is_err_and(|failure| failure.ends_with("another program holds it")));
        drop(held);
        files.save(&events).expect("the folder can be written to");
        assert_eq!(results(&folder), [(100, 1), (50, 1)]);
    }

    #[test]
    fn a_profile_that_is_a_folder_is_never_written_over() {
        let folder = temporary("is-a-folder");
        fs::create_dir_all(folder.path().join(PROFILE_FILE).join("within")).expect("a folder");
        started(&folder).save(&[finished(1, 100)]).expect("the folder can be written to");
        assert!(folder.path().join("profile.damaged-1.ron").join("within").is_dir());
        assert_eq!(results(&folder), [(100, 1)]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_read_is_not_damaged_and_nothing_replaces_it() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = with_progress("unreadable");
        let path = folder.path().join(PROFILE_FILE);
        let mut files = ProfileFiles::new(Some(folder.path()));
        let mut check = |name: &str| {
            let failure = files.save(&[finished(2, 50)]).expect_err("it cannot be read");
            assert!(failure.contains(&format!("{name}: ")), "{failure}");
            assert_eq!((&files.notices, &files.known), (&vec![], &None));
        };
        fs::set_permissions(&path, fs::Permissions::from_mode(0)).expect("it is ours");
        // Root may read anything.
        if fs::read(&path).is_err() {
            check(PROFILE_FILE);
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
        let saved = bytes(&folder, PROFILE_FILE);
        for name in [PROFILE_FILE, BACKUP_FILES[0]] {
            let path = folder.path().join(name);
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
        let folder = temporary("device");
        let path = folder.path().join(PROFILE_FILE);
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        started(&folder).save(&[finished(1, 100)]).expect("the folder can be written to");
        assert!(folder.path().join("profile.damaged-1.ron").is_symlink() && Path::new("/dev/zero").exists());
        fs::remove_file(&path).expect("it is there");
        let _socket = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
        started(&folder).save(&[finished(2, 50)]).expect("the folder can be written to");
        assert_eq!(results(&folder), [(100, 1), (50, 1)]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_profile_stays_a_link() {
        let folder = temporary("link");
        let (path, file) = (folder.path().join(PROFILE_FILE), folder.path().join("elsewhere.ron"));
        std::os::unix::fs::symlink("elsewhere.ron", &path).expect("a link");
        for (level, before) in [(1, None), (2, None), (3, Some("nonsense"))] {
            before.inspect(|bytes| fs::write(&file, bytes).expect("a file"));
            started(&folder).save(&[finished(level, 100)]).expect("the folder can be written to");
            assert!(path.is_symlink() && file.is_file());
        }
        assert_eq!(results(&folder).len(), 3);
        assert_eq!(bytes(&folder, "elsewhere.damaged-1.ron"), b"nonsense");
    }
}
