//! A drawing as SVG: one `path` a shape, and nothing that a viewer could show in another way (no text, no filters).

use std::fmt::Write as _;

use bevy_math::Vec2;

use super::{Drawing, Shape, Step, Style};

/// The text of the file. `title` is for readers of the file that do not show pictures.
pub(crate) fn write(drawing: &Drawing, title: &str) -> String {
    let Vec2 { x: width, y: height } = drawing.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{}</title>\n",
        escaped(title)
    );
    for shape in &drawing.shapes {
        push_shape(&mut text, shape);
    }
    text.push_str("</svg>\n");
    text
}

fn push_shape(text: &mut String, shape: &Shape) {
    text.push_str("<path d=\"");
    push_steps(text, &shape.steps);
    let [red, green, blue] = shape.ink.color;
    let color = format!("#{red:02x}{green:02x}{blue:02x}");
    let kind = match &shape.style {
        Style::Fill => "fill",
        Style::Stroke { width, dash } => {
            let width = number(*width);
            _ = write!(text, "\" fill=\"none\" stroke-width=\"{width}");
            match dash {
                Some([dash, gap]) => _ = write!(text, "\" stroke-dasharray=\"{} {}", number(*dash), number(*gap)),
                None => text.push_str("\" stroke-linecap=\"round\" stroke-linejoin=\"round"),
            }
            "stroke"
        }
    };
    _ = write!(text, "\" {kind}=\"{color}\"");
    if shape.ink.alpha < 1.0 {
        _ = write!(text, " {kind}-opacity=\"{:.2}\"", shape.ink.alpha);
    }
    text.push_str("/>\n");
}

fn push_steps(text: &mut String, steps: &[Step]) {
    for step in steps {
        let (letter, points): (char, &[Vec2]) = match step {
            Step::Move(to) => ('M', &[*to]),
            Step::Line(to) => ('L', &[*to]),
            Step::Quadratic(control, to) => ('Q', &[*control, *to]),
            Step::Cubic(first, second, to) => ('C', &[*first, *second, *to]),
            Step::Close => ('Z', &[]),
        };
        text.push(letter);
        for (index, point) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            _ = write!(text, "{gap}{} {}", number(point.x), number(point.y));
        }
    }
}

/// A number with at most one digit after the point.
fn number(value: f32) -> String {
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
    use crate::drawing::{Ink, circle, polygon};

    #[test]
    fn each_shape_is_one_path_and_the_title_is_escaped() {
        let ink = Ink { color: [255, 0, 16], alpha: 1.0 };
        let mut drawing = Drawing::new(Vec2::new(20.0, 10.0), ink);
        drawing.fill(polygon(&[Vec2::ZERO, Vec2::X, Vec2::new(-0.04, 1.25)]), ink.faint(0.5));
        drawing.stroke(circle(Vec2::ONE, 1.0), 0.5, Some([1.0, 2.0]), ink);
        let text = write(&drawing, "A <B> & C");
        assert!(text.contains("<title>A &lt;B&gt; &amp; C</title>"), "{text}");
        assert_eq!(text.matches("<path ").count(), 3, "{text}");
        assert!(text.contains("d=\"M0 0L1 0L0 1.3Z\" fill=\"#ff0010\" fill-opacity=\"0.50\"/>"), "{text}");
        assert!(text.contains("stroke-dasharray=\"1 2\" stroke=\"#ff0010\"/>"), "{text}");
    }
}
