//! The profile as RON: its versions, how a file of an older one becomes today's, and the checksum in its first line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::settings::{Settings, SoundSettings};
use super::{LevelRecord, Profile};

pub const PROFILE_VERSION: u32 = 2;
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
        2 => from_file::<Settings>(read(text)?),
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
    Ok(Profile { settings, levels: levels.collect::<Result<_, _>>()? })
}

/// Whether a file that [`parse`] reads is what the game wrote. Files without a checksum, as older versions wrote them, are.
pub fn is_as_written(bytes: &[u8]) -> bool {
    let Some(line) = bytes.strip_prefix(CHECKSUM_MARK.as_bytes()) else { return true };
    line.split_at_checked(9)
        .is_some_and(|(digits, rest)| *digits == *format!("{:08x}\n", crc32fast::hash(rest)).as_bytes())
}

pub fn to_ron(profile: &Profile) -> String {
    let levels = profile.levels.iter().map(|(hash, record)| (format!("{hash:016x}"), record.clone())).collect();
    let file = ProfileFile { version: PROFILE_VERSION, settings: profile.settings.clone(), levels };
    let config = ron::ser::PrettyConfig::new().indentor("    ");
    let text = ron::ser::to_string_pretty(&file, config).expect("numbers, texts and maps of texts are RON") + "\n";
    format!("{CHECKSUM_MARK}{:08x}\n{text}", crc32fast::hash(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BestRun;

    /// As the first version of the game wrote it. It must be read for ever.
    const VERSION_1: &str = r#"(
    version: 1,
    settings: (
        is_muted: true,
    ),
    levels: {
        "00000000000000ff": (
            file: "first-light.level.ron",
            best: Some((
                ticks: 812,
                replay: "(version: 1)\n",
            )),
            shards: 3,
            finishes: 2,
            deaths: 5,
        ),
    },
)
"#;
    /// The least of a file of version 2, as the second version of the game could have written it: it must be read for ever,
    /// with defaults for what is missing.
    const VERSION_2: &str = r#"(
    version: 2,
    settings: (
        sound: (enabled: false),
        picture: (bloom: 100, window: Window),
        controls: (bindings: {Jump: (keys: (Some("Space"), Some("KeyZ")), buttons: (Some("South"), None))}),
        assist: (),
    ),
    levels: {
        "00000000000000ff": (
            file: "first-light.level.ron",
            best: Some((ticks: 812, replay: "(version: 1)\n")),
            shards: 3,
            finishes: 2,
            deaths: 5,
        ),
    },
)
"#;

    fn example() -> Profile {
        let best = Some(BestRun { ticks: 812, replay: "(version: 1)\n".into() });
        let record = LevelRecord {
            file: "first-light.level.ron".into(),
            best,
            shards: 3,
            finishes: 2,
            deaths: 5,
            ..LevelRecord::default()
        };
        let mut settings = Settings::default();
        settings.sound.enabled = false;
        Profile { settings, levels: BTreeMap::from([(255, record)]) }
    }

    #[test]
    fn files_of_every_version_are_read() {
        assert_eq!(parse(VERSION_1.as_bytes()), Ok(example()));
        assert_eq!(parse(VERSION_2.as_bytes()), Ok(example()));
    }

    #[test]
    fn settings_out_of_range_are_brought_into_it_and_unknown_ones_are_refused() {
        let with = |settings: &str| parse(format!("(version: 2, settings: ({settings}), levels: {{}})").as_bytes());
        let profile = with("picture: (bloom: 255), assist: (game_speed: 1)").expect("it is read");
        assert_eq!((profile.settings.picture.bloom, profile.settings.assist.game_speed), (100, 50));
        for settings in
            ["picture: (bloom: 256)", "picture: (bloom: NaN)", "picture: (gloom: 1)", "controls: (bindings: {Fly: 1})"]
        {
            assert!(matches!(with(settings), Err(ProfileError::Damaged(_))), "{settings}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for profile in [Profile::default(), example()] {
            let text = to_ron(&profile);
            assert!(is_as_written(text.as_bytes()));
            assert_eq!(parse(text.as_bytes()), Ok(profile));
        }
    }

    #[test]
    fn any_changed_bit_is_found_or_changes_nothing() {
        let text = to_ron(&example());
        let mut found = 0;
        for bit in 0..8 * text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            match parse(&bytes) {
                Ok(profile) if is_as_written(&bytes) => assert_eq!(profile, example(), "bit {bit}"),
                Ok(_) => found += 1,
                Err(_) => {}
            }
        }
        assert!(found > 100, "many bits leave a file that can be read");
    }

    #[test]
    fn files_without_a_checksum_are_as_written() {
        assert!(is_as_written(VERSION_1.as_bytes()) && is_as_written(VERSION_2.as_bytes()));
        assert!(!is_as_written(CHECKSUM_MARK.as_bytes()) && !is_as_written(b"// checksum 00000000"));
    }

    #[test]
    fn a_file_cut_anywhere_or_with_any_byte_changed_is_never_a_panic() {
        let bytes = VERSION_2.as_bytes();
        for length in 0..bytes.len() - 2 {
            assert!(matches!(parse(&bytes[..length]), Err(ProfileError::Damaged(_))), "{length} bytes");
        }
        for index in 0..bytes.len() {
            for byte in [0, b'(', b'"', 0xff] {
                let mut bytes = bytes.to_vec();
                bytes[index] = byte;
                let _ = parse(&bytes);
            }
        }
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let damaged = |text: &[u8]| match parse(text) {
            Err(ProfileError::Damaged(reason)) => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(parse(b"(version: 3, anything: [1, 2])"), Err(ProfileError::Newer(3)));
        assert_eq!(damaged(b"(version: 0)"), "there is no format 0");
        assert_eq!(damaged(b"\xff\xfe"), "it is not text");
        assert!(damaged(b"(version: 1, settings: (is_muted: false), levels: {\"7\": (file: \"\", best: None, shards: 0, finishes: 0, deaths: 0)})").contains("sixteen"));
        assert!(damaged(b"").contains("1:1"));
        let nested = "[".repeat(100_000);
        assert!(matches!(parse(format!("(version: 1, levels: {nested}").as_bytes()), Err(ProfileError::Damaged(_))));
    }
}
