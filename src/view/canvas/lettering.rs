//! Text styles of the HUD and the debug view. Sizes scale with the window's shorter side; at 1280 × 800 none is smaller
//! than 12 pixels.

use bevy::prelude::*;
use bevy::text::FontSize;
use epaint_default_fonts::HACK_REGULAR as TYPEFACE;

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
    pub fn text(self, text: impl Into<String>, color: Color) -> impl Bundle {
        (self, Text::new(text), TextFont { font_size: self.size(), ..default() }, TextColor(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_readable_at_1280_by_800() {
        for style in [Lettering::Display, Lettering::Title, Lettering::Strong, Lettering::Body, Lettering::Small] {
            assert!(style.size().eval(Vec2::new(1280.0, 800.0), 20.0) >= 12.0, "{style:?}");
        }
    }
}
