//! Drawings for files: flat shapes in their order, in pixels of a page with y pointing down. A drawing is written as SVG
//! (`svg`) or rendered (`pixels`); both see the same shapes.

pub(crate) mod pixels;
pub(crate) mod svg;

use bevy_math::Vec2;

use hairline_painter::palette::Rgb;

/// One step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Move(Vec2),
    Line(Vec2),
    /// A control point and the end.
    Quadratic(Vec2, Vec2),
    /// Two control points and the end.
    Cubic(Vec2, Vec2, Vec2),
    Close,
}

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

/// One color with an opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub color: Rgb,
    /// `0..=1`.
    pub alpha: f32,
}

impl Ink {
    /// The same color, more transparent by a factor.
    pub fn faint(self, alpha: f32) -> Self {
        Self { alpha: self.alpha * alpha, ..self }
    }

    /// This color with a share of another in it, by the numbers of sRGB.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let part = |index: usize| {
            let (a, b) = (f32::from(self.color[index]), f32::from(other.color[index]));
            (a + (b - a) * share).round() as u8
        };
        Self { color: [part(0), part(1), part(2)], alpha: self.alpha + (other.alpha - self.alpha) * share }
    }
}

/// An outline, how it is drawn, and in what color.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub steps: Vec<Step>,
    pub style: Style,
    pub ink: Ink,
}

/// A page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    /// Pixels.
    pub size: Vec2,
    /// From the back to the front.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// A page of one color.
    pub fn new(size: Vec2, background: Ink) -> Self {
        let mut drawing = Self::clear(size);
        drawing.rectangle(Vec2::ZERO, drawing.size, background);
        drawing
    }

    /// A page that shows what lies behind it.
    pub fn clear(size: Vec2) -> Self {
        Self { size: size.round(), shapes: Vec::new() }
    }

    pub fn fill(&mut self, steps: Vec<Step>, ink: Ink) {
        self.shapes.push(Shape { steps, style: Style::Fill, ink });
    }

    pub fn stroke(&mut self, steps: Vec<Step>, width: f32, dash: Option<[f32; 2]>, ink: Ink) {
        self.shapes.push(Shape { steps, style: Style::Stroke { width, dash }, ink });
    }

    pub fn rectangle(&mut self, min: Vec2, max: Vec2, ink: Ink) {
        self.fill(polygon(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]), ink);
    }
}

/// A closed outline through points.
pub(crate) fn polygon(points: &[Vec2]) -> Vec<Step> {
    let mut steps = polyline(points);
    steps.push(Step::Close);
    steps
}

/// An open line through points.
pub(crate) fn polyline(points: &[Vec2]) -> Vec<Step> {
    let step = |(index, &point): (usize, &Vec2)| if index == 0 { Step::Move(point) } else { Step::Line(point) };
    points.iter().enumerate().map(step).collect()
}

/// A circle.
pub(crate) fn circle(center: Vec2, radius: f32) -> Vec<Step> {
    ellipse(center, Vec2::splat(radius))
}

/// An ellipse along the axes.
pub(crate) fn ellipse(center: Vec2, half_axes: Vec2) -> Vec<Step> {
    rounded_rectangle(center - half_axes, center + half_axes, half_axes)
}

/// A rectangle whose corners are quarters of ellipses with these half axes, each one cubic arc.
pub(crate) fn rounded_rectangle(min: Vec2, max: Vec2, corner: Vec2) -> Vec<Step> {
    // The control length with which a cubic comes nearest to a quarter of a circle.
    const CONTROL: f32 = 0.552_285;
    let (center, inner) = ((min + max) / 2.0, (max - min) / 2.0 - corner);
    let mut steps = Vec::with_capacity(10);
    for (from, to) in [(Vec2::X, Vec2::Y), (Vec2::Y, Vec2::NEG_X), (Vec2::NEG_X, Vec2::NEG_Y), (Vec2::NEG_Y, Vec2::X)] {
        let middle = center + (from + to) * inner;
        let start = middle + from * corner;
        steps.push(if steps.is_empty() { Step::Move(start) } else { Step::Line(start) });
        let (first, second) = (from + to * CONTROL, to + from * CONTROL);
        steps.push(Step::Cubic(middle + first * corner, middle + second * corner, middle + to * corner));
    }
    steps.push(Step::Close);
    steps
}
