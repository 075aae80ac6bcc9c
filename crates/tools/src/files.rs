//! The files that a command works on: those that are named, and those in folders that are named; and folders that it writes to.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hairline_level::LEVEL_FILE_ENDING;
use hairline_level::campaign::{self, CAMPAIGN_FILE_NAME};
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::file::{self, Unread};

use super::given::shown;
use super::output::status::ExitStatus;

/// The most levels of nested folders that are searched.
const FOLDER_DEPTH_MAX: usize = 16;

/// The files under a path whose names are wanted, sorted, and a sentence for each unreadable folder. A file that was named
/// itself is always among them.
pub(super) fn files_under(path: &Path, is_wanted: impl Fn(&str) -> bool) -> (Vec<PathBuf>, Vec<String>) {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    if path.is_dir() {
        gather(path, FOLDER_DEPTH_MAX, &is_wanted, &mut files, &mut unread);
        files.sort();
    } else {
        files.push(path.to_owned());
    }
    (files, unread)
}

/// Files and those in folders, by the ending of their names, or by one whole name; with a sentence, too, for a folder that has none.
pub fn some_files_under(path: &Path, ending: &str, name: Option<&str>) -> (Vec<PathBuf>, Vec<String>) {
    let (files, mut unread) = files_under(path, |file| file.ends_with(ending) || Some(file) == name);
    if files.is_empty() && unread.is_empty() {
        unread.push(format!("{}: the folder has no `*{ending}` in it", escape_path(path)));
    }
    (files, unread)
}

/// The level files of a path, and a sentence for what cannot be read: a level, the levels in a folder, or the levels of a
/// campaign in its order.
fn level_files(path: &Path) -> (Vec<PathBuf>, Vec<String>) {
    if path.file_name().is_some_and(|name| name == CAMPAIGN_FILE_NAME) {
        return match campaign::read(path) {
            Ok(campaign) => (campaign.all_but_labs().iter().map(|level| path.with_file_name(level)).collect(), vec![]),
            Err(error) => (vec![], vec![format!("{}: {error}", escape_path(path))]),
        };
    }
    some_files_under(path, LEVEL_FILE_ENDING, None)
}

/// The level files of some paths. `unread` is told of each path that cannot be read: the path, and a sentence that names it.
pub(super) fn levels_of(
    paths: &[PathBuf],
    mut unread: impl FnMut(&Path, &str) -> io::Result<()>,
) -> io::Result<(Vec<PathBuf>, ExitStatus)> {
    let (mut files, mut status) = (Vec::new(), ExitStatus::Fine);
    for path in paths {
        let (mut found, reasons) = level_files(path);
        files.append(&mut found);
        for reason in reasons {
            status = ExitStatus::CouldNotRun;
            unread(path, &reason)?;
        }
    }
    Ok((files, status))
}

/// Does something with each level file of some paths, and writes what it answers: a line, or why it could not be done, after
/// the words "cannot" and `verb`.
pub(super) fn for_each_level(
    paths: &[PathBuf],
    verb: &str,
    out: &mut dyn Write,
    mut each: impl FnMut(&Path) -> Result<String, String>,
) -> io::Result<ExitStatus> {
    let (files, mut status) = levels_of(paths, |_, reason| writeln!(out, "cannot {verb} {reason}"))?;
    for file in files {
        match each(&file) {
            Ok(line) => writeln!(out, "{line}")?,
            Err(reason) => {
                status = ExitStatus::CouldNotRun;
                writeln!(out, "cannot {verb} {}: {reason}", shown(&file))?;
            }
        }
        out.flush()?;
    }
    Ok(status)
}

/// The bytes of a file, or why they cannot be read.
pub(super) fn bytes_of(path: &Path, bytes_max: u64) -> Result<Vec<u8>, String> {
    file::bytes(path, bytes_max).map_err(|unread| match unread {
        Unread::Failed(reason) => reason,
        Unread::TooLarge(bytes) => format!("the file has {bytes} bytes, and at most {bytes_max} are read"),
    })
}

/// Makes a folder and checks that files can be written there.
pub(super) fn make_writable(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let probe = folder.join(format!(".hairline-{}", std::process::id()));
    std::fs::File::create(&probe)?;
    std::fs::remove_file(probe)
}

fn gather(
    folder: &Path,
    depth: usize,
    is_wanted: &impl Fn(&str) -> bool,
    files: &mut Vec<PathBuf>,
    unread: &mut Vec<String>,
) {
    let failed = |error: io::Error| format!("{}: the folder cannot be read: {error}", escape_path(folder));
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return unread.push(failed(error)),
    };
    for entry in entries {
        let kind = entry.and_then(|entry| entry.file_type().map(|kind| (entry, kind)));
        let (entry, kind) = match kind {
            Ok(found) => found,
            Err(error) => return unread.push(failed(error)),
        };
        let name = entry.file_name();
        // A link to a folder is not followed: it could lead back.
        if kind.is_dir() && depth > 0 {
            gather(&entry.path(), depth - 1, is_wanted, files, unread);
        } else if !kind.is_dir() && is_wanted(&name.to_string_lossy()) {
            files.push(entry.path());
        }
    }
}
