//! Where the level files are: the campaign's folder from any working directory, or one file that was opened by name.

use std::path::{Path, PathBuf, absolute};

use crate::level::ReadError;
use crate::level::campaign;
use crate::level::campaign::CAMPAIGN_FILE_NAME;
use crate::level::diagnostics::escape::escape_path;
use crate::sim::state::replay::{REPLAY_BYTES_MAX, Replay, ReplayError};

/// Names another folder with a campaign.
pub const FOLDER_VARIABLE: &str = "HAIRLINE_LEVELS";

/// What to play and where it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// An absolute path.
    pub folder: PathBuf,
    /// The level files in their order, from the folder; the labs come last.
    pub names: Vec<String>,
    /// How many of them are labs.
    pub labs: usize,
    /// The file to watch, if one was opened by name.
    pub watched: Option<PathBuf>,
}

/// Finds the level that was asked for, or the campaign.
///
/// # Errors
/// In a sentence, if there is nothing to play; with the whole diagnostic, if the campaign has faults.
pub fn find(level: Option<&Path>) -> Result<Found, String> {
    match level {
        Some(path) => opened(path),
        None => campaign(),
    }
}

fn opened(path: &Path) -> Result<Found, String> {
    if path.as_os_str().is_empty() {
        return Err("no level file is named".to_owned());
    }
    let file = absolute(path).map_err(|error| format!("{}: {error}", escape_path(path)))?;
    if file.is_dir() {
        return Err(format!("{}: this is a folder; name a level file in it", escape_path(path)));
    }
    if !file.exists() {
        return Err(format!("{}: there is no such file", escape_path(path)));
    }
    if !file.is_file() {
        return Err(format!("{}: this is not a plain file", escape_path(path)));
    }
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
        return Err(format!("{}: this is not a level file", escape_path(path)));
    };
    let name = name.to_str().ok_or_else(|| format!("{}: the file's name is not UTF-8", escape_path(path)))?;
    if folder.to_str().is_none() {
        return Err(format!("{}: the name of its folder is not UTF-8", escape_path(path)));
    }
    Ok(Found { folder: folder.to_owned(), names: vec![name.to_owned()], labs: 0, watched: Some(file.clone()) })
}

fn campaign() -> Result<Found, String> {
    let tried = folders();
    let Some(folder) = tried.iter().find(|folder| folder.join(CAMPAIGN_FILE_NAME).is_file()) else {
        let tried: Vec<String> = tried.iter().map(|folder| escape_path(folder)).collect();
        return Err(format!(
            "there are no levels: no `{CAMPAIGN_FILE_NAME}` in {}; set {FOLDER_VARIABLE} to the folder that has it",
            tried.join(" or ")
        ));
    };
    let campaign = campaign::read(&folder.join(CAMPAIGN_FILE_NAME)).map_err(told)?;
    let labs = campaign.labs.len();
    let names = campaign.levels.into_iter().chain(campaign.labs).collect();
    Ok(Found { folder: folder.clone(), names, labs, watched: None })
}

/// Why there is no campaign, behind the program's name: the faults of a file begin on a line of their own, each with its
/// label.
fn told(error: ReadError) -> String {
    match error {
        ReadError::Disk { .. } => error.to_string(),
        ReadError::Invalid(diagnostics) => format!("the campaign cannot be played:\n{diagnostics}"),
    }
}

/// Where a campaign may lie, the first that has one is played: the folder that the variable names and no other, or
/// beside the program, or where the program was built.
fn folders() -> Vec<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) {
        return vec![absolute(&folder).unwrap_or_else(|_| folder.into())];
    }
    let program = std::env::current_exe().and_then(|program| program.canonicalize()).ok();
    let beside = program.and_then(|program| program.parent().map(|folder| folder.join("levels")));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    beside.into_iter().chain([source]).collect()
}

/// A file that can be written to later, from any working directory. Nothing is written yet.
///
/// # Errors
/// In one sentence, if its folder does not exist, or something is there already that is no replay: a level, say, is not
/// written over.
pub fn to_write(path: &Path) -> Result<PathBuf, String> {
    let file = absolute(path).map_err(|error| format!("{}: {error}", escape_path(path)))?;
    if file.is_dir() {
        return Err(format!("{}: this is a folder; name a file to record to", escape_path(path)));
    }
    if file.try_exists().unwrap_or(true) && !is_replay(&file) {
        return Err(format!("{}: this is no replay and is not written over; name another file", escape_path(path)));
    }
    match file.parent() {
        Some(folder) if folder.is_dir() => Ok(file),
        _ => Err(format!("{}: its folder does not exist", escape_path(path))),
    }
}

/// Whether a file is a replay, be it a damaged one, or empty. What is too large for one is not read.
fn is_replay(file: &Path) -> bool {
    let is_small = file.metadata().is_ok_and(|about| about.is_file() && about.len() <= REPLAY_BYTES_MAX as u64);
    let bytes = if is_small { std::fs::read(file).ok() } else { None };
    bytes.is_some_and(|bytes| match Replay::parse(&bytes) {
        _ if bytes.is_empty() => true,
        Ok(_) => true,
        Err(error) => {
            matches!(error, ReplayError::Input { .. } | ReplayError::Ticks { .. } | ReplayError::Hash { .. })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_file_is_refused_in_a_sentence() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let refused = |path: &str| find(Some(Path::new(path))).expect_err(path);
        assert!(refused(folder).contains("is a folder"));
        assert!(refused("no/such.level.ron").contains("no such file"));
        assert_eq!(refused(""), "no level file is named");
    }

    #[test]
    fn the_faults_of_a_campaign_are_labelled_once() {
        let faults = campaign::parse("(version: 1, levels: [])", "campaign.ron").expect_err("it is empty");
        let said = format!("hairline: {}", told(faults.into()));
        assert_eq!(said.lines().next(), Some("hairline: the campaign cannot be played:"));
        assert_eq!(said.lines().nth(1), Some("error: the campaign has no levels"));
    }

    #[test]
    fn a_relative_path_becomes_a_folder_and_a_name() {
        let found = find(Some(Path::new("Cargo.toml"))).expect("tests run beside it");
        assert!(found.folder.is_absolute());
        assert_eq!(found.names, ["Cargo.toml"]);
        assert_eq!(found.watched, Some(found.folder.join("Cargo.toml")));
    }

    #[test]
    fn a_recording_needs_a_folder_that_exists() {
        assert!(to_write(Path::new("no/such/folder/a.replay.ron")).is_err());
        let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
        let refused = to_write(&levels.join("first-light.level.ron")).expect_err("a level is not written over");
        assert!(refused.contains("no replay"), "{refused}");
        let folder = std::env::temp_dir().join(format!("hairline-to-write-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let written_over = |name: &str, bytes: &[u8]| {
            let file = folder.join(name);
            std::fs::write(&file, bytes).expect("a file in it");
            to_write(&file).is_ok()
        };
        assert!(!written_over("picture", &vec![7; REPLAY_BYTES_MAX + 1]), "too large for a replay");
        assert!(!written_over("settings.ron", b"(version: 7)"), "another program's");
        assert!(written_over("empty", b""));
        std::fs::remove_dir_all(&folder).expect("it was made here");
        assert!(
            to_write(&levels.join("proofs/first-light.replay.ron")).is_ok(),
            "one replay takes the place of another"
        );
        assert!(to_write(Path::new("a.replay.ron")).expect("here").is_absolute());
    }
}
