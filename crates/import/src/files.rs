//! The files that a map names: tilesets, templates, levels. Each lies in a folder that the designer named, and all together
//! have a limit.

use std::path::{Path, PathBuf};

use hairline_level::Diagnostic;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::diagnostics::faults;
use hairline_level::file::{Unread, bytes};
use hairline_level::is_utf16;

use super::errors::error;
use super::limits::{FILE_BYTES_MAX, NAMED_BYTES_MAX, NAMED_FILES_MAX};

/// What is wrong with a file of UTF-16 text, and the cure.
pub const UTF16: (&str, &str) = ("the file is UTF-16 text", "save it as UTF-8");

/// The files that one map or project names.
pub struct NamedFiles {
    root: PathBuf,
    files_left: usize,
    bytes_left: u64,
}

impl NamedFiles {
    /// Files of a map at `path`, in `root` or, without one, in the folder above the map's own.
    pub fn new(path: &Path, root: Option<&Path>) -> Self {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let root = match root {
            Some(root) => root.canonicalize().unwrap_or_else(|_| root.to_owned()),
            None => folder.parent().unwrap_or(&folder).to_owned(),
        };
        Self { root, files_left: NAMED_FILES_MAX, bytes_left: NAMED_BYTES_MAX }
    }

    /// Reads a file that must have one of these endings; `place` names it.
    ///
    /// # Errors
    /// If it has another ending, lies outside of the root, or there is too much of it.
    pub fn read(&mut self, path: &Path, endings: &[&str], place: &str) -> Result<Vec<u8>, Diagnostic> {
        let name = escape_path(path);
        let refuse = |message: String, help: String| error(&faults::FOREIGN_FILE, place, message, help);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        if !endings.contains(&ending.as_str()) {
            let wanted = endings.iter().map(|ending| format!("`.{ending}`")).collect::<Vec<_>>().join(" or ");
            let message = format!("`{name}` does not end in {wanted}, so it is not read");
            return Err(refuse(message, "save it under such a name".into()));
        }
        let real = path.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                let help = "put the file where the map expects it, or save the map again";
                refuse(format!("`{name}` is not there"), help.into())
            }
            _ => refuse(format!("`{name}` cannot be read: {error}"), String::new()),
        })?;
        if !real.starts_with(&self.root) {
            let help = format!("move it into {}, or name a folder above both with --root", escape_path(&self.root));
            return Err(refuse(format!("`{name}` lies outside of the folder whose files may be read"), help));
        }
        self.files_left = self.files_left.checked_sub(1).ok_or_else(|| {
            let help = "divide the project into smaller ones";
            refuse(format!("there are more than {NAMED_FILES_MAX} named files"), help.into())
        })?;
        let bytes = bytes(&real, FILE_BYTES_MAX.min(self.bytes_left)).map_err(|unread| match unread {
            Unread::Failed(reason) => refuse(format!("`{name}`: {reason}"), String::new()),
            Unread::TooLarge(size) => {
                let help = format!("a file has at most {FILE_BYTES_MAX} bytes, and all named files {NAMED_BYTES_MAX}");
                refuse(format!("`{name}` has {size} bytes, too many"), help)
            }
        })?;
        self.bytes_left -= bytes.len() as u64;
        if is_utf16(&bytes) {
            return Err(refuse(format!("`{name}`: {}", UTF16.0), UTF16.1.into()));
        }
        Ok(bytes)
    }
}
