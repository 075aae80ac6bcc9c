//! Reading RON by pieces. Every value that a person may get wrong is first taken as a [`Piece`], the source text of one
//! value, and read afterwards: so each fault knows its place, and one fault does not hide the next.

pub(crate) mod brackets;
pub(crate) mod encoding;
pub(crate) mod errors;
pub mod file;
pub(crate) mod hints;
pub(crate) mod scalars;

use std::ops::Range;

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;

use crate::level::diagnostics::escape::Quotable;
use crate::level::diagnostics::{Diagnostic, LevelDiagnostics, Severity, Untold, shown};
use crate::level::limits::FAULTS_MAX;
use brackets::content_start;

/// How many faults are kept until the file is read: more than are told, so that errors can go before warnings.
const FAULTS_KEPT_MAX: usize = 4 * FAULTS_MAX;

/// The RON that is read: as published, and `Some(…)` need not be written.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The text of one RON value, not yet read, standing in the text of its file.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Piece<'a>(#[serde(borrow)] &'a RawValue);

impl<'a> Piece<'a> {
    /// The value's text without the comments around it.
    pub fn text(self) -> &'a str {
        let text = self.0.get_ron();
        // Trimming parses the value again, so it is only done where there may be a comment.
        let text = if text.contains("//") || text.contains("/*") { self.0.trim().get_ron() } else { text };
        text.trim()
    }
}

/// A file's text and the faults found in it so far.
pub(crate) struct Reader<'a> {
    text: &'a str,
    faults: Vec<Diagnostic>,
    /// How many more there were than are kept.
    untold: Untold,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, faults: Vec::new(), untold: Untold::default() }
    }

    /// Notes a fault. A file can be nothing but faults: past a limit they are only counted.
    pub fn fault(&mut self, fault: Diagnostic) {
        if self.faults.len() < FAULTS_KEPT_MAX {
            self.faults.push(fault);
        } else {
            self.untold.count(fault.severity());
        }
    }

    /// Where some bytes of the file stand in the text that is quoted under its faults.
    pub fn quoted(&self, bytes: &Range<usize>) -> Range<usize> {
        Quotable::new(self.text).place(bytes)
    }

    /// Whether there is an error so far; then a warning may only be its shadow.
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity() == Severity::Error)
    }

    /// All faults, ready to be shown.
    pub fn into_faults(self, source_name: &str) -> LevelDiagnostics {
        LevelDiagnostics::new(source_name, self.text, self.faults, self.untold)
    }

    /// The first bracket of the file.
    pub fn begin(&self) -> Range<usize> {
        let content = content_start(self.text);
        let at = content + self.text[content..].find('(').unwrap_or(0);
        at..(at + 1).min(self.text.len())
    }

    /// The bytes of the file where a part of its text stands.
    pub fn place_of(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        debug_assert!(start <= self.text.len(), "a part of another text");
        let start = start.min(self.text.len());
        start..(start + part.len()).min(self.text.len())
    }

    /// The bytes where a piece stands.
    pub fn place(&self, piece: Piece<'a>) -> Range<usize> {
        self.place_of(piece.text())
    }

    /// Reads the whole file as one value.
    pub fn file<T: Deserialize<'a>>(&mut self) -> Option<T> {
        self.parse(self.text, 0)
    }

    /// Reads a piece; a fault in its form is noted where it is.
    pub fn read<T: Deserialize<'a>>(&mut self, piece: Piece<'a>) -> Option<T> {
        let text = piece.text();
        self.parse(text, self.place_of(text).start)
    }

    /// Reads a piece that is a single scalar; if it is none, the fault says what was wanted.
    pub fn scalar<T: Deserialize<'a>>(&mut self, piece: Piece<'a>, field: &str, wanted: &str) -> Option<T> {
        let text = piece.text();
        let value = options().from_str(text).ok();
        if value.is_none() {
            let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            let label = match quoted {
                Some(inner) if options().from_str::<T>(inner).is_ok() => "leave the quotation marks out",
                _ => "this is not",
            };
            self.fault(Diagnostic::error(format!("`{field}` must be {wanted}")).at(self.place(piece), label));
        }
        value
    }

    /// The word that a piece begins with, such as `Sweep` in `Sweep(…)`; it must be one of the known ones.
    pub fn word(&mut self, piece: Piece<'a>, what: &str, known: &[&str]) -> Option<&'a str> {
        let text = piece.text();
        let word = &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())];
        if known.contains(&word) {
            return Some(word);
        }
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        if let Some(word) = quoted.filter(|word| known.contains(word)) {
            let fault = Diagnostic::error(format!("`{word}` stands without quotation marks"));
            self.fault(fault.at(self.place(piece), "leave them out"));
            return None;
        }
        let is_word = word.starts_with(|c: char| c.is_alphabetic());
        let (message, place) = match is_word {
            true => (format!("unknown {what} `{}`", shown(word)), self.place_of(word)),
            false => (format!("it is not said which {what} this is"), self.place(piece)),
        };
        self.fault(errors::unknown(message, word, known, "known words", place));
        None
    }

    fn parse<T: Deserialize<'a>>(&mut self, part: &'a str, start: usize) -> Option<T> {
        match options().from_str(part) {
            Ok(value) => Some(value),
            // To explain an error takes a look over the whole text.
            Err(error) if self.faults.len() < FAULTS_KEPT_MAX => {
                self.fault(errors::fault(self.text, start, part, error));
                None
            }
            Err(_) => {
                self.untold.count(Severity::Error);
                None
            }
        }
    }
}
