//! `hairline package-files`: what a package for Linux has beside the program and its levels, in the folders of the XDG
//! standards: the entry in the menu, the icons and the manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;

use super::entry::package_entry;
use super::{ENTRY, failed, icons, manual};
use crate::output::status::ExitStatus;
use hairline_level::diagnostics::escape::escape_path;
use hairline_profile::disk::replace;

/// Writes the files into a folder, such as the `share` of a package, over those that are there: a line each. `date` is that of the
/// manual pages.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn package_files(folder: &Path, date: &str, command: Command, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut files = icons();
    files.push((ENTRY.to_owned(), package_entry().into_bytes()));
    files.extend(manual::pages(command, date)?.into_iter().map(|(name, page)| (format!("man/man6/{name}"), page)));
    for (path, bytes) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| replace(&path, &bytes));
        if let Err(error) = written {
            writeln!(out, "hairline: {}", failed(&path, error))?;
            return Ok(ExitStatus::CouldNotRun);
        }
        writeln!(out, "wrote {}", escape_path(&path))?;
    }
    Ok(ExitStatus::Fine)
}
