//! LDtk projects: `.ldtk`, with the levels (`.ldtkl`) that it keeps in files of their own.

mod convert;
mod format;
mod words;

use std::path::Path;

use serde::de::DeserializeOwned;

use self::format::{Header, Level, Project};
use super::compose::{Composed, compose};
use super::errors::{error, part, place_of_byte};
use super::files::NamedFiles;
use super::importer::Importer;
use super::limits::JSON_VALUES_MAX;
use hairline_level::Diagnostic;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::diagnostics::faults;
use hairline_level::limits::CAMPAIGN_LEVELS_MAX;

/// Reads the levels of a project, in the order of its worlds, and composes each before the next takes memory.
///
/// # Errors
/// What keeps it from being read at all. What is wrong within it is added to the diagnostics.
pub fn read(
    bytes: &[u8],
    path: &Path,
    files: &mut NamedFiles,
    importer: &mut Importer,
) -> Result<Vec<Composed>, Diagnostic> {
    let project_name = escape_path(path);
    let Project { mut defs, levels, worlds } = parse(bytes, &project_name)?;
    let levels: Vec<Level> = levels.into_iter().chain(worlds.into_iter().flat_map(|world| world.levels)).collect();
    if levels.is_empty() {
        return Err(error(&faults::FOREIGN_FILE, &project_name, "the project has no levels", "draw one"));
    }
    if levels.len() > CAMPAIGN_LEVELS_MAX {
        let message = format!("the project has {} levels, and at most {CAMPAIGN_LEVELS_MAX} are read", levels.len());
        return Err(error(&faults::FOREIGN_LIMIT, &project_name, message, "divide the project"));
    }
    defs.sort();
    let mut composed = Vec::new();
    for level in levels {
        let place = part(&project_name, &format!("level `{}`", level.identifier));
        importer.missing.clear();
        let errors_before = importer.diagnostics.error_count();
        let whole = whole_level(level, path, &place, files);
        match whole.and_then(|level| convert::convert(level, &defs, &place, importer)) {
            // A level with an error keeps no other from being written.
            Ok(level) if importer.composes(errors_before) => {
                composed.extend(compose(&level, path, importer));
            }
            Ok(_) => {}
            Err(diagnostic) => importer.diagnostics.add(diagnostic),
        }
    }
    Ok(composed)
}

/// A level with its layers, which may lie in a file of their own.
fn whole_level(level: Level, project: &Path, place: &str, files: &mut NamedFiles) -> Result<Level, Diagnostic> {
    let (None, Some(inside)) = (&level.layer_instances, &level.external_rel_path) else { return Ok(level) };
    let file = project.parent().unwrap_or(Path::new("")).join(inside);
    parse(&files.read(&file, &["ldtkl"], place)?, &escape_path(&file))
}

fn parse<T: DeserializeOwned>(bytes: &[u8], name: &str) -> Result<T, Diagnostic> {
    // Commas in texts count too; that does no harm.
    let mut commas = (0..bytes.len()).filter(|at| bytes[*at] == b',');
    if let Some(at) = commas.nth(JSON_VALUES_MAX) {
        let message = format!("there are more than {JSON_VALUES_MAX} values");
        let help = "docs/IMPORT.md lists the limits; divide the project";
        return Err(error(&faults::FOREIGN_LIMIT, &place_of_byte(name, bytes, at), message, help));
    }
    serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).map_err(|found| {
        let sentence = found.to_string();
        // The line is in the place already.
        let sentence = sentence.split(" at line ").next().unwrap_or_default();
        let (message, help) = match found.classify() {
            serde_json::error::Category::Eof => {
                ("the file ends too early".to_owned(), "part of the file is missing: save the project again")
            }
            serde_json::error::Category::Data => match old_version(bytes) {
                Some(version) => {
                    let message = format!("it is a project of LDtk {version}, and those since 1.0 are read");
                    (message, "open it in LDtk 1.0 or newer, and save it")
                }
                None => (
                    format!("it is no LDtk project: {sentence}"),
                    "save it with LDtk 1.0 or newer; name the `.ldtk` file",
                ),
            },
            _ => (format!("it is no JSON: {sentence}"), "save the project again with LDtk"),
        };
        error(&faults::FOREIGN_FILE, &format!("{name}:{}:{}", found.line(), found.column()), message, help)
    })
}

/// The version of LDtk that wrote a project, if that was before 1.0.
fn old_version(bytes: &[u8]) -> Option<String> {
    let Header { json_version } = serde_json::from_slice(bytes).ok()?;
    json_version.starts_with("0.").then(|| json_version.chars().take(24).collect())
}
