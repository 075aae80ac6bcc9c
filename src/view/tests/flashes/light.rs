//! The light that a frame sends out, on a coarse grid: the triangles that the view hands to the renderer, one over the other.

use bevy::color::{Alpha, LinearRgba};
use bevy::math::{UVec2, Vec2};

use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;
use hairline_painter::palette::Palette;

/// Places across a tile: two thirds of what the thinnest beam is wide.
pub const PLACES_A_TILE: u32 = 8;

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
            *under = laid_over(*under, over.with_alpha(1.0) * over.alpha);
        }
    }

    /// Lays a painter's shapes over what is there.
    pub fn paint(&mut self, painter: &Painter, palette: &Palette) {
        let triangles = Triangles::of(painter, 0.0, |tint| palette.resolve(tint));
        for triangle in triangles.indices.chunks_exact(3) {
            let corner = |index: usize| {
                let [x, y, _] = triangles.positions[triangle[index] as usize];
                let [red, green, blue, alpha] = triangles.colors[triangle[index] as usize];
                (Vec2::new(x, y), LinearRgba { red, green, blue, alpha })
            };
            self.triangle([corner(0), corner(1), corner(2)]);
        }
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
                    alpha: mix(|color| color.alpha),
                };
                let under = &mut self.places[y as usize * self.size.x as usize + x as usize];
                *under = laid_over(*under, over);
            }
        }
    }
}

/// A color, multiplied by its opacity, over another; the screen shows no more than its range.
fn laid_over(under: LinearRgba, over: LinearRgba) -> LinearRgba {
    let mix = |under: f32, color: f32| (under * (1.0 - over.alpha) + color).min(1.0);
    LinearRgba::rgb(mix(under.red, over.red), mix(under.green, over.green), mix(under.blue, over.blue))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::canvas::palette::{Palette, Role, tint};
    use hairline_painter::falloff::Falloff;

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
    fn light_adds_to_what_it_falls_on_and_fades() {
        let mut light = Light::new(UVec2::new(8, 8));
        let palette = Palette::default();
        let mut painter = Painter::default();
        painter.light([Vec2::new(0.0, 4.0), Vec2::new(8.0, 4.0)], 3.0, tint(Role::Lethal, 0.5));
        light.paint(&painter, &palette);
        light.paint(&painter, &palette);
        let at = |y: u32| light.places[(y * light.size.x + 32) as usize].red;
        // The place lies half its width beside the line.
        let beside = Falloff::LINE.strength(0.5 / PLACES_A_TILE as f32 / 3.0);
        assert!((at(32) - palette.linear(Role::Lethal).red * beside).abs() < 0.01, "{}", at(32));
        assert!(at(32) > at(44) && at(44) > at(54) && at(54) > 0.0 && at(60) == 0.0);
    }
}
