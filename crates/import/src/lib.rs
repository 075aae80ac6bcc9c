//! `hairline import`: writes level files from Tiled maps and LDtk projects. docs/IMPORT.md is the manual.
//!
//! | step | where |
//! |---|---|
//! | read a file within its limits | `tiled`, `ldtk`, `files` |
//! | bring it to one form, in tiles and y upwards | `drawn`, `properties` |
//! | find the meaning of tiles and objects | `words`, `mapping` |
//! | choose letters, and write the text | `compose` |
//! | read that text as any level; each fault gets the place where it was drawn | here |

mod compose;
mod drawn;
mod errors;
mod files;
mod importer;
mod ldtk;
pub mod limits;
mod mapping;
pub mod options;
mod properties;
mod tiled;
pub mod words;

use std::io::{self, Write};
use std::path::Path;

use self::compose::{Composed, compose, cure};
use self::errors::error;
use self::files::{NamedFiles, UTF16};
use self::importer::Importer;
use self::limits::FILE_BYTES_MAX;
use self::mapping::Mapping;
use self::options::ImportOptions;
use hairline_level::campaign::CAMPAIGN_FILE_NAME;
use hairline_level::diagnostics::escape::{escape, escape_argument, escape_path};
use hairline_level::diagnostics::faults;
use hairline_level::file::{Unread, bytes};
use hairline_level::is_utf16;
use hairline_level::{Diagnostic, LEVEL_FILE_ENDING, LevelDiagnostics};
use hairline_profile::disk::replace;
use hairline_tools::check;
use hairline_tools::output::status::ExitStatus;

/// A level that is not written yet: one without errors, or a draft.
struct Imported {
    composed: Composed,
    source: String,
    is_draft: bool,
}

/// Imports files, and says what was written and what is wrong.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn import(options: &ImportOptions, out: &mut dyn Write, color: bool) -> io::Result<ExitStatus> {
    let mapping = match options.mapping.as_deref().map_or(Ok(Mapping::default()), Mapping::read) {
        Ok(mapping) => mapping,
        Err(diagnostic) => {
            writeln!(out, "{}", LevelDiagnostics::without_text("", diagnostic).render(color))?;
            return Ok(ExitStatus::CouldNotRun);
        }
    };
    let mut run = Run { options, mapping: &mapping, out, color, worst: ExitStatus::Fine, levels: Vec::new() };
    for path in &options.files {
        run.file(path)?;
    }
    let mut unused = LevelDiagnostics::empty("");
    mapping.warn_of_unused(&mut unused);
    run.print(&unused)?;
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
        let mut importer = Importer::new(self.mapping, &name, self.options.draft);
        let levels = read(bytes, path, self.options.root.as_deref(), &mut importer).unwrap_or_else(|diagnostic| {
            importer.diagnostics.add(diagnostic);
            Vec::new()
        });
        self.print(&importer.diagnostics)?;
        for line in importer.others() {
            writeln!(self.out, "{line}")?;
        }
        for mut composed in levels {
            // The level is checked as any other, and kept only without an error.
            let mut inspection = check::inspect(&composed.text, &composed.file_name);
            inspection.diagnostics.set_places(|position| composed.origin(position));
            inspection.diagnostics.add_helps(|diagnostic, position| {
                let is_unknown = *diagnostic.fault() == faults::UNKNOWN_NAME;
                let property =
                    composed.property(position).filter(|name| is_unknown && !self.mapping.renames_to(name))?;
                Some(format!("if it is of another game, leave it out with --mapping: {}", cure(property)))
            });
            self.print(&inspection.diagnostics)?;
            let is_draft = inspection.level.is_none() || composed.is_incomplete();
            if is_draft && self.options.draft {
                composed.make_draft(&inspection.diagnostics);
            }
            if !is_draft || self.options.draft {
                self.levels.push(Imported { composed, source: name.clone(), is_draft });
            }
        }
        Ok(())
    }

    fn print(&mut self, diagnostics: &LevelDiagnostics) -> io::Result<()> {
        if diagnostics.error_count() > 0 {
            self.worst = self.worst.max(ExitStatus::Failed);
        }
        if diagnostics.is_empty() { Ok(()) } else { writeln!(self.out, "{}\n", diagnostics.render(self.color)) }
    }

    /// Writes the levels. Two levels of one name, and files that are there already, are not written.
    fn write(mut self) -> io::Result<ExitStatus> {
        let levels = std::mem::take(&mut self.levels);
        let mut written = 0;
        for (index, Imported { composed, source, is_draft }) in levels.iter().enumerate() {
            let path = self.options.out.join(&composed.file_name);
            let name = escape_path(&path);
            let same = levels[..index].iter().find(|other| other.composed.file_name == composed.file_name);
            if let Some(first) = same {
                let message = format!(
                    "not written: {} of {source} would be {name}, as the one of {} is: rename one of the two",
                    composed.title, first.source
                );
                self.fail(ExitStatus::Failed, &escape(&message))?;
            } else if self.options.check {
                let state = if *is_draft { "a draft" } else { "fine" };
                writeln!(self.out, "{state}: {source} would be {name}")?;
            } else if self.put(&path, composed.text.as_bytes())? {
                let path = escape_argument(&path);
                if *is_draft {
                    writeln!(self.out, "wrote {name}, a draft: `hairline check {path}` says what is missing")?;
                } else {
                    writeln!(self.out, "wrote {name}: play it with `hairline play {path}`")?;
                    written += 1;
                }
            }
        }
        if self.options.campaign {
            self.campaign(&levels)?;
        } else if written > 1 {
            writeln!(
                self.out,
                "the levels are single: --campaign writes a {CAMPAIGN_FILE_NAME} that plays them in this order"
            )?;
        }
        Ok(self.worst)
    }

    /// Writes one file, unless there is one already that may not be replaced. Returns whether it did.
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

    /// Writes the campaign, if every level was imported.
    fn campaign(&mut self, levels: &[Imported]) -> io::Result<()> {
        if self.worst != ExitStatus::Fine || levels.is_empty() {
            let message = format!("{CAMPAIGN_FILE_NAME} is not written: not every level is without errors");
            return self.fail(ExitStatus::Failed, &message);
        }
        let names = levels.iter().map(|level| format!("        \"{}\",\n", level.composed.file_name));
        let text = format!("(\n    version: 1,\n    levels: [\n{}    ],\n)\n", names.collect::<String>());
        let path = self.options.out.join(CAMPAIGN_FILE_NAME);
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
    importer: &mut Importer,
) -> Result<Vec<Composed>, Diagnostic> {
    let name = escape_path(path);
    if is_utf16(&bytes) {
        return Err(error(&faults::FOREIGN_FILE, &name, UTF16.0, UTF16.1));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let mut files = NamedFiles::new(path, root);
    let cure = match ending.as_str() {
        "tmx" => {
            let level = tiled::read(bytes, path, &mut files, importer)?;
            return Ok(importer.composes(0).then(|| compose(&level, path, importer)).flatten().into_iter().collect());
        }
        "ldtk" => return ldtk::read(&bytes, path, &mut files, importer),
        "tmj" | "json" => "save the map as `.tmx`; of LDtk name the `.ldtk` file",
        "ldtkl" => "name the project's `.ldtk` file: it says what the values of its levels mean",
        "tsx" | "tx" | "tiled-project" | "world" => "name the `.tmx` files; they name their tilesets themselves",
        _ if path.to_string_lossy().ends_with(LEVEL_FILE_ENDING) => "it is a level already: `hairline play` plays it",
        _ => "name Tiled maps (`.tmx`) and LDtk projects (`.ldtk`)",
    };
    Err(error(&faults::FOREIGN_FILE, &name, format!("`.{ending}` files are not imported"), cure))
}
