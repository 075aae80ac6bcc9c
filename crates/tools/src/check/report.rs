//! What a check prints: every diagnostic with its source line, a line for each valid file and a sum at the end; or JSON lines.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use hairline_level::campaign::Campaign;
use hairline_level::diagnostics::escape::escape;
use hairline_level::diagnostics::faults;
use hairline_level::{KINDS, Level, LevelDiagnostics, Severity};

use super::options::CheckFormat;
use crate::given::shown;
use crate::output::json;
use crate::output::status::ExitStatus;

#[derive(Default)]
struct Tally {
    files: usize,
    errors: usize,
    warnings: usize,
    not_run: usize,
}

/// What has been printed and counted.
pub(super) struct Report<'o> {
    out: &'o mut dyn Write,
    format: CheckFormat,
    color: bool,
    tally: Tally,
}

impl<'o> Report<'o> {
    pub fn new(out: &'o mut dyn Write, format: CheckFormat, color: bool) -> Self {
        Self { out, format, color, tally: Tally::default() }
    }

    /// The diagnostics of a file and, if it is valid, its contents in a few words.
    pub fn file(&mut self, path: &Path, summary: Option<String>, diagnostics: &LevelDiagnostics) -> io::Result<()> {
        self.tally.files += 1;
        self.tally.errors += diagnostics.error_count();
        self.tally.warnings += diagnostics.warning_count();
        if self.format == CheckFormat::Json {
            return self.json(diagnostics);
        }
        if !diagnostics.is_empty() {
            writeln!(self.out, "{}\n", diagnostics.render(self.color))?;
        }
        let Some(summary) = summary else { return Ok(()) };
        let (green, plain) = if self.color { ("\u{1b}[32m", "\u{1b}[0m") } else { ("", "") };
        writeln!(self.out, "{green}ok{plain} {}: {summary}", shown(path))
    }

    /// A JSON object for each diagnostic. Lines and columns count from 1, columns in characters.
    fn json(&mut self, diagnostics: &LevelDiagnostics) -> io::Result<()> {
        for diagnostic in diagnostics.iter() {
            let position = diagnostics.position(diagnostic);
            let line = json::line(&[
                ("file", json!(diagnostics.source_name())),
                ("line", json!(position.map(|position| position.line))),
                ("column", json!(position.map(|position| position.column))),
                ("severity", json!(if diagnostic.severity() == Severity::Error { "error" } else { "warning" })),
                ("code", json!(diagnostic.fault().code)),
                ("message", json!(diagnostic.message())),
                ("label", json!(diagnostic.label())),
                ("help", json!(diagnostic.help_text())),
            ]);
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// A path that could not be checked, and why.
    pub fn not_run(&mut self, path: &str, reason: &str) -> io::Result<()> {
        self.tally.not_run += 1;
        if self.format == CheckFormat::Json {
            let code = faults::NOT_CHECKED.code;
            let members = [
                ("file", json!(path)),
                ("severity", json!("error")),
                ("code", json!(code)),
                ("message", json!(reason)),
            ];
            return writeln!(self.out, "{}", json::line(&members));
        }
        let (red, plain) = if self.color { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
        writeln!(self.out, "{red}cannot check{plain} {reason}")
    }

    /// Prints the sum, for people, and says how it all ended.
    pub fn finish(self) -> io::Result<ExitStatus> {
        let Tally { files, errors, warnings, not_run } = self.tally;
        let mut parts = vec![
            counted(files, ["file", "files"]),
            counted(errors, ["error", "errors"]),
            counted(warnings, ["warning", "warnings"]),
        ];
        if not_run > 0 {
            parts.push(format!("{} not checked", counted(not_run, ["path", "paths"])));
        }
        if self.format == CheckFormat::Text {
            writeln!(self.out, "{}", parts.join(", "))?;
        }
        Ok(match (not_run, errors) {
            (0, 0) => ExitStatus::Fine,
            (0, _) => ExitStatus::Failed,
            _ => ExitStatus::CouldNotRun,
        })
    }
}

/// A level in a few words: its name, its size, and its contents.
pub(super) fn level_summary(level: &Level) -> String {
    let size = level.terrain.size();
    let mut summary = format!("“{}”, {}×{}", escape(&level.name), size.x, size.y);
    let kinds = KINDS.iter().map(|kind| (level.actors.count_of(kind.word), kind.names));
    let contents = kinds.chain([(level.shards.len(), ["shard", "shards"])]);
    for (count, names) in contents.filter(|&(count, _)| count > 0) {
        summary += &format!(", {}", counted(count, names));
    }
    summary
}

pub(super) fn campaign_summary(campaign: &Campaign) -> String {
    let outline = &campaign.outline;
    let mut summary = counted(outline.levels, ["level", "levels"]);
    let others = [
        (outline.worlds.len(), ["world", "worlds"]),
        (outline.nights, ["night level", "night levels"]),
        (outline.labs, ["lab", "labs"]),
    ];
    for (count, names) in others.into_iter().filter(|&(count, _)| count > 0) {
        summary += &format!(", {}", counted(count, names));
    }
    summary
}

/// A count with its noun, of which the singular and the plural are given.
fn counted(count: usize, names: [&str; 2]) -> String {
    format!("{count} {}", names[usize::from(count != 1)])
}
