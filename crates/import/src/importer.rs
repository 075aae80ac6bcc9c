//! What each step of an import needs: the mapping, and a list for what it finds wrong or leaves out.

use std::collections::BTreeMap;

use super::errors::error;
use super::limits::{MISSING_CHARS_MAX, MISSING_MAX, OTHER_CHARS_MAX, OTHERS_LISTED_MAX};
use super::mapping::Mapping;
use hairline_level::diagnostics::escape::escape;
use hairline_level::diagnostics::faults::Fault;
use hairline_level::{Diagnostic, LevelDiagnostics};

/// The import of one file.
pub struct Importer<'a> {
    pub mapping: &'a Mapping,
    pub diagnostics: LevelDiagnostics,
    /// Whether a level is composed in spite of errors.
    pub drafts: bool,
    /// Place and message of the errors in the level that is being read: at most [`MISSING_MAX`], and then an
    /// entry which says that there are more.
    pub missing: Vec<(String, String)>,
    /// How many tiles, objects and properties fell under `"*"`, by sort, name and the word they got.
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
            let short = |text: &str| text.chars().take(MISSING_CHARS_MAX).collect();
            self.missing.push((short(place), short(&message)));
            if self.missing.len() == MISSING_MAX {
                self.missing.push((String::new(), "more than a draft lists".to_owned()));
            }
        }
        self.diagnostics.add(error(fault, place, message, help));
    }

    pub fn warning(&mut self, fault: &'static Fault, place: &str, message: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.add(Diagnostic::warning(message).of(fault).place(place).help(help));
    }

    /// Whether to compose a level: no error was added since there were `errors_before`, or drafts are wanted.
    pub fn composes(&self, errors_before: usize) -> bool {
        self.drafts || self.diagnostics.error_count() == errors_before
    }

    /// Counts things that got the word for all others of their sort: tiles, objects or properties.
    pub fn count_others(&mut self, thing: &'static str, name: &str, word: &str, count: usize) {
        let name: String = name.chars().take(OTHER_CHARS_MAX).collect();
        *self.others.entry((thing, name, word.to_owned())).or_default() += count;
    }

    /// What got the word for all others, each name in a line with its count.
    pub fn others(&self) -> Vec<String> {
        let source = self.diagnostics.source_name();
        let lines = self.others.iter().take(OTHERS_LISTED_MAX).map(|((thing, name, word), count)| {
            let fate = if word.is_empty() { "left out".to_owned() } else { format!("made `{}`", escape(word)) };
            let name = if name.is_empty() { "without a class".to_owned() } else { format!("`{}`", escape(name)) };
            format!("{source}: {thing} {name} ×{count}: {fate}, as all that the mapping does not name")
        });
        let more = self.others.len().saturating_sub(OTHERS_LISTED_MAX);
        lines.chain((more > 0).then(|| format!("{source}: … and {more} more names"))).collect()
    }
}
