//! The profile as RON: its versions, how a file of an older one becomes today's, and the checksum in its first line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::daily::{self, DailyResult};
use super::settings::{Settings, SoundSettings};
use super::{LevelRecord, Profile};

/// Version 3 has a fourth medal, version 4 daily levels.
pub const PROFILE_VERSION: u32 = 4;
/// Most bytes of a profile that is read: some 10,000 levels.
pub const PROFILE_BYTES_MAX: u64 = 32 << 20;

/// Begins the first line, a comment: the CRC-32 of all that follows, in eight hexadecimal digits.
const CHECKSUM_MARK: &str = "// checksum ";

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ProfileError {
    /// Not RON, not a profile, cut short, or too large.
    #[error("it is damaged: {0}")]
    Damaged(String),
    #[error("it was written by a later version of the game (format {0}, this one knows {PROFILE_VERSION})")]
    Newer(u32),
}

#[derive(Deserialize)]
#[serde(rename = "")]
struct AnyVersion {
    version: u32,
}

/// A file: in version 1 with the settings of that version.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Profile", deny_unknown_fields)]
struct ProfileFile<S> {
    version: u32,
    settings: S,
    /// By the level's hash, in sixteen hexadecimal digits.
    levels: BTreeMap<String, LevelRecord>,
    /// By the day, and by the level's hash likewise.
    #[serde(default)]
    daily: BTreeMap<String, BTreeMap<String, DailyResult>>,
}

#[derive(Deserialize)]
#[serde(rename = "Settings", deny_unknown_fields)]
struct SettingsOf1 {
    is_muted: bool,
}

impl From<SettingsOf1> for Settings {
    fn from(SettingsOf1 { is_muted }: SettingsOf1) -> Self {
        Self { sound: SoundSettings { enabled: !is_muted, ..SoundSettings::default() }, ..Self::default() }
    }
}

/// Reads a profile of this version or an older one.
///
/// # Errors
/// [`ProfileError::Newer`] for a later version, else [`ProfileError::Damaged`].
pub fn parse(bytes: &[u8]) -> Result<Profile, ProfileError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ProfileError::Damaged("it is not text".to_owned()))?;
    let AnyVersion { version } = read(text)?;
    match version {
        1 => from_file::<SettingsOf1>(read(text)?),
        2..=4 => from_file::<Settings>(read(text)?),
        newer if newer > PROFILE_VERSION => Err(ProfileError::Newer(newer)),
        unknown => Err(ProfileError::Damaged(format!("there is no format {unknown}"))),
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ProfileError> {
    ron::from_str(text).map_err(|error| ProfileError::Damaged(error.to_string()))
}

fn from_file<S: Into<Settings>>(file: ProfileFile<S>) -> Result<Profile, ProfileError> {
    let hash = |digits: &str| {
        let number = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 16);
        number.ok_or_else(|| ProfileError::Damaged("a level's hash is not sixteen hexadecimal digits".to_owned()))
    };
    let levels = file.levels.into_iter().map(|(digits, record)| Ok((hash(&digits)?, record)));
    let settings = file.settings.into().clamped();
    let daily = file.daily.into_iter().map(|(day, levels)| {
        let levels = levels.into_iter().map(|(digits, result)| Ok((hash(&digits)?, result)));
        let levels: BTreeMap<u64, DailyResult> = levels.collect::<Result<_, _>>()?;
        if !daily::is_day(&day) || levels.len() > daily::DAILY_LEVELS_MAX {
            return Err(ProfileError::Damaged(format!("{day:?} is no day with its levels")));
        }
        Ok((day, levels))
    });
    Ok(Profile { settings, levels: levels.collect::<Result<_, _>>()?, daily: daily.collect::<Result<_, _>>()? })
}

/// Whether a file that [`parse`] reads is what the game wrote. Files without a checksum, as older versions wrote them, are.
pub fn is_as_written(bytes: &[u8]) -> bool {
    let Some(line) = bytes.strip_prefix(CHECKSUM_MARK.as_bytes()) else { return true };
    line.split_at_checked(9)
        .is_some_and(|(digits, rest)| *digits == *format!("{:08x}\n", crc32fast::hash(rest)).as_bytes())
}

pub fn to_ron(profile: &Profile) -> String {
    let digits = |hash: &u64| format!("{hash:016x}");
    let levels = profile.levels.iter().map(|(hash, record)| (digits(hash), record.clone())).collect();
    let daily = profile
        .daily
        .iter()
        .map(|(day, levels)| (day.clone(), levels.iter().map(|(hash, result)| (digits(hash), *result)).collect()));
    let daily = daily.collect();
    let file = ProfileFile { version: PROFILE_VERSION, settings: profile.settings.clone(), levels, daily };
    let config = ron::ser::PrettyConfig::new().indentor("    ");
    let text = ron::ser::to_string_pretty(&file, config).expect("numbers, texts and maps of texts are RON") + "\n";
    format!("{CHECKSUM_MARK}{:08x}\n{text}", crc32fast::hash(text.as_bytes()))
}
