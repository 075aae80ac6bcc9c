//! LDtk projects: `.ldtk`, with the levels (`.ldtkl`) that it keeps in files of their own.

mod bounds;
mod convert;
mod format;
mod words;

use std::path::Path;

use serde::de::DeserializeOwned;

use self::format::{Level, Project};
use self::words::ProjectWords;
use super::complaints::{Complaint, Complaints, Place};
use super::drawn::DrawnLevel;
use super::files::NamedFiles;
use super::mapping::Mapping;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::diagnostics::faults;
use hairline_level::limits::CAMPAIGN_LEVELS_MAX;

/// Reads the levels of a project, in the order of its worlds.
///
/// # Errors
/// What keeps it from being read at all. What is wrong within it is added to the complaints.
pub fn read(
    bytes: &[u8],
    path: &Path,
    files: &mut NamedFiles,
    mapping: &Mapping,
    complaints: &mut Complaints,
) -> Result<Vec<DrawnLevel>, Complaint> {
    let name = escape_path(path);
    let Project { defs, levels, worlds } = parse(bytes, &name)?;
    let levels: Vec<Level> = levels.into_iter().chain(worlds.into_iter().flat_map(|world| world.levels)).collect();
    let place = Place::file(&name);
    if levels.is_empty() {
        return Err(Complaint::error(&faults::FOREIGN_FILE, place, "the project has no levels", "draw one"));
    }
    if levels.len() > CAMPAIGN_LEVELS_MAX {
        let message = format!("the project has {} levels, and at most {CAMPAIGN_LEVELS_MAX} are read", levels.len());
        return Err(Complaint::error(&faults::FOREIGN_LIMIT, place, message, "divide the project"));
    }
    let words = ProjectWords::new(&defs);
    let mut drawn = Vec::new();
    for level in levels {
        let place = place.part(&format!("level `{}`", level.identifier));
        // A level with an error keeps no other from being written.
        let whole = whole_level(level, path, &place, files);
        match whole.and_then(|level| convert::convert(&level, &words, &place, mapping, complaints)) {
            Ok(level) => drawn.push(level),
            Err(complaint) => complaints.add(complaint),
        }
    }
    Ok(drawn)
}

/// A level with its layers, which may lie in a file of their own.
fn whole_level(level: Level, project: &Path, place: &Place, files: &mut NamedFiles) -> Result<Level, Complaint> {
    let (None, Some(inside)) = (&level.layer_instances, &level.external_rel_path) else { return Ok(level) };
    let file = project.parent().unwrap_or(Path::new("")).join(inside);
    let failed = |(message, help)| Complaint::error(&faults::FOREIGN_FILE, place.clone(), message, help);
    parse(&files.read(&file, &["ldtkl"]).map_err(failed)?, &escape_path(&file))
}

fn parse<T: DeserializeOwned>(bytes: &[u8], name: &str) -> Result<T, Complaint> {
    bounds::check(bytes, name)?;
    serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).map_err(|error| {
        let place = Place { position: Some((error.line(), error.column())), ..Place::file(name) };
        let sentence = error.to_string();
        // The line is in the place already.
        let sentence = sentence.split(" at line ").next().unwrap_or_default();
        let (message, help) = match error.classify() {
            serde_json::error::Category::Eof => {
                ("the file ends too early".to_owned(), "part of the file is missing: save the project again")
            }
            serde_json::error::Category::Data => {
                (format!("it is no LDtk project: {sentence}"), "save it with LDtk 1.0 or newer; name the `.ldtk` file")
            }
            _ => (format!("it is no JSON: {sentence}"), "save the project again with LDtk"),
        };
        Complaint::error(&faults::FOREIGN_FILE, place, message, help)
    })
}
