//! The files that a command works on: those that are named, and those in folders that are named.

use std::io;
use std::path::{Path, PathBuf};

use crate::level::diagnostics::escape::escape_path;

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
