//! A drawing as pixels, and those as a PNG file.

use bevy_color::{ColorToComponents, Srgba};
use bevy_math::{UVec2, Vec2};
use thiserror::Error;
use tiny_skia::{
    Color, ColorU8, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Pixmap, Point, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

use super::light::add_light;
use super::{Drawing, Ink, Shape, Style};

/// The most pixels of a side: a picture of 16,384 by 16,384 takes 1 GiB while it is drawn.
pub(crate) const SIDE_MAX: f32 = 16_384.0;

#[derive(Debug, Error)]
pub(crate) enum PictureError {
    #[error("a picture of {0} × {1} pixels cannot be made: a side has 1 to {SIDE_MAX}")]
    Size(f32, f32),
    #[error("a picture of {0} × {1} pixels takes {2} MB, and there is no room for them in memory")]
    Memory(u32, u32, u64),
    #[error("the picture cannot be coded: {0}")]
    Coding(#[from] png::EncodingError),
}

/// The largest scale at which a page has a picture, rounded down to a tenth.
pub(crate) fn scale_max(page: Vec2) -> f32 {
    (SIDE_MAX / page.max_element() * 10.0).floor() / 10.0
}

/// Bytes that a pixel takes at most: 4 each in the pixmap, in its copy with straight alpha and in both encodings, of which the
/// smaller is kept.
const PIXEL_BYTES: u64 = 16;

/// The pixels of a picture of a page, and the megabytes that it takes at most until it is written.
///
/// # Errors
/// If it would be too large, or if that much memory cannot be reserved.
pub(crate) fn cost(page: Vec2, scale: f32) -> Result<(UVec2, u64), PictureError> {
    let Vec2 { x: width, y: height } = (page * scale).round();
    if !(1.0..=SIDE_MAX).contains(&width) || !(1.0..=SIDE_MAX).contains(&height) {
        return Err(PictureError::Size(width, height));
    }
    let size = UVec2::new(width as u32, height as u32);
    let bytes = u64::from(size.x) * u64::from(size.y) * PIXEL_BYTES;
    let megabytes = bytes.div_ceil(1_000_000);
    // Only reserved: nothing is written there.
    let has_room = usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if has_room { Ok((size, megabytes)) } else { Err(PictureError::Memory(size.x, size.y, megabytes)) }
}

/// The bytes of a PNG file, `scale` times as large as the page.
///
/// # Errors
/// If the picture would be too large, or cannot be coded.
pub(crate) fn png(drawing: &Drawing, scale: f32) -> Result<Vec<u8>, PictureError> {
    encoded(&render(drawing, scale)?)
}

/// The bytes of a PNG file of a picture.
///
/// # Errors
/// If it cannot be coded.
pub(crate) fn encoded(pixmap: &Pixmap) -> Result<Vec<u8>, PictureError> {
    let colors = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let (kind, bytes): (png::ColorType, Vec<u8>) = if pixmap.pixels().iter().all(|pixel| pixel.is_opaque()) {
        (png::ColorType::Rgb, colors.flat_map(|color| [color.red(), color.green(), color.blue()]).collect())
    } else {
        let with_alpha = |color: ColorU8| [color.red(), color.green(), color.blue(), color.alpha()];
        (png::ColorType::Rgba, colors.flat_map(with_alpha).collect())
    };
    // Flat areas pack best as they are, soft edges best as differences; the page decides.
    let plain = encode(pixmap, kind, &bytes, png::Filter::NoFilter)?;
    let filtered = encode(pixmap, kind, &bytes, png::Filter::Adaptive)?;
    Ok(if filtered.len() < plain.len() { filtered } else { plain })
}

/// The pixels of a drawing, `scale` times as large as the page.
pub(crate) fn render(drawing: &Drawing, scale: f32) -> Result<Pixmap, PictureError> {
    let (size, _) = cost(drawing.size, scale)?;
    let pixmap = Pixmap::new(size.x, size.y);
    let mut pixmap = pixmap.ok_or(PictureError::Size(size.x as f32, size.y as f32))?;
    paint_over(&mut pixmap, drawing, scale);
    Ok(pixmap)
}

/// Adds a drawing, `scale` times as large as its page, to what a picture shows.
pub(crate) fn paint_over(pixmap: &mut Pixmap, drawing: &Drawing, scale: f32) {
    for shape in &drawing.shapes {
        paint(pixmap, shape, scale);
    }
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
    if let Ink::Light { ends, radius, falloff, color } = shape.ink {
        return add_light(pixmap, ends.map(|end| end * scale), radius * scale, falloff, color);
    }
    let Some(shader) = shader(&shape.ink) else { return };
    let paint = Paint { anti_alias: true, shader, ..Paint::default() };
    let transform = Transform::from_scale(scale, scale);
    match &shape.style {
        Style::Fill => pixmap.fill_path(&shape.path, &paint, FillRule::Winding, transform, None),
        Style::Stroke { width, dash } => {
            let (line_cap, line_join) = match dash {
                Some(_) => (LineCap::Butt, LineJoin::Miter),
                None => (LineCap::Round, LineJoin::Round),
            };
            let dash = dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0));
            let stroke = Stroke { width: *width, line_cap, line_join, dash, ..Stroke::default() };
            pixmap.stroke_path(&shape.path, &paint, &stroke, transform, None);
        }
    }
}

fn shader(ink: &Ink) -> Option<Shader<'static>> {
    let stop = |(place, color)| GradientStop::new(place, skia(color));
    let point = |at: Vec2| Point::from_xy(at.x, at.y);
    let spread = SpreadMode::Pad;
    match *ink {
        Ink::Flat(color) => Some(Shader::SolidColor(skia(color))),
        Ink::Linear([from, to], [a, b]) => {
            let stops = vec![stop((0.0, a)), stop((1.0, b))];
            LinearGradient::new(point(from), point(to), stops, spread, Transform::identity())
        }
        Ink::Light { .. } => None,
    }
}

fn skia(color: Srgba) -> Color {
    let [red, green, blue, alpha] = color.to_f32_array().map(|part| part.clamp(0.0, 1.0));
    Color::from_rgba(red, green, blue, alpha).unwrap_or(Color::TRANSPARENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::polygon;

    #[test]
    fn a_picture_has_the_colors_of_its_shapes_where_they_lie() {
        let (dark, light) = (Srgba::rgb_u8(10, 20, 30), Srgba::rgb_u8(200, 100, 50));
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
        assert_eq!((at(1, 1), at(15, 7)), ([10, 20, 30], [200, 100, 50]));
    }

    #[test]
    fn a_page_that_is_too_large_is_an_error() {
        assert!(matches!(
            png(&Drawing::new(Vec2::new(40_000.0, 10.0), Srgba::BLACK), 1.0),
            Err(PictureError::Size(..))
        ));
    }
}
