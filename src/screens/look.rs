//! How screens are set: type sizes, colours and rules on a page 800 points high and wide at least, which grows and
//! shrinks with the window.

use bevy::prelude::*;
use bevy::text::LetterSpacing;

/// Points on the shorter side of the page.
const PAGE: f32 = 800.0;

/// A length in points.
pub fn pt(points: f32) -> Val {
    Val::VMin(points * 100.0 / PAGE)
}

/// Points of each kind of type.
pub mod size {
    /// One line that names the screen.
    pub const HEADLINE: f32 = 54.0;
    /// A number or word that the screen is about.
    pub const FIGURE: f32 = 92.0;
    /// Menu entries.
    pub const ENTRY: f32 = 26.0;
    /// Everything else.
    pub const BODY: f32 = 18.0;
}

/// The dark that everything stands on.
pub const INK: Color = Color::srgb(0.027, 0.031, 0.047);
/// Type, and the bar behind the chosen entry.
pub const PAPER: Color = Color::srgb(0.925, 0.918, 0.882);
/// Type that steps back.
pub const GREY: Color = Color::srgb(0.50, 0.53, 0.60);
/// Hairlines and rules.
pub const RULE: Color = Color::srgb(0.22, 0.24, 0.29);
/// The ninja's own colour, for what is good news.
pub const ACCENT: Color = Color::srgb(0.36, 0.83, 0.93);

/// Type of a size in points.
pub fn font(points: f32) -> TextFont {
    TextFont::from_font_size(FontSize::VMin(points * 100.0 / PAGE))
}

/// A line of type.
pub fn line(text: impl Into<String>, size: f32, color: Color) -> impl Bundle {
    (Text::new(text), TextLayout::no_wrap(), font(size), TextColor(color))
}

/// Type in small capitals' manner: spaced out, for labels.
pub fn label(text: &str, size: f32, color: Color) -> impl Bundle {
    (
        Text::new(text.to_uppercase()),
        TextLayout::no_wrap(),
        font(size),
        TextColor(color),
        LetterSpacing::Px(2.0),
    )
}

/// A thin horizontal rule.
pub fn rule() -> impl Bundle {
    (Node { width: percent(100), height: pt(1.5), ..default() }, BackgroundColor(RULE))
}

/// Darkens what lies behind, over the whole window.
pub fn veil() -> impl Bundle {
    let node = Node { width: percent(100), height: percent(100), align_items: AlignItems::Center, ..default() };
    (Node { padding: UiRect::left(pt(96.0)), ..node }, BackgroundColor(INK.with_alpha(0.82)), GlobalZIndex(10))
}

/// A column of type.
pub fn panel() -> impl Bundle {
    Node { flex_direction: FlexDirection::Column, row_gap: pt(10.0), align_items: AlignItems::FlexStart, ..default() }
}

/// Ticks as a person reads them: `12.345`, or `1:02.345` from a minute on.
pub fn clock(ticks: u32) -> String {
    // A tick is 7.8125 ms, so thousandths are what the last digit can show; cut, never rounded up.
    let thousandths = u64::from(ticks) * 1000 / u64::from(crate::sim::tuning::TICKS_PER_SECOND);
    let (seconds, thousandths) = (thousandths / 1000, thousandths % 1000);
    match seconds / 60 {
        0 => format!("{seconds}.{thousandths:03}"),
        minutes => format!("{minutes}:{:02}.{thousandths:03}", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_thousandths_and_minutes_when_needed() {
        assert_eq!(clock(0), "0.000");
        assert_eq!(clock(1), "0.007");
        assert_eq!(clock(128), "1.000");
        assert_eq!(clock(128 * 59 + 127), "59.992");
        assert_eq!(clock(128 * 60), "1:00.000");
        assert_eq!(clock(128 * 3599 + 64), "59:59.500");
    }
}
