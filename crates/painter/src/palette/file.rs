//! The palettes as a file: `assets/palettes.ron` is built in, and a player may put a file of the same form in place of it.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_color::Srgba;
use serde::Deserialize;
use thiserror::Error;

use super::{Palette, Role};
use hairline_level::LevelWorld;

/// The only version of the file so far.
pub const PALETTES_VERSION: u32 = 1;
/// The palettes that the game comes with.
const BUILT_IN: &str = include_str!("../../../../assets/palettes.ron");

/// The most bytes that a file of palettes may have.
pub const PALETTES_BYTES_MAX: u64 = 64 * 1024;

/// The palette of each world.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Palettes([Palette; LevelWorld::ALL.len()]);

/// Why a file of palettes is not used, in one line.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PalettesError {
    /// It is not RON of this form.
    #[error("line {}, column {}: {}", .0.span.start.line, .0.span.start.col, .0.code)]
    Syntax(Box<ron::error::SpannedError>),
    /// It is of another version.
    #[error("version {0} is not known; this game reads version {PALETTES_VERSION}")]
    Version(u32),
    /// A palette lacks a color.
    #[error("the palette of {} has no color for `{role}`", .world.word())]
    Missing {
        /// Whose palette.
        world: LevelWorld,
        /// The role as it is written in the file.
        role: String,
    },
    /// A color is not written as one.
    #[error("the palette of {}: `{text}` is no color for `{role}`; write it as \"#rrggbb\"", .world.word())]
    Color {
        /// Whose palette.
        world: LevelWorld,
        /// The role as it is written in the file.
        role: String,
        /// What stands there.
        text: String,
    },
}

/// What every version has.
#[derive(Deserialize)]
#[serde(rename = "")]
struct AnyVersion {
    version: u32,
}

#[derive(Deserialize)]
#[serde(rename = "Palettes", deny_unknown_fields)]
struct PalettesFile {
    #[serde(rename = "version")]
    _version: u32,
    palettes: BTreeMap<LevelWorld, BTreeMap<Role, String>>,
}

impl Palettes {
    /// Those that the game comes with.
    pub fn built_in() -> Self {
        let black = Self([Palette::new([Srgba::BLACK; Role::ALL.len()]); LevelWorld::ALL.len()]);
        black.with(BUILT_IN).expect("a test reads it")
    }

    /// The palette of a world.
    pub fn of(&self, world: LevelWorld) -> &Palette {
        &self.0[world.index()]
    }

    /// These with the palettes of a file in place of those that it names.
    ///
    /// # Errors
    /// If the text is no file of palettes, or one of its palettes lacks a color.
    pub fn with(&self, text: &str) -> Result<Self, PalettesError> {
        let syntax = |error| PalettesError::Syntax(Box::new(error));
        // First, since another version may have what this one does not know.
        let AnyVersion { version } = ron::from_str(text).map_err(syntax)?;
        if version != PALETTES_VERSION {
            return Err(PalettesError::Version(version));
        }
        let file: PalettesFile = ron::from_str(text).map_err(syntax)?;
        let mut worlds = self.clone();
        for (world, written) in file.palettes {
            worlds.0[world.index()] = palette(world, &written)?;
        }
        Ok(worlds)
    }
}

impl Default for Palettes {
    fn default() -> Self {
        Self::built_in()
    }
}

fn palette(world: LevelWorld, written: &BTreeMap<Role, String>) -> Result<Palette, PalettesError> {
    let mut colors = [Srgba::BLACK; Role::ALL.len()];
    for role in Role::ALL {
        let name = || word(role);
        let text = written.get(&role).ok_or_else(|| PalettesError::Missing { world, role: name() })?;
        let wrong = || PalettesError::Color { world, role: name(), text: text.chars().take(40).collect() };
        colors[role as usize] = rgb(text).ok_or_else(wrong)?;
    }
    Ok(Palette::new(colors))
}

/// A color of the form `#rrggbb`.
fn rgb(text: &str) -> Option<Srgba> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    // A sign is no digit.
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| Srgba::hex(digits).ok())?
}

/// A role as it is written in the file.
fn word(role: Role) -> String {
    let mut word = String::new();
    for letter in format!("{role:?}").chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_replace_some_of_the_palettes() {
        let colors: String = Role::ALL.map(|role| format!("{}: \"#102030\", ", word(role))).concat();
        let text = format!("(version: 1, palettes: {{ Ironworks: {{ {colors} }} }})");
        let palettes = Palettes::built_in().with(&text).expect("it is well formed");
        assert_eq!(palettes.of(LevelWorld::Ironworks).linear(Role::Exit), Srgba::rgb_u8(16, 32, 48).into());
        assert_eq!(palettes.of(LevelWorld::Hairline), Palettes::built_in().of(LevelWorld::Hairline));
    }

    #[test]
    fn a_faulty_file_is_explained_in_one_line() {
        let check = |text: &str, expected: &str| {
            let error = Palettes::built_in().with(text).expect_err(text).to_string();
            assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
        };
        check("", "line 1");
        check("\0\u{1}", "line 1");
        check("(version: 2, palettes: { Moon: { sky: 1 } }, more: [])", "version 2 is not known");
        check("(version: 1, palettes: { Ironworks: {} })", "Ironworks has no color for `void`");
        check("(version: 1, palettes: { Moon: {} })", "Moon");
        check("(version: 1, palettes: { Ironworks: { sky: \"#000000\" } })", "sky");
        check("(version: 1, palettes: { Ironworks: { beam_lit: \"#000000\" } })", "beam_lit");
        let colors: String = Role::ALL.map(|role| format!("{}: \"red\", ", word(role))).concat();
        check(&format!("(version: 1, palettes: {{ Ironworks: {{ {colors} }} }})"), "`red` is no color for `void`");
        check(&BUILT_IN[..BUILT_IN.len() / 2], "line");
    }
}
