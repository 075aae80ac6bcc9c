//! From a level file to a [`Level`], or to everything that is wrong with the file.

use std::ops::Range;
use std::path::Path;

use ron::error::SpannedError;

use super::diagnostics::faults::Fault;
use super::diagnostics::{Diagnostic, LevelDiagnostics, OmittedCounts, Position};
use super::format::v1;
use super::level::Level;
use super::placement::places::Places;
use super::reader;
use super::reader::Reader;
use super::reader::encoding::FileKind;
use super::reader::file::ReadError;

/// How the name of every level file ends.
pub const LEVEL_FILE_ENDING: &str = ".level.ron";

/// Reads a level from the bytes of its file. `source_name` is the name of the file in diagnostics.
///
/// # Errors
/// All diagnostics, if one of them is an error. Never panics, whatever the bytes are.
pub fn parse(bytes: impl AsRef<[u8]>, source_name: &str) -> Result<Level, LevelDiagnostics> {
    let Inspection { level, diagnostics, .. } = inspect(bytes, source_name);
    level.ok_or(diagnostics)
}

/// The result of reading a level.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The level, if there is no error.
    pub level: Option<Level>,
    /// All errors and warnings; empty for a level with neither.
    pub diagnostics: LevelDiagnostics,
    /// Where everything is in the displayed text; nothing is anywhere without a level.
    pub places: Places,
}

impl Inspection {
    /// Adds a warning about what the level means, which its text alone does not show. `labels` are ranges of
    /// [`Self::places`] with a few words each; the first is the place of the warning.
    pub fn warn(&mut self, fault: &'static Fault, message: &str, labels: Vec<(Range<usize>, String)>, help: &str) {
        let warning = Diagnostic::warning(message).of(fault).help(help);
        self.diagnostics.add(labels.into_iter().fold(warning, |warning, (span, label)| warning.at(span, label)));
    }
}

/// Reads a level as [`parse`] does, and keeps the warnings too.
pub fn inspect(bytes: impl AsRef<[u8]>, source_name: &str) -> Inspection {
    let text = match reader::encoding::text_of(bytes.as_ref(), source_name, FileKind::Level) {
        Ok(text) => text,
        Err(diagnostics) => return Inspection { level: None, diagnostics, places: Places::default() },
    };
    let mut reader = Reader::new(text);
    // A later version branches here, and converts an older one to it.
    let read = reader::version::check(&mut reader, FileKind::Level).and_then(|()| v1::read(&mut reader));
    let (level, mut places) = read.map_or((None, Places::default()), |(level, places)| (Some(level), places));
    let display = reader.display();
    places.map(|bytes| display.span(bytes));
    let diagnostics = reader.into_diagnostics(source_name);
    Inspection { level: level.filter(|_| diagnostics.error_count() == 0), diagnostics, places }
}

/// Whether a file's text consists of white space and comments only.
pub fn is_blank(text: &str) -> bool {
    reader::brackets::is_blank(text)
}

/// Explains an error of the RON parser in another kind of file, in the same words as for levels: its position, and a
/// sentence.
pub fn explain(text: &str, error: SpannedError) -> (Position, String) {
    let diagnostics = vec![reader::errors::diagnose(text, 0, text, error)];
    let diagnostics = LevelDiagnostics::new("", text, diagnostics, OmittedCounts::default());
    let diagnostic = diagnostics.iter().next().expect("there is exactly one");
    let position = diagnostics.position(diagnostic).unwrap_or(Position { line: 1, column: 1 });
    (position, diagnostic.in_one_line())
}

/// Reads a level from disk, never more than [`limits::FILE_BYTES_MAX`](super::limits::FILE_BYTES_MAX).
///
/// # Errors
/// If the file cannot be read, or has errors in it.
pub fn read(path: &Path) -> Result<Level, ReadError> {
    let Inspection { level, diagnostics, .. } = read_inspected(path)?;
    Ok(level.ok_or(diagnostics)?)
}

/// Reads a level from disk as [`read`] does, and keeps the warnings too.
///
/// # Errors
/// If the file cannot be read, or is too large.
pub fn read_inspected(path: &Path) -> Result<Inspection, ReadError> {
    Ok(inspect(reader::file::text_bytes(path)?, &path.display().to_string()))
}
