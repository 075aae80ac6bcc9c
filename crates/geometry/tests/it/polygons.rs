//! Polygons: what is refused, what they contain, and how a circle overlaps them.

use bevy_math::Vec2;
use hairline_geometry::REACH;
use hairline_geometry::shapes::polygon::{POLYGON_CORNERS_MAX, Polygon, PolygonError};

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
fn the_centroid_of_a_tiny_polygon_is_precise() {
    let tiny = Polygon::hexagon(1e-30).unwrap();
    assert!(tiny.centroid().length() < 1e-30 && tiny.is_convex(), "{}", tiny.centroid());
}

#[test]
fn corners_given_clockwise_are_reversed() {
    let clockwise = polygon(&[(0., 0.), (0., 1.), (1., 1.), (1., 0.)]);
    assert_eq!(clockwise.area(), 1.0);
    assert!(clockwise.is_convex());
}

#[test]
fn a_concave_polygon_contains_its_arms_but_not_its_notch() {
    // An L, whose notch is its upper right quarter.
    let l = polygon(&[(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)]);
    assert!(!l.is_convex());
    for inside in [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.0, 0.5), (1.0, 1.0), (2.0, 1.0), (0.0, 0.0), (1.5, 1.0)] {
        assert!(l.contains(inside.into()), "{inside:?}");
    }
    for outside in [(1.5, 1.5), (-0.5, 1.0), (2.5, 1.0), (1.01, 1.01), (0.5, 2.01), (-0.1, 0.0), (2.1, 2.0)] {
        assert!(!l.contains(outside.into()), "{outside:?}");
    }
    assert!((l.centroid() - Vec2::splat(5.0 / 6.0)).length() < 1e-6);
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
    assert_eq!((rectangle.area(), rectangle.centroid()), (1.5, Vec2::ZERO));
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 4.0 * REACH] {
        assert!(Polygon::rectangle(Vec2::new(1.0, bad)).is_err(), "{bad}");
    }
}

#[test]
fn a_hexagon_is_regular() {
    let hexagon = Polygon::hexagon(2.0).unwrap();
    assert!((hexagon.area() - 6.0 * 3f32.sqrt()).abs() < 1e-4);
    assert!(hexagon.centroid().length() < 1e-6 && hexagon.is_convex());
    assert!(hexagon.contains(Vec2::new(1.99, 0.0)) && !hexagon.contains(Vec2::new(0.0, 1.99)));
}
