//! Reading a file that a person wrote from disk: never more than the cap, and each failure said in one sentence.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::fault::LevelFaults;
use super::limits::FILE_BYTES_MAX;
use super::source::too_large;

/// Why nothing could be read from a path.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file itself could not be read.
    #[error("{path}: {reason}")]
    Disk {
        /// The path as it was given.
        path: String,
        /// What the matter is.
        reason: String,
    },
    /// It was read, and its content has faults.
    #[error(transparent)]
    Faults(#[from] LevelFaults),
}

/// Reads a file whole, if it is no larger than [`FILE_BYTES_MAX`]; a larger one is refused by its size.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    let failed = |reason: &str| ReadError::Disk { path: path.display().to_string(), reason: reason.to_owned() };
    let failure = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => failed("there is no such file"),
        io::ErrorKind::PermissionDenied => failed("there is no permission to read it"),
        io::ErrorKind::IsADirectory => failed("it is a folder, not a file"),
        _ => failed(&format!("it cannot be read: {error}")),
    };
    // Asked before opening: to open a pipe would wait for a writer.
    let metadata = fs::metadata(path).map_err(failure)?;
    if metadata.is_dir() {
        return Err(failed("it is a folder, not a file"));
    }
    if !metadata.is_file() {
        return Err(failed("it is not a regular file"));
    }
    let refuse = |size| LevelFaults::without_text(&path.display().to_string(), too_large(size));
    if metadata.len() > FILE_BYTES_MAX {
        return Err(refuse(metadata.len()).into());
    }
    // The file may grow while it is read.
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    File::open(path).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)).map_err(failure)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(refuse(bytes.len() as u64).into());
    }
    Ok(bytes)
}
