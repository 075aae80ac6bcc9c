//! A level's part of a page: shapes in tiles, y up, put where the level lies on the page.

use bevy_color::Srgba;
use bevy_math::Vec2;
use tiny_skia::Path;

use hairline_painter::painter::Painter;
use hairline_painter::palette::{Palette, Tint};

use super::{Drawing, ellipse, polygons, polylines};

/// Draws on a page in tiles of a level.
pub(crate) struct Board<'a> {
    pub drawing: &'a mut Drawing,
    pub palette: &'a Palette,
    /// Where the level's upper left corner lies on the page, in pixels.
    pub corner: Vec2,
    pub size: Vec2,
    /// Pixels of a tile.
    pub tile: f32,
}

impl Board<'_> {
    pub fn ink(&self, tint: impl Into<Tint>) -> Srgba {
        self.palette.ink(tint)
    }

    /// A point of the level on the page.
    fn place(&self, at: Vec2) -> Vec2 {
        self.corner + Vec2::new(at.x, self.size.y - at.y) * self.tile
    }

    fn places(&self, lines: &[Vec<Vec2>]) -> Vec<Vec<Vec2>> {
        lines.iter().map(|points| points.iter().map(|&point| self.place(point)).collect()).collect()
    }

    /// The inside of several closed outlines together.
    pub fn areas(&mut self, outlines: &[Vec<Vec2>], color: Srgba) {
        let path = polygons(self.places(outlines).iter().map(Vec::as_slice));
        self.drawing.fill(path, color);
    }

    /// Several lines of one look, with round ends and joins.
    pub fn lines(&mut self, lines: &[Vec<Vec2>], width: f32, color: Srgba) {
        let path = polylines(self.places(lines).iter().map(Vec::as_slice));
        self.drawing.stroke(path, width * self.tile, None, color);
    }

    pub fn line(&mut self, points: Vec<Vec2>, width: f32, color: Srgba) {
        self.lines(&[points], width, color);
    }

    fn circle(&self, center: Vec2, radius: f32) -> Option<Path> {
        ellipse(self.place(center), Vec2::splat(radius * self.tile))
    }

    pub fn disc(&mut self, center: Vec2, radius: f32, color: Srgba) {
        let circle = self.circle(center, radius);
        self.drawing.fill(circle, color);
    }

    /// A circle's line, inside of `radius`.
    pub fn ring(&mut self, center: Vec2, radius: f32, width: f32, color: Srgba) {
        let circle = self.circle(center, radius - width / 2.0);
        self.drawing.stroke(circle, width * self.tile, None, color);
    }

    pub fn paint(&mut self, painter: &Painter) {
        self.drawing.paint(painter, self.palette, self.place(Vec2::ZERO), self.tile);
    }
}
