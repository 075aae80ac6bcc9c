//! `hairline share`: prints levels and runs as lines of text.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hairline_level::file;
use hairline_lines::Line;
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, REPLAY_FILE_ENDING, Replay};

use crate::files::bytes_of;
use crate::given::{line_in, shown};
use crate::output::status::ExitStatus;
use crate::solve::store::proof_of;
use crate::verify::level_of;

/// Prints a line for each level and each replay. With `both` a level has its proof, and a replay its level, on the same line.
pub fn share(paths: &[PathBuf], both: bool, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut status = ExitStatus::Fine;
    for path in paths {
        match line_of(path, both).and_then(|line| line.write().map_err(|error| error.to_string())) {
            Ok(line) => writeln!(out, "{line}")?,
            Err(reason) => {
                status = ExitStatus::CouldNotRun;
                writeln!(out, "cannot share {}: {reason}", shown(path))?;
            }
        }
    }
    Ok(status)
}

fn line_of(path: &Path, both: bool) -> Result<Line, String> {
    if line_in(path).is_some() {
        return Err("it is a line already".to_owned());
    }
    let is_replay = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(REPLAY_FILE_ENDING));
    if !is_replay {
        let line = level_line(path)?;
        return if both { with_proof(line, path) } else { Ok(line) };
    }
    let bytes = bytes_of(path, REPLAY_BYTES_MAX as u64)?;
    let run = Replay::parse(&bytes).map_err(|error| error.to_string())?;
    if !both {
        return Ok(Line::of_run(run));
    }
    let (level, ..) = level_of(path, &run.level_file)?;
    level_line(&level)?.with_run(run).map_err(|error| error.to_string())
}

/// The line of a level's file.
///
/// # Errors
/// In one sentence or with diagnostics, if the file cannot be read or is no level.
pub(crate) fn level_line(path: &Path) -> Result<Line, String> {
    let bytes = file::text_bytes(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    Line::of_level(&text).map_err(|error| error.to_string())
}

/// A level's line with the proof beside its file.
fn with_proof(line: Line, path: &Path) -> Result<Line, String> {
    let level = line.level().map(|shared| &shared.level).ok_or("it holds no level")?;
    let (proof, _) = proof_of(path, level)?;
    line.with_run(proof).map_err(|error| error.to_string())
}
