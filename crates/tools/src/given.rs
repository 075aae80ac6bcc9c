//! What an argument gives: a level or a run, from a file or as a line of text; and the level of a run that came without one.

use std::path::{Path, PathBuf};

use hairline_level::diagnostics::escape::{escape, escape_path};
use hairline_level::{Inspection, Level, ReadError};
use hairline_lines::{Line, LineError, is_line};
use hairline_sim::state::replay::Replay;

use crate::campaign_source::CampaignSource;

/// The characters of a line by which messages name it.
const SHOWN_CHARS: usize = 24;
/// The name of a level's text in diagnostics, if it came as a line.
const SOURCE_NAME: &str = "<line>";

/// The line that a path is meant as. A file with such a name can be given as `./hl1:…`.
pub(crate) fn line_in(path: &Path) -> Option<&str> {
    path.to_str().filter(|text| is_line(text))
}

/// A path as messages name it: a line by its beginning.
pub fn shown(path: &Path) -> String {
    match line_in(path) {
        Some(line) if line.chars().count() > SHOWN_CHARS => {
            format!("{}…", escape(&line.chars().take(SHOWN_CHARS).collect::<String>()))
        }
        _ => escape_path(path),
    }
}

/// Reads a level from a file or a line, and keeps the warnings.
///
/// # Errors
/// If the file cannot be read, or the line is refused or holds no level.
pub(crate) fn inspect(path: &Path) -> Result<Inspection, ReadError> {
    match line_in(path) {
        Some(line) => inspect_line(line, &shown(path)),
        None => hairline_level::read_inspected(path),
    }
}

/// The level in a line that messages call `name`.
///
/// # Errors
/// As [`inspect`].
pub(crate) fn inspect_line(line: &str, name: &str) -> Result<Inspection, ReadError> {
    let refused = |reason: String| ReadError::Disk { path: name.to_owned(), reason };
    let line = Line::parse(line).map_err(|error| match error {
        LineError::Level(diagnostics) => ReadError::Invalid(diagnostics),
        other => refused(other.to_string()),
    })?;
    let level = line.level().ok_or_else(|| refused("it holds a run without its level".to_owned()))?;
    Ok(inspect_shared(&level.text))
}

/// A level of a line with its places, by its text.
pub(crate) fn inspect_shared(text: &str) -> Inspection {
    hairline_level::inspect(text, SOURCE_NAME)
}

/// Reads a level from a file or a line.
///
/// # Errors
/// If the file cannot be read, the line is refused or holds no level, or the level has errors.
pub fn level(path: &Path) -> Result<Level, ReadError> {
    let Inspection { level, diagnostics, .. } = inspect(path)?;
    Ok(level.ok_or(diagnostics)?)
}

/// The run in a line.
///
/// # Errors
/// In one sentence, if the line is refused or holds no run.
pub(crate) fn run_in(line: &Line) -> Result<&Replay, String> {
    line.run().ok_or_else(|| "it holds a level and no run".to_owned())
}

/// The levels of the campaign that the game plays, its labs included: each with its file or its line.
pub(crate) fn campaign_levels() -> Vec<(PathBuf, Level)> {
    CampaignSource::find().map(|source| source.levels()).unwrap_or_default()
}
