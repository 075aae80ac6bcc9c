//! A small picture of a level: its terrain in the colors of its world, where the ninja starts, the shards, the exit, and the
//! beams at the moment at which most of them are lit.

use bevy::asset::RenderAssetUsages;
use bevy::color::{ColorToPacked, Mix};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use hairline_geometry::tile::TileShape;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICKS_PER_SECOND;

use crate::view::canvas::palette::{Palette, Role};

/// Pixels: six to a tile of a level of one screen.
pub const THUMBNAIL_SIZE: UVec2 = UVec2::new(252, 138);
/// The most tiles of a level that is played for its beams.
const PLAYED_TILES_MAX: u32 = 64 * 64;
/// Within so many ticks the moment with the most beams is looked for.
const PLAYED_TICKS: u32 = 3 * TICKS_PER_SECOND;

/// Draws a level.
pub fn thumbnail(level: &Level, palette: &Palette) -> Image {
    let mut picture = Picture::new(level, palette);
    picture.draw_terrain(level);
    for (from, to) in lit_beams(level) {
        picture.draw_line(from, to, Role::Lethal);
    }
    for shard in &level.shards {
        picture.draw_spot(*shard, 0.42, Role::Shard);
    }
    picture.draw_spot(level.exit, 0.9, Role::Exit);
    picture.draw_spot(level.ninja, 0.6, Role::Paper);
    picture.into_image()
}

/// The beams that are lit at the moment at which most of them are; those of robots alone, without reflections.
fn lit_beams(level: &Level) -> Vec<(Vec2, Vec2)> {
    let mut most = Vec::new();
    if level.terrain.size().element_product() > PLAYED_TILES_MAX {
        return most;
    }
    let mut simulation = Simulation::new(level);
    let mut lasers = simulation.world_mut().query::<(&LaserState, &Beams)>();
    if lasers.iter(simulation.world()).next().is_none() {
        return most;
    }
    for _ in 0..PLAYED_TICKS {
        simulation.tick(TickInput::NONE);
        let lit = lasers.iter(simulation.world()).filter(|(_, beams)| beams.is_lit());
        let beams: Vec<(Vec2, Vec2)> =
            lit.flat_map(|(state, beams)| beams.iter(state.position).map(|beam| (beam.start, beam.end))).collect();
        if beams.len() > most.len() {
            most = beams;
        }
    }
    most
}

struct Picture<'a> {
    palette: &'a Palette,
    pixels: Vec<LinearRgba>,
    /// Pixels to a tile.
    scale: f32,
    /// The level's lower left corner, in pixels from the picture's.
    corner: Vec2,
}

impl<'a> Picture<'a> {
    fn new(level: &Level, palette: &'a Palette) -> Self {
        let (size, level) = (THUMBNAIL_SIZE.as_vec2(), level.terrain.size().as_vec2());
        let scale = (size / level).min_element();
        let corner = (size - level * scale) * 0.5;
        let pixels = vec![palette.linear(Role::Void); THUMBNAIL_SIZE.element_product() as usize];
        Self { palette, pixels, scale, corner }
    }

    /// The point of the level at the center of a pixel.
    fn point(&self, x: u32, y: u32) -> Vec2 {
        (Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - self.corner) / self.scale
    }

    fn draw_terrain(&mut self, level: &Level) {
        let terrain = &level.terrain;
        let shape_at = |at: Vec2| {
            let cell = at.floor();
            let shape = terrain.tile(cell.as_ivec2());
            shape.contains(at - cell).then_some(shape)
        };
        let is_stone = |at: Vec2| {
            let shape = shape_at(at);
            shape.is_some_and(|shape| shape.stops_bodies() && !matches!(shape, TileShape::Glass | TileShape::Mirror))
        };
        let pixel = 1.0 / self.scale;
        for (x, y) in (0..THUMBNAIL_SIZE.y).flat_map(|y| (0..THUMBNAIL_SIZE.x).map(move |x| (x, y))) {
            let at = self.point(x, y);
            if !terrain.contains_cell(at.floor().as_ivec2()) {
                continue;
            }
            let space = self.palette.linear(Role::Space);
            let (role, share) = if is_stone(at) {
                let sides = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y].map(|side| at + side * pixel);
                let is_edge = sides.iter().any(|at| terrain.contains_cell(at.floor().as_ivec2()) && !is_stone(*at));
                (if is_edge { Role::Edge } else { Role::Stone }, 1.0)
            } else {
                let cell = at.floor();
                match terrain.tile(cell.as_ivec2()) {
                    TileShape::Glass => (Role::Glass, 0.35),
                    TileShape::Mirror => (Role::Mirror, 0.8),
                    TileShape::Curtain => (Role::Curtain, 0.6),
                    TileShape::Spikes => (Role::Lethal, 0.9),
                    TileShape::OneWay if at.y - cell.y > 0.7 => (Role::Platform, 1.0),
                    _ => (Role::Space, 1.0),
                }
            };
            self.set(x, y, space.mix(&self.palette.linear(role), share));
        }
    }

    fn draw_line(&mut self, from: Vec2, to: Vec2, role: Role) {
        let color = self.palette.linear(role);
        let steps = (from.distance(to) * self.scale * 2.0).ceil().max(1.0) as u32;
        for step in 0..=steps {
            let at = from.lerp(to, step as f32 / steps as f32) * self.scale + self.corner;
            if at.cmpge(Vec2::ZERO).all() && at.cmplt(THUMBNAIL_SIZE.as_vec2()).all() {
                self.set(at.x as u32, at.y as u32, color);
            }
        }
    }

    /// A disc of a radius in tiles.
    fn draw_spot(&mut self, center: Vec2, radius: f32, role: Role) {
        let color = self.palette.linear(role);
        let [low, high] = [-radius, radius].map(|reach| {
            let pixel = (center + reach) * self.scale + self.corner;
            pixel.clamp(Vec2::ZERO, (THUMBNAIL_SIZE - 1).as_vec2()).as_uvec2()
        });
        for (x, y) in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y))) {
            if self.point(x, y).distance(center) <= radius {
                self.set(x, y, color);
            }
        }
    }

    /// Pixels are counted from the lower left corner.
    fn set(&mut self, x: u32, y: u32, color: LinearRgba) {
        self.pixels[(y * THUMBNAIL_SIZE.x + x) as usize] = color;
    }

    fn into_image(self) -> Image {
        // Row 0 of a texture is its top.
        let rows = self.pixels.chunks(THUMBNAIL_SIZE.x as usize).rev();
        let data = rows.flatten().flat_map(|color| Srgba::from(*color).to_u8_array()).collect();
        let size = Extent3d { width: THUMBNAIL_SIZE.x, height: THUMBNAIL_SIZE.y, depth_or_array_layers: 1 };
        Image::new(
            size,
            TextureDimension::D2,
            data,
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = r#"(
        version: 1,
        name: "Small",
        map: r"
            ########
            #l     #
            # @   X#
            ########
        ",
        actors: { 'l': Laser(aim: Fixed(angle: 0)) },
    )"#;

    #[test]
    fn a_picture_shows_walls_the_goal_and_beams() {
        let level = hairline_level::parse(LEVEL, "small").expect("it is valid");
        let palette = Palette::default();
        let image = thumbnail(&level, &palette);
        let data = image.data.expect("it has pixels");
        let scale = THUMBNAIL_SIZE.x as f32 / 8.0;
        let at = |x: f32, y: f32| {
            // The level is twice as wide as high, the picture less, so there is void above and below it.
            let row = THUMBNAIL_SIZE.y as f32 * 0.5 - (y - 2.0) * scale;
            let index = (row as usize * THUMBNAIL_SIZE.x as usize + (x * scale) as usize) * 4;
            [data[index], data[index + 1], data[index + 2]]
        };
        let color = |role: Role| {
            let [red, green, blue, _] = Srgba::from(palette.linear(role)).to_u8_array();
            [red, green, blue]
        };
        assert_eq!(at(0.5, 0.5), color(Role::Stone));
        assert_eq!(at(6.5, 1.5), color(Role::Exit));
        assert_eq!(at(2.5, 1.5), color(Role::Paper));
        assert_eq!(at(4.5, 1.5), color(Role::Space));
        assert_eq!(at(5.0, 2.5), color(Role::Lethal));
    }

    #[test]
    fn levels_of_every_shape_fit() {
        let wide = format!("@{}X", " ".repeat(200));
        let high = format!("@\n{}X", " \n".repeat(60));
        for map in ["@X", &wide, &high] {
            let text = format!("(version: 1, name: \"n\", map: r\"\n{map}\n\")");
            let level = hairline_level::parse(&text, "n").expect("it is valid");
            let image = thumbnail(&level, &Palette::default());
            assert_eq!(image.size(), THUMBNAIL_SIZE);
        }
    }
}
