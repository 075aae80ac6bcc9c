//! How screens are set: type sizes, colors and rules on a page 800 points high and wide at least, which grows and
//! shrinks with the window.

use bevy::prelude::*;
use bevy::text::LetterSpacing;

use crate::view::canvas::palette;

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
    pub const BODY: f32 = 20.0;
}

/// The dark that everything stands on.
pub const DARK: Color = palette::VOID;
/// Type, and the bar behind the chosen entry.
pub const PAPER: Color = palette::PAPER;
/// Type on paper.
pub const INK: Color = palette::INK;
/// Type that steps back.
pub const GREY: Color = palette::PAPER_DIM;
/// Good news.
pub const ACCENT: Color = palette::EXIT;

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
    (Text::new(text.to_uppercase()), TextLayout::no_wrap(), font(size), TextColor(color), LetterSpacing::Px(2.0))
}

/// What a page is made of.
pub type Page = (Node, BackgroundGradient, GlobalZIndex);

/// A page over the whole window, with what stands on it at its left, where it is darkest.
pub fn veil() -> Page {
    page(AlignItems::Center, 420.0, 0.94, 0.7)
}

/// A page over the whole window, with room for a list at its left.
pub fn list_veil() -> Page {
    page(AlignItems::Center, 600.0, 0.985, 0.35)
}

/// A page through which what lies behind is still plain to see; its upper half is left free. Type needs a [`plate`].
pub fn thin_veil() -> Page {
    page(AlignItems::End, 420.0, 0.4, 0.4)
}

/// A page of clear glass, with what stands on it at its foot. Over a level type needs a [`plate`].
pub fn clear_page() -> Page {
    page(AlignItems::End, 420.0, 0.0, 0.0)
}

/// A page as dark as given under the type, so many points from its left, and beside it.
fn page(align_items: AlignItems, type_width: f32, under_type: f32, beside: f32) -> Page {
    let foot = if align_items == AlignItems::End { pt(96.0) } else { px(0) };
    let padding = UiRect { left: pt(96.0), bottom: foot, ..default() };
    let node = Node { width: percent(100), height: percent(100), align_items, padding, ..default() };
    let shade = LinearGradient::to_right(vec![
        ColorStop::new(DARK.with_alpha(under_type), pt(type_width)),
        ColorStop::new(DARK.with_alpha(beside), pt(type_width + 340.0)),
    ]);
    (node, BackgroundGradient::from(shade), GlobalZIndex(10))
}

/// How dark a plate is: type on it is read over anything.
const PLATE: f32 = 0.97;

/// A plate under type, on a page through which the level is seen; and none, on a page that is dark itself.
pub fn plate(is_shown: bool) -> (BackgroundColor, BorderColor) {
    let strength = if is_shown { 1.0 } else { 0.0 };
    (DARK.with_alpha(PLATE * strength).into(), BorderColor::all(palette::EDGE.with_alpha(0.4 * strength)))
}

/// The box of a plate: it reaches beyond the type, which stands where it stands without one.
pub fn plate_box() -> Node {
    let reach = 28.0;
    Node { padding: UiRect::all(pt(reach)), margin: UiRect::all(pt(-reach)), border: UiRect::all(px(1)), ..default() }
}

/// A column of type.
pub fn panel() -> impl Bundle {
    Node { flex_direction: FlexDirection::Column, row_gap: pt(10.0), align_items: AlignItems::FlexStart, ..default() }
}
