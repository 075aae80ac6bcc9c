//! Builds flat shapes as triangles with vertex colors. Later shapes cover earlier ones.
//!
//! It knows no entities; [`crate::view::canvas`] uploads the triangles.

use std::f32::consts::TAU;

use bevy::color::{ColorToComponents, LinearRgba};
use bevy::math::Vec2;

use super::palette::{Palette, Tint, within_screen};
use hairline_geometry::ray::unit;

/// Corners of the finest circle.
const CIRCLE: usize = 48;

/// A list of triangles. Positions in tiles.
#[derive(Clone, Debug)]
pub struct Painter {
    /// Vertices.
    pub positions: Vec<[f32; 3]>,
    /// The color of each vertex, linear.
    pub colors: Vec<[f32; 4]>,
    /// Three vertices per triangle.
    pub indices: Vec<u32>,
    /// What roles become; shapes keep the colors that they were painted with.
    pub palette: Palette,
    circle: [Vec2; CIRCLE],
}

impl Default for Painter {
    fn default() -> Self {
        Self::new(Palette::default())
    }
}

/// The corners of a rectangle, counter-clockwise, by its center and half its size.
pub fn rectangle_corners(center: Vec2, half: Vec2) -> [Vec2; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| center + Vec2::new(x, y) * half)
}

impl Painter {
    /// A painter without shapes, with a palette.
    pub fn new(palette: Palette) -> Self {
        let circle = std::array::from_fn(|index| unit(TAU * index as f32 / CIRCLE as f32));
        Self { positions: Vec::new(), colors: Vec::new(), indices: Vec::new(), palette, circle }
    }

    /// Brings all colors within the screen's range, where nothing glows.
    pub(super) fn bring_within_screen(&mut self) {
        for color in &mut self.colors {
            *color = within_screen(LinearRgba::from_f32_array(*color)).to_f32_array();
        }
    }

    /// Removes all shapes and keeps the memory.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.colors.clear();
        self.indices.clear();
    }

    fn corner(&mut self, at: Vec2, color: LinearRgba) -> u32 {
        self.positions.push([at.x, at.y, 0.0]);
        self.colors.push([color.red, color.green, color.blue, color.alpha]);
        self.positions.len() as u32 - 1
    }

    /// A convex polygon.
    pub fn polygon(&mut self, corners: &[Vec2], color: impl Into<Tint>) {
        let color = self.palette.resolve(color);
        let first = self.positions.len() as u32;
        for &corner in corners {
            self.corner(corner, color);
        }
        for index in 2..corners.len() as u32 {
            self.indices.extend([first, first + index - 1, first + index]);
        }
    }

    /// Any polygon, with its triangulation.
    pub fn faces(&mut self, corners: &[Vec2], triangles: &[[u32; 3]], color: impl Into<Tint>) {
        let color = self.palette.resolve(color);
        let first = self.positions.len() as u32;
        for &corner in corners {
            self.corner(corner, color);
        }
        self.indices.extend(triangles.iter().flatten().map(|index| first + index));
    }

    /// A triangle with a color for each corner.
    pub fn triangle(&mut self, corners: [Vec2; 3], colors: [Tint; 3]) {
        let colors = colors.map(|color| self.palette.resolve(color));
        let first = self.positions.len() as u32;
        for (corner, color) in corners.into_iter().zip(colors) {
            self.corner(corner, color);
        }
        self.indices.extend([first, first + 1, first + 2]);
    }

    /// A convex quadrilateral with a color for each corner.
    pub fn quad(&mut self, corners: [Vec2; 4], colors: [Tint; 4]) {
        let colors = colors.map(|color| self.palette.resolve(color));
        let first = self.positions.len() as u32;
        for (corner, color) in corners.into_iter().zip(colors) {
            self.corner(corner, color);
        }
        self.indices.extend([first, first + 1, first + 2, first, first + 2, first + 3]);
    }

    /// An axis-aligned rectangle.
    pub fn rectangle(&mut self, min: Vec2, max: Vec2, color: impl Into<Tint>) {
        let color = color.into();
        self.quad([min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], [color; 4]);
    }

    /// A disc.
    pub fn disc(&mut self, center: Vec2, radius: f32, color: impl Into<Tint>) {
        self.ellipse(center, Vec2::splat(radius), Vec2::X, color);
    }

    /// An ellipse whose first half axis points along the unit vector `along`.
    pub fn ellipse(&mut self, center: Vec2, half_axes: Vec2, along: Vec2, color: impl Into<Tint>) {
        let color = self.palette.resolve(color);
        let step = if half_axes.max_element() < 0.12 { 4 } else { 1 };
        let first = self.positions.len() as u32;
        for index in (0..CIRCLE).step_by(step) {
            let at = center + along.rotate(self.circle[index] * half_axes);
            self.corner(at, color);
        }
        for index in 2..(CIRCLE / step) as u32 {
            self.indices.extend([first, first + index - 1, first + index]);
        }
    }

    /// A soft disc that fades from the center to transparent at the rim.
    pub fn halo(&mut self, center: Vec2, radius: f32, color: impl Into<Tint>) {
        let color = self.palette.resolve(color);
        // Quadratic falloff, so that no rim shows.
        const RINGS: u32 = 4;
        let faded = |ring: u32| {
            let left = 1.0 - ring as f32 / RINGS as f32;
            LinearRgba { alpha: color.alpha * left * left, ..color }
        };
        let hub = self.corner(center, color);
        for ring in 1..=RINGS {
            for index in (0..CIRCLE).step_by(2) {
                let at = center + self.circle[index] * (radius * ring as f32 / RINGS as f32);
                self.corner(at, faded(ring));
            }
        }
        let around = CIRCLE as u32 / 2;
        for index in 0..around {
            let next = (index + 1) % around;
            self.indices.extend([hub, hub + 1 + index, hub + 1 + next]);
            for ring in 1..RINGS {
                let (inner, outer) = (hub + 1 + (ring - 1) * around, hub + 1 + ring * around);
                self.indices.extend([
                    inner + index,
                    outer + index,
                    outer + next,
                    inner + index,
                    outer + next,
                    inner + next,
                ]);
            }
        }
    }

    /// A ring between two radii.
    pub fn ring(&mut self, center: Vec2, inner: f32, outer: f32, color: impl Into<Tint>) {
        self.arc(center, inner, outer, 0.0, TAU, color);
    }

    /// An arc of a ring from the angle `from`, `sweep` radians long (counter-clockwise if positive).
    pub fn arc(&mut self, center: Vec2, inner: f32, outer: f32, from: f32, sweep: f32, color: impl Into<Tint>) {
        let color = self.palette.resolve(color);
        let steps = ((sweep.abs() / TAU * CIRCLE as f32).ceil() as u32).max(1);
        let first = self.positions.len() as u32;
        for index in 0..=steps {
            let direction = unit(from + sweep * index as f32 / steps as f32);
            self.corner(center + direction * inner, color);
            self.corner(center + direction * outer, color);
        }
        for index in 0..steps {
            let at = first + 2 * index;
            self.indices.extend([at, at + 1, at + 3, at, at + 3, at + 2]);
        }
    }

    /// A straight stroke with flat ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: impl Into<Tint>) {
        let color = color.into();
        self.taper(from, to, width, width, color, color);
    }

    /// A straight stroke whose width and color change from one end to the other.
    pub fn taper(
        &mut self,
        from: Vec2,
        to: Vec2,
        width: f32,
        width_to: f32,
        color: impl Into<Tint>,
        color_to: impl Into<Tint>,
    ) {
        let (color, color_to) = (color.into(), color_to.into());
        let side = (to - from).normalize_or_zero().perp() * 0.5;
        let corners = [from - side * width, to - side * width_to, to + side * width_to, from + side * width];
        self.quad(corners, [color, color_to, color_to, color]);
    }

    /// A straight stroke with round ends.
    pub fn capsule(&mut self, from: Vec2, to: Vec2, width: f32, color: impl Into<Tint>) {
        let color = color.into();
        self.line(from, to, width, color);
        self.disc(from, width * 0.5, color);
        self.disc(to, width * 0.5, color);
    }

    /// Strokes along the inside of a counter-clockwise polygon, between two distances from its sides.
    pub fn stroke_inside(&mut self, corners: &[Vec2], [near, far]: [f32; 2], color: impl Into<Tint>) {
        let color = color.into();
        let count = corners.len();
        let inward = |from: usize| (corners[(from + 1) % count] - corners[from % count]).normalize_or_zero().perp();
        // From a corner to the point at distance 1 from both of its sides; clipped where the corner is sharp.
        let miter = |corner: usize| {
            let (before, after) = (inward(corner + count - 1), inward(corner));
            let middle = (before + after).normalize_or(after);
            middle / middle.dot(after).max(0.35)
        };
        for from in 0..count {
            let to = (from + 1) % count;
            let (a, b) = (miter(from), miter(to));
            let (start, end) = (corners[from], corners[to]);
            self.quad([start + a * near, end + b * near, end + b * far, start + a * far], [color; 4]);
        }
    }

    /// A ribbon along a polyline whose width changes from the first point to the last.
    pub fn ribbon(&mut self, points: &[Vec2], width: f32, width_to: f32, color: impl Into<Tint>) {
        let color = self.palette.resolve(color);
        if points.len() < 2 {
            return;
        }
        let last = points.len() - 1;
        let first = self.positions.len() as u32;
        for (index, &point) in points.iter().enumerate() {
            let before = points[index.saturating_sub(1)];
            let after = points[(index + 1).min(last)];
            let share = index as f32 / last as f32;
            let side = (after - before).normalize_or_zero().perp() * 0.5 * (width + (width_to - width) * share);
            self.corner(point - side, color);
            self.corner(point + side, color);
        }
        for index in 0..last as u32 {
            let at = first + 2 * index;
            self.indices.extend([at, at + 1, at + 3, at, at + 3, at + 2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::canvas::palette::Role;

    /// The sum of all triangles' areas.
    fn area(painter: &Painter) -> f32 {
        let at = |index: u32| Vec2::from_slice(&painter.positions[index as usize][..2]);
        painter.indices.chunks(3).map(|t| 0.5 * (at(t[1]) - at(t[0])).perp_dot(at(t[2]) - at(t[0])).abs()).sum()
    }

    #[test]
    fn shapes_cover_the_area_they_should() {
        let color = Role::Paper;
        let check = |expected: f32, paint: &dyn Fn(&mut Painter)| {
            let mut painter = Painter::default();
            paint(&mut painter);
            assert!((area(&painter) - expected).abs() < 0.02 * expected, "{} for {expected}", area(&painter));
        };
        check(std::f32::consts::PI * 4.0, &|p| p.disc(Vec2::ONE, 2.0, color));
        check(std::f32::consts::PI * 3.0, &|p| p.ring(Vec2::ONE, 1.0, 2.0, color));
        check(std::f32::consts::PI * 3.0 / 4.0, &|p| p.arc(Vec2::ONE, 1.0, 2.0, 1.0, -TAU / 4.0, color));
        check(2.0, &|p| p.line(Vec2::ZERO, Vec2::new(0.0, 4.0), 0.5, color));
        check(6.0, &|p| p.rectangle(Vec2::ZERO, Vec2::new(2.0, 3.0), color));
        check(2.0, &|p| p.ribbon(&[Vec2::ZERO, Vec2::X, Vec2::X * 2.0], 1.5, 0.5, color));
    }

    #[test]
    fn degenerate_shapes_have_finite_corners() {
        let mut painter = Painter::default();
        painter.line(Vec2::ONE, Vec2::ONE, 1.0, Role::Paper);
        painter.ribbon(&[], 1.0, 0.0, Role::Paper);
        painter.ribbon(&[Vec2::ONE], 1.0, 0.0, Role::Paper);
        assert!(painter.positions.iter().flatten().all(|value| value.is_finite()));
        assert!(painter.indices.iter().all(|&index| (index as usize) < painter.positions.len()));
    }

    #[test]
    fn a_stroke_stays_inside_a_square() {
        let mut painter = Painter::default();
        let square = [(0., 0.), (2., 0.), (2., 2.), (0., 2.)].map(Vec2::from);
        painter.stroke_inside(&square, [0.0, 0.5], Role::Paper);
        assert!(painter.positions.iter().all(|at| (-1e-6..=2.0).contains(&at[0]) && (-1e-6..=2.0).contains(&at[1])));
        assert!(painter.positions.iter().any(|at| (at[0] - 0.5).abs() < 1e-6 && (at[1] - 0.5).abs() < 1e-6));
    }
}
