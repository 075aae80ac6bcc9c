//! Polygons: what is refused, what they contain, and how a circle overlaps them.

use bevy_math::{I64Vec2, IVec2, Vec2};
use hairline_geometry::REACH;
use hairline_geometry::shapes::polygon::{POLYGON_CORNERS_MAX, Polygon, PolygonError};

use crate::random::Random;

fn polygon(corners: &[(f32, f32)]) -> Polygon {
    Polygon::new(corners.iter().map(|&corner| corner.into()).collect()).expect("it is simple")
}

#[test]
fn points_that_do_not_make_a_simple_polygon_are_refused() {
    let make = |corners: &[(f32, f32)]| Polygon::new(corners.iter().map(|&corner| corner.into()).collect());
    assert_eq!(make(&[(0., 0.), (1., 0.)]), Err(PolygonError::Count(2)));
    assert_eq!(make(&[(0., 0.); POLYGON_CORNERS_MAX + 1]), Err(PolygonError::Count(POLYGON_CORNERS_MAX + 1)));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        assert!(matches!(make(&[(0., 0.), (1., 0.), (bad, 1.)]), Err(PolygonError::Corner(2, _))), "{bad}");
        assert!(matches!(make(&[(0., 0.), (1., bad), (0., 1.)]), Err(PolygonError::Corner(1, _))), "{bad}");
        assert!(matches!(Polygon::regular(5, bad), Err(PolygonError::Radius(_))), "{bad}");
    }
    assert_eq!(make(&[(0., 0.), (1., 0.), (1., 0.)]), Err(PolygonError::Repeated(1, 2)));
    assert_eq!(make(&[(0., 0.), (1., 0.), (1., 1.), (0., 0.)]), Err(PolygonError::Repeated(3, 0)), "closed twice");
    assert_eq!(make(&[(0., 0.), (2., 0.), (1., 0.)]), Err(PolygonError::NoArea));
    assert_eq!(make(&[(0., 0.), (1., 1.), (2., 2.), (0.5, 0.5)]), Err(PolygonError::NoArea));
    assert_eq!(make(&[(0., 0.), (1., 1.), (1., 0.), (0., 1.)]), Err(PolygonError::Crossing(0, 2)), "a bow tie");
    let spike = [(0., 0.), (1., 0.), (1., 1.), (1., -1.)];
    assert_eq!(make(&spike), Err(PolygonError::Crossing(0, 2)), "a spike through a side");
    let folded = [(0., 0.), (2., 0.), (1., 0.), (1., 1.)];
    assert_eq!(make(&folded), Err(PolygonError::Crossing(0, 1)), "back along its own side");
    let pinched = [(0., 0.), (2., 0.), (1., 1.), (2., 2.), (0., 2.), (1., 1.)];
    assert_eq!(make(&pinched), Err(PolygonError::Crossing(1, 4)), "twice through one point");
    assert_eq!(Polygon::regular(2, 1.0), Err(PolygonError::Count(2)));
    assert_eq!(Polygon::hexagon(0.0), Err(PolygonError::Radius(0.0)));
    assert_eq!(Polygon::hexagon(-1.0), Err(PolygonError::Radius(-1.0)));
}

#[test]
fn corners_given_clockwise_are_reversed() {
    let clockwise = polygon(&[(0., 0.), (0., 1.), (1., 1.), (1., 0.)]);
    assert_eq!(clockwise.area(), 1.0);
    assert_eq!(clockwise.corners()[..2], [Vec2::X, Vec2::ONE]);
}

#[test]
fn a_concave_polygon_contains_its_arms_but_not_its_notch() {
    // An L, whose notch is its upper right quarter.
    let l = polygon(&[(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)]);
    for inside in [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.0, 0.5), (1.0, 1.0), (2.0, 1.0), (0.0, 0.0), (1.5, 1.0)] {
        assert!(l.contains(inside.into()), "{inside:?}");
    }
    for outside in [(1.5, 1.5), (-0.5, 1.0), (2.5, 1.0), (1.01, 1.01), (0.5, 2.01), (-0.1, 0.0), (2.1, 2.0)] {
        assert!(!l.contains(outside.into()), "{outside:?}");
    }
    assert!((l.distance(Vec2::new(1.5, 1.5)) - 0.5).abs() < 1e-6);
}

#[test]
fn the_normal_of_an_overlap_points_the_shortest_way_out() {
    let square = polygon(&[(0., 0.), (2., 0.), (2., 2.), (0., 2.)]);
    let overlap = |x, y| square.overlap(Vec2::new(x, y), 0.5);
    assert_eq!(overlap(1.0, 2.6), None, "free");
    let beside = overlap(2.25, 1.0).unwrap();
    assert_eq!((beside.depth, beside.point, beside.normal), (0.25, Vec2::new(2.0, 1.0), Vec2::X));
    let inside = overlap(1.75, 1.0).unwrap();
    assert_eq!((inside.depth, inside.point, inside.normal), (0.75, Vec2::new(2.0, 1.0), Vec2::X));
    let on_a_side = overlap(1.0, 0.0).unwrap();
    assert_eq!((on_a_side.depth, on_a_side.normal), (0.5, Vec2::NEG_Y));
    let at_a_corner = overlap(2.27, 2.36).unwrap();
    assert!((at_a_corner.depth - 0.05).abs() < 1e-6 && (at_a_corner.normal - Vec2::new(0.6, 0.8)).length() < 1e-6);
    let deep = overlap(1.0, 0.8).unwrap();
    assert!((deep.depth - 1.3).abs() < 1e-6 && deep.normal == Vec2::NEG_Y, "the center deeper than the radius");
}

#[test]
fn a_rectangle_has_its_size_and_its_center_at_the_origin() {
    let rectangle = Polygon::rectangle(Vec2::new(3.0, 0.5)).unwrap();
    assert_eq!(rectangle, polygon(&[(-1.5, -0.25), (1.5, -0.25), (1.5, 0.25), (-1.5, 0.25)]));
    assert_eq!(rectangle.area(), 1.5);
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 4.0 * REACH] {
        assert!(Polygon::rectangle(Vec2::new(1.0, bad)).is_err(), "{bad}");
    }
}

#[test]
fn a_hexagon_is_regular() {
    let hexagon = Polygon::hexagon(2.0).unwrap();
    assert!((hexagon.area() - 6.0 * 3f32.sqrt()).abs() < 1e-4);
    assert!(hexagon.contains(Vec2::new(1.99, 0.0)) && !hexagon.contains(Vec2::new(0.0, 1.99)));
}

#[test]
fn a_circle_beside_a_corner_on_a_straight_side_overlaps_as_beside_the_side() {
    let square = polygon(&[(0., 0.), (2., 0.), (2., 1.), (1., 1.), (0., 1.)]);
    for (center, radius, depth) in [(0.9, 0.3, 0.4), (0.9, 0.05, 0.15), (1.1, 0.3, 0.2), (1.0, 0.25, 0.25)] {
        let overlap = square.overlap(Vec2::new(1.0, center), radius).expect("it overlaps");
        assert!((overlap.depth - depth).abs() < 1e-6, "{center} r {radius}: {overlap:?}");
        assert_eq!((overlap.point, overlap.normal), (Vec2::ONE, Vec2::Y), "{center} r {radius}");
    }
    assert_eq!(square.overlap(Vec2::new(1.0, 1.1), 0.05), None);
}

/// The corners, in quarters of a tile, of a random polygon; most have corners on straight sides and thin teeth.
fn random_corners(random: &mut Random) -> Vec<IVec2> {
    let make = |corners: &[IVec2]| Polygon::new(corners.iter().map(|corner| corner.as_vec2() / 4.0).collect());
    let near = |random: &mut Random, of: IVec2, most: i32| {
        of - most + IVec2::new(random.below(2 * most as u32 + 1) as i32, random.below(2 * most as u32 + 1) as i32)
    };
    let mut corners = loop {
        // Multiples of 4, so that the sides have points of the lattice.
        let corners: Vec<IVec2> = (0..3 + random.below(4)).map(|_| near(random, IVec2::ZERO, 4) * 4).collect();
        if make(&corners).is_ok() {
            break corners;
        }
    };
    for _ in 0..random.below(5) {
        let i = random.below(corners.len() as u32) as usize;
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let at = |quarter: i32| a + (b - a) * quarter / 4;
        let mut with = corners.clone();
        match random.below(3) {
            0 => with.insert(i + 1, near(random, at(2), 5)),
            1 => drop(with.splice(i + 1..i + 1, [at(1), near(random, at(2), 9), at(2)])),
            _ => with.insert(i + 1, at(2)),
        }
        if make(&with).is_ok() {
            corners = with;
        }
    }
    let polygon = make(&corners).expect("it was simple before");
    polygon.corners().iter().map(|corner| (*corner * 4.0).as_ivec2()).collect()
}

/// Whether a point lies in the interior of a polygon, and the square of its distance to the outline as a fraction.
fn exactly(corners: &[IVec2], point: IVec2) -> (bool, (i64, i64)) {
    let (mut inside, mut least) = (false, (i64::MAX, 1));
    for (i, &a) in corners.iter().enumerate() {
        let [a, b]: [I64Vec2; 2] = [a, corners[(i + 1) % corners.len()]].map(|end| (end - point).as_i64vec2());
        let (side, along) = (a.perp_dot(b), b - a);
        if (a.y > 0) != (b.y > 0) && (side > 0) == (b.y > a.y) {
            inside = !inside;
        }
        let distance = if a.dot(along) >= 0 {
            (a.length_squared(), 1)
        } else if b.dot(along) <= 0 {
            (b.length_squared(), 1)
        } else {
            (side * side, along.length_squared())
        };
        if i128::from(distance.0) * i128::from(least.1) < i128::from(least.0) * i128::from(distance.1) {
            least = distance;
        }
    }
    (inside && least.0 > 0, least)
}

#[test]
fn overlaps_with_random_polygons_agree_with_exact_arithmetic() {
    let mut random = Random::new(131);
    let (mut overlaps, mut straight) = (0, 0);
    for _ in 0..8_000 {
        let corners = random_corners(&mut random);
        let polygon =
            Polygon::new(corners.iter().map(|corner| corner.as_vec2() / 4.0).collect()).expect("it is simple");
        for _ in 0..40 {
            let point = IVec2::new(random.below(49) as i32, random.below(49) as i32) - 24;
            let radius = random.below(9) as i32;
            let (is_inside, (n, m)) = exactly(&corners, point);
            let touches = n <= i64::from(radius * radius) * m;
            let (center, reach) = (point.as_vec2() / 4.0, radius as f32 / 4.0);
            let got = polygon.overlap(center, reach);
            let context = format!("{point} r {radius} at {corners:?}: {got:?}, inside {is_inside}, {n}/{m}");
            if n == i64::from(radius * radius) * m && m > 1 && !is_inside {
                // A touch of a slanted side, to within rounding.
                continue;
            }
            assert_eq!(got.is_some(), is_inside || touches, "{context}");
            let Some(got) = got else { continue };
            overlaps += 1;
            let distance = (n as f64 / m as f64).sqrt() / 4.0;
            let depth = f64::from(reach) + if is_inside { distance } else { -distance };
            assert!((f64::from(got.depth) - depth).abs() < 1e-6, "{context}");
            assert!((f64::from(got.point.distance(center)) - distance).abs() < 1e-5, "{context}");
            assert!((got.normal.length() - 1.0).abs() < 1e-6, "{context}");
            if n > 0 {
                let out = if is_inside { got.point - center } else { center - got.point };
                assert!(out.normalize().distance(got.normal) < 1e-4, "{context}");
            }
            let nearest =
                corners.iter().position(|corner| (*corner - (got.point * 4.0).round().as_ivec2()) == IVec2::ZERO);
            straight += i32::from(nearest.is_some_and(|i| {
                let [a, b] = [corners.len() - 1, 1].map(|step| corners[(i + step) % corners.len()] - corners[i]);
                a.perp_dot(b) == 0
            }));
        }
    }
    assert!(overlaps > 60_000 && straight > 400, "{overlaps} overlaps, {straight} at straight corners");
}
