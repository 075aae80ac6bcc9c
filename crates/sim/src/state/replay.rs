//! Replays: the inputs of one run, bound to a level and to the rules that they were played under.
//!
//! A replay is a small RON file. Its inputs are run-length coded as text, `12R 3RJ 40-`: twelve ticks of right, three of
//! right and jump, forty of nothing (the letters are [`TickInput::LETTERS`]). Playing it back must end where it says, to
//! the bit.

use std::path::{Path, PathBuf};

use ron::extensions::Extensions;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use hairline_level::diagnostics::escape::escape;
use hairline_level::{LEVEL_FILE_ENDING, Level, Position};

use crate::Simulation;
use crate::run::Phase;
use crate::run::input::TickInput;
use crate::run::shard::ShardState;
use crate::tuning::RULES_VERSION;

/// The newest version of the file format.
pub const REPLAY_VERSION: u32 = 1;
/// Most bytes of a replay file.
pub const REPLAY_BYTES_MAX: usize = 1 << 20;
/// Most ticks of a replay, an hour: caps the time that checking one can take.
pub const REPLAY_TICKS_MAX: u32 = 60 * 60 * crate::tuning::TICKS_PER_SECOND;

/// How the name of a replay's file ends.
pub const REPLAY_FILE_ENDING: &str = ".replay.ron";

/// Where the proof of a level file lies: `proofs/NAME.replay.ron` beside it.
pub fn proof_path(level: &Path) -> PathBuf {
    let file = level.file_name().unwrap_or_default().to_string_lossy();
    let stem = file.strip_suffix(LEVEL_FILE_ENDING).unwrap_or(&file);
    level.parent().unwrap_or(Path::new("")).join("proofs").join(format!("{stem}{REPLAY_FILE_ENDING}"))
}

/// One recorded run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The level's file name, by which it is found beside the replay or one folder up.
    pub level_file: String,
    /// [`Level::hash`] of the level it was played on.
    pub level_hash: u64,
    /// [`RULES_VERSION`] it was played under.
    pub rules: u32,
    /// One input a tick.
    pub inputs: Vec<TickInput>,
    /// The [hash](super::snapshot::Snapshot::hash) after the last tick.
    pub final_hash: u64,
}

/// How a verified replay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The run's time in ticks.
    pub ticks: u32,
    /// The hash after the last tick.
    pub hash: u64,
    /// How many shards it took.
    pub shards: u32,
    /// In how many ticks time was slow.
    pub focus_ticks: u32,
}

/// Why a replay was refused. Whatever it quotes from the file is escaped.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ReplayError {
    /// A file of so many bytes, more than [`REPLAY_BYTES_MAX`].
    #[error("the file has {0} bytes, and a replay at most {REPLAY_BYTES_MAX}")]
    TooLarge(usize),
    /// Not RON, or not a replay.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// A newer or unknown format.
    #[error("replay format {0} is not known; this version of the game reads format {REPLAY_VERSION}")]
    Version(u32),
    /// An input chunk such as `12R` is wrong.
    #[error("input {number}, `{chunk}`: {reason}")]
    Input {
        /// Counted from 1.
        number: usize,
        /// The chunk as written, escaped.
        chunk: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The inputs do not add up to the ticks that the file states: it was cut short or edited.
    #[error("the file states {stated} ticks, but its inputs are {found}: it was cut short or edited")]
    Ticks {
        /// What the file says.
        stated: u32,
        /// What the inputs add up to.
        found: u32,
    },
    /// A hash that is not sixteen hexadecimal digits.
    #[error("`{field}` must be sixteen hexadecimal digits, not `{found}`")]
    Hash {
        /// The field's name.
        field: &'static str,
        /// Its text, escaped.
        found: String,
    },
    /// Played under other rules.
    #[error("played under rules {0}, but these are rules {RULES_VERSION}: the same inputs may end differently")]
    Rules(u32),
    /// Played on another level, or on this one before it was changed.
    #[error(
        "played on a level with the hash {found:016x}; this level has {expected:016x}, so it was changed since: record the \
         run anew with `hairline play LEVEL --record FILE`, or let `hairline solve LEVEL` find one"
    )]
    OtherLevel {
        /// The hash in the replay.
        found: u64,
        /// The level's hash.
        expected: u64,
    },
    /// The inputs end, or the ninja dies, before the exit is reached.
    #[error("does not finish the level: {reason} at tick {tick}")]
    Unfinished {
        /// What happened.
        reason: &'static str,
        /// When.
        tick: u32,
    },
    /// It finishes, but not in the recorded state.
    #[error("ends in another state than recorded: {found:016x} instead of {expected:016x}")]
    OtherEnd {
        /// The hash now.
        found: u64,
        /// The hash in the file.
        expected: u64,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Replay", deny_unknown_fields)]
struct ReplayFile {
    version: u32,
    level: String,
    level_hash: String,
    rules: u32,
    ticks: u32,
    final_hash: String,
    inputs: String,
}

/// The fields that tell the kinds of files apart. Its serde name is empty, since it serves every kind.
#[derive(Deserialize)]
#[serde(rename = "")]
struct AnyFile {
    version: Option<u32>,
    map: Option<IgnoredAny>,
    levels: Option<IgnoredAny>,
    worlds: Option<IgnoredAny>,
    inputs: Option<IgnoredAny>,
}

impl Replay {
    /// Records `inputs` played on `level` from its start; the final hash is computed by playing them.
    pub fn record(level_file: &str, level: &Level, inputs: Vec<TickInput>) -> Self {
        let mut simulation = Simulation::new(level);
        for &input in &inputs {
            simulation.tick(input);
        }
        let final_hash = simulation.save().hash();
        Self { level_file: level_file.to_owned(), level_hash: level.hash, rules: RULES_VERSION, inputs, final_hash }
    }

    /// Reads a replay file's bytes.
    ///
    /// # Errors
    /// If it is too large, no replay of a known version, or not whole. [`Replay::verify`] checks whether it fits a
    /// level.
    pub fn parse(bytes: &[u8]) -> Result<Self, ReplayError> {
        if bytes.len() > REPLAY_BYTES_MAX {
            return Err(ReplayError::TooLarge(bytes.len()));
        }
        let text = text_of(bytes)?;
        let any: AnyFile = read(text)?;
        let other = match (any.map, any.levels.or(any.worlds), any.inputs) {
            (Some(_), _, None) => Some("this file is a level, not a replay; `hairline check` finds errors in it"),
            (None, Some(_), None) => Some("this file is a campaign, not a replay; `hairline check` finds errors in it"),
            _ => None,
        };
        if let Some(reason) = other {
            return Err(refused(reason));
        }
        let version =
            any.version.ok_or_else(|| refused("there is no `version`: add `version: 1,` after the first `(`"))?;
        if version != REPLAY_VERSION {
            return Err(ReplayError::Version(version));
        }
        let file: ReplayFile = read(text)?;
        let inputs = decode(&file.inputs)?;
        let found = inputs.len() as u32;
        if found != file.ticks {
            return Err(ReplayError::Ticks { stated: file.ticks, found });
        }
        Ok(Self {
            level_file: file.level,
            level_hash: parse_hash("level_hash", &file.level_hash)?,
            rules: file.rules,
            inputs,
            final_hash: parse_hash("final_hash", &file.final_hash)?,
        })
    }

    /// The replay as the text of its file.
    pub fn to_ron(&self) -> String {
        let mut inputs = String::new();
        let mut width = 0;
        for chunk in encode(&self.inputs) {
            if width + chunk.len() > 96 {
                inputs.push('\n');
                width = 0;
            } else if width > 0 {
                inputs.push(' ');
            }
            width += chunk.len() + 1;
            inputs.push_str(&chunk);
        }
        format!(
            "(\n    version: {REPLAY_VERSION},\n    level: {:?},\n    level_hash: \"{:016x}\",\n    rules: {},\n    \
             ticks: {},\n    final_hash: \"{:016x}\",\n    inputs: \"\n{inputs}\n\",\n)\n",
            self.level_file,
            self.level_hash,
            self.rules,
            self.inputs.len(),
            self.final_hash,
        )
    }

    /// Plays the replay on `level` and says how it ended.
    ///
    /// # Errors
    /// If it was played on another level or under other rules, does not reach the exit with its last input, or ends in
    /// another state than recorded.
    pub fn verify(&self, level: &Level) -> Result<Verdict, ReplayError> {
        self.verify_watched(level, |_| {})
    }

    /// [`Self::verify`], telling `watch` after each tick how many were played.
    ///
    /// # Errors
    /// As [`Self::verify`].
    pub fn verify_watched(&self, level: &Level, mut watch: impl FnMut(u32)) -> Result<Verdict, ReplayError> {
        if self.rules != RULES_VERSION {
            return Err(ReplayError::Rules(self.rules));
        }
        if self.level_hash != level.hash {
            return Err(ReplayError::OtherLevel { found: self.level_hash, expected: level.hash });
        }
        let mut simulation = Simulation::new(level);
        let mut focus_ticks = 0;
        for (tick, &input) in self.inputs.iter().enumerate() {
            let tick = tick as u32;
            if simulation.run().phase == Phase::Finished {
                return Err(ReplayError::Unfinished { reason: "there are inputs left after the exit", tick });
            }
            simulation.tick(input);
            focus_ticks += u32::from(simulation.run().focus.active);
            watch(tick + 1);
            // Once a checkpoint is touched, a death returns to it and the run goes on.
            if simulation.run().is_dead() && simulation.checkpoint().is_none() {
                return Err(ReplayError::Unfinished { reason: "the ninja dies", tick });
            }
        }
        if simulation.run().phase != Phase::Finished {
            let tick = self.inputs.len() as u32;
            return Err(ReplayError::Unfinished { reason: "the inputs end before the exit is reached", tick });
        }
        let end = simulation.save();
        let hash = end.hash();
        if hash != self.final_hash {
            return Err(ReplayError::OtherEnd { found: hash, expected: self.final_hash });
        }
        let shards = ShardState::count_taken(&end);
        Ok(Verdict { ticks: simulation.run().ticks, hash, shards, focus_ticks })
    }
}

/// The text of a file, without its byte-order mark.
fn text_of(bytes: &[u8]) -> Result<&str, ReplayError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(refused("the file is UTF-16 text: save it as UTF-8"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        ReplayError::Syntax { line, column: 1, reason: "the file is not UTF-8 text from here on".to_owned() }
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if hairline_level::is_blank(text) {
        return Err(refused("the file holds no replay; `hairline play LEVEL --record FILE` records one"));
    }
    Ok(text)
}

/// An error of a file as a whole.
fn refused(reason: &str) -> ReplayError {
    ReplayError::Syntax { line: 1, column: 1, reason: reason.to_owned() }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ReplayError> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| {
        let (Position { line, column }, reason) = hairline_level::explain(text, error);
        ReplayError::Syntax { line, column, reason }
    })
}

/// The beginning of a text from the file, escaped.
fn quoted(text: &str) -> String {
    escape(&text.chars().take(40).collect::<String>()).into_owned()
}

fn parse_hash(field: &'static str, text: &str) -> Result<u64, ReplayError> {
    let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hash = u64::from_str_radix(text, 16).ok().filter(|_| digits);
    hash.ok_or_else(|| ReplayError::Hash { field, found: quoted(text) })
}

/// Run-length codes inputs into chunks such as `12RJ`; `-` stands for nothing held.
fn encode(inputs: &[TickInput]) -> impl Iterator<Item = String> + '_ {
    inputs.chunk_by(|a, b| a == b).map(|run| {
        let letters: String =
            TickInput::LETTERS.iter().filter(|(bit, _)| run[0].holds(*bit)).map(|pair| pair.1).collect();
        format!("{}{}", run.len(), if letters.is_empty() { "-" } else { &letters })
    })
}

/// The inverse of [`encode`] over chunks separated by white space.
fn decode(text: &str) -> Result<Vec<TickInput>, ReplayError> {
    let mut inputs = Vec::new();
    for (number, chunk) in text.split_whitespace().enumerate() {
        let error = |reason| ReplayError::Input { number: number + 1, chunk: quoted(chunk), reason };
        let letters_at =
            chunk.find(|c: char| !c.is_ascii_digit()).ok_or_else(|| error("a count and letters expected"))?;
        let (count, letters) = chunk.split_at(letters_at);
        if count.is_empty() {
            return Err(error("a count of ticks must come first"));
        }
        // Digits alone fail to be a number only where they are too many.
        let count: u32 = count.parse().unwrap_or(u32::MAX);
        if count == 0 {
            return Err(error("the count must be positive"));
        }
        if count as usize > (REPLAY_TICKS_MAX as usize).saturating_sub(inputs.len()) {
            return Err(error("a replay has at most an hour of ticks, 460800"));
        }
        let mut input = TickInput::NONE;
        for letter in letters.chars().filter(|_| letters != "-") {
            let Some((bit, _)) = TickInput::LETTERS.iter().find(|pair| pair.1 == letter) else {
                return Err(error("only the letters L R U D J F S, or - for nothing, stand for buttons"));
            };
            input = input.with(*bit);
        }
        inputs.resize(inputs.len() + count as usize, input);
    }
    Ok(inputs)
}
