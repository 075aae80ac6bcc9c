//! `hairline fmt`: tidies level files. It sets the indentation, the spaces after `,` and `:` and the blank lines; words, order,
//! line breaks and comments stay. A file with errors is left as it is, and so is one whose level would change.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::files::some_files_under;
use crate::output::status::ExitStatus;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::file;
use hairline_level::{LEVEL_FILE_ENDING, Level, ReadError};
use hairline_profile::disk::replace;

use super::layout::tidy;

/// Tidies level files, and those in folders. With `only_check` nothing is written: a file that is not tidy fails.
pub fn fmt(paths: &[PathBuf], only_check: bool, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut worst = ExitStatus::Fine;
    for path in paths {
        let (files, unread) = some_files_under(path, LEVEL_FILE_ENDING, None);
        for reason in unread {
            worst = ExitStatus::CouldNotRun;
            writeln!(out, "cannot tidy {reason}")?;
        }
        for file in &files {
            worst = worst.max(fmt_file(file, only_check, out)?);
        }
    }
    Ok(worst)
}

fn fmt_file(path: &Path, only_check: bool, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let name = escape_path(path);
    let bytes = match file::text_bytes(path) {
        Ok(bytes) => bytes,
        Err(error @ ReadError::Disk { .. }) => {
            writeln!(out, "cannot tidy {error}")?;
            return Ok(ExitStatus::CouldNotRun);
        }
        Err(ReadError::Invalid(diagnostics)) => {
            writeln!(out, "left as it is: {name} has errors\n{diagnostics}")?;
            return Ok(ExitStatus::Failed);
        }
    };
    let tidied = match tidied(&bytes, &name) {
        Ok(tidied) => tidied,
        Err(reason) => {
            writeln!(out, "left as it is: {reason}")?;
            return Ok(ExitStatus::Failed);
        }
    };
    if tidied.as_bytes() == bytes {
        return Ok(ExitStatus::Fine);
    }
    if only_check {
        writeln!(out, "not tidy: {name}")?;
        return Ok(ExitStatus::Failed);
    }
    match replace(path, tidied.as_bytes()) {
        Ok(()) => {
            writeln!(out, "tidied {name}")?;
            Ok(ExitStatus::Fine)
        }
        Err(error) => {
            writeln!(out, "cannot write {name}: {error}")?;
            Ok(ExitStatus::CouldNotRun)
        }
    }
}

/// The tidy text of a level's file.
///
/// # Errors
/// If the file has errors, or its level would not be the same afterwards.
fn tidied(bytes: &[u8], name: &str) -> Result<String, String> {
    let read = |bytes: &[u8]| -> Result<Level, String> {
        hairline_level::parse(bytes, name).map_err(|diagnostics| format!("{name} has errors\n{diagnostics}"))
    };
    let before = read(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?;
    let tidied = tidy(text.strip_prefix('\u{feff}').unwrap_or(text));
    let after = read(tidied.as_bytes());
    let names = |level: &Level| [&level.name, &level.author].map(String::clone).to_vec();
    let is_same = |after: &Level| {
        let shown = |level: &Level| (level.hash, level.hint.clone(), level.world, level.precognition, level.dark);
        shown(after) == shown(&before) && names(after) == names(&before)
    };
    match after {
        Ok(after) if is_same(&after) => Ok(tidied),
        _ => Err(format!("{name}: tidying it would change the level; please report this")),
    }
}
