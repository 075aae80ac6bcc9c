//! Profiles as files: every version is read, and nothing else.

use std::collections::BTreeMap;

use hairline_profile::daily::DailyResult;
use hairline_profile::format::{ProfileError, is_as_written, parse, to_ron};
use hairline_profile::medal::Medal;
use hairline_profile::settings::Settings;
use hairline_profile::{BestRun, LevelRecord, Profile};

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
        picture: (bloom: 100, window: Window, detail: Plain),
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
/// The same of version 3, with the medal that is new in it.
const VERSION_3: &str = r#"(
    version: 3,
    settings: (sound: (enabled: false)),
    levels: {
        "00000000000000ff": (
            file: "first-light.level.ron",
            best: Some((ticks: 812, replay: "(version: 1)\n")),
            shards: 3,
            medal: Some(Hairline),
            finishes: 2,
            deaths: 5,
        ),
    },
)
"#;

/// The same of version 4, with a daily level.
const VERSION_4: &str = r#"(
    version: 4,
    settings: (sound: (enabled: false)),
    levels: {},
    daily: {
        "2026-11-24": {
            "00000000000000ff": (tries: 4, best_ticks: Some(812), assisted_ticks: None),
        },
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
    Profile { settings, levels: BTreeMap::from([(255, record)]), ..Profile::default() }
}

#[test]
fn files_of_every_version_are_read() {
    assert_eq!(parse(VERSION_1.as_bytes()), Ok(example()));
    assert_eq!(parse(VERSION_2.as_bytes()), Ok(example()));
    let profile = parse(VERSION_3.as_bytes()).expect("it is read");
    assert_eq!(profile.levels[&255].medal, Some(Medal::Hairline));
    let profile = parse(VERSION_4.as_bytes()).expect("it is read");
    let result = DailyResult { tries: 4, best_ticks: Some(812), assisted_ticks: None };
    assert_eq!(profile.daily["2026-11-24"][&255], result);
    assert_eq!(parse(to_ron(&profile).as_bytes()), Ok(profile));
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
    assert!(!is_as_written(b"// checksum ") && !is_as_written(b"// checksum 00000000"));
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
    assert_eq!(parse(b"(version: 5, anything: [1, 2])"), Err(ProfileError::Newer(5)));
    assert_eq!(damaged(b"(version: 0)"), "there is no format 0");
    assert_eq!(damaged(b"\xff\xfe"), "it is not text");
    assert!(damaged(b"(version: 1, settings: (is_muted: false), levels: {\"7\": (file: \"\", best: None, shards: 0, finishes: 0, deaths: 0)})").contains("sixteen"));
    assert!(damaged(b"").contains("1:1"));
    let nested = "[".repeat(100_000);
    assert!(matches!(parse(format!("(version: 1, levels: {nested}").as_bytes()), Err(ProfileError::Damaged(_))));
}
