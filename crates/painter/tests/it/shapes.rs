//! Shapes as triangles.

use std::f32::consts::{PI, TAU};

use bevy_math::Vec2;

use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Palette, Role};

fn triangles(paint: impl Fn(&mut Painter)) -> Triangles {
    let mut painter = Painter::default();
    paint(&mut painter);
    let palette = Palette::default();
    Triangles::of(&painter, |tint| palette.resolve(tint))
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
