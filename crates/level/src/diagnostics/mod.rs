//! Errors and warnings about a file: the place, what is wrong, how to mend it; and how they are shown. It does not
//! decide what is valid.

pub mod escape;
pub mod faults;
pub(crate) mod suggest;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use codespan_reporting::diagnostic::{self as report, Label};
use codespan_reporting::files::{Files, SimpleFile};
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Config, DisplayStyle, Styles, StylesWriter};

use crate::limits::DIAGNOSTICS_MAX;
use escape::{DisplayText, REPLACEMENT, char_name, escape};
use faults::Fault;

/// Longer source lines are not shown under a diagnostic: they do not fit a screen.
const DISPLAYED_LINE_BYTES_MAX: usize = 240;

/// Whether a diagnostic keeps the file from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but is probably not what its author meant.
    Warning,
}

/// A position in a file; both numbers count from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// One error or warning. Whatever it quotes from the file is [escaped](escape::escape).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    severity: Severity,
    fault: &'static Fault,
    message: String,
    /// Byte ranges with a few words each; the first is the primary one.
    labels: Vec<(Range<usize>, String)>,
    help: Option<String>,
    /// Explains the replacements in the displayed lines.
    note: Option<Box<str>>,
    /// Where it is in another file than the displayed one, in words.
    place: Option<Box<str>>,
}

impl Diagnostic {
    /// A diagnostic that keeps the file from being used: of a bad value, unless [`Self::of`] says otherwise.
    pub fn error(message: impl Into<String>) -> Self {
        let (message, fault) = (escape(&message.into()).into_owned(), &faults::BAD_VALUE);
        Self { severity: Severity::Error, fault, message, labels: Vec::new(), help: None, note: None, place: None }
    }

    /// A diagnostic about a file that can be used.
    pub fn warning(message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(message) }
    }

    /// Sets the kind of fault.
    pub fn of(mut self, fault: &'static Fault) -> Self {
        self.fault = fault;
        self
    }

    /// Sets the kind of fault, unless one is set already.
    pub(crate) fn or_of(self, fault: &'static Fault) -> Self {
        if self.fault == &faults::BAD_VALUE { self.of(fault) } else { self }
    }

    /// Adds a label. The first one added is the primary one.
    pub(crate) fn at(mut self, bytes: Range<usize>, label: impl Into<String>) -> Self {
        self.labels.push((bytes, escape(&label.into()).into_owned()));
        self
    }

    /// Sets how to mend it, in one line or several.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into().split('\n').map(escape).collect::<Vec<_>>().join("\n"));
        self
    }

    /// Sets where it is, in words: for a file of another program, from which a level is made.
    pub fn place(mut self, place: &str) -> Self {
        self.place = Some(escape(place).into());
        self
    }

    /// Maps the labels to the displayed text, and adds a note about hidden characters in their lines.
    fn map_to_display(&mut self, text: &DisplayText) {
        let mut hidden: Vec<char> = self.labels.iter().flat_map(|(bytes, _)| text.hidden_in_lines(bytes)).collect();
        hidden.sort_unstable();
        hidden.dedup();
        let names: Vec<String> = hidden.iter().take(4).map(|character| char_name(*character)).collect();
        if !names.is_empty() {
            let more = if hidden.len() > names.len() { " …" } else { "" };
            let names = names.join(", ");
            self.note = Some(format!("{REPLACEMENT} stands for invisible characters: {names}{more}").into());
        }
        for (bytes, _) in &mut self.labels {
            *bytes = text.span(bytes);
        }
    }

    /// The first byte of its primary label, or the first of the file.
    fn start(&self) -> usize {
        self.labels.first().map_or(0, |label| label.0.start)
    }

    /// Whether it keeps the file from being used.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Message, primary label and help in one line. The help is left out where the label is a "did you mean" already.
    pub(crate) fn in_one_line(&self) -> String {
        let label = self.labels.first().map_or("", |label| &label.1);
        let help = self.help.as_deref().filter(|_| !label.ends_with('?')).unwrap_or_default();
        let parts = [": ", label, "; ", help];
        let present = parts.chunks(2).filter(|part| !part[1].is_empty()).flatten().copied();
        std::iter::once(self.message.as_str()).chain(present).collect()
    }

    /// What kind of fault it is.
    pub fn fault(&self) -> &'static Fault {
        self.fault
    }

    /// How to mend it, in one line or several.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The words at its place.
    pub fn label(&self) -> Option<&str> {
        self.labels.first().map(|label| label.1.as_str())
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// A name from the file as messages show it: escaped, and only its beginning if it is long.
pub(crate) fn truncated(name: &str) -> String {
    const CHARS_MAX: usize = 48;
    match name.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", escape(&name[..end])),
        None => escape(name).into_owned(),
    }
}

/// All errors and warnings of one file, with the file's text to show them. Never empty as the `Err` of a `Result`.
///
/// `Display` renders each diagnostic with its source line and a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelDiagnostics {
    source_name: String,
    /// The text as [`DisplayText`] makes it.
    text: Arc<str>,
    diagnostics: Vec<Diagnostic>,
    omitted: OmittedCounts,
}

/// How many diagnostics there are beyond those that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OmittedCounts {
    errors: usize,
    warnings: usize,
}

impl OmittedCounts {
    /// Counts one more.
    pub fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
    }
}

impl std::error::Error for LevelDiagnostics {}

impl LevelDiagnostics {
    /// Sorts diagnostics in the order of the file; those beyond [`DIAGNOSTICS_MAX`] are only counted, warnings first.
    pub(crate) fn new(
        source_name: &str,
        text: &str,
        mut diagnostics: Vec<Diagnostic>,
        mut omitted: OmittedCounts,
    ) -> Self {
        diagnostics.sort_by_key(Diagnostic::start);
        if diagnostics.len() > DIAGNOSTICS_MAX {
            diagnostics.sort_by_key(|diagnostic| diagnostic.severity == Severity::Warning);
        }
        diagnostics.iter().skip(DIAGNOSTICS_MAX).for_each(|diagnostic| omitted.count(diagnostic.severity));
        diagnostics.truncate(DIAGNOSTICS_MAX);
        let display = DisplayText::new(text);
        diagnostics.iter_mut().for_each(|diagnostic| diagnostic.map_to_display(&display));
        Self { source_name: escape(source_name).into_owned(), text: display.text.into(), diagnostics, omitted }
    }

    /// No diagnostics yet, of a file whose text is not shown.
    pub fn empty(source_name: &str) -> Self {
        Self::new(source_name, "", Vec::new(), OmittedCounts::default())
    }

    /// The only diagnostic of a file whose text cannot be shown.
    pub fn without_text(source_name: &str, diagnostic: Diagnostic) -> Self {
        Self::new(source_name, "", vec![diagnostic], OmittedCounts::default())
    }

    /// Adds to the help of each diagnostic that has a position.
    pub fn add_helps(&mut self, help_of: impl Fn(&Diagnostic, Position) -> Option<String>) {
        let help_of = |diagnostic| help_of(diagnostic, self.position(diagnostic)?);
        let helps: Vec<_> = self.diagnostics.iter().map(help_of).collect();
        for (diagnostic, added) in self.diagnostics.iter_mut().zip(helps) {
            let own = diagnostic.help.iter().map(String::as_str);
            let lines: Vec<&str> = own.chain(added.as_deref()).collect();
            diagnostic.help = (!lines.is_empty()).then(|| lines.join("\n"));
        }
    }

    /// Sets the place of each diagnostic that has a position.
    pub fn set_places(&mut self, place_of: impl Fn(Position) -> Option<String>) {
        let places: Vec<_> =
            self.diagnostics.iter().map(|diagnostic| self.position(diagnostic).and_then(&place_of)).collect();
        for (diagnostic, place) in self.diagnostics.iter_mut().zip(places) {
            diagnostic.place = place.map(|place| escape(&place).into());
        }
    }

    /// Adds a diagnostic whose labels refer to the displayed text. If the list is full, it replaces the last warning,
    /// or else is only counted.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() == DIAGNOSTICS_MAX {
            let last = self.diagnostics.iter().rposition(|diagnostic| diagnostic.severity == Severity::Warning);
            let dropped = last.map_or(diagnostic.severity, |last| self.diagnostics.remove(last).severity);
            self.omitted.count(dropped);
        }
        if self.diagnostics.len() < DIAGNOSTICS_MAX {
            self.diagnostics.push(diagnostic);
            self.diagnostics.sort_by_key(Diagnostic::start);
        }
    }

    /// The name of the file, as it is shown.
    pub fn source_name(&self) -> &str {
        &self.source_name
    }

    /// Whether there are neither errors nor warnings.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The diagnostics in the order of the file, at most [`DIAGNOSTICS_MAX`].
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter()
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.count(Severity::Error) + self.omitted.errors
    }

    /// How many warnings there are.
    pub fn warning_count(&self) -> usize {
        self.count(Severity::Warning) + self.omitted.warnings
    }

    fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// The position of a diagnostic, if it has one in the text.
    pub fn position(&self, diagnostic: &Diagnostic) -> Option<Position> {
        self.position_at(diagnostic.labels.first()?.0.start)
    }

    /// The position of a byte of the displayed text, as a place of [`Places`](crate::Places) begins with.
    pub fn position_at(&self, byte: usize) -> Option<Position> {
        let before = self.text.get(..byte.min(self.text.len()))?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Some(Position {
            line: 1 + before.bytes().filter(|byte| *byte == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
        })
    }

    /// How many diagnostics there are beyond those of [`Self::iter`].
    pub fn omitted(&self) -> usize {
        self.omitted.errors + self.omitted.warnings
    }

    /// Every diagnostic with its source line, a caret and its help; with colors for a terminal or without.
    pub fn render(&self, color: bool) -> String {
        let mut text: String = self.iter().map(|diagnostic| self.render_one(diagnostic, color)).collect();
        if self.omitted() > 0 {
            text += &format!("… and {} more in {}", self.omitted(), self.source_name);
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Each diagnostic of [`Self::iter`] as [`Self::render`] shows it, without colors.
    pub fn rendered(&self) -> impl Iterator<Item = String> {
        self.iter().map(|diagnostic| self.render_one(diagnostic, false).trim_end().to_owned())
    }

    fn render_one(&self, diagnostic: &Diagnostic, color: bool) -> String {
        let file = SimpleFile::new(&self.source_name, &self.text);
        let is_long = |bytes: &Range<usize>| self.line_bytes(bytes.start) > DISPLAYED_LINE_BYTES_MAX;
        let long_line = diagnostic.labels.iter().any(|(bytes, _)| is_long(bytes));
        let style = if long_line { DisplayStyle::Medium } else { DisplayStyle::Rich };
        let config = Config { display_style: style, tab_width: 4, ..Config::default() };
        let styles = Styles::default();
        let mut out = if color { Buffer::ansi() } else { Buffer::no_color() };
        let report = self.to_codespan(diagnostic);
        term::emit_to_write_style(&mut StylesWriter::new(&mut out, &styles), &config, &file, &report)
            .expect("the labels lie in the text");
        String::from_utf8_lossy(out.as_slice()).into_owned()
    }

    fn to_codespan(&self, diagnostic: &Diagnostic) -> report::Diagnostic<()> {
        let mut report = match diagnostic.severity {
            Severity::Error => report::Diagnostic::error(),
            Severity::Warning => report::Diagnostic::warning(),
        }
        .with_code(diagnostic.fault.code);
        // With neither a label nor a place, the file would not be named.
        report = match diagnostic.labels.as_slice() {
            [] if diagnostic.place.is_none() => {
                report.with_message(format!("{}: {}", self.source_name, diagnostic.message))
            }
            _ => report.with_message(&diagnostic.message),
        };
        for (index, (bytes, label)) in diagnostic.labels.iter().enumerate() {
            let bytes = bytes.start.min(self.text.len())..bytes.end.min(self.text.len());
            let place = if index == 0 { Label::primary((), bytes) } else { Label::secondary((), bytes) };
            report = report.with_label(place.with_message(label));
        }
        if let Some(place) = &diagnostic.place {
            report = report.with_note(format!("place: {place}"));
        }
        if let Some(help) = &diagnostic.help {
            report = report.with_note(format!("help: {help}"));
        }
        if let Some(note) = &diagnostic.note {
            report = report.with_note(format!("note: {note}"));
        }
        report
    }

    fn line_bytes(&self, at: usize) -> usize {
        let file = SimpleFile::new("", &self.text);
        let range = file.line_index((), at.min(self.text.len())).and_then(|line| file.line_range((), line));
        range.map_or(0, |range| range.len())
    }
}

impl fmt::Display for LevelDiagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}
