//! `hairline check`: reads level files and campaigns and tells every fault in them, with a line for each that is right. It
//! plays each level's first moment too, to warn of one that kills the ninja at once.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::level;
use crate::level::campaign;
use crate::level::campaign::CAMPAIGN_FILE_NAME;
use crate::level::diagnostics::escape::{printable, printable_path};
use crate::level::{LEVEL_FILE_ENDING, Level, LevelDiagnostics, ReadError};
use crate::tools::instant_death;

/// Folders inside folders are followed this deep.
const FOLDER_DEPTH_MAX: usize = 16;

/// What came of a check, worse from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All files are right, perhaps with warnings.
    Fine,
    /// At least one file has a fault.
    Faults,
    /// At least one path could not be checked: it is missing, unreadable, or a folder without levels.
    CouldNotRun,
}

impl Outcome {
    /// The exit code of the process: 0, 1 or 2.
    pub fn exit_code(self) -> u8 {
        self as u8
    }
}

/// Whether to color what goes to standard output: only on a terminal, and not where `NO_COLOR` is set (no-color.org).
pub fn color_is_wanted() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Checks files, and folders with all that is in them: every `*.level.ron` and `campaign.ron`, in the order of their
/// names.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn check(paths: &[PathBuf], out: &mut dyn Write, color: bool) -> io::Result<Outcome> {
    let mut check = Check { out, color, tally: Tally::default() };
    if paths.is_empty() {
        check.could_not("no path was given: name level files or folders")?;
    }
    for path in paths {
        let (files, unread) = files_of(path);
        for reason in &unread {
            check.could_not(reason)?;
        }
        if files.is_empty() && unread.is_empty() {
            check.could_not(&format!("{}: the folder has no `*{LEVEL_FILE_ENDING}` in it", printable_path(path)))?;
        }
        for file in files {
            check.file(&file)?;
        }
    }
    check.finish()
}

/// What has been seen so far.
#[derive(Default)]
struct Tally {
    files: usize,
    errors: usize,
    warnings: usize,
    not_run: usize,
}

struct Check<'o> {
    out: &'o mut dyn Write,
    color: bool,
    tally: Tally,
}

impl Check<'_> {
    fn file(&mut self, path: &Path) -> io::Result<()> {
        self.tally.files += 1;
        if path.file_name().is_some_and(|name| name == CAMPAIGN_FILE_NAME) {
            return match campaign::read(path) {
                Ok(campaign) => {
                    let mut words = counted(campaign.levels.len(), "level");
                    if !campaign.labs.is_empty() {
                        words += &format!(", {}", counted(campaign.labs.len(), "lab"));
                    }
                    self.right(path, &words)
                }
                Err(error) => self.wrong(error),
            };
        }
        match level::read_inspected(path) {
            Ok(mut inspection) => {
                instant_death::warn(&mut inspection);
                self.faults(&inspection.faults)?;
                inspection.level.map_or(Ok(()), |level| self.right(path, &words_on(&level)))
            }
            Err(error) => self.wrong(error),
        }
    }

    fn right(&mut self, path: &Path, words: &str) -> io::Result<()> {
        let (green, plain) = if self.color { ("\u{1b}[32m", "\u{1b}[0m") } else { ("", "") };
        writeln!(self.out, "{green}ok{plain} {}: {words}", printable_path(path))
    }

    fn wrong(&mut self, error: ReadError) -> io::Result<()> {
        match error {
            ReadError::Faults(faults) => self.faults(&faults),
            ReadError::Disk { .. } => {
                self.tally.files -= 1;
                self.could_not(&error.to_string())
            }
        }
    }

    fn faults(&mut self, faults: &LevelDiagnostics) -> io::Result<()> {
        self.tally.errors += faults.error_count();
        self.tally.warnings += faults.warning_count();
        if faults.is_empty() { Ok(()) } else { writeln!(self.out, "{}\n", faults.render(self.color)) }
    }

    fn could_not(&mut self, reason: &str) -> io::Result<()> {
        self.tally.not_run += 1;
        let (red, plain) = if self.color { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
        writeln!(self.out, "{red}cannot check{plain} {reason}")
    }

    fn finish(self) -> io::Result<Outcome> {
        let Tally { files, errors, warnings, not_run } = self.tally;
        let mut words = vec![counted(files, "file"), counted(errors, "error"), counted(warnings, "warning")];
        if not_run > 0 {
            words.push(format!("{} not checked", counted(not_run, "path")));
        }
        writeln!(self.out, "{}", words.join(", "))?;
        Ok(match (not_run, errors) {
            (0, 0) => Outcome::Fine,
            (0, _) => Outcome::Faults,
            _ => Outcome::CouldNotRun,
        })
    }
}

/// A level in a few words: its name, its size and what is in it.
fn words_on(level: &Level) -> String {
    let size = level.terrain.size();
    let kinds = [
        (level.lasers.len(), "laser"),
        (level.turrets.len(), "turret"),
        (level.cameras.len(), "camera"),
        (level.orbs.len(), "orb"),
        (level.movers.len(), "mover"),
        (level.doors.len(), "door"),
        (level.switches.len(), "switch"),
        (level.keys.len(), "key"),
        (level.springs.len(), "spring"),
        (level.mines.len(), "mine"),
        (level.teleports.len(), "teleport"),
        (level.shards.len(), "shard"),
    ];
    let mut words = format!("“{}”, {}×{}", printable(&level.name), size.x, size.y);
    for (count, kind) in kinds.into_iter().filter(|&(count, _)| count > 0) {
        words += &format!(", {}", counted(count, kind));
    }
    words
}

fn counted(count: usize, thing: &str) -> String {
    let plural = match thing {
        _ if count == 1 => "",
        "switch" => "es",
        _ => "s",
    };
    format!("{count} {thing}{plural}")
}

/// The files to check under a path, in the order of their names, and a sentence for each folder that cannot be read. A
/// file that is named itself is always checked.
fn files_of(path: &Path) -> (Vec<PathBuf>, Vec<String>) {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    if path.is_dir() {
        gather(path, FOLDER_DEPTH_MAX, &mut files, &mut unread);
        files.sort();
    } else {
        files.push(path.to_owned());
    }
    (files, unread)
}

fn gather(folder: &Path, depth: usize, files: &mut Vec<PathBuf>, unread: &mut Vec<String>) {
    let failed = |error: io::Error| format!("{}: the folder cannot be read: {error}", printable_path(folder));
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
        let name = name.to_string_lossy();
        // A link to a folder is not followed: it could lead round in a circle.
        if kind.is_dir() && depth > 0 {
            gather(&entry.path(), depth - 1, files, unread);
        } else if !kind.is_dir() && (name.ends_with(LEVEL_FILE_ENDING) || name == CAMPAIGN_FILE_NAME) {
            files.push(entry.path());
        }
    }
}
