//! Reads files from disk: never more than a cap, and each failure is one sentence.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::encoding::too_large;
use crate::diagnostics::LevelDiagnostics;
use crate::diagnostics::escape::escape_path;
use crate::limits::FILE_BYTES_MAX;

/// Why nothing could be read from a path.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file itself could not be read.
    #[error("{path}: {reason}")]
    Disk {
        /// The path as given, escaped for printing.
        path: String,
        /// Why, in one sentence.
        reason: String,
    },
    /// It was read, and there are errors in it.
    #[error(transparent)]
    Invalid(#[from] LevelDiagnostics),
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It does not exist, or it could not be read: the reason in one sentence.
    Failed(String),
    /// It has more bytes than allowed: at least this many.
    TooLarge(u64),
}

/// Reads a whole file of at most `bytes_max` bytes; a larger one is refused by its size, unread.
///
/// # Errors
/// If it is larger, missing, not a regular file, or unreadable.
pub fn bytes(path: &Path, bytes_max: u64) -> Result<Vec<u8>, Unread> {
    let failed = |reason: &str| Unread::Failed(reason.to_owned());
    let failure = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => failed("there is no such file"),
        io::ErrorKind::PermissionDenied => failed("there is no permission to read it"),
        io::ErrorKind::IsADirectory => failed("it is a folder, not a file"),
        _ => failed(&format!("it cannot be read: {error}")),
    };
    // Checked before opening: opening a pipe would wait for a writer.
    let metadata = fs::metadata(path).map_err(failure)?;
    if metadata.is_dir() {
        return Err(failed("it is a folder, not a file"));
    }
    if !metadata.is_file() {
        return Err(failed("it is not a regular file"));
    }
    if metadata.len() > bytes_max {
        return Err(Unread::TooLarge(metadata.len()));
    }
    // The file may grow while it is read.
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    File::open(path).and_then(|file| file.take(bytes_max + 1).read_to_end(&mut bytes)).map_err(failure)?;
    if bytes.len() as u64 > bytes_max {
        return Err(Unread::TooLarge(bytes.len() as u64));
    }
    Ok(bytes)
}

/// The bytes of a level or campaign file.
pub fn text_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    bytes(path, FILE_BYTES_MAX).map_err(|unread| match unread {
        Unread::Failed(reason) => ReadError::Disk { path: escape_path(path), reason },
        Unread::TooLarge(bytes) => LevelDiagnostics::without_text(&path.display().to_string(), too_large(bytes)).into(),
    })
}
