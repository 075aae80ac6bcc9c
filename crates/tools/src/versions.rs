//! The versions of the game and of everything that it writes or reads: `hairline --version`. docs/VERSIONS.md says what each
//! means and when it rises.

use std::fmt::Write;
use std::sync::LazyLock;

use hairline_level::FORMAT_VERSION;
use hairline_painter::palette::PALETTES_VERSION;
use hairline_profile::format::PROFILE_VERSION;
use hairline_sim::state::replay::REPLAY_VERSION;
use hairline_sim::tuning::RULES_VERSION;

use crate::players::table::MODEL_VERSION;

/// The version of the game.
pub const GAME: &str = env!("CARGO_PKG_VERSION");

/// Whatever has a version of its own, with that version.
pub const PARTS: [(&str, u32); 7] = [
    ("rules", RULES_VERSION),
    ("level format", FORMAT_VERSION),
    ("replay format", REPLAY_VERSION),
    ("line format", hairline_lines::LAYOUT as u32),
    ("profile format", PROFILE_VERSION),
    ("palettes format", PALETTES_VERSION),
    ("player model", MODEL_VERSION),
];

/// The version of the game, and each part on a line of its own.
pub static ALL: LazyLock<String> = LazyLock::new(|| {
    let mut text = GAME.to_owned();
    for (part, version) in PARTS {
        let _ = write!(text, "\n{part} {version}");
    }
    text
});
