//! `hairline check`: reads level files and campaigns and shows every diagnostic, or a line for each valid file. It also plays
//! the first moment of each level, to warn of one that kills the ninja at once.

mod cameras;
mod instant_death;
mod logic;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::level;
use crate::level::campaign;
use crate::level::campaign::CAMPAIGN_FILE_NAME;
use crate::level::diagnostics::escape::{escape, escape_path};
use crate::level::{KINDS, LEVEL_FILE_ENDING, Level, LevelDiagnostics, ReadError};

/// The most levels of nested folders that are searched.
const FOLDER_DEPTH_MAX: usize = 16;

/// The result of a check, worse from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All files are valid, perhaps with warnings; all replays finish.
    Fine,
    /// At least one file has an error, or a replay fails.
    Failed,
    /// At least one path could not be checked: it is missing, unreadable, or a folder without levels; or a replay could
    /// not be played.
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

/// Checks files, and every `*.level.ron` and `campaign.ron` in folders, sorted by name.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn check(paths: &[PathBuf], out: &mut dyn Write, color: bool) -> io::Result<Outcome> {
    let mut check = Check { out, color, tally: Tally::default() };
    if paths.is_empty() {
        check.not_run("no path was given: name level files or folders")?;
    }
    for path in paths {
        let (files, unread) = files_of(path);
        for reason in &unread {
            check.not_run(reason)?;
        }
        if files.is_empty() && unread.is_empty() {
            check.not_run(&format!("{}: the folder has no `*{LEVEL_FILE_ENDING}` in it", escape_path(path)))?;
        }
        for file in files {
            check.file(&file)?;
        }
    }
    check.finish()
}

/// Counts so far.
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
                    let mut summary = counted(campaign.levels.len(), ["level", "levels"]);
                    if !campaign.labs.is_empty() {
                        summary += &format!(", {}", counted(campaign.labs.len(), ["lab", "labs"]));
                    }
                    self.valid(path, &summary)
                }
                Err(error) => self.invalid(error),
            };
        }
        match level::read_inspected(path) {
            Ok(mut inspection) => {
                instant_death::warn(&mut inspection);
                logic::warn(&mut inspection);
                self.diagnostics(&inspection.diagnostics)?;
                inspection.level.map_or(Ok(()), |level| self.valid(path, &summary_of(&level)))
            }
            Err(error) => self.invalid(error),
        }
    }

    fn valid(&mut self, path: &Path, summary: &str) -> io::Result<()> {
        let (green, plain) = if self.color { ("\u{1b}[32m", "\u{1b}[0m") } else { ("", "") };
        writeln!(self.out, "{green}ok{plain} {}: {summary}", escape_path(path))
    }

    fn invalid(&mut self, error: ReadError) -> io::Result<()> {
        match error {
            ReadError::Invalid(diagnostics) => self.diagnostics(&diagnostics),
            ReadError::Disk { .. } => {
                self.tally.files -= 1;
                self.not_run(&error.to_string())
            }
        }
    }

    fn diagnostics(&mut self, diagnostics: &LevelDiagnostics) -> io::Result<()> {
        self.tally.errors += diagnostics.error_count();
        self.tally.warnings += diagnostics.warning_count();
        if diagnostics.is_empty() { Ok(()) } else { writeln!(self.out, "{}\n", diagnostics.render(self.color)) }
    }

    fn not_run(&mut self, reason: &str) -> io::Result<()> {
        self.tally.not_run += 1;
        let (red, plain) = if self.color { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
        writeln!(self.out, "{red}cannot check{plain} {reason}")
    }

    fn finish(self) -> io::Result<Outcome> {
        let Tally { files, errors, warnings, not_run } = self.tally;
        let mut parts = vec![
            counted(files, ["file", "files"]),
            counted(errors, ["error", "errors"]),
            counted(warnings, ["warning", "warnings"]),
        ];
        if not_run > 0 {
            parts.push(format!("{} not checked", counted(not_run, ["path", "paths"])));
        }
        writeln!(self.out, "{}", parts.join(", "))?;
        Ok(match (not_run, errors) {
            (0, 0) => Outcome::Fine,
            (0, _) => Outcome::Failed,
            _ => Outcome::CouldNotRun,
        })
    }
}

/// A level in a few words: its name, its size, and its contents.
fn summary_of(level: &Level) -> String {
    let size = level.terrain.size();
    let mut summary = format!("“{}”, {}×{}", escape(&level.name), size.x, size.y);
    let kinds = KINDS.iter().map(|kind| (level.actors.count_of(kind.word()), kind.names()));
    let contents = kinds.chain([(level.shards.len(), ["shard", "shards"])]);
    for (count, names) in contents.filter(|&(count, _)| count > 0) {
        summary += &format!(", {}", counted(count, names));
    }
    summary
}

/// A count with its noun, of which the singular and the plural are given.
fn counted(count: usize, names: [&str; 2]) -> String {
    format!("{count} {}", names[usize::from(count != 1)])
}

/// The files to check under a path, sorted by name, and a sentence for each unreadable folder. A file that was named
/// itself is always checked.
pub(super) fn files_of(path: &Path) -> (Vec<PathBuf>, Vec<String>) {
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
        let name = name.to_string_lossy();
        // A link to a folder is not followed: it could lead back.
        if kind.is_dir() && depth > 0 {
            gather(&entry.path(), depth - 1, files, unread);
        } else if !kind.is_dir() && (name.ends_with(LEVEL_FILE_ENDING) || name == CAMPAIGN_FILE_NAME) {
            files.push(entry.path());
        }
    }
}
