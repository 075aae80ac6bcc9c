//! The one way in which the program replaces a file: whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file, or makes it. Whenever the program or the machine stops, the file is the old one or the new one, never
/// part of one: the bytes go into a temporary file beside it, which is synced and then renamed, and its folder is synced.
/// What is there and is no file, as a device or a pipe, is written to.
///
/// # Errors
/// As the file system reports them. The old file is still there then; or the new one, if the folder alone could not be synced.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        // A file in the place of /dev/null breaks other programs.
        Ok(found) if !found.is_file() => fs::OpenOptions::new().write(true).open(path)?.write_all(bytes),
        _ => replace_resolved(&behind(path), bytes),
    }
}

#[cfg(any(unix, windows))]
fn replace_resolved(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
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

/// A page in a browser has one program and no file system of its own to sync.
#[cfg(not(any(unix, windows)))]
fn replace_resolved(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    fs::write(&new, bytes).and_then(|()| fs::rename(&new, path)).inspect_err(|_| _ = fs::remove_file(&new))
}

/// Most numbered files of one folder.
const NUMBERS_MAX: u32 = 10_000;

/// Makes an empty file by the first numbered name in a folder that is free, so that nobody else gets it: `hairline-0001.png`, with
/// `ending` `png`.
///
/// # Errors
/// As the file system reports them, or that all names are taken.
pub fn claim_numbered(folder: &Path, ending: &str) -> io::Result<PathBuf> {
    for number in 1..NUMBERS_MAX {
        let path = folder.join(format!("hairline-{number:04}.{ending}"));
        match fs::File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
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

#[cfg(all(test, unix))]
mod tests {
    use hairline_testing::folder;

    use super::*;

    #[test]
    fn what_a_failed_write_leaves_is_removed_and_the_file_itself_never() {
        let folder = folder("remove");
        let (path, rest) = (folder.join("a.ron"), folder.join(".a.ron.rest"));
        fs::write(&rest, "new").expect("the folder can be written to");
        let number = std::os::unix::fs::MetadataExt::ino(&fs::metadata(&rest).expect("it is there"));
        fs::hard_link(&rest, &path).expect("the folder can be written to");
        remove_by_number(&path, number);
        assert_eq!((rest.exists(), path.exists()), (false, true));
    }

    #[test]
    fn a_pipe_is_written_to_and_stays_one() {
        let pipe = folder("pipe").join("a");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe)
        });
        replace(&pipe, b"bytes").expect("there is a reader");
        assert_eq!(reader.join().expect("it reads").expect("the pipe can be read"), b"bytes");
        assert!(!fs::metadata(&pipe).expect("it is there").is_file());
    }
}
