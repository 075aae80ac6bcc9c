//! A drawing as SVG: one `path` a shape, and nothing that a viewer could show in another way (no text, no filters).

use std::fmt::Write as _;

use bevy_color::{Alpha, Srgba};
use bevy_math::{FloatExt, Vec2, ops};
use tiny_skia::{Path, PathSegment, Point};

use super::{Drawing, Ink, Shape, Style, faint};
use hairline_painter::falloff::Falloff;

/// The text of the file. `title` is for readers of the file that do not show pictures.
pub(crate) fn write(drawing: &Drawing, title: &str) -> String {
    let Vec2 { x: width, y: height } = drawing.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{}</title>\n",
        escaped(title)
    );
    for (number, shape) in drawing.shapes.iter().enumerate() {
        push_shape(&mut text, number, shape);
    }
    text.push_str("</svg>\n");
    text
}

/// Strokes that show a ring of the light around a segment.
const RING_STROKES: u32 = 4;

fn push_shape(text: &mut String, number: usize, shape: &Shape) {
    if let Ink::Light { ends: [from, to], radius, falloff, color } = shape.ink
        && from != to
    {
        for (width, color) in light_strokes(radius, falloff, color) {
            let (path, style) = (shape.path.clone(), Style::Stroke { width, dash: None });
            push_shape(text, number, &Shape { path, style, ink: color.into() });
        }
        return;
    }
    let paint = push_ink(text, number, &shape.ink);
    text.push_str("<path d=\"");
    push_path(text, &shape.path);
    let kind = match &shape.style {
        Style::Fill => "fill",
        Style::Stroke { width, dash } => {
            _ = write!(text, "\" fill=\"none\" stroke-width=\"{}", rounded(*width));
            match dash {
                Some([dash, gap]) => _ = write!(text, "\" stroke-dasharray=\"{} {}", rounded(*dash), rounded(*gap)),
                None => text.push_str("\" stroke-linecap=\"round\" stroke-linejoin=\"round"),
            }
            "stroke"
        }
    };
    _ = writeln!(text, "\" {kind}=\"{paint}\"{}/>", opacity(&format!("{kind}-opacity"), shape.ink.alpha()));
}

/// Strokes with round ends, one on the other, from the widest to the thinnest, that show the light around a segment.
fn light_strokes(radius: f32, falloff: Falloff, color: Srgba) -> impl Iterator<Item = (f32, Srgba)> {
    let mut shown = 0.0;
    let parts = |ring: &'static [(f32, f32)]| (0..RING_STROKES).rev().map(move |part| (ring[0], ring[1], part as f32));
    falloff.rings().windows(2).rev().flat_map(parts).map(move |((near, strong), (far, weak), part)| {
        let [middle, rim] = [part + 0.5, part + 1.0].map(|part| part / RING_STROKES as f32);
        // SVG blends colors as they are coded: in the dark, a light's share of the code is larger.
        let strength = ops::powf(color.alpha * strong.lerp(weak, middle), 1.0 / 2.2);
        let layer = (strength - shown) / (1.0 - shown);
        shown = strength;
        (2.0 * radius * near.lerp(far, rim), color.with_alpha(layer))
    })
}

/// Writes the gradient that an ink needs. Returns how paths refer to it.
fn push_ink(text: &mut String, number: usize, ink: &Ink) -> String {
    let place = |at: Vec2| (rounded(at.x), rounded(at.y));
    let (kind, places, stops) = match *ink {
        Ink::Flat(color) => return hex(color),
        Ink::Linear([from, to], [a, b]) => {
            let ((x1, y1), (x2, y2)) = (place(from), place(to));
            ("linear", format!("x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""), vec![(0.0, a), (1.0, b)])
        }
        Ink::Light { ends: [center, _], radius, falloff, color } => {
            let (x, y) = place(center);
            let stops = falloff.rings().iter().map(|&(reach, strength)| (reach, faint(color, strength)));
            ("radial", format!("cx=\"{x}\" cy=\"{y}\" r=\"{}\"", rounded(radius)), stops.collect())
        }
    };
    _ = write!(text, "<{kind}Gradient id=\"g{number}\" gradientUnits=\"userSpaceOnUse\" {places}>");
    for (offset, color) in stops {
        let opacity = opacity("stop-opacity", color.alpha);
        _ = write!(text, "<stop offset=\"{offset}\" stop-color=\"{}\"{opacity}/>", hex(color));
    }
    _ = writeln!(text, "</{kind}Gradient>");
    format!("url(#g{number})")
}

fn hex(color: Srgba) -> String {
    color.with_alpha(1.0).to_hex().to_lowercase()
}

fn opacity(name: &str, alpha: f32) -> String {
    if alpha < 1.0 { format!(" {name}=\"{alpha:.3}\"") } else { String::new() }
}

fn push_path(text: &mut String, path: &Path) {
    for segment in path.segments() {
        let (letter, points): (char, &[Point]) = match &segment {
            PathSegment::MoveTo(to) => ('M', &[*to]),
            PathSegment::LineTo(to) => ('L', &[*to]),
            PathSegment::QuadTo(control, to) => ('Q', &[*control, *to]),
            PathSegment::CubicTo(first, second, to) => ('C', &[*first, *second, *to]),
            PathSegment::Close => ('Z', &[]),
        };
        text.push(letter);
        for (index, point) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            _ = write!(text, "{gap}{} {}", rounded(point.x), rounded(point.y));
        }
    }
}

/// A number with at most one digit after the point.
fn rounded(value: f32) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // No `-0`.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{ellipse, polygon};

    #[test]
    fn each_shape_is_one_path_and_the_title_is_escaped() {
        let ink = Srgba::rgb_u8(255, 0, 16);
        let mut drawing = Drawing::new(Vec2::new(20.0, 10.0), ink);
        drawing.fill(polygon(&[Vec2::ZERO, Vec2::X, Vec2::new(-0.04, 1.25)]), faint(ink, 0.5));
        drawing.stroke(ellipse(Vec2::ONE, Vec2::ONE), 0.5, Some([1.0, 2.0]), ink);
        let text = write(&drawing, "A <B> & C");
        assert!(text.contains("<title>A &lt;B&gt; &amp; C</title>"), "{text}");
        assert_eq!(text.matches("<path ").count(), 3, "{text}");
        assert!(text.contains("d=\"M0 0L1 0L0 1.3Z\" fill=\"#ff0010\" fill-opacity=\"0.500\"/>"), "{text}");
        assert!(text.contains("stroke-dasharray=\"1 2\" stroke=\"#ff0010\"/>"), "{text}");
        let light = Ink::Light { ends: [Vec2::ONE; 2], radius: 1.0, falloff: Falloff::HALO, color: faint(ink, 0.5) };
        drawing.fill(ellipse(Vec2::ONE, Vec2::ONE), light);
        let text = write(&drawing, "");
        assert!(text.contains("<stop offset=\"0.5\" stop-color=\"#ff0010\" stop-opacity=\"0.125\"/>"), "{text}");
        assert!(text.contains("fill=\"url(#g3)\"/>"), "{text}");
    }
}
