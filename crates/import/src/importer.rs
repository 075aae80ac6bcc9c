//! What each step of an import needs: the mapping, and a list for what it finds wrong.

use super::errors::error;
use super::mapping::Mapping;
use hairline_level::diagnostics::faults::Fault;
use hairline_level::{Diagnostic, LevelDiagnostics};

/// The import of one file.
pub struct Importer<'a> {
    pub mapping: &'a Mapping,
    pub diagnostics: LevelDiagnostics,
}

impl Importer<'_> {
    /// Adds an error: the level is not written.
    pub fn error(&mut self, fault: &'static Fault, place: &str, message: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.add(error(fault, place, message, help));
    }

    pub fn warning(&mut self, fault: &'static Fault, place: &str, message: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.add(Diagnostic::warning(message).of(fault).place(place).help(help));
    }
}
