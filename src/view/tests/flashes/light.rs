//! The light that a frame sends out, on a coarse grid: the triangles and lines that the view hands to the renderer, one over the
//! other, and the glow of what is brighter than the screen.

use bevy::color::LinearRgba;
use bevy::math::{UVec2, Vec2};
use bevy::post_process::bloom::Bloom;

use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;
use hairline_painter::palette::Palette;

/// Places across a tile: two thirds of what the thinnest beam is wide.
pub const PLACES_A_TILE: u32 = 8;
/// Levels of glow, each half as fine as the one before.
const GLOW_LEVELS: usize = 7;

/// Light on a grid, row by row from the lower left corner.
pub struct Light {
    pub size: UVec2,
    pub places: Vec<LinearRgba>,
}

impl Light {
    /// A grid over a level of so many tiles.
    pub fn new(tiles: UVec2) -> Self {
        let size = tiles * PLACES_A_TILE;
        Self { size, places: vec![LinearRgba::BLACK; size.element_product() as usize] }
    }

    pub fn clear(&mut self, color: LinearRgba) {
        self.places.fill(color);
    }

    /// Lays colors over what is there, place by place, by their opacity.
    pub fn cover(&mut self, colors: &[LinearRgba]) {
        for (under, over) in self.places.iter_mut().zip(colors) {
            *under = laid_over(*under, *over);
        }
    }

    /// Lays a painter's shapes over what is there.
    pub fn paint(&mut self, painter: &Painter, palette: &Palette) {
        let triangles = Triangles::of(painter, |tint| palette.resolve(tint));
        for triangle in triangles.indices.chunks_exact(3) {
            let corner = |index: usize| {
                let [x, y, _] = triangles.positions[triangle[index] as usize];
                let [red, green, blue, alpha] = triangles.colors[triangle[index] as usize];
                (Vec2::new(x, y), LinearRgba { red, green, blue, alpha })
            };
            self.triangle([corner(0), corner(1), corner(2)]);
        }
    }

    /// Lays a line of a width in tiles over what is there.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: LinearRgba) {
        let side = (to - from).normalize_or_zero().perp() * width * 0.5;
        let [a, b, c, d] = [from - side, to - side, to + side, from + side].map(|corner| (corner, color));
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// A triangle covers the places whose sampled points lie in it; colors are interpolated between its corners.
    fn triangle(&mut self, corners: [(Vec2, LinearRgba); 3]) {
        // A little off the centers: the edge that two triangles share runs through no sampled point.
        let [(a, _), (b, _), (c, _)] =
            corners.map(|(at, color)| (at * PLACES_A_TILE as f32 - Vec2::new(0.517, 0.509), color));
        let area = (b - a).perp_dot(c - a);
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let (low, high) = (a.min(b).min(c).ceil().max(Vec2::ZERO), a.max(b).max(c).floor());
        let high = high.min(self.size.as_vec2() - 1.0);
        for y in low.y as i32..=high.y as i32 {
            for x in low.x as i32..=high.x as i32 {
                let at = Vec2::new(x as f32, y as f32);
                let weights = [(c - b).perp_dot(at - b), (a - c).perp_dot(at - c), (b - a).perp_dot(at - a)];
                let weights = weights.map(|weight| weight / area);
                if weights.iter().any(|weight| *weight < 0.0) {
                    continue;
                }
                let mix = |channel: fn(LinearRgba) -> f32| {
                    (0..3).map(|corner| channel(corners[corner].1) * weights[corner]).sum::<f32>()
                };
                let over = LinearRgba {
                    red: mix(|color| color.red),
                    green: mix(|color| color.green),
                    blue: mix(|color| color.blue),
                    alpha: mix(|color| color.alpha).clamp(0.0, 1.0),
                };
                let under = &mut self.places[y as usize * self.size.x as usize + x as usize];
                *under = laid_over(*under, over);
            }
        }
    }

    /// Adds the glow of colors brighter than the screen can show, then clamps all to its range. Bevy blends each coarser level of a
    /// bloom into the one before it, at nearly its intensity and its boost of low frequencies together, and the finest level
    /// into the picture, at its intensity.
    pub fn glow(&mut self, bloom: &Bloom) {
        let below = bloom.intensity + bloom.low_frequency_boost;
        let excess = |color: &LinearRgba| [color.red, color.green, color.blue].map(|channel| (channel - 1.0).max(0.0));
        let mut levels = vec![(self.size, self.places.iter().map(excess).collect::<Vec<_>>())];
        if levels[0].1.iter().any(|color| color.iter().any(|channel| *channel > 0.0)) && bloom.intensity > 0.0 {
            while levels.len() < GLOW_LEVELS {
                let coarser = halved(&levels[levels.len() - 1]);
                levels.push(coarser);
            }
            for fine in (0..levels.len() - 1).rev() {
                let (finer, coarser) = levels.split_at_mut(fine + 1);
                let ((size, places), (coarse_size, coarse)) = (&mut finer[fine], &coarser[0]);
                for (place, color) in places.iter_mut().enumerate() {
                    let (x, y) = (place as u32 % size.x, place as u32 / size.x);
                    let color_below = coarse[(y / 2 * coarse_size.x + x / 2) as usize];
                    (0..3).for_each(|channel| color[channel] += below * color_below[channel]);
                }
            }
        }
        for (color, glow) in self.places.iter_mut().zip(&levels[0].1) {
            let [red, green, blue] = glow.map(|channel| channel * bloom.intensity);
            *color = LinearRgba::rgb(
                (color.red + red).clamp(0.0, 1.0),
                (color.green + green).clamp(0.0, 1.0),
                (color.blue + blue).clamp(0.0, 1.0),
            );
        }
    }
}

fn laid_over(under: LinearRgba, over: LinearRgba) -> LinearRgba {
    let mix = |under: f32, color: f32| under * (1.0 - over.alpha) + color * over.alpha;
    LinearRgba::rgb(mix(under.red, over.red), mix(under.green, over.green), mix(under.blue, over.blue))
}

/// The means of each two by two places.
fn halved((size, places): &(UVec2, Vec<[f32; 3]>)) -> (UVec2, Vec<[f32; 3]>) {
    let half = (*size + 1) / 2;
    let mut means = vec![[0.0; 3]; half.element_product() as usize];
    for (place, color) in places.iter().enumerate() {
        let (x, y) = (place as u32 % size.x, place as u32 / size.x);
        let mean = &mut means[(y / 2 * half.x + x / 2) as usize];
        (0..3).for_each(|channel| mean[channel] += 0.25 * color[channel]);
    }
    (half, means)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::camera::bloom;
    use crate::view::canvas::palette::{Palette, Role, tint};

    #[test]
    fn shapes_cover_what_is_under_them_by_their_opacity() {
        let mut light = Light::new(UVec2::new(4, 2));
        let palette = Palette::default();
        let mut painter = Painter::default();
        painter.rectangle(Vec2::new(1.0, 0.0), Vec2::new(2.0, 1.0), tint(Role::Paper, 0.5));
        light.paint(&painter, &palette);
        let paper = palette.linear(Role::Paper).green;
        let at = |x: u32, y: u32| light.places[(y * light.size.x + x) as usize].green;
        assert!((at(12, 4) - paper * 0.5).abs() < 1e-4 && at(4, 4) == 0.0 && at(12, 12) == 0.0);
        let lit = light.places.iter().filter(|color| color.green > 0.0).count();
        assert_eq!(lit, 64, "one tile");
    }

    #[test]
    fn what_is_brighter_than_the_screen_lights_its_surroundings() {
        let mut light = Light::new(UVec2::new(8, 8));
        light.line(Vec2::new(0.0, 4.0), Vec2::new(8.0, 4.0), 0.25, LinearRgba::rgb(6.0, 0.0, 0.0));
        light.glow(&bloom(1.0));
        let at = |y: u32| light.places[(y * light.size.x + 32) as usize].red;
        assert_eq!(at(32), 1.0);
        assert!(at(38) > at(60) && at(60) > 0.0 && at(38) < 1.0, "{} {}", at(38), at(60));
    }
}
