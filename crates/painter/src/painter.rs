//! Collects flat shapes in tiles, y up. Later shapes cover earlier ones.
//!
//! A shape is an outline and its colors, so that each back end can show it in its own way: [`crate::mesh`] as triangles, pages as
//! paths. Colors are [tints](Tint): a palette says later what they are.

use std::f32::consts::TAU;
use std::ops::Range;

use bevy_math::Vec2;

use crate::falloff::Falloff;
use crate::palette::Tint;
use hairline_geometry::ray::unit;

/// Steps of a whole circle.
pub(crate) const CIRCLE: usize = 48;

/// A list of shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Painter {
    shapes: Vec<Stored>,
    points: Vec<Vec2>,
    tints: Vec<Tint>,
}

/// A shape by its places in the painter's lists.
#[derive(Clone, Debug, PartialEq)]
struct Stored {
    form: Form<Range<usize>>,
    tints: Range<usize>,
}

/// An outline. All lengths in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form<P> {
    /// The inside of a simple polygon, counter-clockwise unless it is convex.
    Polygon(P),
    /// A strip between pairs of points, one of each pair on its left side and one on its right.
    Strip(P),
    /// An ellipse, and the direction of its first half axis.
    Ellipse { center: Vec2, half_axes: Vec2, along: Vec2 },
    /// Light around a segment or, where both ends are one, a point. It adds to what is behind it and fades to nothing at
    /// `radius`.
    Light { ends: [Vec2; 2], radius: f32, falloff: Falloff },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape<'a> {
    pub form: Form<&'a [Vec2]>,
    /// Its color; or one for each corner of a convex polygon, or for each pair of a strip.
    pub tints: &'a [Tint],
}

/// The corners of a rectangle, counter-clockwise, by its center and half its size.
pub fn rectangle_corners(center: Vec2, half: Vec2) -> [Vec2; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| center + Vec2::new(x, y) * half)
}

impl Painter {
    /// All shapes, from the back to the front.
    pub fn shapes(&self) -> impl Iterator<Item = Shape<'_>> {
        self.shapes.iter().map(|Stored { form, tints }| {
            let form = match form {
                Form::Polygon(points) => Form::Polygon(&self.points[points.clone()]),
                Form::Strip(points) => Form::Strip(&self.points[points.clone()]),
                &Form::Ellipse { center, half_axes, along } => Form::Ellipse { center, half_axes, along },
                &Form::Light { ends, radius, falloff } => Form::Light { ends, radius, falloff },
            };
            Shape { form, tints: &self.tints[tints.clone()] }
        })
    }

    /// Removes all shapes and keeps the memory.
    pub fn clear(&mut self) {
        self.shapes.clear();
        self.points.clear();
        self.tints.clear();
    }

    fn push(&mut self, form: Form<Range<usize>>, tints: &[Tint]) {
        let first = self.tints.len();
        self.tints.extend_from_slice(tints);
        self.shapes.push(Stored { form, tints: first..self.tints.len() });
    }

    /// The inside of a simple polygon, counter-clockwise unless it is convex.
    pub fn polygon(&mut self, corners: &[Vec2], color: impl Into<Tint>) {
        self.shaded_polygon(corners, &[color.into()]);
    }

    fn shaded_polygon(&mut self, corners: &[Vec2], tints: &[Tint]) {
        let first = self.points.len();
        self.points.extend_from_slice(corners);
        self.push(Form::Polygon(first..self.points.len()), tints);
    }

    /// A triangle with hard edges, for areas without seams.
    pub fn triangle(&mut self, corners: [Vec2; 3], colors: [Tint; 3]) {
        self.shaded_polygon(&corners, &colors);
    }

    /// A quadrilateral with hard edges, for areas without seams.
    pub fn quad(&mut self, corners: [Vec2; 4], colors: [Tint; 4]) {
        self.shaded_polygon(&corners, &colors);
    }

    pub fn rectangle(&mut self, min: Vec2, max: Vec2, color: impl Into<Tint>) {
        self.polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], color);
    }

    pub fn disc(&mut self, center: Vec2, radius: f32, color: impl Into<Tint>) {
        self.ellipse(center, Vec2::splat(radius), Vec2::X, color);
    }

    /// An ellipse whose first half axis points along the unit vector `along`.
    pub fn ellipse(&mut self, center: Vec2, half_axes: Vec2, along: Vec2, color: impl Into<Tint>) {
        self.push(Form::Ellipse { center, half_axes, along }, &[color.into()]);
    }

    /// Light around a point.
    pub fn halo(&mut self, center: Vec2, radius: f32, color: impl Into<Tint>) {
        self.push(Form::Light { ends: [center; 2], radius, falloff: Falloff::HALO }, &[color.into()]);
    }

    /// Light around a line that glows.
    pub fn light(&mut self, ends: [Vec2; 2], radius: f32, color: impl Into<Tint>) {
        self.push(Form::Light { ends, radius, falloff: Falloff::LINE }, &[color.into()]);
    }

    /// A strip between pairs of points, in one color or one for each pair. Its ends are hard: strips join without a seam.
    pub fn strip(&mut self, pairs: impl Iterator<Item = [Vec2; 2]>, tints: &[Tint]) {
        let first = self.points.len();
        self.points.extend(pairs.flatten());
        self.push(Form::Strip(first..self.points.len()), tints);
    }

    /// A ring between two radii.
    pub fn ring(&mut self, center: Vec2, inner: f32, outer: f32, color: impl Into<Tint>) {
        self.arc(center, inner, outer, 0.0, TAU, color);
    }

    /// An arc of a ring from the angle `from`, `sweep` radians long (counter-clockwise if positive).
    pub fn arc(&mut self, center: Vec2, inner: f32, outer: f32, from: f32, sweep: f32, color: impl Into<Tint>) {
        // Small arcs need fewer steps to look round.
        let whole = CIRCLE as f32 * outer.sqrt().clamp(0.25, 1.0);
        let steps = ((sweep.abs() / TAU * whole).ceil() as u32).max(1);
        let pairs = (0..=steps).map(|index| {
            let direction = unit(from + sweep * index as f32 / steps as f32);
            [center + direction * inner, center + direction * outer]
        });
        self.strip(pairs, &[color.into()]);
    }

    /// A straight stroke with flat ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: impl Into<Tint>) {
        let side = (to - from).normalize_or_zero().perp() * (0.5 * width);
        self.polygon(&[from - side, to - side, to + side, from + side], color);
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
        let side = (to - from).normalize_or_zero().perp() * 0.5;
        let pairs = [(from, width), (to, width_to)].map(|(at, width)| [at - side * width, at + side * width]);
        self.strip(pairs.into_iter(), &[color.into(), color_to.into()]);
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
        let count = corners.len();
        let inward = |from: usize| (corners[(from + 1) % count] - corners[from % count]).normalize_or_zero().perp();
        // From a corner to the point at distance 1 from both of its sides; clipped where the corner is sharp.
        let miter = |corner: usize| {
            let (before, after) = (inward(corner + count - 1), inward(corner));
            let middle = (before + after).normalize_or(after);
            middle / middle.dot(after).max(0.35)
        };
        let pairs = (0..=count).filter(|_| count > 0).map(|index| {
            let (corner, miter) = (corners[index % count], miter(index % count));
            [corner + miter * near, corner + miter * far]
        });
        self.strip(pairs, &[color.into()]);
    }

    /// A ribbon along a polyline whose width changes from the first point to the last.
    pub fn ribbon(&mut self, points: &[Vec2], width: f32, width_to: f32, color: impl Into<Tint>) {
        let last = points.len().saturating_sub(1);
        let pairs = points.iter().enumerate().filter(|_| last > 0).map(|(index, &point)| {
            let before = points[index.saturating_sub(1)];
            let after = points[(index + 1).min(last)];
            let share = index as f32 / last as f32;
            let side = (after - before).normalize_or_zero().perp() * 0.5 * (width + (width_to - width) * share);
            [point - side, point + side]
        });
        self.strip(pairs, &[color.into()]);
    }
}
