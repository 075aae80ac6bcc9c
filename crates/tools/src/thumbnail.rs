//! Small pictures of levels.

use bevy_math::UVec2;

use crate::drawing::board::Board;
use crate::drawing::level::draw_level;
use crate::drawing::{Drawing, pixels};
use hairline_level::Level;
use hairline_painter::palette::{Palette, Role};

/// Draws a level at rest. Returns the bytes of a picture of a size in pixels: red, green, blue and opacity of each pixel, from the
/// top row to the bottom one.
pub fn thumbnail(level: &Level, palette: &Palette, size: UVec2) -> Vec<u8> {
    let (page, tiles) = (size.as_vec2(), level.terrain.size().as_vec2());
    let tile = (page / tiles).min_element();
    let mut drawing = Drawing::new(page, palette.ink(Role::Void));
    let corner = (page - tiles * tile) / 2.0;
    let mut board = Board { drawing: &mut drawing, palette, corner, size: tiles, tile };
    draw_level(&mut board, level, |_| {}, |_| {});
    // A thumbnail is opaque, so premultiplied colors equal straight ones.
    pixels::render(&drawing, 1.0).map_or_else(|_| vec![0; 4 * size.element_product() as usize], |pixmap| pixmap.take())
}
