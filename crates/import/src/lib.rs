//! `hairline import`: writes level files from Tiled maps and LDtk projects. docs/IMPORT.md is the manual.
//!
//! | step | where |
//! |---|---|
//! | bound each file before it takes memory, and read it | `tiled`, `ldtk`, `files` |
//! | bring it to one form, in tiles and y upwards | `drawn` |
//! | say what tiles and objects are | `words`, `mapping` |
//! | choose letters, and write the text | `compose` |
//! | read that text as any level, and say of each fault where it was drawn | here |

mod complaints;
mod compose;
mod drawn;
mod files;
mod ldtk;
pub mod limits;
mod mapping;
pub mod options;
mod tiled;
pub mod words;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use self::complaints::{Complaint, Complaints, Place};
use self::compose::{Composed, compose};
use self::drawn::DrawnLevel;
use self::files::{NamedFiles, UTF16};
use self::limits::FILE_BYTES_MAX;
use self::mapping::Mapping;
use self::options::ImportOptions;
use hairline_level::campaign::CAMPAIGN_FILE_NAME;
use hairline_level::diagnostics::escape::{escape, escape_argument, escape_path};
use hairline_level::diagnostics::faults;
use hairline_level::file::{Unread, bytes};
use hairline_level::is_utf16;
use hairline_level::{Inspection, LEVEL_FILE_ENDING};
use hairline_profile::disk::replace;
use hairline_tools::author::names::stem_of;
use hairline_tools::check;
use hairline_tools::output::status::ExitStatus;

/// A level that was imported, and is not written yet.
struct Imported {
    /// The name of its file.
    file_name: String,
    composed: Composed,
    source: String,
}

/// Imports files, and says what was written and what is wrong.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn import(options: &ImportOptions, out: &mut dyn Write, color: bool) -> io::Result<ExitStatus> {
    let mapping = match options.mapping.as_deref().map_or(Ok(Mapping::default()), Mapping::read) {
        Ok(mapping) => mapping,
        Err(complaint) => {
            writeln!(out, "{}", complaint.render(color))?;
            return Ok(ExitStatus::CouldNotRun);
        }
    };
    let mut run = Run { options, mapping: &mapping, out, color, worst: ExitStatus::Fine, levels: Vec::new() };
    for path in &options.files {
        run.file(path)?;
    }
    let mut unused = Complaints::default();
    mapping.warn_of_unused(&mut unused);
    write!(run.out, "{}", unused.render(color))?;
    run.write()
}

/// One call of the command.
struct Run<'a> {
    options: &'a ImportOptions,
    mapping: &'a Mapping,
    out: &'a mut dyn Write,
    color: bool,
    worst: ExitStatus,
    levels: Vec<Imported>,
}

impl Run<'_> {
    fn fail(&mut self, outcome: ExitStatus, message: &str) -> io::Result<()> {
        self.worst = self.worst.max(outcome);
        writeln!(self.out, "{message}")
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        let name = escape_path(path);
        let bytes = match bytes(path, FILE_BYTES_MAX) {
            Ok(bytes) => bytes,
            Err(Unread::Failed(reason)) => {
                return self.fail(ExitStatus::CouldNotRun, &format!("cannot import {name}: {reason}"));
            }
            Err(Unread::TooLarge(size)) => {
                let message =
                    format!("cannot import {name}: the file has {size} bytes, and at most {FILE_BYTES_MAX} are read");
                return self.fail(ExitStatus::Failed, &message);
            }
        };
        let mut complaints = Complaints::default();
        if is_utf16(&bytes) {
            complaints.error(&faults::FOREIGN_FILE, &Place::file(&name), UTF16.0, UTF16.1);
            return self.complain(&complaints);
        }
        let drawn = read(bytes, path, self.options.root.as_deref(), self.mapping, &mut complaints);
        let levels = drawn.unwrap_or_else(|complaint| {
            complaints.add(complaint);
            Vec::new()
        });
        self.complain(&complaints)?;
        for drawn in levels {
            self.level(&drawn, path)?;
        }
        Ok(())
    }

    fn complain(&mut self, complaints: &Complaints) -> io::Result<()> {
        if complaints.has_errors() {
            self.worst = self.worst.max(ExitStatus::Failed);
        }
        write!(self.out, "{}", complaints.render(self.color))
    }

    /// Composes a level and checks it as any other, but keeps it only if nothing is wrong with it.
    fn level(&mut self, drawn: &DrawnLevel, path: &Path) -> io::Result<()> {
        let source = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let file_name = format!("{}{LEVEL_FILE_ENDING}", stem_of(&drawn.name));
        let mut complaints = Complaints::default();
        let composed = compose(drawn, self.mapping, &source, &mut complaints);
        self.complain(&complaints)?;
        let Some(composed) = composed else { return Ok(()) };
        let inspection = check::inspect(&composed.text, &file_name);
        self.diagnostics(&inspection, &composed)?;
        if inspection.level.is_none() {
            self.worst = self.worst.max(ExitStatus::Failed);
        } else if drawn.is_whole {
            self.levels.push(Imported { file_name, composed, source: escape_path(path) });
        }
        Ok(())
    }

    /// What the game says of the level's text, with the place where each was drawn.
    fn diagnostics(&mut self, inspection: &Inspection, composed: &Composed) -> io::Result<()> {
        let diagnostics = &inspection.diagnostics;
        for (diagnostic, rendered) in diagnostics.iter().zip(diagnostics.rendered()) {
            writeln!(self.out, "{rendered}")?;
            let origin = diagnostics.position(diagnostic).and_then(|position| composed.origin(position));
            if let Some(origin) = origin {
                writeln!(self.out, "  --> drawn in {origin}")?;
            }
            writeln!(self.out)?;
        }
        if diagnostics.omitted() > 0 {
            writeln!(self.out, "… and {} more in {}\n", diagnostics.omitted(), diagnostics.source_name())?;
        }
        Ok(())
    }

    /// Writes what was imported. Two levels of one name, and files that are there already, are not written.
    fn write(mut self) -> io::Result<ExitStatus> {
        let levels = std::mem::take(&mut self.levels);
        let mut written: Vec<&str> = Vec::new();
        for (index, level) in levels.iter().enumerate() {
            let path = self.options.out.join(&level.file_name);
            let name = escape_path(&path);
            if let Some(first) = levels[..index].iter().find(|other| other.file_name == level.file_name) {
                let message = format!(
                    "not written: {} of {} would be {name}, as the one of {} is: rename one of the two",
                    level.composed.title, level.source, first.source
                );
                self.fail(ExitStatus::Failed, &escape(&message))?;
            } else if self.options.check {
                writeln!(self.out, "fine: {} would be {name}", level.source)?;
            } else if self.put(&path, level.composed.text.as_bytes())? {
                writeln!(self.out, "wrote {name}: play it with `hairline play {}`", escape_argument(&path))?;
                written.push(&level.file_name);
            }
        }
        if self.options.campaign {
            self.campaign(&levels)?;
        } else if written.len() > 1 {
            writeln!(
                self.out,
                "the levels are single: --campaign writes a {CAMPAIGN_FILE_NAME} that plays them in this order"
            )?;
        }
        Ok(self.worst)
    }

    /// Writes one file, unless there is one already that may not be replaced. Says whether it did.
    fn put(&mut self, path: &Path, bytes: &[u8]) -> io::Result<bool> {
        let name = escape_path(path);
        if !self.options.force && path.symlink_metadata().is_ok() {
            let message = format!("not written: there is a file {name} already: --force replaces it");
            self.fail(ExitStatus::CouldNotRun, &message)?;
            return Ok(false);
        }
        match std::fs::create_dir_all(&self.options.out).and_then(|()| replace(path, bytes)) {
            Ok(()) => Ok(true),
            Err(error) => {
                self.fail(ExitStatus::CouldNotRun, &format!("cannot write {name}: {error}"))?;
                Ok(false)
            }
        }
    }

    /// Writes the campaign of everything that was imported, if all of it was.
    fn campaign(&mut self, levels: &[Imported]) -> io::Result<()> {
        if self.worst != ExitStatus::Fine || levels.is_empty() {
            let message = format!("{CAMPAIGN_FILE_NAME} is not written: not every level was");
            return self.fail(ExitStatus::Failed, &message);
        }
        let names: Vec<String> = levels.iter().map(|level| format!("        \"{}\",\n", level.file_name)).collect();
        let text = format!("(\n    version: 1,\n    levels: [\n{}    ],\n)\n", names.concat());
        let path: PathBuf = self.options.out.join(CAMPAIGN_FILE_NAME);
        if self.put(&path, text.as_bytes())? {
            let folder = escape_argument(&self.options.out);
            writeln!(self.out, "wrote {}: play it with `HAIRLINE_LEVELS={folder} hairline`", escape_path(&path))?;
        }
        Ok(())
    }
}

/// The levels of a file, by its ending.
fn read(
    bytes: Vec<u8>,
    path: &Path,
    root: Option<&Path>,
    mapping: &Mapping,
    complaints: &mut Complaints,
) -> Result<Vec<DrawnLevel>, Complaint> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let mut files = NamedFiles::new(path, root);
    let cure = match ending.as_str() {
        "tmx" => return tiled::read(bytes, path, &mut files, mapping, complaints).map(|level| vec![level]),
        "ldtk" => return ldtk::read(&bytes, path, &mut files, mapping, complaints),
        "tmj" | "json" => "save the map as `.tmx`; of LDtk name the `.ldtk` file",
        "ldtkl" => "name the project's `.ldtk` file: it says what the values of its levels mean",
        "tsx" | "tx" | "tiled-project" | "world" => "name the `.tmx` files; they name their tilesets themselves",
        _ if path.to_string_lossy().ends_with(LEVEL_FILE_ENDING) => "it is a level already: `hairline play` plays it",
        _ => "name Tiled maps (`.tmx`) and LDtk projects (`.ldtk`)",
    };
    let place = Place::file(&escape_path(path));
    Err(Complaint::error(&faults::FOREIGN_FILE, place, format!("`.{ending}` files are not imported"), cure))
}
