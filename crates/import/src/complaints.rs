//! What `hairline import` says of a map editor's file: a sentence, the place in the file, and the cure.

use std::fmt::Write as _;
use std::sync::Arc;

use hairline_level::Severity;
use hairline_level::diagnostics::escape::escape;
use hairline_level::diagnostics::faults::Fault;

use super::limits::COMPLAINTS_MAX;

/// A place in a map editor's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named.
    pub file: Arc<str>,
    /// Line and column, counted from 1, where the text of the file was at fault.
    pub position: Option<(usize, usize)>,
    /// The layer and the object, in words; may be empty.
    pub inside: String,
}

impl Place {
    /// A file as a whole.
    pub fn file(file: &str) -> Self {
        Self { file: file.into(), position: None, inside: String::new() }
    }

    /// A byte of a file's text.
    pub fn at_byte(file: &str, bytes: &[u8], at: usize) -> Self {
        let before = &bytes[..at.min(bytes.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + String::from_utf8_lossy(&before[line_start..]).chars().count();
        Self { position: Some((line, column)), ..Self::file(file) }
    }

    /// A part of this place, in words.
    pub fn part(&self, part: &str) -> Self {
        let inside = if self.inside.is_empty() { part.to_owned() } else { format!("{}, {part}", self.inside) };
        Self { inside, ..self.clone() }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&escape(&self.file))?;
        if let Some((line, column)) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        if !self.inside.is_empty() {
            write!(f, ": {}", escape(&self.inside))?;
        }
        Ok(())
    }
}

/// One thing that is wrong, or that the designer should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Whether it keeps the level from being written.
    pub severity: Severity,
    /// What kind of fault it is.
    pub fault: &'static Fault,
    /// Where.
    pub place: Place,
    /// What is wrong, in one line.
    pub message: Box<str>,
    /// How to mend it.
    pub help: Box<str>,
}

impl Complaint {
    /// Something that keeps the level from being written.
    pub fn error(fault: &'static Fault, place: Place, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            fault,
            place,
            message: message.into().into_boxed_str(),
            help: help.into().into_boxed_str(),
        }
    }

    /// The complaint as it is printed, without a line break at its end.
    pub fn render(&self, color: bool) -> String {
        let (word, paint) = match self.severity {
            Severity::Error => ("error", "\u{1b}[1;31m"),
            Severity::Warning => ("warning", "\u{1b}[1;33m"),
        };
        let (paint, plain) = if color { (paint, "\u{1b}[0m") } else { ("", "") };
        let mut text =
            format!("{paint}{word}[{}]{plain}: {}\n  --> {}", self.fault.code, escape(&self.message), self.place);
        if !self.help.is_empty() {
            _ = write!(text, "\n  = help: {}", escape(&self.help));
        }
        text
    }
}

/// All complaints about one file, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Complaints {
    shown: Vec<Complaint>,
    errors: usize,
    warnings: usize,
}

impl Complaints {
    /// Adds one. Beyond [`COMPLAINTS_MAX`] errors, or as many warnings, they are only counted; one that is shown already does not
    /// count again.
    pub fn add(&mut self, complaint: Complaint) {
        if self.shown.contains(&complaint) {
            return;
        }
        match complaint.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        if self.shown.iter().filter(|shown| shown.severity == complaint.severity).count() < COMPLAINTS_MAX {
            self.shown.push(complaint);
        }
    }

    /// Adds an error.
    pub fn error(&mut self, fault: &'static Fault, place: &Place, message: impl Into<String>, help: impl Into<String>) {
        self.add(Complaint::error(fault, place.clone(), message, help));
    }

    /// Adds a warning.
    pub fn warning(
        &mut self,
        fault: &'static Fault,
        place: &Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(Complaint { severity: Severity::Warning, ..Complaint::error(fault, place.clone(), message, help) });
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether something keeps the level from being written.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All as they are printed, each with an empty line after it.
    pub fn render(&self, color: bool) -> String {
        let mut text: String = self.shown.iter().map(|complaint| complaint.render(color) + "\n\n").collect();
        let hidden = (self.errors + self.warnings).saturating_sub(self.shown.len());
        if hidden > 0 {
            _ = writeln!(text, "… and {hidden} more\n");
        }
        text
    }
}
