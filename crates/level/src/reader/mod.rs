//! Reads RON value by value. Every value that a person may get wrong is first read as a [`RonValue`], its source text,
//! and parsed afterwards, so that each diagnostic has its place and one error does not hide the next.

pub(super) mod brackets;
pub mod encoding;
pub(super) mod entries;
pub(super) mod errors;
pub mod file;
mod hints;
pub mod lexer;
pub(super) mod places;
pub(super) mod scalars;
mod shared;
mod spans;
pub mod typeface;
pub(super) mod version;

use std::marker::PhantomData;
use std::ops::Range;

use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::DeserializeSeed;

use crate::diagnostics::escape::DisplayText;
use crate::diagnostics::{Diagnostic, LevelDiagnostics, OmittedCounts, Severity, truncated};
use crate::limits::DIAGNOSTICS_MAX;
use brackets::content_start;
use entries::Struct;
use places::MarkedCells;
use shared::SharedValues;

/// How many diagnostics are kept while a file is read: more than are shown, so that errors can take precedence over
/// warnings.
const DIAGNOSTICS_KEPT_MAX: usize = 4 * DIAGNOSTICS_MAX;

/// The dialect of RON: standard, except that `Some(…)` need not be written.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The source text of one RON value, a slice of the text of its file, not parsed yet. A struct of them derives `Deserialize`
/// with `bound(deserialize = "'de: 'a")`, in place of `borrow` on each field.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub struct RonValue<'a>(#[serde(borrow)] &'a RawValue);

impl<'a> RonValue<'a> {
    /// The value's text without the comments around it.
    pub fn text(self) -> &'a str {
        let text = self.0.get_ron();
        // `trim` parses the value again, so it is only called where there may be a comment.
        let text = if text.contains("//") || text.contains("/*") { self.0.trim().get_ron() } else { text };
        text.trim()
    }
}

/// A file's text and its diagnostics so far.
pub struct Reader<'a> {
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
    /// The marks of the map, once it has been read.
    places: Option<MarkedCells>,
    /// The values that have names.
    shared: SharedValues<'a>,
    /// How many there were beyond those kept.
    omitted: OmittedCounts,
}

impl<'a> Reader<'a> {
    /// A reader of a file's text.
    pub fn new(text: &'a str) -> Self {
        let (places, shared) = (None, SharedValues::default());
        Self { text, diagnostics: Vec::new(), places, shared, omitted: OmittedCounts::default() }
    }

    /// Adds a diagnostic. Past a limit they are only counted, since a file can have one for every few bytes. One about a
    /// shared value is kept once, however often the value is used.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.contains(&diagnostic) {
            return;
        }
        if self.diagnostics.len() < DIAGNOSTICS_KEPT_MAX {
            self.diagnostics.push(diagnostic);
        } else {
            self.omitted.count(diagnostic.severity());
        }
    }

    /// Reports an error, for which there is no value.
    pub fn refuse<T>(&mut self, error: Diagnostic) -> Option<T> {
        self.report(error);
        None
    }

    /// The text that diagnostics display, which knows where each byte of the file is in it.
    pub(crate) fn display(&self) -> DisplayText<'a> {
        DisplayText::new(self.text)
    }

    /// Whether there is an error so far; then a warning may only be a consequence of it.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Whether the file has this letter between quotation marks.
    pub fn mentions(&self, letter: char) -> bool {
        self.text.contains(&format!("'{letter}'"))
    }

    /// All diagnostics, ready to be shown.
    pub fn into_diagnostics(self, source_name: &str) -> LevelDiagnostics {
        LevelDiagnostics::new(source_name, self.text, self.diagnostics, self.omitted)
    }

    /// The bytes of the first bracket of the file.
    pub fn begin(&self) -> Range<usize> {
        let content = content_start(self.text);
        let at = content + self.text[content..].find('(').unwrap_or(0);
        at..(at + 1).min(self.text.len())
    }

    /// The bytes of a slice of the file's text.
    pub fn span_of(&self, slice: &str) -> Range<usize> {
        let start = (slice.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        debug_assert!(start <= self.text.len(), "a slice of another text");
        let start = start.min(self.text.len());
        start..(start + slice.len()).min(self.text.len())
    }

    /// The bytes of a value.
    pub fn span(&self, value: RonValue<'a>) -> Range<usize> {
        self.span_of(value.text())
    }

    /// Parses the whole file as one value.
    pub fn file<T: Deserialize<'a>>(&mut self) -> Option<T> {
        self.parse(self.text, 0)
    }

    /// Parses a value, or reports what is wrong at its place within the value.
    pub fn read<T: Deserialize<'a>>(&mut self, value: RonValue<'a>) -> Option<T> {
        let text = self.resolved(value)?.text();
        self.parse(text, self.span_of(text).start)
    }

    /// Parses `Word(name: value, …)`, or reports why it is none. The word may be left out.
    pub fn fields(&mut self, value: RonValue<'a>, word: &'static str) -> Option<Vec<(&'a str, RonValue<'a>)>> {
        let text = self.resolved(value)?.text();
        self.parse_seed(text, self.span_of(text).start, Struct(word))
    }

    /// Parses a single scalar, or reports what was `wanted`.
    pub fn scalar<T: Deserialize<'a>>(&mut self, value: RonValue<'a>, field: &str, wanted: &str) -> Option<T> {
        let value = self.resolved(value)?;
        let text = value.text();
        let parsed = options().from_str(text).ok();
        if parsed.is_none() {
            let label = match unquoted(text) {
                Some(inner) if options().from_str::<T>(inner).is_ok() => "leave the quotation marks out",
                _ => "this is not",
            };
            self.report(Diagnostic::error(format!("`{field}` must be {wanted}")).at(self.span(value), label));
        }
        parsed
    }

    /// The word that a value begins with, such as `Sweep` in `Sweep(…)`; it must be one of the known ones.
    pub fn word(&mut self, value: RonValue<'a>, what: &str, known: &[&str]) -> Option<&'a str> {
        let value = self.resolved(value)?;
        let text = value.text();
        let word = &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())];
        if known.contains(&word) {
            return Some(word);
        }
        if let Some(word) = unquoted(text).filter(|word| known.contains(word)) {
            let diagnostic = Diagnostic::error(format!("`{word}` is written without quotation marks"));
            return self.refuse(diagnostic.at(self.span(value), "leave them out"));
        }
        let is_word = word.starts_with(|c: char| c.is_alphabetic());
        let (message, span) = match is_word {
            true => (format!("unknown {what} `{}`", truncated(word)), self.span_of(word)),
            false => (format!("the {what} is missing"), self.span(value)),
        };
        self.refuse(errors::unknown(message, word, known, "known words", span))
    }

    /// One of the known words, with no settings after it.
    pub fn word_alone(&mut self, value: RonValue<'a>, what: &str, known: &[&str]) -> Option<&'a str> {
        let value = self.resolved(value)?;
        let word = self.word(value, what, known)?;
        if value.text()[word.len()..].trim_start().starts_with('(') {
            let diagnostic = Diagnostic::error(format!("`{word}` has no settings"));
            return self.refuse(diagnostic.at(self.span(value), "expected the word alone"));
        }
        Some(word)
    }

    fn parse<T: Deserialize<'a>>(&mut self, part: &'a str, start: usize) -> Option<T> {
        self.parse_seed(part, start, PhantomData)
    }

    fn parse_seed<S: DeserializeSeed<'a>>(&mut self, part: &'a str, start: usize, seed: S) -> Option<S::Value> {
        match options().from_str_seed(part, seed) {
            Ok(value) => Some(value),
            // Explaining an error scans the whole text.
            Err(error) if self.diagnostics.len() < DIAGNOSTICS_KEPT_MAX => {
                self.refuse(errors::diagnose(self.text, start, part, error))
            }
            Err(_) => {
                self.omitted.count(Severity::Error);
                None
            }
        }
    }
}

/// The content of a string literal.
fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))
}
