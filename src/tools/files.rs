//! The files that a command works on: those that are named, and those in folders that are named; and text that it writes
//! between two lines of a file.

use std::io;
use std::path::{Path, PathBuf};

use crate::level::LEVEL_FILE_ENDING;
use crate::level::campaign::{self, CAMPAIGN_FILE_NAME};
use crate::level::diagnostics::escape::escape_path;
use crate::profile::disk::replace;

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

/// The level files of a path, and a sentence for what cannot be read: a level, the levels in a folder, or the levels of a
/// campaign in its order.
pub(super) fn level_files(path: &Path) -> (Vec<PathBuf>, Vec<String>) {
    if path.file_name().is_some_and(|name| name == CAMPAIGN_FILE_NAME) {
        return match campaign::read(path) {
            Ok(campaign) => (campaign.levels.iter().map(|level| path.with_file_name(level)).collect(), vec![]),
            Err(error) => (vec![], vec![format!("{}: {error}", escape_path(path))]),
        };
    }
    let (files, mut unread) = files_under(path, |name| name.ends_with(LEVEL_FILE_ENDING));
    if files.is_empty() && unread.is_empty() {
        unread.push(format!("{}: the folder has no `*{LEVEL_FILE_ENDING}` in it", escape_path(path)));
    }
    (files, unread)
}

/// Two lines of a file between which a command writes.
pub(super) struct Marks {
    pub begin: &'static str,
    pub end: &'static str,
}

impl Marks {
    /// A text with other content between its two marks; `None` if it lacks them.
    pub fn fill(&self, text: &str, content: &str) -> Option<String> {
        let Self { begin, end } = self;
        let (before, rest) = text.split_once(begin)?;
        let (_, after) = rest.split_once(end)?;
        Some(format!("{before}{begin}\n\n{content}\n{end}{after}"))
    }

    /// Replaces what stands between the marks of a file.
    pub fn write(&self, file: &Path, content: &str) -> Result<(), String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let text = self
            .fill(&text, content)
            .ok_or_else(|| format!("it lacks the lines `{}` and `{}`", self.begin, self.end))?;
        replace(file, text.as_bytes()).map_err(|error| error.to_string())
    }
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
