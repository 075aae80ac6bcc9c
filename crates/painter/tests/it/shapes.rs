//! Shapes as triangles.

use std::f32::consts::{PI, TAU};

use bevy_math::Vec2;

use hairline_painter::mesh::Triangles;
use hairline_painter::painter::{Painter, rectangle_corners};
use hairline_painter::palette::{Palette, Role};

/// With hard edges.
fn triangles(paint: impl Fn(&mut Painter)) -> Triangles {
    smooth(0.0, paint)
}

/// For pixels of a size in tiles.
fn smooth(pixel: f32, paint: impl Fn(&mut Painter)) -> Triangles {
    let mut painter = Painter::default();
    paint(&mut painter);
    let palette = Palette::default();
    Triangles::of(&painter, pixel, |tint| palette.resolve(tint))
}

/// The sum of all triangles' areas, each as far as it is opaque.
fn covered(triangles: &Triangles) -> f32 {
    let at = |index: u32| Vec2::from_slice(&triangles.positions[index as usize][..2]);
    let alpha = |index: u32| triangles.colors[index as usize][3];
    let share = |t: &[u32]| (alpha(t[0]) + alpha(t[1]) + alpha(t[2])) / 3.0;
    triangles
        .indices
        .chunks(3)
        .map(|t| 0.5 * share(t) * (at(t[1]) - at(t[0])).perp_dot(at(t[2]) - at(t[0])).abs())
        .sum()
}

/// The sum of all triangles' areas.
fn area(triangles: &Triangles) -> f32 {
    let at = |index: u32| Vec2::from_slice(&triangles.positions[index as usize][..2]);
    triangles.indices.chunks(3).map(|t| 0.5 * (at(t[1]) - at(t[0])).perp_dot(at(t[2]) - at(t[0])).abs()).sum()
}

#[test]
fn shapes_cover_the_area_they_should() {
    let color = Role::Paper;
    let check = |expected: f32, paint: &dyn Fn(&mut Painter)| {
        let area = area(&triangles(paint));
        assert!((area - expected).abs() < 0.02 * expected, "{area} for {expected}");
    };
    check(PI * 4.0, &|p| p.disc(Vec2::ONE, 2.0, color));
    check(PI * 4.0, &|p| p.halo(Vec2::ONE, 2.0, color));
    check(PI * 3.0, &|p| p.ring(Vec2::ONE, 1.0, 2.0, color));
    check(PI * 3.0 / 4.0, &|p| p.arc(Vec2::ONE, 1.0, 2.0, 1.0, -TAU / 4.0, color));
    check(2.0, &|p| p.line(Vec2::ZERO, Vec2::new(0.0, 4.0), 0.5, color));
    check(6.0, &|p| p.rectangle(Vec2::ZERO, Vec2::new(2.0, 3.0), color));
    check(2.0, &|p| p.ribbon(&[Vec2::ZERO, Vec2::X, Vec2::X * 2.0], 1.5, 0.5, color));
    let l = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)].map(Vec2::from);
    check(3.0, &|p| p.polygon(&l, color));
}

#[test]
fn degenerate_shapes_have_finite_corners() {
    let triangles = triangles(|painter| {
        painter.line(Vec2::ONE, Vec2::ONE, 1.0, Role::Paper);
        painter.ribbon(&[], 1.0, 0.0, Role::Paper);
        painter.ribbon(&[Vec2::ONE], 1.0, 0.0, Role::Paper);
        painter.polygon(&[], Role::Paper);
        painter.polygon(&[Vec2::ONE; 5], Role::Paper);
        painter.stroke_inside(&[], [0.0, 1.0], Role::Paper);
    });
    assert!(triangles.positions.iter().flatten().all(|value| value.is_finite()));
    assert!(triangles.indices.iter().all(|&index| (index as usize) < triangles.positions.len()));
}

#[test]
fn a_stroke_stays_inside_a_square() {
    let square = [(0., 0.), (2., 0.), (2., 2.), (0., 2.)].map(Vec2::from);
    let triangles = triangles(|painter| painter.stroke_inside(&square, [0.0, 0.5], Role::Paper));
    let positions = &triangles.positions;
    assert!(positions.iter().all(|at| (-1e-6..=2.0).contains(&at[0]) && (-1e-6..=2.0).contains(&at[1])));
    assert!(positions.iter().any(|at| (at[0] - 0.5).abs() < 1e-6 && (at[1] - 0.5).abs() < 1e-6));
    assert!((area(&triangles) - 3.0).abs() < 1e-5);
}

#[test]
fn a_smooth_edge_covers_as_much_as_a_hard_one() {
    let check = |tolerance: f32, paint: &dyn Fn(&mut Painter)| {
        let hard = area(&triangles(paint));
        for pixel in [0.01, 0.03, 0.1] {
            let smooth = smooth(pixel, paint);
            let covered = covered(&smooth);
            assert!((covered - hard).abs() < tolerance * hard, "{covered} for {hard}, pixels of {pixel}");
            assert!(smooth.positions.iter().flatten().all(|value| value.is_finite()));
        }
    };
    let color = Role::Paper;
    check(0.03, &|p| p.disc(Vec2::ONE, 2.0, color));
    check(0.03, &|p| p.ring(Vec2::ONE, 1.0, 2.0, color));
    check(0.03, &|p| p.ring(Vec2::ONE, 1.0, 1.05, color));
    check(0.03, &|p| p.line(Vec2::ZERO, Vec2::new(3.0, 4.0), 0.5, color));
    check(0.03, &|p| p.line(Vec2::ZERO, Vec2::new(3.0, 4.0), 0.02, color));
    check(0.03, &|p| p.taper(Vec2::ZERO, Vec2::new(3.0, 4.0), 0.5, 0.1, color, color));
    check(0.03, &|p| p.stroke_inside(&rectangle_corners(Vec2::ZERO, Vec2::new(2.0, 1.0)), [0.0, 0.1], color));
    // Clockwise, and a concave one.
    check(0.03, &|p| p.polygon(&[Vec2::ZERO, Vec2::Y * 2.0, Vec2::X * 2.0], color));
    let l = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)].map(Vec2::from);
    check(0.03, &|p| p.polygon(&l, color));
    // As thin as a pixel to both sides.
    check(0.2, &|p| p.disc(Vec2::ONE, 0.1, color));
}

#[test]
fn an_edge_fades_over_a_pixel_and_its_middle_is_where_it_was() {
    let square = smooth(0.1, |p| p.rectangle(Vec2::ZERO, Vec2::splat(2.0), Role::Paper));
    let reach = |is_opaque: bool| {
        let alike = square.positions.iter().zip(&square.colors).filter(|(_, color)| (color[3] > 0.0) == is_opaque);
        alike.map(|(at, _)| at[0]).fold(0.0, f32::max)
    };
    assert!((reach(true) - 1.95).abs() < 1e-5 && (reach(false) - 2.05).abs() < 1e-5);
    // The ends of a strip stay hard, for the strip that goes on there.
    let taper = smooth(0.1, |p| p.taper(Vec2::ZERO, Vec2::X, 0.5, 0.5, Role::Paper, Role::Paper));
    assert!(taper.positions.iter().all(|at| (0.0..=1.0).contains(&at[0])));
}

#[test]
fn light_adds_and_fades_around_a_segment() {
    let light = smooth(0.1, |p| p.light([Vec2::ZERO, Vec2::X * 4.0], 1.0, Role::Lethal));
    assert!(light.colors.iter().all(|color| color[3] == 0.0));
    for (at, color) in light.positions.iter().zip(&light.colors) {
        let at = Vec2::from_slice(&at[..2]);
        let distance = at.distance(Vec2::new(at.x.clamp(0.0, 4.0), 0.0));
        assert!(distance < 1.0 + 1e-5 && (color[0] > 0.0) == (distance < 0.99), "{at}: {color:?}");
    }
}
