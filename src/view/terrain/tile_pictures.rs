//! The tile atlas, made in code: flat colors, one picture for each shape and variant, in a row in one texture.

use bevy::asset::RenderAssetUsages;
use bevy::color::{ColorToPacked, LinearRgba, Mix, Srgba};
use bevy::image::Image;
use bevy::math::{IVec2, Vec2};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;

use super::pattern;
use crate::view::canvas::palette::{Palette, Role, Tint, tint};
use hairline_level::LevelWorld;

/// The sizes of a picture in pixels, along a side, are multiples of this.
const SIDE_STEP: u32 = 8;
/// The largest picture: a tile on a screen of 3840 pixels.
const SIDE_MAX: u32 = 96;
/// The least samples along a side of a pixel, and along a side of a picture, to antialias slopes and patterns.
const SAMPLES_A_PIXEL: u32 = 3;
const SAMPLES: u32 = 96;

/// A picture of the atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A shape of stone: whole, or with a slope.
    Stone(TileShape),
    /// Glass.
    Glass,
    /// The upper end of a curtain, with its rail.
    CurtainTop,
    /// A curtain that continues above.
    Curtain,
    /// A one-way platform.
    OneWay,
}

/// All pictures, in their order in the texture.
pub const PICTURES: [Picture; 18] = [
    Picture::Stone(TileShape::Solid),
    Picture::Stone(TileShape::FloorRight),
    Picture::Stone(TileShape::FloorLeft),
    Picture::Stone(TileShape::CeilingRight),
    Picture::Stone(TileShape::CeilingLeft),
    Picture::Stone(TileShape::FloorRightLow),
    Picture::Stone(TileShape::FloorRightHigh),
    Picture::Stone(TileShape::FloorLeftHigh),
    Picture::Stone(TileShape::FloorLeftLow),
    Picture::Stone(TileShape::CeilingRightLow),
    Picture::Stone(TileShape::CeilingRightHigh),
    Picture::Stone(TileShape::CeilingLeftHigh),
    Picture::Stone(TileShape::CeilingLeftLow),
    Picture::Stone(TileShape::Smooth),
    Picture::Glass,
    Picture::CurtainTop,
    Picture::Curtain,
    Picture::OneWay,
];

/// The picture of a cell; none for empty cells, nor for mirrors and spikes, which are drawn elsewhere because their look
/// depends on their neighbors.
pub fn picture_for(terrain: &Terrain, cell: IVec2) -> Option<Picture> {
    match terrain.tile(cell) {
        TileShape::Empty | TileShape::Mirror | TileShape::Spikes => None,
        TileShape::Glass => Some(Picture::Glass),
        TileShape::OneWay => Some(Picture::OneWay),
        TileShape::Curtain if terrain.tile(cell + IVec2::Y) == TileShape::Curtain => Some(Picture::Curtain),
        TileShape::Curtain => Some(Picture::CurtainTop),
        shape => Some(Picture::Stone(shape)),
    }
}

/// The color of the tiles at a point of the level; none where there is no tile with a picture.
#[cfg(test)]
pub fn color_at(terrain: &Terrain, at: Vec2, world: LevelWorld) -> Option<Tint> {
    let cell = at.floor();
    Some(picture_for(terrain, cell.as_ivec2())?.color(at - cell, world))
}

impl Picture {
    /// Its place in the texture.
    pub fn index(self) -> u32 {
        PICTURES.iter().position(|picture| *picture == self).expect("every picture is in PICTURES") as u32
    }

    /// Its color at a point of the unit cell, +y up.
    fn color(self, at: Vec2, world: LevelWorld) -> Tint {
        match self {
            Self::Stone(shape) => {
                // Smooth stone is bare.
                let is_vein =
                    shape != TileShape::Smooth && pattern::on_stone(world).iter().any(|vein| vein.contains(at));
                let role = if is_vein { Role::Vein } else { Role::Stone };
                tint(role, if shape.contains(at) { 1.0 } else { 0.0 })
            }
            Self::Glass => {
                // Two slanting glints, continued by the next pane.
                let slant = (at.x + at.y).rem_euclid(1.0);
                let glint = (0.18..0.30).contains(&slant) || (0.36..0.40).contains(&slant);
                tint(Role::Glass, if glint { 0.34 } else { 0.13 })
            }
            Self::Curtain | Self::CurtainTop => {
                // Hanging strips with gaps: bodies pass.
                if self == Self::CurtainTop && at.y > 0.86 {
                    return tint(Role::Curtain, 1.0);
                }
                let strip = (at.x * 4.0).rem_euclid(1.0);
                match strip {
                    0.14..0.50 => tint(Role::Curtain, 0.62),
                    0.50..0.86 => tint(Role::Curtain, 0.40),
                    _ => tint(Role::Curtain, 0.0),
                }
            }
            Self::OneWay => {
                // A thin board on small teeth that point in the blocked direction.
                let tooth = (at.x * 3.0).rem_euclid(1.0);
                let teeth = at.y > 0.70 && (tooth - 0.5).abs() * 0.30 < (at.y - 0.70) * 0.5;
                let alpha = if at.y > 0.88 {
                    1.0
                } else if teeth {
                    0.55
                } else {
                    0.0
                };
                tint(Role::Platform, alpha)
            }
        }
    }
}

/// The size of pictures for tiles of so many pixels on the screen: hardly larger, since the renderer leaves out what lies between
/// the places that it samples, and thin lines would flicker where a level scrolls.
pub fn picture_side(tile_pixels: f32) -> u32 {
    let steps = (tile_pixels.min(SIDE_MAX as f32) / SIDE_STEP as f32).ceil() as u32;
    (steps * SIDE_STEP).max(SIDE_STEP)
}

/// The color of one pixel of a picture: the mean of its samples, weighted by opacity.
fn pixel(picture: Picture, [x, y]: [u32; 2], side: u32, world: LevelWorld, palette: &Palette) -> [u8; 4] {
    let samples = SAMPLES_A_PIXEL.max(SAMPLES / side);
    let mut alpha = 0.0;
    let mut color = LinearRgba::NONE;
    for index in 0..samples * samples {
        let offset = Vec2::new((index % samples) as f32 + 0.5, (index / samples) as f32 + 0.5) / samples as f32;
        let at = (Vec2::new(x as f32, y as f32) + offset) / side as f32;
        // Row 0 of a texture is its top.
        let sample = palette.resolve(picture.color(Vec2::new(at.x, 1.0 - at.y), world));
        alpha += sample.alpha;
        if sample.alpha > 0.0 {
            color = color.mix(&sample, sample.alpha / alpha);
        }
    }
    let alpha = alpha / (samples * samples) as f32;
    // A transparent pixel keeps the color of its shape, so that filtering draws no dark rim.
    let Srgba { red, green, blue, .. } =
        if alpha > 0.0 { color } else { palette.resolve(picture.color(Vec2::splat(0.95), world)) }.into();
    Srgba { red, green, blue, alpha }.to_u8_array()
}

/// The texture with all pictures in a row, each `side` pixels wide and high.
pub fn texture(side: u32, world: LevelWorld, palette: &Palette) -> Image {
    let count = PICTURES.len() as u32;
    let mut data = Vec::with_capacity((side * side * count * 4) as usize);
    for y in 0..side {
        for picture in PICTURES {
            for x in 0..side {
                data.extend(pixel(picture, [x, y], side, world, palette));
            }
        }
    }
    let size = Extent3d { width: side * count, height: side, depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default())
}

#[cfg(test)]
mod tests {
    use bevy::math::UVec2;

    use super::*;

    #[test]
    fn every_shape_that_is_drawn_as_a_tile_has_a_picture() {
        for (_, shape, name) in hairline_level::glyphs::TILES {
            let terrain = Terrain::new(UVec2::ONE, vec![shape]);
            let picture = picture_for(&terrain, IVec2::ZERO);
            let others = [TileShape::Empty, TileShape::Mirror, TileShape::Spikes];
            assert_eq!(picture.is_some(), !others.contains(&shape), "{name}");
            assert!(picture.is_none_or(|picture| PICTURES.contains(&picture)), "{name}");
        }
    }

    #[test]
    fn only_the_upper_end_of_a_curtain_has_a_rail() {
        let terrain = Terrain::new(UVec2::new(1, 2), vec![TileShape::Curtain; 2]);
        assert_eq!(picture_for(&terrain, IVec2::ZERO), Some(Picture::Curtain));
        assert_eq!(picture_for(&terrain, IVec2::Y), Some(Picture::CurtainTop));
    }

    #[test]
    fn a_slope_is_drawn_the_right_way_up() {
        let palette = Palette::default();
        for side in [16, 32, 96] {
            let alpha = |x: u32, y: u32| {
                pixel(Picture::Stone(TileShape::FloorRight), [x, y], side, LevelWorld::default(), &palette)[3]
            };
            let last = side - 1;
            // Row 0 is the top: solid at the bottom right, open at the top left.
            assert_eq!((alpha(last - 2, last - 1), alpha(1, 2)), (255, 0));
            assert!((1..255).contains(&alpha(side / 2, last - side / 2)), "a smooth edge");
        }
    }

    #[test]
    fn no_picture_is_much_larger_than_its_tile_nor_smaller_than_it_up_to_the_largest() {
        for tile in 1..=96 {
            let side = picture_side(tile as f32 - 0.5);
            assert!(side >= tile && side < tile + SIDE_STEP, "{tile}: {side}");
        }
        assert_eq!([picture_side(0.1), picture_side(500.0)], [SIDE_STEP, SIDE_MAX]);
    }

    /// The mean of a picture's colors, by which a smaller one is neither darker nor paler than a larger one.
    #[test]
    fn pictures_of_all_sizes_show_the_same_pattern() {
        let palette = Palette::default();
        let mean = |side: u32, picture: Picture| {
            let places = (0..side * side).map(|index| [index % side, index / side]);
            let sum: u32 =
                places.map(|at| u32::from(pixel(picture, at, side, LevelWorld::Ironworks, &palette)[1])).sum();
            sum as f32 / (side * side) as f32
        };
        for picture in [Picture::Stone(TileShape::Solid), Picture::Curtain, Picture::Glass] {
            let whole = mean(96, picture);
            assert!([8, 16, 24, 40].iter().all(|side| (mean(*side, picture) - whole).abs() < 2.0), "{picture:?}");
        }
    }
}
