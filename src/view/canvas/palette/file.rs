//! The palettes as a file: `assets/palettes.ron` is built in, and a player may put a file of the same form in place of it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::Deserialize;
use thiserror::Error;

use super::{Palette, Role};
use crate::level::LevelWorld;

/// The only version of the file so far.
const VERSION: u32 = 1;
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
    #[error("version {0} is not known; this game reads version {VERSION}")]
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
        if version != VERSION {
            return Err(PalettesError::Version(version));
        }
        let file: PalettesFile = ron::from_str(text).map_err(syntax)?;
        let mut palettes = self.clone();
        for (world, colors) in file.palettes {
            palettes.0[world.index()] = palette(world, &colors)?;
        }
        Ok(palettes)
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
        let color =
            text.strip_prefix('#').filter(|digits| digits.len() == 6).and_then(|digits| Srgba::hex(digits).ok());
        colors[role as usize] =
            color.ok_or_else(|| PalettesError::Color { world, role: name(), text: text.chars().take(40).collect() })?;
    }
    Ok(Palette::new(colors))
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
    use bevy::color::{Hsla, Luminance, Oklaba};

    use super::*;

    /// Where hazards, goals and the ninja are seen.
    const BACKGROUNDS: [Role; 6] = [Role::Void, Role::Space, Role::SpaceFocused, Role::Grain, Role::Stone, Role::Vein];

    /// The contrast ratio of WCAG 2, 1 to 21; it asks for 4.5 for text, and for 3 for other things that matter.
    fn contrast(a: Color, b: Color) -> f32 {
        let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    fn of_each_world() -> impl Iterator<Item = (LevelWorld, Palette)> {
        let palettes = Palettes::built_in();
        LevelWorld::ALL.into_iter().map(move |world| (world, *palettes.of(world)))
    }

    #[test]
    fn what_kills_stands_out_from_every_background() {
        for (world, palette) in of_each_world() {
            for background in BACKGROUNDS {
                let contrast = contrast(palette.color(Role::Lethal), palette.color(background));
                assert!(contrast >= 4.5, "{world:?}: {contrast} on {background:?}");
            }
        }
    }

    #[test]
    fn texts_stand_out_from_every_background_and_goals_too() {
        for (world, palette) in of_each_world() {
            let check = |role: Role, background: Role, least: f32| {
                let contrast = contrast(palette.color(role), palette.color(background));
                assert!(contrast >= least, "{world:?}: {contrast} of {role:?} on {background:?}");
            };
            for background in BACKGROUNDS {
                check(Role::Paper, background, 4.5);
                check(Role::PaperDim, background, 4.5);
                for role in [Role::Shard, Role::Exit, Role::Focus, Role::Steel, Role::Bounce, Role::Portal, Role::Alarm]
                {
                    check(role, background, 3.0);
                }
            }
            check(Role::Ink, Role::Paper, 4.5);
            check(Role::Exit, Role::Void, 4.5);
            check(Role::Edge, Role::Space, 3.0);
        }
    }

    #[test]
    fn no_harmless_color_comes_near_the_lethal_hue() {
        for (world, palette) in of_each_world() {
            let lethal = Hsla::from(palette.color(Role::Lethal));
            for role in Role::ALL.into_iter().filter(|role| *role != Role::Lethal) {
                let color = palette.color(role);
                let Hsla { hue, saturation, lightness, .. } = Hsla::from(color);
                let apart = (hue - lethal.hue).abs();
                let is_apart = if lethal.saturation < 0.01 {
                    // White kills: everything else is darker.
                    contrast(color, palette.color(Role::Lethal)) >= 1.5
                } else {
                    apart.min(360.0 - apart) > 45.0 || saturation * lightness < 0.1
                };
                assert!(is_apart, "{world:?}: {role:?} is {apart} degrees away");
            }
        }
    }

    #[test]
    fn one_palette_is_grey_alone() {
        let palette = *Palettes::built_in().of(LevelWorld::Halftone);
        for role in Role::ALL {
            let LinearRgba { red, green, blue, .. } = palette.linear(role);
            assert!(red == green && green == blue, "{role:?}");
        }
    }

    #[test]
    fn one_palette_has_high_contrast() {
        let palette = *Palettes::built_in().of(LevelWorld::Hairline);
        for role in [Role::Lethal, Role::Paper, Role::Edge, Role::Shard, Role::Exit, Role::Focus] {
            let contrast = contrast(palette.color(role), palette.color(Role::Space));
            assert!(contrast >= 7.0, "{role:?}: {contrast}");
        }
    }

    /// How eyes without red or without green cones see a linear color: Machado, Oliveira and Fernandes, "A Physiologically-based
    /// Model for Simulation of Color Vision Deficiency", 2009, severity 1.
    fn without_a_cone(LinearRgba { red, green, blue, .. }: LinearRgba) -> [Oklaba; 2] {
        const PROTANOPIA: [[f32; 3]; 3] =
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
        const DEUTERANOPIA: [[f32; 3]; 3] =
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
        [PROTANOPIA, DEUTERANOPIA].map(|matrix| {
            let [red, green, blue] = matrix.map(|[r, g, b]| (r * red + g * green + b * blue).clamp(0.0, 1.0));
            LinearRgba::rgb(red, green, blue).into()
        })
    }

    /// The least distance, in Oklab, of what kills from everything else, for eyes without red or without green cones.
    fn apart_without_a_cone(palette: &Palette) -> f32 {
        let lethal = without_a_cone(palette.linear(Role::Lethal));
        let others = Role::ALL.into_iter().filter(|role| *role != Role::Lethal);
        let distances = others.flat_map(|role| {
            let other = without_a_cone(palette.linear(role));
            [0, 1].map(|eye| {
                let (a, b) = (lethal[eye], other[eye]);
                Vec3::new(a.lightness - b.lightness, a.a - b.a, a.b - b.b).length()
            })
        });
        distances.fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn one_palette_is_safe_for_red_green_blindness() {
        let palettes = Palettes::built_in();
        assert!(apart_without_a_cone(palettes.of(LevelWorld::Clockwork)) > 0.15);
        assert!(apart_without_a_cone(palettes.of(LevelWorld::Moonrise)) < 0.05, "the measure tells them apart");
    }

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
