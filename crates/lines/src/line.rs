//! A line: what is in it, how it is written and read, and every reason for which it is refused.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use thiserror::Error;

use hairline_level::{LEVEL_FILE_ENDING, Level, LevelDiagnostics};
use hairline_sim::state::replay::Replay;

use super::compact::compact;
use super::pack::{TEXT_BYTES_MAX, Unpacked, pack, unpack};
use super::run;

/// How every line begins.
pub const PREFIX: &str = "hl1:";
/// The most characters of a line.
pub const CHARS_MAX: usize = 4096;

/// The version of the layout, in the high half of the first byte.
pub const LAYOUT: u8 = 1;
/// What is in a line, in the low half: these bits, of which one is set at least.
const HAS_LEVEL: u8 = 1;
const HAS_RUN: u8 = 2;
const CHECKSUM_BYTES: usize = 4;

/// A level, a run, or both.
#[derive(Clone, Debug)]
pub struct Line {
    level: Option<SharedLevel>,
    run: Option<Replay>,
}

/// A level that came as a line, or will go as one.
#[derive(Clone, Debug)]
pub struct SharedLevel {
    /// Its text, [compact]; a level file with this text has this level.
    pub text: String,
    /// What the text says.
    pub level: Level,
}

/// Why a line was refused, or cannot be written.
#[derive(Clone, Debug, Error)]
pub enum LineError {
    /// It does not begin with [`PREFIX`].
    #[error("it is no line: a line begins with `{PREFIX}`")]
    NoLine,
    /// It begins like a line of another version, with this number.
    #[error("it begins with `hl{0}:`, and this version of the game reads `{PREFIX}`: a newer game may read it")]
    OtherPrefix(String),
    /// It has more than [`CHARS_MAX`] characters: at least so many.
    #[error("it has {0} characters, and a line has at most {CHARS_MAX}: let it be sent as a file")]
    TooLong(usize),
    /// As a line it would have so many characters, more than [`CHARS_MAX`].
    #[error("as a line it would have {0} characters, and a line has at most {CHARS_MAX}: send the file")]
    NeedsFile(usize),
    /// A character that no line has.
    #[error("character {place} is {found}: a line has letters without accents, digits, `-` and `_`")]
    Character {
        /// Its place, from 1.
        place: usize,
        /// The character, in a form that can be printed.
        found: String,
    },
    /// It ends within a byte, or has no room for what every line has.
    #[error("it is cut short, or has a character too many: copy all of it and no more")]
    Cut,
    /// Its bytes are not those of its checksum.
    #[error("its checksum is wrong: it is cut short or was changed, so copy all of it again")]
    Checksum,
    /// The number of a layout.
    #[error("its layout has the version {0}, and this version of the game reads {LAYOUT}")]
    Layout(u8),
    /// The number of a kind.
    #[error("it holds something of the unknown kind {0}, and a line holds a level, a run or both")]
    Kind(u8),
    /// So many bytes after its end.
    #[error("it has bytes after its end: {0}")]
    Rest(usize),
    /// Its run is not what a run can be.
    #[error("its run cannot be read: {0}")]
    Run(&'static str),
    /// Its level is no packed text.
    #[error("its level cannot be unpacked")]
    Packed,
    /// Its level has more bytes than a level file may have.
    #[error("its level has more than {TEXT_BYTES_MAX} bytes, as many as a level file may have")]
    LevelTooLarge,
    /// Its level has errors, as a file could.
    #[error("its level cannot be played:\n{0}")]
    Level(LevelDiagnostics),
    /// Its level is another one than it states.
    #[error(
        "its level has the hash {found:016x}, and it states {stated:016x}: it is forged, or of a version of the game that \
         reads this level otherwise"
    )]
    OtherLevel {
        /// The hash of the level in it.
        found: u64,
        /// The hash that it states.
        stated: u64,
    },
    /// Its text could not be made small.
    #[error("making its text small would change the level; please report this")]
    Changed,
    /// The run is one of another level.
    #[error("the run was played on a level with the hash {run:016x}, and this level has {level:016x}")]
    RunOfOther {
        /// The hash of the run's level.
        run: u64,
        /// The hash of the level.
        level: u64,
    },
}

/// Whether a text is meant as a line, of whatever version: `hl`, a number and a colon.
pub fn is_line(text: &str) -> bool {
    version_of(text).is_some()
}

/// The digits of the version in front of a line.
fn version_of(text: &str) -> Option<&str> {
    let version = text.strip_prefix("hl")?.split_once(':')?.0;
    ((1..=3).contains(&version.len()) && version.bytes().all(|byte| byte.is_ascii_digit())).then_some(version)
}

/// The name of the file of a level that came without one: its hash.
pub fn level_file_name(hash: u64) -> String {
    format!("{hash:016x}{LEVEL_FILE_ENDING}")
}

impl Line {
    /// A level from the text of its file.
    ///
    /// # Errors
    /// If the text is no valid level. A level that its text made small would change is told, never written.
    pub fn of_level(text: &str) -> Result<Self, LineError> {
        let read = |text: &str| hairline_level::parse(text, "the level").map_err(LineError::Level);
        let (level, text) = (read(text)?, compact(text));
        let is_same = read(&text).is_ok_and(|small| {
            let said = |level: &Level| {
                (level.hash, level.name.clone(), level.author.clone(), level.hint.clone(), level.world, level.dark)
            };
            said(&small) == said(&level)
        });
        if is_same { Ok(Self { level: Some(SharedLevel { text, level }), run: None }) } else { Err(LineError::Changed) }
    }

    /// A run, to be played on a level that others have.
    pub fn of_run(run: Replay) -> Self {
        Self { level: None, run: Some(run) }
    }

    /// The line with a run beside its level.
    ///
    /// # Errors
    /// If the run was played on another level.
    pub fn with_run(self, run: Replay) -> Result<Self, LineError> {
        if let Some(SharedLevel { level, .. }) =
            self.level.as_ref().filter(|shared| shared.level.hash != run.level_hash)
        {
            return Err(LineError::RunOfOther { run: run.level_hash, level: level.hash });
        }
        Ok(Self { run: Some(run), ..self })
    }

    /// The line without its run; one without a level stays as it is.
    pub fn without_run(self) -> Self {
        if self.level.is_some() { Self { run: None, ..self } } else { self }
    }

    /// The level in it.
    pub fn level(&self) -> Option<&SharedLevel> {
        self.level.as_ref()
    }

    /// The run in it. The name of its level's file is [`level_file_name`]; [`Replay::verify`] says whether it is one.
    pub fn run(&self) -> Option<&Replay> {
        self.run.as_ref()
    }

    /// Writes the line.
    ///
    /// # Errors
    /// If it would have more than [`CHARS_MAX`] characters.
    pub fn write(&self) -> Result<String, LineError> {
        let kind = if self.level.is_some() { HAS_LEVEL } else { 0 } | if self.run.is_some() { HAS_RUN } else { 0 };
        let of_level = self.level.as_ref().map(|shared| shared.level.hash);
        let hash = of_level.or(self.run.as_ref().map(|run| run.level_hash)).unwrap_or_default();
        let mut bytes = vec![LAYOUT << 4 | kind];
        bytes.extend(hash.to_le_bytes());
        if let Some(run) = &self.run {
            bytes.extend(run.final_hash.to_le_bytes());
            bytes.extend(run::encode(run.rules, &run.inputs));
        }
        bytes.extend(self.level.iter().flat_map(|shared| pack(&shared.text)));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let line = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes));
        if line.len() > CHARS_MAX { Err(LineError::NeedsFile(line.len())) } else { Ok(line) }
    }

    /// Reads a line; white space around it is left out.
    ///
    /// # Errors
    /// If it is too long, is no whole line of this version, or holds a level with errors. Whether its run is one of its level,
    /// of these rules, and ends as it states is for [`Replay::verify`] to say.
    pub fn parse(text: &str) -> Result<Self, LineError> {
        let text = text.trim_ascii();
        let version = version_of(text).ok_or(LineError::NoLine)?;
        let coded = text.strip_prefix(PREFIX).ok_or_else(|| LineError::OtherPrefix(version.to_owned()))?;
        if text.len() > CHARS_MAX {
            return Err(LineError::TooLong(text.chars().count()));
        }
        let is_coded = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
        if let Some((place, found)) = text.chars().enumerate().skip(PREFIX.len()).find(|(_, found)| !is_coded(*found)) {
            return Err(LineError::Character { place: place + 1, found: format!("{found:?}") });
        }
        let bytes = URL_SAFE_NO_PAD.decode(coded).map_err(|_| LineError::Cut)?;
        let (bytes, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(LineError::Cut)?;
        if crc32fast::hash(bytes) != u32::from_le_bytes(*checksum) {
            return Err(LineError::Checksum);
        }
        let mut rest = bytes;
        let [head] = take(&mut rest)?;
        let (layout, kind) = (head >> 4, head & 0xf);
        if layout != LAYOUT {
            return Err(LineError::Layout(layout));
        }
        if kind == 0 || kind & !(HAS_LEVEL | HAS_RUN) != 0 {
            return Err(LineError::Kind(kind));
        }
        let level_hash = u64::from_le_bytes(take(&mut rest)?);
        let run = (kind & HAS_RUN != 0).then(|| read_run(&mut rest, level_hash)).transpose()?;
        let level = (kind & HAS_LEVEL != 0).then(|| read_level(std::mem::take(&mut rest), level_hash)).transpose()?;
        if rest.is_empty() { Ok(Self { level, run }) } else { Err(LineError::Rest(rest.len())) }
    }
}

/// The next bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], LineError> {
    let (first, rest) = bytes.split_first_chunk().ok_or(LineError::Cut)?;
    *bytes = rest;
    Ok(*first)
}

fn read_run(bytes: &mut &[u8], level_hash: u64) -> Result<Replay, LineError> {
    let final_hash = u64::from_le_bytes(take(bytes)?);
    let (rules, inputs, rest) = run::decode(bytes).map_err(LineError::Run)?;
    *bytes = rest;
    Ok(Replay { level_file: level_file_name(level_hash), level_hash, rules, inputs, final_hash })
}

fn read_level(bytes: &[u8], stated: u64) -> Result<SharedLevel, LineError> {
    let text = unpack(bytes).map_err(|reason| match reason {
        Unpacked::Damaged => LineError::Packed,
        Unpacked::TooLarge => LineError::LevelTooLarge,
        Unpacked::Rest(bytes) => LineError::Rest(bytes),
    })?;
    let level = hairline_level::parse(&text, "the level").map_err(LineError::Level)?;
    if level.hash != stated {
        return Err(LineError::OtherLevel { found: level.hash, stated });
    }
    Ok(SharedLevel { text, level })
}
