//! Text styles of the HUD and the debug view. Sizes scale with the window's shorter side; at 1280 × 800 none is smaller
//! than 12 pixels.

use bevy::prelude::*;
use bevy::text::FontSize;
use epaint_default_fonts::HACK_REGULAR as TYPEFACE;

use super::palette::Tint;
use super::palette::ui::TextTint;

/// Makes the game's typeface the one of all text: letters of one width, Latin, Greek and Cyrillic.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, add_typeface);
}

fn add_typeface(mut fonts: ResMut<Assets<Font>>) {
    let font = Font::from_bytes(TYPEFACE.to_vec());
    if let Err(error) = fonts.insert(AssetId::default(), font) {
        error!("the typeface could not be added: {error}");
    }
}

/// The sizes, in hundredths of the window's shorter side.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lettering {
    /// The name of the game.
    Display,
    /// A screen's heading.
    Title,
    /// Text read at a glance: the clock.
    Strong,
    /// Sentences.
    Body,
    /// Notes and labels.
    Small,
}

impl Lettering {
    /// The size.
    pub fn size(self) -> FontSize {
        FontSize::VMin(match self {
            Self::Display => 11.0,
            Self::Title => 5.5,
            Self::Strong => 3.3,
            Self::Body => 2.5,
            Self::Small => 2.1,
        })
    }

    /// A text of this style.
    pub fn text(self, text: impl Into<String>, color: impl Into<Tint>) -> impl Bundle {
        (self, Text::new(text), TextFont { font_size: self.size(), ..default() }, TextTint(color.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_level::is_drawable;

    /// The characters below U+FFFF that a TrueType file has, by its `cmap` of format 4.
    fn characters(font: &[u8]) -> Vec<char> {
        let u16_at = |at: usize| usize::from(u16::from_be_bytes([font[at], font[at + 1]]));
        let u32_at = |at: usize| u16_at(at) << 16 | u16_at(at + 2);
        let tables = (0..u16_at(4)).map(|index| 12 + 16 * index);
        let cmap = tables.clone().find(|at| &font[*at..at + 4] == b"cmap").map(|at| u32_at(at + 8)).expect("a cmap");
        let maps = (0..u16_at(cmap + 2)).map(|index| cmap + u32_at(cmap + 4 + 8 * index + 4));
        let map = maps.into_iter().find(|map| u16_at(*map) == 4).expect("a map of format 4");
        let count = u16_at(map + 6) / 2;
        let (ends, starts) = (map + 14, map + 16 + 2 * count);
        let ranges = (0..count).map(|index| (u16_at(starts + 2 * index), u16_at(ends + 2 * index)));
        ranges.flat_map(|(start, end)| start..=end).filter_map(|code| char::from_u32(code as u32)).collect()
    }

    #[test]
    fn the_typeface_has_every_character_that_counts_as_drawable() {
        let characters = characters(TYPEFACE);
        let missing: Vec<char> = (' '..='\u{ffff}').filter(|c| is_drawable(*c) && !characters.contains(c)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(characters.len() > 1_000);
        for letter in ['A', 'é', 'ß', 'Ž', 'Ω', 'ж', '─', '“'] {
            assert!(is_drawable(letter), "{letter}");
        }
        assert!(!is_drawable('漢') && !is_drawable('\n'));
    }

    #[test]
    fn everything_is_readable_at_1280_by_800() {
        for style in [Lettering::Display, Lettering::Title, Lettering::Strong, Lettering::Body, Lettering::Small] {
            assert!(style.size().eval(Vec2::new(1280.0, 800.0), 20.0) >= 12.0, "{style:?}");
        }
    }
}
