//! The icon: the ninja, and a beam that misses it by a hair.

use bevy_math::Vec2;

use crate::drawing::{Drawing, Ink, ellipse, polygon, polyline, rounded_rectangle};
use hairline_level::LevelWorld;
use hairline_painter::palette::{Role, WorldColors};

/// The side of the picture in pixels.
pub(super) const SIDE: f32 = 512.0;
/// The side that the numbers below are given for.
const UNITS: f32 = 64.0;
/// The radius of the corners.
const CORNER: f32 = 13.0;

/// The middle of the face, and the radii of the hood and of what it leaves open.
const FACE: Vec2 = Vec2::new(34.0, 40.0);
const HOOD_RADIUS: f32 = 19.0;
const FACE_RADIUS: f32 = 14.5;
/// The ends of the beam.
const BEAM: [Vec2; 2] = [Vec2::new(4.0, 20.0), Vec2::new(58.5, 7.3)];

/// The icon on a clear page, in the colors of the first world.
pub(super) fn icon() -> Drawing {
    let colors = WorldColors::built_in();
    let ink = |role: Role, alpha: f32| Ink { color: colors.of(LevelWorld::FirstLight).of(role), alpha };
    let mut drawing = Drawing::clear(Vec2::splat(SIDE));
    let scaled = |point: Vec2| point * (SIDE / UNITS);
    let disc = |center: Vec2, half_axes: Vec2| ellipse(scaled(center), scaled(half_axes));
    let line = |points: &[Vec2]| polyline(&points.iter().map(|&point| scaled(point)).collect::<Vec<_>>());
    let width = |units: f32| units * SIDE / UNITS;
    let tile = rounded_rectangle(Vec2::ZERO, Vec2::splat(SIDE), scaled(Vec2::splat(CORNER)));
    drawing.fill(tile, ink(Role::Edge, 1.0).mix(ink(Role::Space, 1.0), 0.9));
    // The glow, then the beam, then its hot core.
    for (units, role, alpha) in
        [(8.0, Role::Lethal, 0.14), (5.5, Role::Lethal, 0.22), (2.6, Role::Lethal, 1.0), (0.9, Role::Paper, 0.9)]
    {
        drawing.stroke(line(&BEAM), width(units), None, ink(role, alpha));
    }
    let knot = FACE + Vec2::new(-14.0, -6.5);
    let scarf = |ends: [Vec2; 2]| line(&[knot, knot + ends[0], knot + ends[1]]);
    drawing.stroke(scarf([Vec2::new(-6.0, 1.5), Vec2::new(-11.0, 7.5)]), width(3.4), None, ink(Role::Hood, 1.0));
    drawing.stroke(scarf([Vec2::new(-7.0, -2.5), Vec2::new(-13.5, 0.5)]), width(4.0), None, ink(Role::Focus, 1.0));
    drawing.fill(disc(FACE, Vec2::splat(HOOD_RADIUS)), ink(Role::Hood, 1.0));
    drawing.fill(disc(FACE, Vec2::splat(FACE_RADIUS)), ink(Role::Paper, 1.0));
    let headband: Vec<Vec2> = headband().into_iter().map(scaled).collect();
    drawing.fill(polygon(&headband), ink(Role::Focus, 1.0));
    for eye in [Vec2::new(0.8, 2.4), Vec2::new(8.4, 2.4)] {
        drawing.fill(disc(FACE + eye, Vec2::new(1.9, 3.7)), ink(Role::Ink, 1.0));
    }
    drawing
}

/// The part of the face between two heights.
fn headband() -> Vec<Vec2> {
    const STEPS: u8 = 16;
    let (top, bottom) = (-9.2_f32, -4.0_f32);
    let right = (0..=STEPS).map(|step| {
        let y = top + (bottom - top) * f32::from(step) / f32::from(STEPS);
        Vec2::new((FACE_RADIUS * FACE_RADIUS - y * y).sqrt(), y)
    });
    let right: Vec<Vec2> = right.collect();
    let left = right.iter().rev().map(|point| Vec2::new(-point.x, point.y));
    right.iter().copied().chain(left).map(|point| FACE + point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::pixels;
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
        let worlds = WorldColors::built_in();
        for (place, role) in [((34, 50), Role::Paper), ((34, 33), Role::Focus), ((34, 42), Role::Ink)] {
            assert_eq!(at(place.0, place.1)[..3], worlds.of(LevelWorld::FirstLight).of(role), "{role:?}");
        }
    }

    #[test]
    fn the_beam_misses_the_ninja() {
        let clearance = distance_point_segment(FACE, BEAM[0], BEAM[1]) - HOOD_RADIUS;
        assert!((0.5..8.0).contains(&clearance), "{clearance} units");
    }
}
