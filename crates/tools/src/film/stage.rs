//! Draws moments of a level in frames of one size: its tiles, which are drawn once, and the layers that move over them.

use bevy_math::{UVec2, Vec2};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use tiny_skia::{IntRect, Pixmap};

use hairline_geometry::terrain::Terrain;
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Palette, Role};

use crate::drawing::Drawing;
use crate::drawing::board::Board;
use crate::drawing::level::{draw_space, draw_tiles};
use crate::drawing::pixels::{self, PictureError};

/// Tiles. A level that is longer is followed: the ninja has at least a sixtieth of the frame's longer side.
const SHOWN_MAX: f32 = 50.0;

/// What a frame shows: the layers over the tiles, from the back to the front, and the point at its center, if that can be.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    pub layers: Vec<Painter>,
    pub center: Vec2,
}

/// The pixels of a frame, opaque: red, green, blue and 255 for each, from the top row to the bottom one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(pub Vec<u8>);

/// A level's tiles, ready to be drawn on.
pub struct Stage {
    tiles: Pixmap,
    palette: Palette,
    /// Pixels of a tile.
    tile: f32,
    /// Pixels from the top to the level's lower edge.
    floor: f32,
    /// Pixels of a frame; both numbers are even.
    size: UVec2,
}

impl Stage {
    /// A stage for frames whose longer side has at most `side` pixels, with a picture behind the tiles.
    ///
    /// # Errors
    /// A sentence, if the level is too large to be drawn at that size.
    pub fn new(terrain: &Terrain, palette: Palette, behind: &Painter, side: u32) -> Result<Self, String> {
        let level = terrain.size().as_vec2();
        let shown = level.min(Vec2::splat(SHOWN_MAX));
        let tile = side as f32 / shown.max_element();
        let size = ((shown * tile).round().as_uvec2() / 2).max(UVec2::ONE) * 2;
        let mut drawing = Drawing::new((level * tile).max(size.as_vec2()), palette.ink(Role::Void));
        let mut board = Board { drawing: &mut drawing, palette: &palette, corner: Vec2::ZERO, size: level, tile };
        draw_space(&mut board);
        board.paint(behind);
        draw_tiles(&mut board, terrain);
        let tiles = pixels::render(&drawing, 1.0).map_err(|error: PictureError| error.to_string())?;
        Ok(Self { tiles, palette, tile, floor: level.y * tile, size })
    }

    /// Pixels of a frame.
    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// The frames of some moments, drawn on all cores.
    pub fn frames(&self, moments: &[Moment]) -> Vec<Frame> {
        moments.par_iter().map(|moment| self.frame(moment)).collect()
    }

    fn frame(&self, moment: &Moment) -> Frame {
        let whole = Vec2::new(self.tiles.width() as f32, self.tiles.height() as f32);
        let frame = self.size.as_vec2();
        let center = Vec2::new(moment.center.x * self.tile, self.floor - moment.center.y * self.tile);
        let corner = (center - frame / 2.0).clamp(Vec2::ZERO, whole - frame).floor();
        let cut = IntRect::from_xywh(corner.x as i32, corner.y as i32, self.size.x, self.size.y);
        let cut = cut.and_then(|cut| self.tiles.clone_rect(cut));
        let mut pixmap = cut.expect("a frame is no larger than the stage");
        let mut drawing = Drawing::clear(frame);
        let origin = Vec2::new(0.0, self.floor) - corner;
        moment.layers.iter().for_each(|layer| drawing.paint(layer, &self.palette, origin, self.tile));
        pixels::paint_over(&mut pixmap, &drawing, 1.0);
        Frame(pixmap.take())
    }
}
