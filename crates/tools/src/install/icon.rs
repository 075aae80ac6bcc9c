//! The icon: the ninja, and a beam that misses it by a hair.

use bevy_color::Mix;
use bevy_math::Vec2;
use tiny_skia::PathBuilder;

use crate::drawing::Drawing;
use hairline_level::LevelWorld;
use hairline_painter::ninja::figure::{Figure, Stance};
use hairline_painter::ninja::paint_face;
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Palettes, Role, tint};
use hairline_sim::tuning::BODY_RADIUS;

/// The side of the picture in pixels.
pub(super) const SIDE: f32 = 512.0;
/// The side that the numbers below are given for.
const UNITS: f32 = 64.0;
const CORNER: f32 = 13.0;

/// The middle of the face, and the radius of the hood. Like all that is painted, with y up.
const FACE: Vec2 = Vec2::new(34.0, 24.0);
const HOOD_RADIUS: f32 = 19.0;
const BEAM: [Vec2; 2] = [Vec2::new(4.0, 44.0), Vec2::new(58.5, 56.7)];

/// The icon on a clear page, in the colors of the first world.
pub(super) fn icon() -> Drawing {
    let palette = *Palettes::built_in().of(LevelWorld::FirstLight);
    let mut drawing = Drawing::clear(Vec2::splat(SIDE));
    let tile = rounded_square(SIDE, CORNER * SIDE / UNITS);
    drawing.fill(tile, palette.ink(Role::Edge).mix(&palette.ink(Role::Space), 0.9));
    let mut painter = Painter::default();
    // The glow, then the beam, then its hot core.
    for (width, role, alpha) in
        [(8.0, Role::Lethal, 0.14), (5.5, Role::Lethal, 0.22), (2.6, Role::Lethal, 1.0), (0.9, Role::Paper, 0.9)]
    {
        painter.line(BEAM[0], BEAM[1], width, tint(role, alpha));
    }
    let knot = FACE + Vec2::new(-14.0, 6.5);
    for (ends, width, role) in [
        ([Vec2::new(-6.0, -1.5), Vec2::new(-11.0, -7.5)], 3.4, Role::Hood),
        ([Vec2::new(-7.0, 2.5), Vec2::new(-13.5, -0.5)], 4.0, Role::Focus),
    ] {
        painter.capsule(knot, knot + ends[0], width, role);
        painter.capsule(knot + ends[0], knot + ends[1], width, role);
    }
    painter.disc(FACE, HOOD_RADIUS, Role::Hood);
    let figure = Figure { gaze: Vec2::new(1.2, 0.0), ..Figure::new(Stance::Idle, 0.0, 0.0, Vec2::ZERO, 1.0) };
    paint_face(&mut painter, FACE, 1.0, &figure, HOOD_RADIUS / BODY_RADIUS);
    drawing.paint(&painter, &palette, Vec2::Y * SIDE, SIDE / UNITS);
    drawing
}

/// A square whose corners are quarters of circles.
fn rounded_square(side: f32, radius: f32) -> Option<tiny_skia::Path> {
    // The control length with which a cubic comes nearest to a quarter of a circle.
    const CONTROL: f32 = 0.552_285;
    let (center, inner) = (Vec2::splat(side / 2.0), side / 2.0 - radius);
    let mut builder = PathBuilder::new();
    for (index, from) in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].into_iter().enumerate() {
        let to = from.perp();
        let middle = center + (from + to) * inner;
        let [start, a, b, end] =
            [from, from + to * CONTROL, to + from * CONTROL, to].map(|offset| middle + offset * radius);
        if index == 0 {
            builder.move_to(start.x, start.y)
        } else {
            builder.line_to(start.x, start.y)
        }
        builder.cubic_to(a.x, a.y, b.x, b.y, end.x, end.y);
    }
    builder.close();
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::pixels;
    use bevy_color::ColorToPacked;
    use hairline_geometry::shapes::segment::distance_point_segment;

    #[test]
    fn the_ninja_looks_out_of_a_tile_with_round_corners() {
        let bytes = pixels::png(&icon(), 64.0 / SIDE).expect("it is small");
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("it is a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
        let info = reader.next_frame(&mut pixels).expect("it is whole");
        assert_eq!((info.width, info.height, info.color_type), (64, 64, png::ColorType::Rgba));
        let at = |x: usize, y: usize| [0, 1, 2, 3].map(|part| pixels[(y * 64 + x) * 4 + part]);
        assert_eq!(at(0, 0)[3], 0, "the corner is clear");
        let palette = *Palettes::built_in().of(LevelWorld::FirstLight);
        for (place, role) in [((34, 50), Role::Paper), ((34, 33), Role::Focus), ((34, 42), Role::Ink)] {
            assert_eq!(at(place.0, place.1)[..3], palette.ink(role).to_u8_array_no_alpha(), "{role:?}");
        }
    }

    #[test]
    fn the_beam_misses_the_ninja() {
        let clearance = distance_point_segment(FACE, BEAM[0], BEAM[1]) - HOOD_RADIUS;
        assert!((0.5..8.0).contains(&clearance), "{clearance} units");
    }
}
