//! Faults in a file that a person wrote: where, what is wrong, and what would be right; and how they are shown.

pub mod escape;
pub(crate) mod suggest;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use codespan_reporting::diagnostic::{self as report, Label};
use codespan_reporting::files::{Files, SimpleFile};
use codespan_reporting::term::termcolor::{Ansi, NoColor, WriteColor};
use codespan_reporting::term::{self, Config, DisplayStyle, Styles, StylesWriter};

use crate::level::limits::FAULTS_MAX;
use escape::{Quotable, STAND_IN, called, printable};

/// Longer source lines are not printed under a fault: a screen cannot show them.
const SHOWN_LINE_BYTES_MAX: usize = 240;

/// Whether a fault keeps the file from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but is probably not what its author meant.
    Warning,
}

/// A place in a file, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// One thing that is wrong in a file. Whatever of the file its words quote is [`printable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    severity: Severity,
    message: String,
    /// Places by their bytes, the first the main one, each with a few words.
    places: Vec<(Range<usize>, String)>,
    help: Option<String>,
    /// What the reader must know about the lines that are quoted.
    note: Option<String>,
}

impl Diagnostic {
    /// A fault that keeps the file from being used.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        let message = printable(&message.into()).into_owned();
        Self { severity: Severity::Error, message, places: Vec::new(), help: None, note: None }
    }

    /// A fault that does not.
    pub(crate) fn warning(message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(message) }
    }

    /// Adds a place. The first one added is the fault's own.
    pub(crate) fn at(mut self, bytes: Range<usize>, words: impl Into<String>) -> Self {
        self.places.push((bytes, printable(&words.into()).into_owned()));
        self
    }

    /// Says what would be right, perhaps in several lines.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into().split('\n').map(printable).collect::<Vec<_>>().join("\n"));
        self
    }

    /// Puts the places where they are in the text to quote, and names what cannot be seen in their lines.
    fn quote(&mut self, text: &Quotable) {
        let mut hidden: Vec<char> = self.places.iter().flat_map(|(bytes, _)| text.hidden_beside(bytes)).collect();
        hidden.sort_unstable();
        hidden.dedup();
        let codes: Vec<String> = hidden.iter().take(4).map(|character| called(*character)).collect();
        if !codes.is_empty() {
            let more = if hidden.len() > codes.len() { " …" } else { "" };
            self.note = Some(format!("{STAND_IN} stands for what cannot be seen: {}{more}", codes.join(", ")));
        }
        for (bytes, _) in &mut self.places {
            *bytes = text.place(bytes);
        }
    }

    /// The byte that it is about, or the first of the file.
    fn start(&self) -> usize {
        self.places.first().map_or(0, |place| place.0.start)
    }

    /// Whether it keeps the file from being used.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// What is wrong, what is said at its place, and the cure, unless that place says it already as a question.
    pub(crate) fn in_one_line(&self) -> String {
        let words = self.places.first().map_or("", |place| &place.1);
        let help = self.help.as_deref().filter(|_| !words.ends_with('?')).unwrap_or_default();
        let parts = [": ", words, "; ", help];
        let said = parts.chunks(2).filter(|part| !part[1].is_empty()).flatten().copied();
        std::iter::once(self.message.as_str()).chain(said).collect()
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// A name from the file as it is shown in a message: its beginning alone if it is long.
pub(crate) fn shown(name: &str) -> String {
    const CHARS_MAX: usize = 48;
    match name.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", printable(&name[..end])),
        None => printable(name).into_owned(),
    }
}

/// All that is wrong in one file, with the file's text as it can be quoted, so that it can be shown. Never empty when it is an error.
///
/// `Display` renders each fault with its source line and a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelDiagnostics {
    source_name: String,
    text: Arc<str>,
    faults: Vec<Diagnostic>,
    untold: Untold,
}

/// How many faults there are beyond those that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Untold {
    errors: usize,
    warnings: usize,
}

impl Untold {
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
    /// Gathers faults in the order of the file; those beyond [`FAULTS_MAX`] are dropped and join the `untold`.
    pub(crate) fn new(source_name: &str, text: &str, mut faults: Vec<Diagnostic>, mut untold: Untold) -> Self {
        faults.sort_by_key(Diagnostic::start);
        // Where errors must be dropped, warnings go first.
        if faults.len() > FAULTS_MAX {
            faults.sort_by_key(|fault| fault.severity == Severity::Warning);
        }
        faults.iter().skip(FAULTS_MAX).for_each(|fault| untold.count(fault.severity));
        faults.truncate(FAULTS_MAX);
        let quotable = Quotable::new(text);
        faults.iter_mut().for_each(|fault| fault.quote(&quotable));
        Self { source_name: printable(source_name).into_owned(), text: quotable.text.into(), faults, untold }
    }

    /// A single fault of a file whose text cannot be shown.
    pub(crate) fn without_text(source_name: &str, fault: Diagnostic) -> Self {
        Self::new(source_name, "", vec![fault], Untold::default())
    }

    /// Adds a fault whose places stand in the text that is quoted already. Of the warnings of a file that is full of
    /// faults, the last makes room.
    pub(crate) fn add(&mut self, fault: Diagnostic) {
        if self.faults.len() == FAULTS_MAX {
            let last = self.faults.iter().rposition(|fault| fault.severity == Severity::Warning);
            let dropped = last.map_or(fault.severity, |last| self.faults.remove(last).severity);
            self.untold.count(dropped);
        }
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(fault);
            self.faults.sort_by_key(Diagnostic::start);
        }
    }

    /// Whether nothing at all is wrong.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// The faults in the order of the file, at most [`FAULTS_MAX`].
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.faults.iter()
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.faults.iter().filter(|fault| fault.severity == Severity::Error).count() + self.untold.errors
    }

    /// How many warnings there are.
    pub fn warning_count(&self) -> usize {
        self.faults.iter().filter(|fault| fault.severity == Severity::Warning).count() + self.untold.warnings
    }

    /// Where a fault is, if it is about a place in the text.
    pub fn position(&self, fault: &Diagnostic) -> Option<Position> {
        let start = fault.places.first()?.0.start;
        let before = self.text.get(..start.min(self.text.len()))?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Some(Position {
            line: 1 + before.bytes().filter(|byte| *byte == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
        })
    }

    /// How many faults there are beyond those that are told.
    pub fn untold(&self) -> usize {
        self.untold.errors + self.untold.warnings
    }

    /// Every fault with its source line, a caret and its cure; with colors for a terminal or without.
    pub fn render(&self, color: bool) -> String {
        let bytes = if color {
            let mut out = Ansi::new(Vec::new());
            self.render_to(&mut out);
            out.into_inner()
        } else {
            let mut out = NoColor::new(Vec::new());
            self.render_to(&mut out);
            out.into_inner()
        };
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }

    /// Each fault that is told as [`Self::render`] shows it, without colors.
    pub fn rendered(&self) -> impl Iterator<Item = String> {
        self.faults.iter().map(|fault| {
            let mut out = NoColor::new(Vec::new());
            self.render_one(fault, &mut out);
            String::from_utf8_lossy(&out.into_inner()).trim_end().to_owned()
        })
    }

    fn render_to(&self, out: &mut impl WriteColor) {
        for fault in &self.faults {
            self.render_one(fault, out);
        }
        if self.untold() > 0 {
            writeln!(out, "… and {} more faults in {}", self.untold(), self.source_name)
                .expect("memory takes any text");
        }
    }

    fn render_one(&self, fault: &Diagnostic, out: &mut impl WriteColor) {
        let file = SimpleFile::new(&self.source_name, &self.text);
        let long_line = fault.places.iter().any(|(bytes, _)| self.line_bytes(bytes.start) > SHOWN_LINE_BYTES_MAX);
        let style = if long_line { DisplayStyle::Medium } else { DisplayStyle::Rich };
        let config = Config { display_style: style, tab_width: 4, ..Config::default() };
        let styles = Styles::default();
        let mut styled = StylesWriter::new(out, &styles);
        let diagnostic = self.diagnostic(fault);
        term::emit_to_write_style(&mut styled, &config, &file, &diagnostic).expect("the places lie in the text");
    }

    fn diagnostic(&self, fault: &Diagnostic) -> report::Diagnostic<()> {
        let mut diagnostic = match fault.severity {
            Severity::Error => report::Diagnostic::error(),
            Severity::Warning => report::Diagnostic::warning(),
        };
        // Without a place, codespan would not name the file.
        diagnostic = match fault.places.as_slice() {
            [] => diagnostic.with_message(format!("{}: {}", self.source_name, fault.message)),
            _ => diagnostic.with_message(&fault.message),
        };
        for (index, (bytes, words)) in fault.places.iter().enumerate() {
            let bytes = bytes.start.min(self.text.len())..bytes.end.min(self.text.len());
            let label = if index == 0 { Label::primary((), bytes) } else { Label::secondary((), bytes) };
            diagnostic = diagnostic.with_label(label.with_message(words));
        }
        if let Some(help) = &fault.help {
            diagnostic = diagnostic.with_note(format!("help: {help}"));
        }
        if let Some(note) = &fault.note {
            diagnostic = diagnostic.with_note(format!("note: {note}"));
        }
        diagnostic
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
