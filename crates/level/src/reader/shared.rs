//! Values shared by name: `shared: { "beat": (on: 1, off: 2) }` defines one, and `Shared("beat")` stands for it wherever a
//! value is read. Nothing is copied: the value is read at its definition, so an error in it has its place there.

use std::ops::Range;

use serde::Deserialize;

use super::entries::Entries;
use super::errors;
use super::{Reader, RonValue};
use crate::diagnostics::{Diagnostic, faults, truncated};
use crate::limits::{SHARED_BYTES_MAX, SHARED_CHARS_MAX, SHARED_MAX};

/// The word of a use.
const WORD: &str = "Shared";

/// The shared values of a file.
#[derive(Clone, Debug, Default)]
pub struct SharedValues<'a>(Vec<Definition<'a>>);

#[derive(Clone, Debug)]
struct Definition<'a> {
    name: String,
    value: RonValue<'a>,
    /// The bytes of its name.
    span: Range<usize>,
    is_used: bool,
}

/// A use. Its name is a literal, never itself a use: else two could call each other for ever.
#[derive(Deserialize)]
#[serde(rename = "Shared")]
enum Use {
    Shared(String),
}

impl<'a> Reader<'a> {
    /// Reads the definitions; from then on their names stand for them.
    pub fn read_shared(&mut self, value: RonValue<'a>) -> Option<()> {
        let entries: Entries = self.read(value)?;
        if let Some((name, _)) = entries.0.get(SHARED_MAX) {
            let message = format!("there are too many shared values: at most {SHARED_MAX} are allowed");
            let span = self.span(*name);
            return self.refuse(Diagnostic::error(message).of(&faults::TOO_MANY).at(span, "the first one too many"));
        }
        let mut all_usable = true;
        for (key, value) in entries.0 {
            let span = self.span(key);
            let Some(name) = self.name(key, "the name of a shared value", SHARED_CHARS_MAX) else {
                all_usable = false;
                continue;
            };
            let bytes = value.text().len();
            let first = self.shared.0.iter().find(|definition| definition.name == name);
            let diagnostic = if let Some(first) = first {
                Diagnostic::error(format!("the shared value `{name}` is defined twice"))
                    .of(&faults::SET_TWICE)
                    .at(span.clone(), "again here")
                    .at(first.span.clone(), "first here")
            } else if bytes > SHARED_BYTES_MAX {
                let message =
                    format!("the shared value `{name}` is too long: {bytes} bytes, and at most {SHARED_BYTES_MAX} fit");
                Diagnostic::error(message).of(&faults::TOO_MANY).at(self.span(value), "too long")
            } else {
                self.shared.0.push(Definition { name, value, span, is_used: false });
                continue;
            };
            self.report(diagnostic);
            all_usable = false;
        }
        all_usable.then_some(())
    }

    /// The value that a `Shared("name")` stands for, or the value itself if it is none.
    pub fn resolved(&mut self, mut value: RonValue<'a>) -> Option<RonValue<'a>> {
        for _ in 0..=self.shared.0.len() {
            let text = value.text();
            if !text.strip_prefix(WORD).is_some_and(|rest| rest.trim_start().starts_with('(')) {
                return Some(value);
            }
            let Use::Shared(name) = self.parse(text, self.span_of(text).start)?;
            let Some(definition) = self.shared.0.iter_mut().find(|definition| definition.name == name) else {
                let known: Vec<&str> = self.shared.0.iter().map(|definition| definition.name.as_str()).collect();
                let message = format!("there is no shared value `{}`", truncated(&name));
                let diagnostic = errors::unknown(message, &name, &known, "shared values", self.span(value));
                return self.refuse(diagnostic);
            };
            definition.is_used = true;
            value = definition.value;
        }
        let span = self.span(value);
        let diagnostic =
            Diagnostic::error("shared values stand for one another in a circle").of(&faults::SHARED_CIRCLE);
        let diagnostic = diagnostic.at(span, "leads back here");
        self.refuse(diagnostic.help("write one of them out"))
    }

    /// Warns of each definition that nothing uses.
    pub fn warn_of_unused_shared(&mut self) {
        let unused = self.shared.0.iter().filter(|definition| !definition.is_used);
        let warnings: Vec<Diagnostic> = unused
            .map(|Definition { name, span, .. }| {
                let warning =
                    Diagnostic::warning(format!("nothing uses the shared value `{name}`")).of(&faults::UNUSED_SHARED);
                warning.at(span.clone(), "defined here").help(format!("write `{WORD}(\"{name}\")` in place of a value"))
            })
            .collect();
        warnings.into_iter().for_each(|warning| self.report(warning));
    }
}
