//! Small pictures of levels.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use hairline_level::Level;

use crate::view::canvas::palette::Palette;

/// Pixels: six to a tile of a level of one screen.
pub const THUMBNAIL_SIZE: UVec2 = UVec2::new(252, 138);

/// Draws a level.
pub fn thumbnail(level: &Level, palette: &Palette) -> Image {
    let size = Extent3d { width: THUMBNAIL_SIZE.x, height: THUMBNAIL_SIZE.y, depth_or_array_layers: 1 };
    Image::new(
        size,
        TextureDimension::D2,
        hairline_tools::thumbnail::thumbnail(level, palette, THUMBNAIL_SIZE),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD,
    )
}
