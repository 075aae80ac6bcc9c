//! Drawings for files: flat shapes in their order, in pixels of a page with y pointing down. A drawing is written as SVG
//! (`svg`) or rendered (`pixels`); both see the same shapes.

pub(crate) mod board;
pub(crate) mod level;
pub(crate) mod light;
pub(crate) mod pixels;
mod reach;
pub(crate) mod svg;

use bevy_color::{Alpha, Srgba};
use bevy_math::Vec2;
use tiny_skia::{Path, PathBuilder, Rect, Transform};

use hairline_painter::falloff::Falloff;
use hairline_painter::painter::{Form, Painter, Shape as Painted};
use hairline_painter::palette::Palette;

/// How an outline becomes visible.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Style {
    /// Its inside, by the nonzero rule.
    Fill,
    /// A line along it, with round ends and joins unless it is dashed.
    Stroke {
        width: f32,
        /// Lengths of dashes and gaps.
        dash: Option<[f32; 2]>,
    },
}

/// What an outline is filled or drawn with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ink {
    /// One color.
    Flat(Srgba),
    /// From one color at a point to another at a second point.
    Linear([Vec2; 2], [Srgba; 2]),
    /// Light around a segment or a point, which adds to what is behind it and fades to nothing at a radius. The path is that segment,
    /// or the circle around that point.
    Light { ends: [Vec2; 2], radius: f32, falloff: Falloff, color: Srgba },
}

impl Ink {
    /// The opacity of all of it; gradients have one at each place.
    pub fn alpha(&self) -> f32 {
        if let Self::Flat(color) = self { color.alpha } else { 1.0 }
    }
}

impl From<Srgba> for Ink {
    fn from(color: Srgba) -> Self {
        Self::Flat(color)
    }
}

/// A color, more transparent by a factor.
pub(crate) fn faint(color: Srgba, alpha: f32) -> Srgba {
    color.with_alpha(color.alpha * alpha)
}

/// An outline, how it is drawn, and in what color.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub path: Path,
    pub style: Style,
    pub ink: Ink,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    /// Pixels.
    pub size: Vec2,
    /// From the back to the front.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    pub fn new(size: Vec2, background: Srgba) -> Self {
        let mut drawing = Self::clear(size);
        drawing.rectangle(Vec2::ZERO, drawing.size, background);
        drawing
    }

    /// A page that shows what lies behind it.
    pub fn clear(size: Vec2) -> Self {
        Self { size: size.round(), shapes: Vec::new() }
    }

    /// Fills a path; none is nothing.
    pub fn fill(&mut self, path: Option<Path>, ink: impl Into<Ink>) {
        self.shapes.extend(path.map(|path| Shape { path, style: Style::Fill, ink: ink.into() }));
    }

    pub fn stroke(&mut self, path: Option<Path>, width: f32, dash: Option<[f32; 2]>, color: Srgba) {
        self.shapes.extend(path.map(|path| Shape { path, style: Style::Stroke { width, dash }, ink: color.into() }));
    }

    pub fn rectangle(&mut self, min: Vec2, max: Vec2, color: Srgba) {
        self.fill(polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]), color);
    }

    /// Adds a painter's shapes, whose origin lies at `corner`; a tile has so many pixels, and y points up.
    pub fn paint(&mut self, painter: &Painter, palette: &Palette, corner: Vec2, tile: f32) {
        let place = |at: Vec2| corner + Vec2::new(at.x, -at.y) * tile;
        for Painted { form, tints } in painter.shapes() {
            let Some(&tint) = tints.first() else { continue };
            let color = palette.ink(tint);
            let places = |points: &[Vec2]| points.iter().map(|&point| place(point)).collect::<Vec<_>>();
            match form {
                Form::Polygon(corners) => {
                    let corners = places(corners);
                    let ink = match tints {
                        [_] => color.into(),
                        _ => shaded(&corners, &tints.iter().map(|&tint| palette.ink(tint)).collect::<Vec<_>>()),
                    };
                    self.fill(polygon(&corners), ink);
                }
                Form::Strip(points) => {
                    // There along one side, back along the other.
                    let (left, right) = (points.iter().step_by(2), points.iter().skip(1).step_by(2).rev());
                    let path = polygon(&left.chain(right).map(|&point| place(point)).collect::<Vec<_>>());
                    let ink = match (points, tints) {
                        ([a, b, .., c, d], [_, .., tint]) => {
                            Ink::Linear([place(a.midpoint(*b)), place(c.midpoint(*d))], [color, palette.ink(*tint)])
                        }
                        _ => color.into(),
                    };
                    self.fill(path, ink);
                }
                Form::Ellipse { center, half_axes, along } => {
                    let center = place(center);
                    let turn = Transform::from_row(along.x, -along.y, along.y, along.x, center.x, center.y);
                    self.fill(ellipse(Vec2::ZERO, half_axes * tile).and_then(|path| path.transform(turn)), color);
                }
                Form::Light { ends, radius, falloff } => {
                    let (ends, radius) = (ends.map(place), radius * tile);
                    let path = match ends {
                        [from, to] if from == to => ellipse(from, Vec2::splat(radius)),
                        _ => polylines(std::iter::once(&ends[..])),
                    };
                    self.fill(path, Ink::Light { ends, radius, falloff, color });
                }
            }
        }
    }
}

/// The gradient of a polygon with a color for each corner: from the corners that have the first one's to the others.
fn shaded(corners: &[Vec2], colors: &[Srgba]) -> Ink {
    let (first, others): (Vec<_>, Vec<_>) = corners.iter().zip(colors).partition(|(_, color)| **color == colors[0]);
    let middle = |part: &[(&Vec2, &Srgba)]| part.iter().map(|(at, _)| **at).sum::<Vec2>() / part.len() as f32;
    match others[..] {
        [] => colors[0].into(),
        [(_, &to), ..] => Ink::Linear([middle(&first), middle(&others)], [colors[0], to]),
    }
}

fn push_line(builder: &mut PathBuilder, points: &[Vec2]) {
    for (index, point) in points.iter().enumerate() {
        if index == 0 { builder.move_to(point.x, point.y) } else { builder.line_to(point.x, point.y) }
    }
}

pub(crate) fn polygon(points: &[Vec2]) -> Option<Path> {
    polygons(std::iter::once(points))
}

pub(crate) fn polygons<'a>(outlines: impl Iterator<Item = &'a [Vec2]>) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for points in outlines {
        push_line(&mut builder, points);
        builder.close();
    }
    builder.finish()
}

pub(crate) fn polylines<'a>(lines: impl Iterator<Item = &'a [Vec2]>) -> Option<Path> {
    let mut builder = PathBuilder::new();
    lines.for_each(|points| push_line(&mut builder, points));
    builder.finish()
}

/// An ellipse along the axes.
pub(crate) fn ellipse(center: Vec2, half_axes: Vec2) -> Option<Path> {
    let (min, max) = (center - half_axes, center + half_axes);
    PathBuilder::from_oval(Rect::from_ltrb(min.x, min.y, max.x, max.y)?)
}
