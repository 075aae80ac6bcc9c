//! Text as outlines, in the typeface that the game carries: a poster looks the same wherever it is opened.

use bevy_math::Vec2;
use epaint_default_fonts::HACK_REGULAR;
use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

pub(super) struct Lettering {
    face: Face<'static>,
    /// Font units of an em.
    em: f32,
}

/// How a line of text is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    /// Pixels of an em.
    pub size: f32,
    /// Pixels between letters, beyond their own.
    pub tracking: f32,
}

impl Lettering {
    pub fn new() -> Self {
        let face = Face::parse(HACK_REGULAR, 0).expect("the typeface is part of the program, and a test reads it");
        let em = f32::from(face.units_per_em());
        Self { face, em }
    }

    /// Pixels from the beginning of a text to its end.
    pub fn width(&self, text: &str, font: Type) -> f32 {
        let letters = text.chars().map(|letter| self.advance(self.glyph(letter), font));
        letters.sum::<f32>() - if text.is_empty() { 0.0 } else { font.tracking }
    }

    /// The outlines of a text whose baseline begins at a point.
    pub fn outline(&self, text: &str, font: Type, mut at: Vec2) -> Option<Path> {
        let mut path = PathBuilder::new();
        for letter in text.chars() {
            let glyph = self.glyph(letter);
            let mut pen = Pen { path: &mut path, at, scale: font.size / self.em };
            self.face.outline_glyph(glyph, &mut pen);
            at.x += self.advance(glyph, font);
        }
        path.finish()
    }

    /// A letter that the typeface lacks becomes its sign for that.
    fn glyph(&self, letter: char) -> GlyphId {
        self.face.glyph_index(letter).unwrap_or(GlyphId(0))
    }

    fn advance(&self, glyph: GlyphId, font: Type) -> f32 {
        f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) * font.size / self.em + font.tracking
    }
}

/// Turns font units, y up, into paths on the page.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    at: Vec2,
    scale: f32,
}

impl Pen<'_> {
    fn point(&self, x: f32, y: f32) -> Vec2 {
        self.at + Vec2::new(x, -y) * self.scale
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.path.move_to(to.x, to.y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.path.line_to(to.x, to.y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let [control, to] = [self.point(x1, y1), self.point(x, y)];
        self.path.quad_to(control.x, control.y, to.x, to.y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [a, b, to] = [self.point(x1, y1), self.point(x2, y2), self.point(x, y)];
        self.path.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_one_another_and_stand_on_the_baseline() {
        let lettering = Lettering::new();
        let font = Type { size: 100.0, tracking: 4.0 };
        let one = lettering.width("A", font);
        assert!((lettering.width("AA", font) - 2.0 * one - font.tracking).abs() < 1e-3);
        let points = |text: &str| -> Vec<Vec2> {
            let path = lettering.outline(text, font, Vec2::new(10.0, 50.0));
            path.iter().flat_map(Path::points).map(|point| Vec2::new(point.x, point.y)).collect()
        };
        let heights = points("H").into_iter().map(|point| point.y);
        assert!((heights.clone().fold(f32::MIN, f32::max) - 50.0).abs() < 0.1, "the foot is on the baseline");
        assert!((60.0..90.0).contains(&(50.0 - heights.fold(f32::MAX, f32::min) + 0.0)), "the head is above it");
        assert!(points("HH").iter().any(|point| point.x > 10.0 + one));
        assert!(points(" ").is_empty());
    }
}
