//! The look of all pages: text sizes, colors, overlays and panels. Lengths are in points; the shorter side of the window
//! always has 800 of them, so that pages scale with it.

use bevy::prelude::*;
use bevy::text::{LetterSpacing, RemSize};
use bevy::ui::{UiSystems, UiTransform};
use bevy::window::PrimaryWindow;

use crate::view::canvas::palette::ui::{BorderTint, FillTint, GradientTint, TextTint};
use crate::view::canvas::palette::{Role, tint};

/// Points on the shorter side of the window.
const PAGE_POINTS: f32 = 800.0;
/// Opacity of a panel: text on it is readable over anything.
const PANEL_OPACITY: f32 = 0.97;

pub fn pt(points: f32) -> Val {
    Val::VMin(points * 100.0 / PAGE_POINTS)
}

/// Text sizes in points.
pub mod size {
    /// The line that names the screen.
    pub const HEADLINE: f32 = 54.0;
    /// The number or word that the screen is about.
    pub const FIGURE: f32 = 92.0;
    pub const ENTRY: f32 = 26.0;
    pub const BODY: f32 = 20.0;
    pub const SMALL: f32 = 17.0;
}

pub const BACKGROUND: Role = Role::Void;
pub const TEXT: Role = Role::Paper;
pub const TEXT_MUTED: Role = Role::PaperDim;
/// The bar behind the selected entry.
pub const SELECTION: Role = Role::Paper;
pub const TEXT_SELECTED: Role = Role::Ink;
pub const ACCENT: Role = Role::Exit;

/// The size of text, as the player sets it; 1 by default.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct TextScale(pub f32);

impl Default for TextScale {
    fn default() -> Self {
        Self(1.0)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TextScale>()
        .init_resource::<RemSize>()
        .add_systems(Update, size_text)
        // Before the layout, so that a label is never seen without its text.
        .add_systems(PostUpdate, capitalize_labels.before(UiSystems::Content));
}

/// Pixels of a rem at least: the smallest text has letters of 9 pixels in the smallest window.
const REM_MIN: f32 = 0.55;

impl TextScale {
    /// The scale at which text is drawn in a window, where it stays readable.
    pub fn in_window(self, window: &Window) -> f32 {
        self.0.max(REM_MIN * PAGE_POINTS / window.size().min_element().max(1.0))
    }
}

/// A rem is a point of the page, scaled.
fn size_text(scale: Res<TextScale>, windows: Query<&Window, With<PrimaryWindow>>, mut rem: ResMut<RemSize>) {
    if let Ok(window) = windows.single() {
        let points = window.size().min_element() / PAGE_POINTS;
        rem.set_if_neq(RemSize(points * scale.in_window(window)));
    }
}

pub fn font(points: f32) -> TextFont {
    TextFont::from_font_size(FontSize::Rem(points))
}

pub fn line(text: impl Into<String>, size: f32, color: Role) -> impl Bundle {
    (Text::new(text), TextLayout::no_wrap(), font(size), TextTint::of(color))
}

/// Text that wraps where its box ends.
pub fn paragraph(text: impl Into<String>, size: f32, color: Role) -> impl Bundle {
    (Text::new(text), font(size), TextTint::of(color))
}

/// What a label says. It is drawn in capitals; a screen reader gets it as it is.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Deref)]
#[require(Text)]
pub struct LabelWords(pub String);

/// A label: a line in spaced capitals.
pub fn label(text: &str, size: f32, color: Role) -> impl Bundle {
    let words = LabelWords(text.to_owned());
    (words, TextLayout::no_wrap(), font(size), TextTint::of(color), LetterSpacing::Rem(2.0))
}

fn capitalize_labels(mut labels: Query<(&LabelWords, &mut Text), Changed<LabelWords>>) {
    for (words, mut text) in &mut labels {
        text.set_if_neq(Text(words.to_uppercase()));
    }
}

/// The root of a page, over the whole window.
#[derive(Component, Clone, Copy, Debug)]
pub struct PageRoot;

pub type Overlay = (Node, BackgroundGradient, GradientTint, GlobalZIndex, PageRoot);

/// A dark overlay with its content at the left, where it is darkest.
pub fn overlay() -> Overlay {
    gradient_overlay(AlignItems::Center, 420.0, 0.94, 0.7)
}

/// A dark overlay with room for a grid at the left.
pub fn grid_overlay() -> Overlay {
    gradient_overlay(AlignItems::Center, 900.0, 0.985, 0.25)
}

/// A dark overlay with room for a page of rows, which begins at the top, whatever its length.
pub fn page_overlay() -> Overlay {
    let mut overlay = gradient_overlay(AlignItems::Start, 860.0, 0.985, 0.75);
    overlay.0.padding.top = pt(40.0);
    overlay.0.overflow = Overflow::scroll_y();
    overlay
}

/// An overlay that leaves the level visible and its own upper half free. Text needs a [`panel`].
pub fn thin_overlay() -> Overlay {
    gradient_overlay(AlignItems::End, 420.0, 0.4, 0.4)
}

/// A transparent overlay with its content at the bottom. Over a level, text needs a [`panel`].
pub fn clear_overlay() -> Overlay {
    gradient_overlay(AlignItems::End, 420.0, 0.0, 0.0)
}

/// An overlay with one opacity over `content_width` points at the left, and another beside it.
fn gradient_overlay(align_items: AlignItems, content_width: f32, under_content: f32, beside: f32) -> Overlay {
    let bottom = if align_items == AlignItems::End { pt(96.0) } else { px(0) };
    let padding = UiRect { left: pt(96.0), bottom, ..default() };
    let node = Node { width: percent(100), height: percent(100), align_items, padding, ..default() };
    let gradient = LinearGradient::to_right(vec![
        ColorStop::new(Color::BLACK.with_alpha(under_content), pt(content_width)),
        ColorStop::new(Color::BLACK.with_alpha(beside), pt(content_width + 340.0)),
    ]);
    (node, BackgroundGradient::from(gradient), GradientTint(BACKGROUND), GlobalZIndex(10), PageRoot)
}

/// The colors of a panel, which text needs on an overlay that leaves the level visible; transparent if not `is_shown`.
pub fn panel(is_shown: bool) -> (FillTint, BorderTint) {
    let opacity = if is_shown { 1.0 } else { 0.0 };
    (FillTint(tint(BACKGROUND, PANEL_OPACITY * opacity)), BorderTint(tint(Role::Edge, 0.4 * opacity)))
}

/// The box of a panel. Its margin cancels its padding, so that the text has the same place with and without a panel.
pub fn panel_node() -> Node {
    let reach = 28.0;
    Node { padding: UiRect::all(pt(reach)), margin: UiRect::all(pt(-reach)), border: UiRect::all(px(1)), ..default() }
}

/// A strip below the level, with its content from the left to the right end.
pub fn strip() -> (Node, GlobalZIndex) {
    let node = Node {
        position_type: PositionType::Absolute,
        bottom: px(0),
        width: percent(100),
        height: Val::VMin(4.4),
        min_height: px(22),
        padding: UiRect::horizontal(Val::VMin(2.0)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        column_gap: pt(16.0),
        ..default()
    };
    (node, GlobalZIndex(10))
}

/// A square that stands on a corner, with sides of so many points.
pub fn diamond(side: f32, color: Role) -> impl Bundle {
    let node = Node { width: pt(side), height: pt(side), ..default() };
    (node, UiTransform::from_rotation(Rot2::degrees(45.0)), FillTint::of(color))
}

pub fn column() -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: pt(10.0), align_items: AlignItems::FlexStart, ..default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_drawn_in_capitals_and_keeps_its_words() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let entity = app.world_mut().spawn(label("Größe", size::BODY, TEXT)).id();
        let label = |app: &App| {
            let parts = app.world().entity(entity);
            (parts.get::<LabelWords>().cloned().expect("a label"), parts.get::<Text>().cloned().expect("a label"))
        };
        app.update();
        assert_eq!(label(&app), (LabelWords("Größe".into()), Text("GRÖSSE".into())));
        app.world_mut().entity_mut(entity).insert(LabelWords("Ton".into()));
        app.update();
        assert_eq!(label(&app), (LabelWords("Ton".into()), Text("TON".into())));
    }
}
