//! What each step of an import needs: the mapping, and a list for what it finds wrong or leaves out.

use std::collections::BTreeMap;

use super::errors::error;
use super::limits::MISSING_MAX;
use super::mapping::{Mapping, OTHERS};
use hairline_level::diagnostics::faults::{self, Fault};
use hairline_level::{Diagnostic, LevelDiagnostics};

/// The import of one file.
pub struct Importer<'a> {
    pub mapping: &'a Mapping,
    pub diagnostics: LevelDiagnostics,
    /// Whether a level is composed in spite of errors.
    pub drafts: bool,
    /// Place and message of the errors in the level that is being read, at most [`MISSING_MAX`].
    pub missing: Vec<(String, String)>,
    /// How many tiles, objects and properties of each name the mapping has no own word for, and what became of them.
    others: BTreeMap<(&'static str, String, String), usize>,
}

impl<'a> Importer<'a> {
    pub fn new(mapping: &'a Mapping, source_name: &str, drafts: bool) -> Self {
        let diagnostics = LevelDiagnostics::empty(source_name);
        Self { mapping, diagnostics, drafts, missing: Vec::new(), others: BTreeMap::new() }
    }

    /// Adds an error: the level is not written, or as a draft.
    pub fn error(&mut self, fault: &'static Fault, place: &str, message: impl Into<String>, help: impl Into<String>) {
        let message = message.into();
        if self.drafts && self.missing.len() < MISSING_MAX {
            self.missing.push((place.to_owned(), message.clone()));
        }
        self.diagnostics.add(error(fault, place, message, help));
    }

    pub fn warning(&mut self, fault: &'static Fault, place: &str, message: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.add(Diagnostic::warning(message).of(fault).place(place).help(help));
    }

    /// Whether a level is composed, after which there were so many errors before it.
    pub fn composes(&self, errors_before: usize) -> bool {
        self.drafts || self.diagnostics.error_count() == errors_before
    }

    /// Counts a thing that got the word for all others of its kind: "tiles", "objects" or "properties".
    pub fn count_other(&mut self, things: &'static str, name: &str, word: &str) {
        *self.others.entry((things, name.to_owned(), word.to_owned())).or_default() += 1;
    }

    /// Warns of everything that got the word for all others, each name in one line with its count.
    pub fn warn_of_others(&mut self) {
        for ((things, name, word), count) in std::mem::take(&mut self.others) {
            let fate = if word.is_empty() { "left out".to_owned() } else { format!("`{word}`") };
            let message = format!("`{things}` `{OTHERS}` of the mapping: `{name}`, {count} times, is {fate}");
            self.diagnostics.add(Diagnostic::warning(message).of(&faults::LEFT_OUT));
        }
    }
}
