//! The picture far behind a level, one for each world: large shapes, hardly lighter than the dark. They show in open space, and
//! grow clearer outside of the map, where nothing else is.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;

use crate::view::canvas::palette::{Role, Tint, tint};
use hairline_geometry::ray::unit;
use hairline_level::LevelWorld;
use hairline_painter::painter::Painter;

/// Opacity within the map.
const INSIDE: f32 = 0.55;
/// Opacity just outside of it, where stone fades into the dark.
const RIM: f32 = 0.15;
/// Opacity where the stone has faded.
const OUTSIDE: f32 = 0.85;
/// Tiles. Longer strokes are divided, so that their opacity can change along them.
const STEP: f32 = 1.5;

/// Paints the picture behind a level of a size in tiles, whose stone fades over `rim` tiles outside of it.
pub fn paint(painter: &mut Painter, world: LevelWorld, size: Vec2, rim: f32) {
    let mut motif = Motif { painter, size, rim };
    match world {
        LevelWorld::FirstLight => motif.sunrise(),
        LevelWorld::Clockwork => motif.gears(),
        LevelWorld::Moonrise => motif.night(),
        LevelWorld::GlassGarden => motif.crystals(),
        LevelWorld::Ironworks => motif.girders(),
        LevelWorld::MirrorHall => motif.diamonds(),
        LevelWorld::Halftone => motif.eye(),
        LevelWorld::Hairline => motif.rays(),
    }
}

struct Motif<'a> {
    painter: &'a mut Painter,
    size: Vec2,
    rim: f32,
}

impl Motif<'_> {
    /// The color at a point.
    fn tint(&self, at: Vec2) -> Tint {
        let outside = (at - at.clamp(Vec2::ZERO, self.size)).length();
        let alpha = if outside == 0.0 { INSIDE } else { RIM + (OUTSIDE - RIM) * (outside / self.rim).min(1.0) };
        tint(Role::Grain, alpha)
    }

    /// A point by shares of the map's size from its center: the map reaches from -1 to 1 in both directions.
    fn at(&self, x: f32, y: f32) -> Vec2 {
        self.size * 0.5 * (Vec2::new(x, y) + 1.0)
    }

    fn line(&mut self, from: Vec2, to: Vec2, width: f32) {
        let steps = (from.distance(to) / STEP).ceil().max(1.0) as u32;
        let side = (to - from).normalize_or_zero().perp() * (0.5 * width);
        self.stroke((0..=steps).map(|step| (from.lerp(to, step as f32 / steps as f32), side)));
    }

    fn arc(&mut self, center: Vec2, radius: f32, width: f32, from: f32, sweep: f32) {
        let steps = ((radius * sweep.abs() / STEP).ceil() as u32).clamp(24, 160);
        self.stroke((0..=steps).map(|step| {
            let direction = unit(from + sweep * step as f32 / steps as f32);
            (center + direction * radius, direction * (0.5 * width))
        }));
    }

    /// A stroke through points, with the way from each to the stroke's side.
    fn stroke(&mut self, points: impl Iterator<Item = (Vec2, Vec2)> + Clone) {
        let tints: Vec<Tint> = points.clone().map(|(at, _)| self.tint(at)).collect();
        self.painter.strip(points.map(|(at, side)| [at - side, at + side]), &tints);
    }

    fn circle(&mut self, center: Vec2, radius: f32, width: f32) {
        self.arc(center, radius, width, 0.0, TAU);
    }

    fn closed(&mut self, corners: &[Vec2], width: f32) {
        for (index, corner) in corners.iter().enumerate() {
            self.line(*corner, corners[(index + 1) % corners.len()], width);
        }
    }

    /// A sun behind the horizon, and its light in rings.
    fn sunrise(&mut self) {
        let center = self.at(0.0, -0.9);
        for ring in 0..9 {
            let radius = 5.0 + 3.4 * ring as f32;
            self.arc(center, radius, 1.3 - 0.12 * ring as f32, 0.0, TAU * 0.5);
        }
        for line in 0..4 {
            let y = -0.9 - 0.13 * line as f32;
            self.line(self.at(-1.9, y), self.at(1.9, y), 0.35);
        }
    }

    /// Three wheels that would turn each other.
    fn gears(&mut self) {
        for (x, y, radius, teeth) in [(-0.62, 0.18, 8.0, 18), (-0.02, -0.62, 5.0, 11), (0.66, 0.30, 10.5, 24)] {
            let center = self.at(x, y);
            self.circle(center, radius, 0.9);
            self.circle(center, radius * 0.34, 0.7);
            for tooth in 0..teeth {
                let direction = unit(TAU * tooth as f32 / teeth as f32);
                self.line(center + direction * radius, center + direction * (radius + 1.2), 0.9);
            }
            for spoke in 0..5 {
                let direction = unit(TAU * spoke as f32 / 5.0 + 0.3);
                self.line(center + direction * radius * 0.34, center + direction * radius, 0.6);
            }
        }
    }

    /// A crescent moon, and the beams of two searchlights.
    fn night(&mut self) {
        let moon = self.at(0.55, 0.45);
        for ring in 0..5 {
            let inset = ring as f32 * 0.55;
            self.arc(moon - Vec2::X * inset * 0.6, 5.0 - inset, 0.5, FRAC_PI_2, TAU * 0.5);
        }
        for (x, angle) in [(-0.75, 1.15), (-0.15, 1.85)] {
            let foot = self.at(x, -1.4);
            for side in [-0.09, -0.03, 0.03, 0.09] {
                self.line(foot, foot + unit(angle + side) * 46.0, 0.22);
            }
        }
        for star in 0..40 {
            // The golden ratio and another irrational number spread the stars evenly, and always alike.
            let at = self.at((star as f32 * 1.236).rem_euclid(3.4) - 1.7, (star as f32 * 0.828).rem_euclid(3.2) - 1.6);
            let arm = if star % 5 == 0 { 0.45 } else { 0.22 };
            self.line(at - Vec2::X * arm, at + Vec2::X * arm, 0.09);
            self.line(at - Vec2::Y * arm, at + Vec2::Y * arm, 0.09);
        }
    }

    /// Crystals that grow from below, each with its facets.
    fn crystals(&mut self) {
        for (x, height, lean, width) in [
            (-1.25, 1.3, 0.12, 3.0),
            (-0.85, 0.85, -0.06, 2.4),
            (-0.45, 1.55, 0.05, 3.6),
            (0.05, 0.95, -0.10, 2.6),
            (0.45, 1.35, 0.08, 3.4),
            (0.90, 1.00, -0.05, 2.8),
            (1.30, 1.45, -0.14, 3.2),
        ] {
            let foot = self.at(x, -1.5);
            let tip = self.at(x + lean, -1.5 + height * 1.5);
            let shoulder = foot.lerp(tip, 0.72);
            let side = Vec2::X * width;
            self.closed(&[foot - side * 0.7, shoulder - side, tip, shoulder + side, foot + side * 0.7], 0.28);
            self.line(foot, shoulder - Vec2::Y * 1.2, 0.2);
            self.line(shoulder - Vec2::Y * 1.2, shoulder - side, 0.2);
            self.line(shoulder - Vec2::Y * 1.2, shoulder + side, 0.2);
            self.line(shoulder - Vec2::Y * 1.2, tip, 0.2);
        }
    }

    /// Pillars of crossed steel, and a beam across them.
    fn girders(&mut self) {
        let (bottom, top) = (self.at(0.0, -1.8).y, self.at(0.0, 1.8).y);
        for x in [-1.35, -0.66, 0.04, 0.70, 1.38] {
            let middle = self.at(x, 0.0).x;
            for side in [-1.3, 1.3] {
                self.line(Vec2::new(middle + side, bottom), Vec2::new(middle + side, top), 0.5);
            }
            let mut y = bottom;
            while y < top {
                self.line(Vec2::new(middle - 1.3, y), Vec2::new(middle + 1.3, y + 2.6), 0.28);
                self.line(Vec2::new(middle + 1.3, y), Vec2::new(middle - 1.3, y + 2.6), 0.28);
                y += 2.6;
            }
        }
        for y in [0.30, 0.46] {
            self.line(self.at(-1.9, y), self.at(1.9, y), 0.6);
        }
    }

    /// Squares on their corners, each in the next, and their reflection.
    fn diamonds(&mut self) {
        for x in [-0.55, 0.55] {
            let center = self.at(x, 0.0);
            for ring in 1..9 {
                let reach = 2.1 * ring as f32;
                let corners = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|corner| center + corner * reach);
                self.closed(&corners, 0.5 - 0.04 * ring as f32);
            }
        }
    }

    /// An eye whose pupil looks elsewhere.
    fn eye(&mut self) {
        let center = self.at(0.0, 0.0);
        for (reach, width) in [(0.0, 0.7), (1.6, 0.35)] {
            for side in [1.0, -1.0] {
                let corner = |share: f32| {
                    let bow = (1.0 - share * share) * (9.5 + reach);
                    center + Vec2::new(share * (19.0 + 2.0 * reach), side * bow)
                };
                for step in -20..20 {
                    let [from, to] = [step, step + 1].map(|step| corner(step as f32 / 20.0));
                    self.line(from, to, width);
                }
            }
        }
        let iris = center + Vec2::new(3.0, 1.0);
        for ring in 0..5 {
            self.circle(iris, 6.2 - 1.1 * ring as f32, 0.4);
        }
        for lash in 0..13 {
            let direction = unit(0.4 + (TAU * 0.5 - 0.8) * lash as f32 / 12.0);
            let from = center + direction * Vec2::new(20.0, 12.5);
            self.line(from, from + direction * 3.0, 0.3);
        }
    }

    /// Thin lines that meet in one point.
    fn rays(&mut self) {
        let point = self.at(0.38, 0.2);
        for ray in 0..36 {
            let direction = unit(TAU * (ray as f32 + 0.5) / 36.0);
            self.line(point + direction * 3.0, point + direction * 60.0, 0.10);
        }
        self.circle(point, 3.0, 0.10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_painter::mesh::Triangles;
    use hairline_painter::palette::Palette;

    #[test]
    fn each_world_has_a_picture_of_finite_shapes() {
        for world in LevelWorld::ALL {
            for size in [Vec2::new(42.0, 23.0), Vec2::new(8.0, 5.0), Vec2::new(500.0, 400.0)] {
                let mut painter = Painter::default();
                paint(&mut painter, world, size, 14.0);
                let palette = Palette::default();
                let triangles = Triangles::of(&painter, 1.0 / 30.0, |tint| palette.resolve(tint));
                let count = triangles.positions.len();
                assert!((100..80_000).contains(&count), "{world:?}: {count}");
                assert!(triangles.positions.iter().flatten().all(|value| value.is_finite()));
            }
        }
    }

    #[test]
    fn the_picture_is_clearest_far_from_the_map() {
        let mut painter = Painter::default();
        let motif = Motif { painter: &mut painter, size: Vec2::new(42.0, 23.0), rim: 14.0 };
        let alpha = |x: f32, y: f32| motif.tint(Vec2::new(x, y)).alpha();
        assert!(alpha(-30.0, 10.0) > alpha(20.0, 10.0) && alpha(20.0, 10.0) > alpha(-0.5, 10.0));
    }
}
