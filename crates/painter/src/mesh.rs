//! Shapes as triangles with vertex colors. Edges fade over a pixel, so that they are smooth without any filter.

use std::sync::LazyLock;

use bevy_color::LinearRgba;
use bevy_math::Vec2;

use crate::falloff::Falloff;
use crate::painter::{Form, Painter};
use crate::palette::Tint;
use crate::triangulate::triangulate;
use hairline_geometry::ray::unit;

/// Directions of the finest ellipse.
const DIRECTIONS: usize = 96;
/// The most pixels between an ellipse and its triangles.
const SAG_PIXELS: f32 = 0.12;
/// Directions between two corners around the end of a light.
const LIGHT_STEP: usize = 4;
/// The feather outside of a corner reaches no farther than this many times its width, however sharp the corner.
const MITER_MAX: f32 = 2.0;

static UNIT_CIRCLE: LazyLock<[Vec2; DIRECTIONS]> =
    LazyLock::new(|| std::array::from_fn(|index| unit(std::f32::consts::TAU * index as f32 / DIRECTIONS as f32)));

/// A list of triangles. Positions in tiles.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    pub positions: Vec<[f32; 3]>,
    /// The color of each vertex, linear and multiplied by its opacity; the opacity of light is 0.
    pub colors: Vec<[f32; 4]>,
    /// Three vertices per triangle.
    pub indices: Vec<u32>,
}

impl Triangles {
    /// The triangles of all shapes of a painter, in the colors that `resolve` gives their tints. A pixel takes so many tiles;
    /// with 0, edges are hard.
    pub fn of(painter: &Painter, pixel: f32, resolve: impl Fn(Tint) -> LinearRgba) -> Self {
        let mut triangles = Self::default();
        triangles.refill(painter, pixel, resolve);
        triangles
    }

    /// Replaces all triangles by those of another painter, and keeps the memory.
    pub fn refill(&mut self, painter: &Painter, pixel: f32, resolve: impl Fn(Tint) -> LinearRgba) {
        self.positions.clear();
        self.colors.clear();
        self.indices.clear();
        let feather = 0.5 * pixel;
        for shape in painter.shapes() {
            let Some(&tint) = shape.tints.first() else { continue };
            let color = resolve(tint);
            match shape.form {
                Form::Polygon(corners) if shape.tints.len() == corners.len() => {
                    let first = self.count();
                    for (&corner, &tint) in corners.iter().zip(shape.tints) {
                        self.corner(corner, covering(resolve(tint), 1.0));
                    }
                    self.faces(first, corners);
                }
                Form::Polygon(corners) => self.polygon(corners, color, feather),
                Form::Strip(points) => {
                    self.strip(points, |pair| shape.tints.get(pair).map_or(color, |&tint| resolve(tint)), feather);
                }
                Form::Ellipse { center, half_axes, along } => {
                    let mut corners = [Vec2::ZERO; DIRECTIONS];
                    let step = ellipse_step(half_axes.max_element(), pixel);
                    let around = UNIT_CIRCLE.iter().step_by(step);
                    for (corner, at) in corners.iter_mut().zip(around) {
                        *corner = center + along.rotate(*at * half_axes);
                    }
                    self.polygon(&corners[..DIRECTIONS / step], color, feather);
                }
                Form::Light { ends, radius, falloff } => self.light(ends, radius, falloff, color),
            }
        }
    }

    fn count(&self) -> u32 {
        self.positions.len() as u32
    }

    fn corner(&mut self, at: Vec2, color: [f32; 4]) {
        self.positions.push([at.x, at.y, 0.0]);
        self.colors.push(color);
    }

    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// The inside of an outline whose vertices begin at `first`.
    fn faces(&mut self, first: u32, corners: &[Vec2]) {
        if is_convex(corners) {
            for index in 2..corners.len() as u32 {
                self.indices.extend([first, first + index - 1, first + index]);
            }
        } else {
            self.indices.extend(triangulate(corners).into_iter().flatten().map(|index| first + index));
        }
    }

    /// A polygon of one color, which fades to nothing within `feather` tiles to both sides of its edge.
    fn polygon(&mut self, corners: &[Vec2], color: LinearRgba, feather: f32) {
        let (first, count) = (self.count(), corners.len());
        let sides = || (0..count).map(|index| (corners[index], corners[(index + 1) % count]));
        let length: f32 = sides().map(|(from, to)| from.distance(to)).sum();
        let area = 0.5 * sides().map(|(from, to)| from.perp_dot(to)).sum::<f32>();
        let half_width = half_width(area.abs(), length, count);
        if feather <= 0.0 || half_width.is_nan() || half_width <= 0.0 {
            let color = covering(color, 1.0);
            corners.iter().for_each(|&corner| self.corner(corner, color));
            return self.faces(first, corners);
        }
        let (inset, share) = if count == 4 { within(half_width, feather) } else { tapered(half_width, feather) };
        let outward = |index: usize| -> Vec2 {
            let (from, to) = (corners[index % count], corners[(index + 1) % count]);
            -(to - from).normalize_or_zero().perp() * area.signum()
        };
        // A miter: the sum of the normals of both sides, over one plus the cosine of the angle between them.
        let moved = |index: usize, distance: f32| {
            let (before, after) = (outward(index + count - 1), outward(index));
            let least = if distance > 0.0 { 2.0 / (MITER_MAX * MITER_MAX) } else { 0.05 };
            corners[index] + (before + after) * (distance / (1.0 + before.dot(after)).max(least))
        };
        let color = covering(color, share);
        (0..count).for_each(|index| self.corner(moved(index, -inset), color));
        (0..count).for_each(|index| self.corner(moved(index, feather), [0.0; 4]));
        self.faces(first, corners);
        let count = count as u32;
        for index in 0..count {
            let next = (index + 1) % count;
            self.quad([first + index, first + count + index, first + count + next, first + next]);
        }
    }

    /// A strip, which fades like a polygon along its two sides and has hard ends: pieces of a longer one show no seam.
    fn strip(&mut self, points: &[Vec2], color: impl Fn(usize) -> LinearRgba, feather: f32) {
        let (first, pairs) = (self.count(), points.len() / 2);
        let across = |pair: usize| points[2 * pair + 1] - points[2 * pair];
        for pair in 0..pairs {
            let [left, right] = [points[2 * pair], points[2 * pair + 1]];
            let direction = across(pair).normalize_or_zero();
            // Where the strip turns, its pairs lie slantwise to its sides.
            let neighbor = if pair + 1 < pairs { pair + 1 } else { pair.saturating_sub(1) };
            let side =
                (points[2 * neighbor] - left).try_normalize().or((points[2 * neighbor + 1] - right).try_normalize());
            let slant = side.map_or(1.0, |side| direction.perp_dot(side).abs()).max(1.0 / MITER_MAX);
            let half_width = 0.5 * across(pair).length() * slant;
            let (inset, share) = within(half_width, feather);
            let color = covering(color(pair), share);
            if feather <= 0.0 {
                self.corner(left, color);
                self.corner(right, color);
                continue;
            }
            let (out, inset) = (direction * (feather / slant), direction * (inset / slant));
            self.corner(left - out, [0.0; 4]);
            self.corner(left + inset, color);
            self.corner(right - inset, color);
            self.corner(right + out, [0.0; 4]);
        }
        let rows = if feather <= 0.0 { 2 } else { 4 };
        for pair in 1..pairs as u32 {
            let (before, at) = (first + rows * (pair - 1), first + rows * pair);
            for row in 1..rows {
                self.quad([before + row - 1, before + row, at + row, at + row - 1]);
            }
        }
    }

    /// Rings around a segment: half a circle around each end.
    fn light(&mut self, [from, to]: [Vec2; 2], radius: f32, falloff: Falloff, color: LinearRgba) {
        let along = (to - from).normalize_or(Vec2::X);
        let first = self.count();
        let half = DIRECTIONS / 2;
        let around = 2 * (half / LIGHT_STEP + 1) as u32;
        for (ring, &(reach, strength)) in falloff.rings().iter().enumerate() {
            let [red, green, blue, _] = covering(color, strength);
            for (end, quarter) in [(to, 3), (from, 1)] {
                for step in (0..=half).step_by(LIGHT_STEP) {
                    let direction = UNIT_CIRCLE[(quarter * half / 2 + step) % DIRECTIONS];
                    self.corner(end + along.rotate(direction) * (radius * reach), [red, green, blue, 0.0]);
                }
            }
            if ring > 0 {
                let (outer, inner) = (first + ring as u32 * around, first + (ring as u32 - 1) * around);
                for index in 0..around {
                    let next = (index + 1) % around;
                    self.quad([inner + index, outer + index, outer + next, inner + next]);
                }
            }
        }
    }
}

/// A color that covers a share of what is behind it, multiplied by its opacity. What is brighter than the screen is cut off
/// here already, since its edge would not fade otherwise.
fn covering(color: LinearRgba, coverage: f32) -> [f32; 4] {
    let LinearRgba { red, green, blue, alpha } = color;
    [red * alpha, green * alpha, blue * alpha, alpha].map(|channel| channel.min(1.0) * coverage)
}

/// How far inside of an edge a line has its full opacity, and how opaque it is there. One that is thinner than a pixel has it
/// where the square of a pixel holds all of its width: its light stays the same while it creeps from pixel to pixel.
fn within(half_width: f32, feather: f32) -> (f32, f32) {
    if half_width >= feather { (feather, 1.0) } else { (2.0 * half_width - feather, half_width / feather) }
}

/// The same for other shapes, which taper towards their middle if they are small.
fn tapered(half_width: f32, feather: f32) -> (f32, f32) {
    if half_width >= feather { (feather, 1.0) } else { (half_width, 2.0 * half_width / (half_width + feather)) }
}

/// Half the width of a polygon that has an area and a circumference, or less: of a rectangle, exactly.
fn half_width(area: f32, length: f32, corners: usize) -> f32 {
    if corners == 4 {
        // Half the sum of the sides of a rectangle, and half their difference.
        let sum = 0.5 * length;
        0.25 * (sum - (sum * sum - 4.0 * area).max(0.0).sqrt())
    } else {
        // A convex polygon holds a circle of this radius.
        area / length
    }
}

/// Directions between two corners of an ellipse, so that they are few and it still looks round.
fn ellipse_step(radius: f32, pixel: f32) -> usize {
    // A chord over the angle 2a lies r (1 - cos a), nearly r a² / 2, inside of the circle.
    let angle = (2.0 * SAG_PIXELS * pixel / radius.max(pixel)).sqrt();
    let step = angle / std::f32::consts::PI * DIRECTIONS as f32;
    [12, 8, 6, 4, 2].into_iter().find(|&whole| whole as f32 <= step).unwrap_or(if pixel > 0.0 { 1 } else { 2 })
}

/// Whether a polygon turns to one side only.
fn is_convex(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let turn = |corner: usize| {
        let [a, b, c] = [corner, corner + 1, corner + 2].map(|index| corners[index % count]);
        (b - a).perp_dot(c - b)
    };
    count < 4 || (0..count).all(|corner| turn(corner) >= 0.0) || (0..count).all(|corner| turn(corner) <= 0.0)
}
