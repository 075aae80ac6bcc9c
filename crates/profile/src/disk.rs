//! The one way in which the program replaces a file: whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;

/// Replaces a file, or makes it. Whenever the program or the machine stops, the file is the old one or the new one, never
/// part of one: the bytes go into a temporary file beside it, which is synced and then renamed, and its folder is synced.
///
/// # Errors
/// As the file system reports them. The old file is still there then; or the new one, if the folder alone could not be synced.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &behind(path);
    let mut file = AtomicWriteFile::open(path)?;
    file.write_all(bytes)?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&file.metadata()?);
    let done = file.commit();
    #[cfg(unix)]
    if done.is_err() {
        remove_by_number(path, number);
    }
    done
}

/// The most links in a row, as Linux has it.
const LINKS_MAX: usize = 40;

/// The path behind a link, whether there is a file or not; of anything else the path itself.
fn behind(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(target) = path.read_link() else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// Removes the file with an inode number from a path's folder: the temporary one, which stays there if it cannot be renamed. If
/// it was renamed, and only the folder could not be synced, it is the file itself now, and stays.
#[cfg(unix)]
fn remove_by_number(path: &Path, number: u64) {
    use std::os::unix::fs::DirEntryExt;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.ino() == number && Some(&*entry.file_name()) != path.file_name()) {
        // There is nothing to be done about one that cannot be removed; the error of the write is what counts.
        _ = fs::remove_file(entry.path());
    }
}

/// Moves a file out of the way: `profile.ron` to `profile.damaged-1.ron`, or the first number that is free. A link to a file
/// stays, and the file behind it is moved. Returns the new name. Nothing is overwritten.
///
/// # Errors
/// If no name is free up to 999, or as the file system reports them.
pub fn set_aside(path: &Path, reason: &str) -> io::Result<String> {
    let path = &if path.is_file() { behind(path) } else { path.to_owned() };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    for number in 1..1000 {
        let name = format!("{stem}.{reason}-{number}{ending}");
        let target = path.with_file_name(&name);
        // A link cannot replace a file, so no other program's file is lost in between.
        match fs::hard_link(path, &target) {
            Ok(()) => return fs::remove_file(path).map(|()| name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // File systems without links.
            Err(_) if !target.exists() => return fs::rename(path, &target).map(|()| name),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many files were set aside already"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::temporary;

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_the_file_behind_it_is_replaced() {
        let folder = temporary("link");
        let [file, link, other] = ["a.ron", "link.ron", "other.ron"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&file, &link).expect("the folder can be written to");
        std::os::unix::fs::symlink("link.ron", &other).expect("the folder can be written to");
        for bytes in [b"old", b"new"] {
            replace(&other, bytes).expect("the folder can be written to");
            assert!(link.is_symlink() && other.is_symlink());
            assert_eq!(fs::read(&file).expect("it is there"), bytes);
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_a_failed_write_leaves_is_removed_and_the_file_itself_never() {
        let folder = temporary("remove");
        let (path, rest) = (folder.path().join("a.ron"), folder.path().join(".a.ron.rest"));
        fs::write(&rest, "new").expect("the folder can be written to");
        let number = std::os::unix::fs::MetadataExt::ino(&fs::metadata(&rest).expect("it is there"));
        fs::hard_link(&rest, &path).expect("the folder can be written to");
        remove_by_number(&path, number);
        assert_eq!((rest.exists(), path.exists()), (false, true));
    }

    #[test]
    fn a_file_is_made_and_replaced() {
        let folder = temporary("replace");
        let path = folder.path().join("a.ron");
        for bytes in [b"one".as_slice(), b"two, longer", b"", b"3"] {
            replace(&path, bytes).expect("the folder can be written to");
            assert_eq!(fs::read(&path).expect("it was written"), bytes);
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file stays");
        }
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = temporary("replace-fails");
        let path = folder.path().join("no-such-folder").join("a.ron");
        assert_eq!(replace(&path, b"x").expect_err("no folder").kind(), io::ErrorKind::NotFound);
        let path = folder.path().join("is-a-folder");
        fs::create_dir_all(path.join("with-content")).expect("a folder");
        assert!(replace(&path, b"x").is_err());
        assert!(path.join("with-content").is_dir());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file stays");
    }

    #[test]
    fn files_that_are_set_aside_get_names_of_their_own() {
        let folder = temporary("aside");
        let path = folder.path().join("profile.ron");
        for (text, name) in [("a", "profile.damaged-1.ron"), ("b", "profile.damaged-2.ron")] {
            fs::write(&path, text).expect("a file");
            assert_eq!(set_aside(&path, "damaged").expect("there is room"), name);
            assert!(!path.exists());
            assert_eq!(fs::read_to_string(folder.path().join(name)).expect("it was moved"), text);
        }
    }
}
