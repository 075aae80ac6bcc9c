//! The campaign: its levels and their order, from `campaign.ron` beside them.

use std::ops::Range;
use std::path::{Component, Path};

use serde::Deserialize;

use crate::diagnostics::faults;
use crate::diagnostics::suggest::nearest;
use crate::diagnostics::{Diagnostic, LevelDiagnostics, truncated};
use crate::limits::CAMPAIGN_LEVELS_MAX;
use crate::parse::LEVEL_FILE_ENDING;
use crate::reader::encoding;
use crate::reader::encoding::FileKind;
use crate::reader::file;
use crate::reader::file::ReadError;
use crate::reader::version;
use crate::reader::{Reader, RonValue};
use crate::world::LevelWorld;

/// The name of every campaign file.
pub const CAMPAIGN_FILE_NAME: &str = "campaign.ron";

/// The levels of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// Paths from the campaign's folder, with `/` between folders; each ends in `.level.ron`, none leaves the folder. First the
    /// levels of the sequence, then the night levels, then the labs.
    pub files: Vec<String>,
    /// Which of them are what.
    pub outline: Outline,
}

/// How the levels of a campaign belong together. A level's *place* is its index in [`Campaign::files`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The levels that are played one after the other; they have the first places.
    pub levels: usize,
    /// The worlds in their order, which divide that sequence; none in a campaign that is a plain list.
    pub worlds: Vec<WorldOutline>,
    /// Night levels, which follow the sequence.
    pub nights: usize,
    /// Levels to try things out in, which are no part of the campaign. They have the last places.
    pub labs: usize,
}

/// The levels of one world, by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldOutline {
    /// Its look and its music.
    pub world: LevelWorld,
    /// Its levels in the sequence; not empty.
    pub levels: Range<usize>,
    /// Its night level, if it has one.
    pub night: Option<usize>,
}

impl Campaign {
    /// The levels of the sequence.
    pub fn levels(&self) -> &[String] {
        &self.files[..self.outline.levels]
    }

    /// The levels of the sequence and the night levels.
    pub fn all_but_labs(&self) -> &[String] {
        &self.files[..self.outline.levels + self.outline.nights]
    }

    /// The labs.
    pub fn labs(&self) -> &[String] {
        &self.files[self.outline.levels + self.outline.nights..]
    }
}

impl Outline {
    /// That of a plain list of levels and labs.
    pub fn list(levels: usize, labs: usize) -> Self {
        Self { levels, labs, ..Self::default() }
    }

    /// The world of a place: as the campaign says, or by equal parts of a plain list.
    pub fn world_of(&self, place: usize) -> LevelWorld {
        match self.worlds.iter().find(|world| world.levels.contains(&place) || world.night == Some(place)) {
            Some(world) => world.world,
            None => LevelWorld::of_place(place, self.levels),
        }
    }

    /// Whether a night level is at this place.
    pub fn is_night(&self, place: usize) -> bool {
        (self.levels..self.levels + self.nights).contains(&place)
    }

    /// Whether a lab is at this place.
    pub fn is_lab(&self, place: usize) -> bool {
        let begin = self.levels + self.nights;
        (begin..begin + self.labs).contains(&place)
    }
}

#[derive(Deserialize)]
#[serde(rename = "Campaign", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct CampaignFile<'a> {
    /// Checked before; listed here so that it is a known field.
    #[serde(rename = "version")]
    _version: RonValue<'a>,
    levels: Option<RonValue<'a>>,
    worlds: Option<RonValue<'a>>,
    labs: Option<RonValue<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "world", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct WorldFile<'a> {
    world: RonValue<'a>,
    levels: RonValue<'a>,
    night: Option<RonValue<'a>>,
}

/// Reads a campaign from the bytes of its file. Whether its levels exist is not checked.
///
/// # Errors
/// All diagnostics, with their positions.
pub fn parse(bytes: impl AsRef<[u8]>, source_name: &str) -> Result<Campaign, LevelDiagnostics> {
    parse_in(bytes.as_ref(), source_name, None)
}

/// Reads a campaign from disk; each of its levels must be a file, whose content is not read.
///
/// # Errors
/// If the file cannot be read, or there are errors in it.
pub fn read(path: &Path) -> Result<Campaign, ReadError> {
    let (campaign, diagnostics) = read_inspected(path)?;
    Ok(campaign.ok_or(diagnostics)?)
}

/// Reads a campaign as [`read`] does, and keeps the warnings: of levels beside it that it does not name.
///
/// # Errors
/// If the file cannot be read, or is no text.
pub fn read_inspected(path: &Path) -> Result<(Option<Campaign>, LevelDiagnostics), ReadError> {
    let bytes = file::text_bytes(path)?;
    // The parent of a bare file name is the empty path, which cannot be listed.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(inspect_in(&bytes, &path.display().to_string(), Some(folder))?)
}

fn parse_in(bytes: &[u8], source_name: &str, folder: Option<&Path>) -> Result<Campaign, LevelDiagnostics> {
    let (campaign, diagnostics) = inspect_in(bytes, source_name, folder)?;
    campaign.ok_or(diagnostics)
}

/// With a folder, each level must exist in it.
fn inspect_in(
    bytes: &[u8],
    source_name: &str,
    folder: Option<&Path>,
) -> Result<(Option<Campaign>, LevelDiagnostics), LevelDiagnostics> {
    let text = encoding::text_of(bytes, source_name, FileKind::Campaign)?;
    let mut reader = Reader::new(text);
    let campaign = version::check(&mut reader, FileKind::Campaign).and_then(|()| campaign(&mut reader, folder));
    let diagnostics = reader.into_diagnostics(source_name);
    Ok((campaign.filter(|_| diagnostics.error_count() == 0), diagnostics))
}

/// A level's name, and its bytes in the file.
type Named = (String, Range<usize>);

fn campaign(reader: &mut Reader, folder: Option<&Path>) -> Option<Campaign> {
    let file: CampaignFile = reader.file()?;
    let mut names = Names { folder, named: Vec::new() };
    let mut outline = Outline::default();
    let mut nights = Vec::new();
    let listed = match (file.levels, file.worlds) {
        (Some(levels), None) => {
            names.read_list(reader, levels, "the campaign has no levels")?;
            levels
        }
        (None, Some(worlds)) => {
            outline.worlds = read_worlds(reader, worlds, &mut names, &mut nights)?;
            worlds
        }
        (Some(levels), Some(worlds)) => {
            let diagnostic = Diagnostic::error("the campaign has both `levels` and `worlds`").of(&faults::CONFLICT);
            let diagnostic = diagnostic.at(reader.span(worlds), "the levels of each world stand in here");
            return reader.refuse(diagnostic.at(reader.span(levels), "a plain list"));
        }
        (None, None) => {
            let diagnostic = Diagnostic::error("the campaign has neither `levels` nor `worlds`");
            let diagnostic = diagnostic.of(&faults::MISSING_FIELD).at(reader.begin(), "in this campaign");
            return reader.refuse(diagnostic.help(format!("add `levels: [\"01-start{LEVEL_FILE_ENDING}\"]`")));
        }
    };
    outline.levels = names.named.len();
    for (world, value) in &nights {
        if names.read(reader, *value).is_some() {
            outline.worlds[*world].night = Some(names.named.len() - 1);
        }
    }
    outline.nights = names.named.len() - outline.levels;
    if let Some(labs) = file.labs {
        let labs: Vec<RonValue> = reader.read(labs)?;
        labs.into_iter().for_each(|lab| _ = names.read(reader, lab));
    }
    let count = names.named.len();
    outline.labs = count - outline.levels - outline.nights;
    if count > CAMPAIGN_LEVELS_MAX {
        let message = format!("there are {count} levels, and at most {CAMPAIGN_LEVELS_MAX} are allowed");
        return reader.refuse(Diagnostic::error(message).of(&faults::TOO_MANY).at(reader.span(listed), "too many"));
    }
    let files: Vec<String> = names.named.into_iter().map(|level| level.0).collect();
    if let Some(folder) = folder.filter(|_| !reader.has_errors()) {
        warn_of_unlisted(reader, reader.span(listed), folder, &files);
    }
    Some(Campaign { files, outline })
}

/// Reads the worlds with their levels. Night levels are left to be read after the whole sequence, each with its world's index.
fn read_worlds<'a>(
    reader: &mut Reader<'a>,
    value: RonValue<'a>,
    names: &mut Names,
    nights: &mut Vec<(usize, RonValue<'a>)>,
) -> Option<Vec<WorldOutline>> {
    let values: Vec<RonValue> = reader.read(value)?;
    if values.is_empty() {
        let diagnostic = Diagnostic::error("the campaign has no worlds").of(&faults::CAMPAIGN_ENTRY);
        let diagnostic = diagnostic.at(reader.span(value), "an empty list");
        let example = format!("(world: FirstLight, levels: [\"01-start{LEVEL_FILE_ENDING}\"])");
        return reader.refuse(diagnostic.help(format!("write worlds into it, such as `{example}`")));
    }
    let mut worlds: Vec<WorldOutline> = Vec::new();
    let mut spans: Vec<Range<usize>> = Vec::new();
    for value in values {
        let file: WorldFile = reader.read(value)?;
        let word = reader.word_alone(file.world, "world", &LevelWorld::ALL.map(LevelWorld::word))?;
        let world = LevelWorld::ALL.into_iter().find(|world| world.word() == word)?;
        let span = reader.span(file.world);
        if let Some(first) = worlds.iter().position(|other| other.world == world) {
            let diagnostic = Diagnostic::error(format!("the world `{word}` is in the campaign twice"));
            let diagnostic = diagnostic.of(&faults::SET_TWICE).at(span, "again here");
            return reader.refuse(diagnostic.at(spans[first].clone(), "first here"));
        }
        let begin = names.named.len();
        names.read_list(reader, file.levels, "the world has no levels")?;
        nights.extend(file.night.map(|night| (worlds.len(), night)));
        worlds.push(WorldOutline { world, levels: begin..names.named.len(), night: None });
        spans.push(span);
    }
    Some(worlds)
}

/// The names of levels that were read, each once.
struct Names<'f> {
    /// The folder in which each must exist.
    folder: Option<&'f Path>,
    named: Vec<Named>,
}

impl Names<'_> {
    /// Reads a list that must not be empty.
    fn read_list<'a>(&mut self, reader: &mut Reader<'a>, list: RonValue<'a>, if_empty: &str) -> Option<()> {
        let values: Vec<RonValue> = reader.read(list)?;
        if values.is_empty() {
            let diagnostic = Diagnostic::error(if_empty).of(&faults::CAMPAIGN_ENTRY);
            let diagnostic = diagnostic.at(reader.span(list), "an empty list");
            let example = format!("[\"01-start{LEVEL_FILE_ENDING}\"]");
            return reader
                .refuse(diagnostic.help(format!("write the names of level files into it, such as {example}")));
        }
        values.into_iter().for_each(|value| _ = self.read(reader, value));
        Some(())
    }

    /// Reads the name of one level, and adds it to those before it if it is valid.
    fn read<'a>(&mut self, reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<()> {
        let wanted = format!("file names in quotation marks, such as \"01-start{LEVEL_FILE_ENDING}\"");
        let level = reader.scalar::<String>(value, "levels", &wanted)?;
        let span = reader.span(value);
        if let Some(diagnostic) = bad_name(&level, span.clone(), self.folder) {
            return reader.refuse(diagnostic);
        }
        if let Some((_, first)) = self.named.iter().find(|other| other.0 == level) {
            let diagnostic = Diagnostic::error(format!("`{}` is in the campaign twice", truncated(&level)));
            let diagnostic = diagnostic.of(&faults::SET_TWICE).at(span, "again here");
            return reader.refuse(diagnostic.at(first.clone(), "first here"));
        }
        if let Some(diagnostic) = self.folder.and_then(|folder| missing(folder, &level, span.clone())) {
            reader.report(diagnostic);
        }
        self.named.push((level, span));
        Some(())
    }
}

/// Warns of level files that are not named, in the campaign's folder and in every folder of a level that is.
fn warn_of_unlisted(reader: &mut Reader, span: Range<usize>, folder: &Path, named: &[String]) {
    const NAMES_MAX: usize = 4;
    let mut folders: Vec<&str> =
        named.iter().filter_map(|name| name.rsplit_once('/')).map(|(inside, _)| inside).collect();
    folders.push("");
    folders.sort_unstable();
    folders.dedup();
    let path = |inside: &str, name: String| if inside.is_empty() { name } else { format!("{inside}/{name}") };
    let files = folders.iter().flat_map(|inside| {
        level_names(&folder.join(inside)).into_iter().map(|name| path(inside, name)).collect::<Vec<_>>()
    });
    let unlisted: Vec<String> = files.filter(|file| !named.contains(file)).collect();
    let message = match unlisted.as_slice() {
        [] => return,
        [one] => format!("the level `{}` is not in the campaign", truncated(one)),
        [first, ..] => format!("{} levels are not in the campaign, such as `{}`", unlisted.len(), truncated(first)),
    };
    let names: Vec<String> = unlisted.iter().take(NAMES_MAX).map(|name| format!("\"{}\"", truncated(name))).collect();
    let more = if unlisted.len() > NAMES_MAX { ", …" } else { "" };
    let diagnostic = Diagnostic::warning(message).of(&faults::UNLISTED_LEVEL).at(span, "not in this list");
    reader.report(
        diagnostic
            .help(format!("the game does not show it: add {}{more} to its levels or to `labs`", names.join(", "))),
    );
}

/// What is wrong with a level's name, if anything is.
fn bad_name(level: &str, span: Range<usize>, folder: Option<&Path>) -> Option<Diagnostic> {
    let (stem, name) = (level.strip_suffix(LEVEL_FILE_ENDING), truncated(level));
    let stays_inside = Path::new(level).components().all(|part| matches!(part, Component::Normal(_)))
        && !level.contains(['\\', ':'])
        && !level.chars().any(char::is_control);
    if level.is_empty() {
        let diagnostic = Diagnostic::error("an entry of the campaign is empty").of(&faults::CAMPAIGN_ENTRY);
        let names = folder.map(level_names).unwrap_or_default();
        let example = names.into_iter().next().unwrap_or(format!("01-start{LEVEL_FILE_ENDING}"));
        return Some(
            diagnostic.at(span, "no name").help(format!("name a level, such as \"{example}\", or remove the entry")),
        );
    }
    if stem.is_none_or(|stem| stem.is_empty() || stem.ends_with('/')) {
        if let Some(folder) = folder.filter(|folder| stays_inside && folder.join(level).is_dir()) {
            return Some(is_folder(folder, level, span));
        }
        let diagnostic = Diagnostic::error(format!("`{name}` is not a level file")).of(&faults::CAMPAIGN_ENTRY);
        return Some(diagnostic.at(span, format!("its name must end in `{LEVEL_FILE_ENDING}`")));
    }
    let diagnostic = || {
        Diagnostic::error(format!("`{name}` is not a path inside the campaign's folder")).of(&faults::CAMPAIGN_ENTRY)
    };
    (!stays_inside).then(|| diagnostic().at(span, "write it from that folder, with `/`"))
}

/// The error of a folder in the place of a level, with a level in it as the help.
fn is_folder(folder: &Path, name: &str, span: Range<usize>) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("`{}` is a folder, not a level file", truncated(name)))
        .of(&faults::CAMPAIGN_ENTRY)
        .at(span, "a folder");
    let inside = level_names(&folder.join(name)).into_iter().next().unwrap_or(format!("01-start{LEVEL_FILE_ENDING}"));
    diagnostic.help(format!("name each level in it: \"{}/{inside}\"", name.trim_end_matches('/')))
}

/// The level files in a folder, sorted by name; empty if it cannot be read.
fn level_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let mut names: Vec<String> = files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| name.ends_with(LEVEL_FILE_ENDING));
    names.sort();
    names
}

/// The error of a level that is not on disk, with the file that may have been meant.
fn missing(folder: &Path, level: &str, span: Range<usize>) -> Option<Diagnostic> {
    let path = folder.join(level);
    if path.is_file() {
        return None;
    }
    if path.is_dir() {
        return Some(is_folder(folder, level, span));
    }
    let (inside, file_name) = level.rsplit_once('/').map_or(("", level), |(inside, name)| (inside, name));
    let names = level_names(&folder.join(inside));
    let beside = nearest(file_name, names.iter().map(String::as_str));
    let meant = match beside {
        Some(name) if inside.is_empty() => Some(name.to_owned()),
        Some(name) => Some(format!("{inside}/{name}")),
        // Written relative to another folder than the campaign's own.
        None => Some(file_name.to_owned()).filter(|name| folder.join(name).is_file()),
    };
    let label =
        meant.map_or_else(|| "no such file".to_owned(), |meant| format!("no such file; did you mean `{meant}`?"));
    Some(
        Diagnostic::error(format!("the level `{}` does not exist", truncated(level)))
            .of(&faults::CAMPAIGN_ENTRY)
            .at(span, label),
    )
}
