//! Shapes as triangles with vertex colors.

use std::sync::LazyLock;

use bevy_color::LinearRgba;
use bevy_math::Vec2;

use crate::painter::{CIRCLE, Form, Painter};
use crate::palette::Tint;
use crate::triangulate::triangulate;
use hairline_geometry::ray::unit;

/// Rings of a halo; its fall-off is linear between them.
const HALO_RINGS: usize = 4;
/// Ellipses with smaller half axes (tiles) have a fourth of the corners.
const SMALL: f32 = 0.12;

static UNIT_CIRCLE: LazyLock<[Vec2; CIRCLE]> =
    LazyLock::new(|| std::array::from_fn(|index| unit(std::f32::consts::TAU * index as f32 / CIRCLE as f32)));

/// A list of triangles. Positions in tiles.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    pub positions: Vec<[f32; 3]>,
    /// The color of each vertex, linear.
    pub colors: Vec<[f32; 4]>,
    /// Three vertices per triangle.
    pub indices: Vec<u32>,
}

impl Triangles {
    /// The triangles of all shapes of a painter, in the colors that `resolve` gives their tints.
    pub fn of(painter: &Painter, resolve: impl Fn(Tint) -> LinearRgba) -> Self {
        let mut triangles = Self::default();
        triangles.refill(painter, resolve);
        triangles
    }

    /// Replaces all triangles by those of another painter, and keeps the memory.
    pub fn refill(&mut self, painter: &Painter, resolve: impl Fn(Tint) -> LinearRgba) {
        self.positions.clear();
        self.colors.clear();
        self.indices.clear();
        for shape in painter.shapes() {
            let Some(&tint) = shape.tints.first() else { continue };
            let (color, first) = (resolve(tint), self.positions.len() as u32);
            match shape.form {
                Form::Polygon(corners) => {
                    let is_shaded = shape.tints.len() == corners.len();
                    for (index, &corner) in corners.iter().enumerate() {
                        self.corner(corner, if is_shaded { resolve(shape.tints[index]) } else { color });
                    }
                    self.faces(first, corners);
                }
                Form::Strip(points) => {
                    points.iter().for_each(|&point| self.corner(point, color));
                    for at in (first..self.positions.len() as u32).step_by(2).skip(1) {
                        self.indices.extend([at - 2, at - 1, at + 1, at - 2, at + 1, at]);
                    }
                }
                Form::Ellipse { center, half_axes, along } => {
                    let step = if half_axes.max_element() < SMALL { 4 } else { 1 };
                    for at in UNIT_CIRCLE.iter().step_by(step) {
                        self.corner(center + along.rotate(*at * half_axes), color);
                    }
                    self.fan(first);
                }
                Form::Halo { center, radius } => self.halo(center, radius, color),
            }
        }
    }

    fn corner(&mut self, at: Vec2, color: LinearRgba) {
        self.positions.push([at.x, at.y, 0.0]);
        self.colors.push([color.red, color.green, color.blue, color.alpha]);
    }

    /// A fan over the vertices from `first` on.
    fn fan(&mut self, first: u32) {
        for index in first + 2..self.positions.len() as u32 {
            self.indices.extend([first, index - 1, index]);
        }
    }

    fn faces(&mut self, first: u32, corners: &[Vec2]) {
        if is_convex(corners) {
            self.fan(first);
        } else {
            self.indices.extend(triangulate(corners).into_iter().flatten().map(|index| first + index));
        }
    }

    fn halo(&mut self, center: Vec2, radius: f32, color: LinearRgba) {
        let around = CIRCLE as u32 / 2;
        let hub = self.positions.len() as u32;
        self.corner(center, color);
        for ring in 1..=HALO_RINGS {
            let reach = ring as f32 / HALO_RINGS as f32;
            let color = LinearRgba { alpha: color.alpha * halo_strength(reach), ..color };
            for at in UNIT_CIRCLE.iter().step_by(2) {
                self.corner(center + *at * (radius * reach), color);
            }
        }
        for index in 0..around {
            let next = (index + 1) % around;
            self.indices.extend([hub, hub + 1 + index, hub + 1 + next]);
            for ring in 1..HALO_RINGS as u32 {
                let (inner, outer) = (hub + 1 + (ring - 1) * around, hub + 1 + ring * around);
                let [a, b, c, d] = [inner + index, outer + index, outer + next, inner + next];
                self.indices.extend([a, b, c, a, c, d]);
            }
        }
    }
}

/// The strength of a halo at a share of its radius: a quadratic fall-off, so that no rim shows.
pub fn halo_strength(reach: f32) -> f32 {
    (1.0 - reach) * (1.0 - reach)
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
