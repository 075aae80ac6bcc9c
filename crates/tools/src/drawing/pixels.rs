//! A drawing as pixels, and those as a PNG file.

use bevy_math::Vec2;
use thiserror::Error;
use tiny_skia::{
    Color, ColorU8, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

use super::{Drawing, Shape, Step, Style};

/// The most pixels of a side: a picture of 16,384 by 16,384 takes 1 GiB while it is drawn.
pub(crate) const SIDE_MAX: f32 = 16_384.0;

/// Why a drawing has no picture.
#[derive(Debug, Error)]
pub(crate) enum PictureError {
    #[error("a picture of {0} × {1} pixels cannot be made: a side has 1 to {SIDE_MAX}")]
    Size(f32, f32),
    #[error("the picture cannot be coded: {0}")]
    Coding(#[from] png::EncodingError),
}

/// The largest scale at which a drawing has a picture, rounded down to a tenth.
pub(crate) fn scale_max(drawing: &Drawing) -> f32 {
    (SIDE_MAX / drawing.size.max_element() * 10.0).floor() / 10.0
}

/// The bytes of a PNG file, `scale` times as large as the page.
///
/// # Errors
/// If the picture would be too large.
pub(crate) fn png(drawing: &Drawing, scale: f32) -> Result<Vec<u8>, PictureError> {
    let Vec2 { x: width, y: height } = (drawing.size * scale).round();
    let is_possible = (1.0..=SIDE_MAX).contains(&width) && (1.0..=SIDE_MAX).contains(&height);
    let pixmap = is_possible.then(|| Pixmap::new(width as u32, height as u32)).flatten();
    let mut pixmap = pixmap.ok_or(PictureError::Size(width, height))?;
    for shape in &drawing.shapes {
        paint(&mut pixmap, shape, scale);
    }
    let colors = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let (kind, bytes): (png::ColorType, Vec<u8>) = if pixmap.pixels().iter().all(|pixel| pixel.is_opaque()) {
        (png::ColorType::Rgb, colors.flat_map(|color| [color.red(), color.green(), color.blue()]).collect())
    } else {
        let with_alpha = |color: ColorU8| [color.red(), color.green(), color.blue(), color.alpha()];
        (png::ColorType::Rgba, colors.flat_map(with_alpha).collect())
    };
    // Flat areas pack best as they are, soft edges best as differences; the page decides.
    let plain = encode(&pixmap, kind, &bytes, png::Filter::NoFilter)?;
    let filtered = encode(&pixmap, kind, &bytes, png::Filter::Adaptive)?;
    Ok(if filtered.len() < plain.len() { filtered } else { plain })
}

fn encode(
    pixmap: &Pixmap,
    kind: png::ColorType,
    pixels: &[u8],
    filter: png::Filter,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(kind);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(filter);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(bytes)
}

fn paint(pixmap: &mut Pixmap, shape: &Shape, scale: f32) {
    let Some(path) = path(&shape.steps) else { return };
    let [red, green, blue] = shape.ink.color;
    let alpha = (shape.ink.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(red, green, blue, alpha));
    let transform = Transform::from_scale(scale, scale);
    match &shape.style {
        Style::Fill => pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None),
        Style::Stroke { width, dash } => {
            let (line_cap, line_join) = match dash {
                Some(_) => (LineCap::Butt, LineJoin::Miter),
                None => (LineCap::Round, LineJoin::Round),
            };
            let dash = dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0));
            let stroke = Stroke { width: *width, line_cap, line_join, dash, ..Stroke::default() };
            pixmap.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }
}

fn path(steps: &[Step]) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move(to) => builder.move_to(to.x, to.y),
            Step::Line(to) => builder.line_to(to.x, to.y),
            Step::Quadratic(control, to) => builder.quad_to(control.x, control.y, to.x, to.y),
            Step::Cubic(first, second, to) => builder.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Ink, polygon};

    #[test]
    fn a_picture_has_the_colors_of_its_shapes_where_they_lie() {
        let (dark, light) = (Ink { color: [10, 20, 30], alpha: 1.0 }, Ink { color: [200, 100, 50], alpha: 1.0 });
        let mut drawing = Drawing::new(Vec2::new(8.0, 4.0), dark);
        drawing.fill(
            polygon(&[Vec2::new(4.0, 0.0), Vec2::new(8.0, 0.0), Vec2::new(8.0, 4.0), Vec2::new(4.0, 4.0)]),
            light,
        );
        let bytes = png(&drawing, 2.0).expect("it is small");
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("it is a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
        let info = reader.next_frame(&mut pixels).expect("it is whole");
        assert_eq!((info.width, info.height), (16, 8));
        let at = |x: usize, y: usize| [0, 1, 2].map(|part| pixels[(y * 16 + x) * 3 + part]);
        assert_eq!((at(1, 1), at(15, 7)), (dark.color, light.color));
    }

    #[test]
    fn a_page_that_is_too_large_is_an_error() {
        let ink = Ink { color: [0; 3], alpha: 1.0 };
        assert!(matches!(png(&Drawing::new(Vec2::new(40_000.0, 10.0), ink), 1.0), Err(PictureError::Size(..))));
    }
}
