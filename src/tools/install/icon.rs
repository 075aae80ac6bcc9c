//! The icon: the ninja, and a beam that misses it by a hair. A list of shapes, which becomes an SVG or pixels.

use bevy::math::Vec2;

/// The side of the picture in its own units; y points down, as in SVG.
const SIDE: f32 = 64.0;
/// Samples across a pixel, each way.
const SAMPLES: u32 = 4;

/// A color: red, green, blue.
type Rgb = [u8; 3];

// Colors of the world First Light (`assets/palettes.ron`).
const SPACE: Rgb = [0x0c, 0x0f, 0x18];
const EDGE: Rgb = [0x3a, 0x44, 0x5c];
const HOOD: Rgb = [0x26, 0x5c, 0x70];
const FOCUS: Rgb = [0x40, 0xe0, 0xdc];
const PAPER: Rgb = [0xfa, 0xf6, 0xec];
const INK: Rgb = [0x0e, 0x11, 0x1c];
const LETHAL: Rgb = [0xff, 0x52, 0x76];

/// One shape, filled with a color of an opacity.
struct Shape {
    form: Form,
    color: Rgb,
    opacity: f32,
}

enum Form {
    /// A square over the whole picture with round corners of a radius.
    Tile {
        radius: f32,
    },
    Ellipse {
        center: Vec2,
        half_axes: Vec2,
    },
    /// A stroke with round ends through these points.
    Stroke {
        points: Vec<Vec2>,
        width: f32,
    },
    /// The part of a circle between two heights.
    Band {
        center: Vec2,
        radius: f32,
        top: f32,
        bottom: f32,
    },
}

fn shapes() -> Vec<Shape> {
    let face = Vec2::new(34.0, 40.0);
    let shape = |form, color, opacity| Shape { form, color, opacity };
    let beam = || vec![Vec2::new(2.0, 20.5), Vec2::new(62.0, 6.5)];
    let knot = face + Vec2::new(-14.0, -6.5);
    let scarf = |ends: &[(f32, f32)]| {
        std::iter::once(knot).chain(ends.iter().map(|(x, y)| knot + Vec2::new(*x, *y))).collect::<Vec<_>>()
    };
    vec![
        shape(Form::Tile { radius: 13.0 }, EDGE, 1.0),
        shape(Form::Tile { radius: 13.0 }, SPACE, 0.9),
        // The glow, then the beam, then its hot core.
        shape(Form::Stroke { points: beam(), width: 9.0 }, LETHAL, 0.14),
        shape(Form::Stroke { points: beam(), width: 5.5 }, LETHAL, 0.22),
        shape(Form::Stroke { points: beam(), width: 2.6 }, LETHAL, 1.0),
        shape(Form::Stroke { points: beam(), width: 0.9 }, PAPER, 0.9),
        shape(Form::Stroke { points: scarf(&[(-6.0, 1.5), (-11.0, 7.5)]), width: 3.4 }, HOOD, 1.0),
        shape(Form::Stroke { points: scarf(&[(-7.0, -2.5), (-13.5, 0.5)]), width: 4.0 }, FOCUS, 1.0),
        shape(Form::Ellipse { center: face, half_axes: Vec2::splat(19.0) }, HOOD, 1.0),
        shape(Form::Ellipse { center: face, half_axes: Vec2::splat(14.5) }, PAPER, 1.0),
        shape(Form::Band { center: face, radius: 14.5, top: -9.2, bottom: -4.0 }, FOCUS, 1.0),
        shape(Form::Ellipse { center: face + Vec2::new(0.8, 2.4), half_axes: Vec2::new(1.9, 3.7) }, INK, 1.0),
        shape(Form::Ellipse { center: face + Vec2::new(8.4, 2.4), half_axes: Vec2::new(1.9, 3.7) }, INK, 1.0),
    ]
}

impl Form {
    fn contains(&self, at: Vec2) -> bool {
        match self {
            Self::Tile { radius } => {
                let beyond = ((at - SIDE / 2.0).abs() - (SIDE / 2.0 - radius)).max(Vec2::ZERO);
                beyond.length() <= *radius
            }
            Self::Ellipse { center, half_axes } => ((at - center) / half_axes).length() <= 1.0,
            Self::Stroke { points, width } => points.windows(2).any(|ends| {
                let along = ends[1] - ends[0];
                let share = ((at - ends[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                at.distance(ends[0] + along * share) <= width / 2.0
            }),
            Self::Band { center, radius, top, bottom } => {
                let within = at - center;
                within.length() <= *radius && (*top..=*bottom).contains(&within.y)
            }
        }
    }

    /// The form as an element of SVG, without its color.
    fn element(&self) -> (String, bool) {
        match self {
            Self::Tile { radius } => (format!("rect width=\"{SIDE}\" height=\"{SIDE}\" rx=\"{radius}\""), false),
            Self::Ellipse { center, half_axes } => {
                let [x, y, a, b] = [center.x, center.y, half_axes.x, half_axes.y];
                (format!("ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{a}\" ry=\"{b}\""), false)
            }
            Self::Stroke { points, width } => {
                let points: Vec<String> = points.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
                let style = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
                (format!("polyline points=\"{}\" stroke-width=\"{width}\" {style}", points.join(" ")), true)
            }
            Self::Band { center, radius, top, bottom } => {
                let half = |y: f32| (radius * radius - y * y).sqrt();
                let corner = |side: f32, y: f32| format!("{} {}", center.x + side * half(y), center.y + y);
                let (a, b) = (corner(-1.0, *top), corner(1.0, *top));
                let (c, d) = (corner(1.0, *bottom), corner(-1.0, *bottom));
                let arc = format!("A{radius} {radius} 0 0 1");
                (format!("path d=\"M{a}L{b}{arc} {c}L{d}{arc} {a}Z\""), false)
            }
        }
    }
}

/// The icon at any size.
pub fn svg() -> String {
    let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">\n");
    for Shape { form, color: [red, green, blue], opacity } in shapes() {
        let (element, is_stroke) = form.element();
        let paint = if is_stroke { "stroke" } else { "fill" };
        text += &format!("<{element} {paint}=\"#{red:02x}{green:02x}{blue:02x}\" {paint}-opacity=\"{opacity}\"/>\n");
    }
    text + "</svg>\n"
}

/// The icon as rows of pixels from the top: red, green, blue and opacity, a byte each.
pub fn pixels(side: u32) -> Vec<u8> {
    let shapes = shapes();
    let scale = SIDE / (side * SAMPLES) as f32;
    let mut bytes = Vec::with_capacity((side * side * 4) as usize);
    for y in 0..side {
        for x in 0..side {
            // Light is added up with its opacity in it.
            let mut sum = [0.0; 4];
            for sample in 0..SAMPLES * SAMPLES {
                let (across, down) = (x * SAMPLES + sample % SAMPLES, y * SAMPLES + sample / SAMPLES);
                let color = color_at(&shapes, Vec2::new(across as f32 + 0.5, down as f32 + 0.5) * scale);
                (0..3).for_each(|channel| sum[channel] += color[channel] * color[3]);
                sum[3] += color[3];
            }
            let opacity = sum[3] / (SAMPLES * SAMPLES) as f32;
            bytes.extend((0..3).map(|channel| if sum[3] > 0.0 { (sum[channel] / sum[3]).round() as u8 } else { 0 }));
            bytes.push((opacity * 255.0).round() as u8);
        }
    }
    bytes
}

/// The color at a point, and its opacity, `0..=1`.
fn color_at(shapes: &[Shape], at: Vec2) -> [f32; 4] {
    let mut color = [0.0; 4];
    for Shape { form, color: over, opacity } in shapes.iter().filter(|shape| shape.form.contains(at)) {
        let under = color[3] * (1.0 - opacity);
        let alpha = opacity + under;
        for channel in 0..3 {
            color[channel] = (f32::from(over[channel]) * opacity + color[channel] * under) / alpha;
        }
        color[3] = alpha;
        // The picture ends where its tile does.
        debug_assert!(!matches!(form, Form::Tile { .. }) || alpha > 0.0);
    }
    if shapes[0].form.contains(at) { color } else { [0.0; 4] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(side: u32, at: [u32; 2]) -> [u8; 4] {
        let start = ((at[1] * side + at[0]) * 4) as usize;
        pixels(side)[start..start + 4].try_into().expect("four bytes")
    }

    #[test]
    fn the_ninja_looks_out_of_a_tile_with_round_corners() {
        assert_eq!(pixel(64, [0, 0])[3], 0, "the corner is clear");
        assert_eq!(pixel(64, [34, 50]), [PAPER[0], PAPER[1], PAPER[2], 255], "the face");
        assert_eq!(pixel(64, [34, 33])[..3], FOCUS, "the headband");
        assert_eq!(pixel(64, [34, 42])[..3], INK, "an eye");
        assert_eq!(pixels(32).len(), 32 * 32 * 4);
    }

    #[test]
    fn the_beam_misses_the_ninja() {
        let shapes = shapes();
        let beam = shapes.iter().position(|shape| shape.color == LETHAL && shape.opacity == 1.0).expect("there is one");
        let hood = shapes.iter().find(|shape| shape.color == HOOD && matches!(shape.form, Form::Ellipse { .. }));
        let hood = hood.expect("there is one");
        let points = (0..64 * 64).map(|place| Vec2::new((place % 64) as f32, (place / 64) as f32));
        assert!(!points.into_iter().any(|at| shapes[beam].form.contains(at) && hood.form.contains(at)));
    }

    #[test]
    fn the_svg_has_an_element_for_each_shape() {
        let svg = svg();
        assert_eq!(svg.matches("-opacity=").count(), shapes().len());
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }
}
