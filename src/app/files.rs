//! Finds the level files: the campaign, whatever the working directory, or one file that is opened by name. Reads no level.

use std::path::{Path, PathBuf, absolute};

use hairline_level::ReadError;
use hairline_level::campaign::{Campaign, Outline};
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::file::bytes;
use hairline_lines::{Line, is_line, level_file_name};
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, Replay, ReplayError};
use hairline_tools::campaign_source::{BuiltIn, CampaignSource};
use hairline_tools::given;
use hairline_tools::verify::{Proven, prove, read_replay};

/// What to play and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelSource {
    pub place: LevelPlace,
    /// The level files, relative to the place.
    pub names: Vec<String>,
    pub outline: Outline,
    /// The file to watch, if one is opened by name.
    pub watched: Option<PathBuf>,
}

/// Where the files of levels are read from.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelPlace {
    /// An absolute path.
    Folder(PathBuf),
    /// The text of the one level, which came as a line and lies in no file.
    Line(String),
    /// The campaign in the program.
    Program(BuiltIn),
}

/// Finds the level file `level`, the level on the line `level`, or the campaign.
///
/// # Errors
/// In one sentence, if there is nothing to play; with all diagnostics, if the campaign has errors.
pub fn find(level: Option<&Path>) -> Result<LevelSource, String> {
    match level {
        Some(path) => match path.to_str().filter(|text| is_line(text)) {
            Some(line) => level_on(line).map_err(|reason| format!("the line cannot be played: {reason}")),
            None => level_file(path),
        },
        None => campaign(),
    }
}

/// The level on a line, by a name that no level of the campaign has.
fn level_on(line: &str) -> Result<LevelSource, String> {
    let line = Line::parse(line).map_err(|error| error.to_string())?;
    let shared = line.level().ok_or("it holds a run without its level; `hairline watch` shows it")?;
    let (names, place) = (vec![level_file_name(shared.level.hash)], LevelPlace::Line(shared.text.clone()));
    Ok(LevelSource { place, names, outline: Outline::list(1, 0), watched: None })
}

fn level_file(path: &Path) -> Result<LevelSource, String> {
    if path.as_os_str().is_empty() {
        return Err("the path of the level file is empty".to_owned());
    }
    let file = absolute(path).map_err(|error| format!("{}: {error}", escape_path(path)))?;
    if file.is_dir() {
        return Err(format!("{}: this is a folder; name a level file in it", escape_path(path)));
    }
    if !file.exists() {
        return Err(format!("{}: no such file", escape_path(path)));
    }
    if !file.is_file() {
        return Err(format!("{}: this is not a regular file", escape_path(path)));
    }
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
        return Err(format!("{}: this is not a level file", escape_path(path)));
    };
    let name = name.to_str().ok_or_else(|| format!("{}: the file's name is not UTF-8", escape_path(path)))?;
    if folder.to_str().is_none() {
        return Err(format!("{}: the name of its folder is not UTF-8", escape_path(path)));
    }
    let (place, names) = (LevelPlace::Folder(folder.to_owned()), vec![name.to_owned()]);
    Ok(LevelSource { place, names, outline: Outline::list(1, 0), watched: Some(file) })
}

fn campaign() -> Result<LevelSource, String> {
    let source = CampaignSource::find()?;
    let Campaign { files, outline } = source.read().map_err(campaign_error)?;
    let place = match source {
        CampaignSource::Folder(folder) => LevelPlace::Folder(folder),
        CampaignSource::Program(files) => LevelPlace::Program(files),
    };
    Ok(LevelSource { place, names: files, outline, watched: None })
}

/// Why the campaign cannot be played. It is printed after the program's name, so diagnostics begin on a line of their own.
fn campaign_error(error: ReadError) -> String {
    match error {
        ReadError::Disk { .. } => error.to_string(),
        ReadError::Invalid(diagnostics) => format!("the campaign has errors:\n{diagnostics}"),
    }
}

/// The absolute path of a file to which a replay can be written later. Writes nothing yet.
///
/// # Errors
/// In one sentence, if its folder does not exist, or if the file exists and is no replay: a level, say, is not overwritten.
pub fn writable_replay(path: &Path) -> Result<PathBuf, String> {
    let file = absolute(path).map_err(|error| format!("{}: {error}", escape_path(path)))?;
    if file.is_dir() {
        return Err(format!("{}: this is a folder; name a file to record to", escape_path(path)));
    }
    if file.try_exists().unwrap_or(true) && !is_replay(&file) {
        return Err(format!("{}: this is no replay and is not overwritten; name another file", escape_path(path)));
    }
    match file.parent() {
        Some(folder) if folder.is_dir() => Ok(file),
        _ => Err(format!("{}: its folder does not exist", escape_path(path))),
    }
}

/// Most replays that are raced against at once.
const GHOSTS_MAX: usize = 2;

/// Reads replays to race against in a level, and plays each.
///
/// # Errors
/// In one sentence, if one cannot be read, belongs to another level or other rules, or does not finish the level.
pub fn ghosts(paths: &[PathBuf], level: Option<&Path>) -> Result<Vec<Replay>, String> {
    if paths.len() > GHOSTS_MAX {
        return Err(format!("at most {GHOSTS_MAX} replays can be raced against, and {} are named", paths.len()));
    }
    let Some(level) = level.filter(|_| !paths.is_empty()) else { return Ok(vec![]) };
    let level = given::level(level).map_err(|error| error.to_string())?;
    let read = |path: &PathBuf| {
        let fails = |reason: String| format!("{}: {reason}", escape_path(path));
        let replay = read_replay(path).map_err(|(_, reason)| fails(reason))?;
        replay.verify(&level).map_err(|error| fails(error.to_string()))?;
        Ok(replay)
    };
    paths.iter().map(read).collect()
}

/// Reads a replay to watch, from a file or a line, and plays it. Returns it with its level's file, or the line that has the level.
///
/// # Errors
/// In one sentence, if it or its level cannot be read, or if it does not finish that level under these rules.
pub fn watched(path: &Path) -> Result<(Replay, PathBuf), String> {
    let Proven { replay, level_path, .. } =
        prove(path).map_err(|(_, reason)| format!("{}: {reason}", given::shown(path)))?;
    Ok((replay, level_path))
}

/// Whether a file is empty or a replay, even a damaged one. A file too large for a replay is not read.
fn is_replay(file: &Path) -> bool {
    bytes(file, REPLAY_BYTES_MAX as u64).is_ok_and(|bytes| match Replay::parse(&bytes) {
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
    fn a_path_that_is_no_file_is_an_error_in_one_sentence() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let error = |path: &str| find(Some(Path::new(path))).expect_err(path);
        assert!(error(folder).contains("is a folder"));
        assert!(error("no/such.level.ron").contains("no such file"));
        assert_eq!(error(""), "the path of the level file is empty");
    }

    #[test]
    fn a_line_is_a_level_in_no_file_or_an_error_in_one_sentence() {
        let text = "(version: 1, name: \"A\", map: r\"\n#####\n#@ X#\n#####\n\")";
        let line = Line::of_level(text).and_then(|line| line.write()).expect("it is a level");
        let found = find(Some(Path::new(&line))).expect("it holds a level");
        assert!(matches!(found.place, LevelPlace::Line(text) if text.contains("#@ X#")) && found.watched.is_none());
        let error = |line: &str| find(Some(Path::new(line))).expect_err(line);
        assert!(error("hl1:abc").starts_with("the line cannot be played: it is cut short"));
        assert!(error("hl2:abc").contains("`hl2:`"));
        let proof = std::fs::read("levels/proofs/first-light.replay.ron").expect("tests run beside it");
        let run = Line::of_run(Replay::parse(&proof).expect("it is a proof")).write().expect("it is short");
        assert!(error(&run).contains("a run without its level"));
    }

    #[test]
    fn the_errors_of_a_campaign_begin_on_their_own_line() {
        let diagnostics =
            hairline_level::campaign::parse("(version: 1, levels: [])", "campaign.ron").expect_err("it is empty");
        let text = format!("hairline: {}", campaign_error(diagnostics.into()));
        assert_eq!(text.lines().next(), Some("hairline: the campaign has errors:"));
        assert_eq!(text.lines().nth(1), Some("error[campaign-entry]: the campaign has no levels"));
    }

    #[test]
    fn a_relative_path_becomes_a_folder_and_a_name() {
        let found = find(Some(Path::new("Cargo.toml"))).expect("tests run beside it");
        assert_eq!(found.names, ["Cargo.toml"]);
        let LevelPlace::Folder(folder) = found.place else { panic!("it is a file") };
        assert!(folder.is_absolute());
        assert_eq!(found.watched, Some(folder.join("Cargo.toml")));
    }

    #[test]
    fn a_recording_needs_a_folder_that_exists() {
        assert!(writable_replay(Path::new("no/such/folder/a.replay.ron")).is_err());
        let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
        let refused = writable_replay(&levels.join("first-light.level.ron")).expect_err("a level is not overwritten");
        assert!(refused.contains("no replay"), "{refused}");
        let folder = std::env::temp_dir().join(format!("hairline-to-write-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let is_overwritten = |name: &str, bytes: &[u8]| {
            let file = folder.join(name);
            std::fs::write(&file, bytes).expect("a file in it");
            writable_replay(&file).is_ok()
        };
        assert!(!is_overwritten("picture", &vec![7; REPLAY_BYTES_MAX + 1]), "too large for a replay");
        assert!(!is_overwritten("settings.ron", b"(version: 7)"), "another program's");
        assert!(is_overwritten("empty", b""));
        std::fs::remove_dir_all(&folder).expect("it was made here");
        assert!(
            writable_replay(&levels.join("proofs/first-light.replay.ron")).is_ok(),
            "a replay is overwritten by another"
        );
        assert!(writable_replay(Path::new("a.replay.ron")).expect("here").is_absolute());
    }
}
