//! Rays and moving circles against shapes: tables of cases, and random cases against a march by the distance.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy_math::Vec2;

use super::random::Random;
use super::shape_oracle::{clearance, march};
use hairline_geometry::ray::RayDirection;
use hairline_geometry::shapes::polygon::{Polygon, PolygonError};
use hairline_geometry::shapes::{PlacedShape, Shape, ShapeError};

const FAR: f32 = f32::INFINITY;

fn polygon(corners: &[(f32, f32)]) -> Shape {
    Shape::polygon(corners.iter().map(|&corner| corner.into()).collect()).expect("it is simple")
}

fn hexagon(radius: f32) -> Shape {
    Polygon::hexagon(radius).expect("it has a size").into()
}

fn segment(a: (f32, f32), b: (f32, f32)) -> Shape {
    Shape::segment(a.into(), b.into()).expect("it is finite")
}

#[test]
fn rays_hit_each_shape_at_the_right_distance_and_normal() {
    let circle = || Shape::circle(1.0).unwrap();
    let capsule = || Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap();
    let square = || polygon(&[(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)]);
    let notched = || polygon(&[(-1., -1.), (1., -1.), (1., 1.), (0., 0.), (-1., 1.)]);
    let hit = |distance, normal: (f32, f32)| Some((distance, Vec2::from(normal).normalize()));
    let cases = [
        // Head on, past the rim, from behind.
        (circle(), (-3., 0.), (1., 0.), hit(2.0, (-1., 0.))),
        (circle(), (-3., 1.5), (1., 0.), None),
        (circle(), (3., 0.), (1., 0.), None),
        // From the rim outwards, and inwards.
        (circle(), (1., 0.), (1., 0.), None),
        (circle(), (1., 0.), (-1., 0.), hit(0.0, (1., 0.))),
        // A straight side and a round end of a capsule.
        (capsule(), (0., 3.), (0., -1.), hit(2.5, (0., 1.))),
        (capsule(), (-3., 0.), (1., 0.), hit(1.5, (-1., 0.))),
        (capsule(), (-2., 3.), (0., -1.), None),
        // A segment from both sides, at its end, end on, and beyond.
        (segment((-1., 0.), (1., 0.)), (0., 2.), (0., -1.), hit(2.0, (0., 1.))),
        (segment((-1., 0.), (1., 0.)), (0., -2.), (0., 1.), hit(2.0, (0., -1.))),
        (segment((-1., 0.), (1., 0.)), (1., 2.), (0., -1.), hit(2.0, (0., 1.))),
        (segment((-1., 0.), (1., 0.)), (3., 0.), (-1., 0.), hit(2.0, (1., 0.))),
        (segment((-1., 0.), (1., 0.)), (1.01, 2.), (0., -1.), None),
        // A segment that is a point, hit and missed.
        (segment((0., 0.), (0., 0.)), (-2., 0.), (1., 0.), hit(2.0, (-1., 0.))),
        (segment((0., 0.), (0., 0.)), (-2., 0.1), (1., 0.), None),
        // A square: a side, a corner as one contact, and along the line of a side.
        (square(), (-3., 0.5), (1., 0.), hit(2.0, (-1., 0.))),
        (square(), (-3., -3.), (1., 1.), hit(8f32.sqrt(), (-1., -1.))),
        (square(), (0., 1.5), (1., 0.), None),
        // From a side along it, off its end, and from a corner along either side.
        (square(), (0., 1.), (1., 0.), hit(0.0, (-1., 0.))),
        (square(), (1., 1.), (1., 0.), None),
        (square(), (1., 1.), (-1., 0.), hit(0.0, (1., 0.))),
        (square(), (-3., 1.), (1., 0.), hit(2.0, (-1., 0.))),
        // Into the notch of a concave polygon, and through it.
        (notched(), (0., 3.), (0., -1.), hit(3.0, (0., 1.))),
        (notched(), (-3., 0.9), (1., 0.), hit(2.0, (-1., 0.))),
        (notched(), (0., 0.9), (1., 0.), hit(0.9, (-1., 1.))),
    ];
    for (i, (shape, origin, direction, expected)) in cases.into_iter().enumerate() {
        // At the origin without rotation, then moved and rotated.
        for offset in [Vec2::ZERO, Vec2::new(5.0, -7.0)] {
            for angle in [0.0, FRAC_PI_2, PI, -FRAC_PI_2, 0.7, -2.3, 5.0] {
                let mut placed = PlacedShape::new(shape.clone(), offset);
                placed.rotate(angle);
                let turn = |v: Vec2| Vec2::from_angle(angle).rotate(v);
                let ray = (turn(origin.into()) + offset, turn(Vec2::from(direction).normalize()));
                let expected = expected.map(|(distance, normal)| (distance, turn(normal)));
                assert_ray(&placed, ray, expected, angle == 0.0, &format!("case {i} at {offset} turned by {angle}"));
            }
        }
    }
}

/// Fails unless a ray hits a shape as expected. On a rotated shape, rounding may move a ray along an edge to either
/// side of it, and an origin on the surface into the shape or out of it. For those rays the oracle decides: any answer
/// for a ray within 1e-4 tile is right.
#[track_caller]
fn assert_ray(
    placed: &PlacedShape,
    (origin, direction): (Vec2, Vec2),
    expected: Option<(f32, Vec2)>,
    exact: bool,
    context: &str,
) {
    const REACH: f64 = 20.0;
    let got = placed.cast_ray(origin, RayDirection::new(direction).unwrap(), FAR);
    let aside = direction.perp() * 1e-4;
    let truths = [-1.0, 0.0, 1.0].map(|k| march(placed, origin + aside * k, direction, 0.0, REACH).0);
    let on_edge = truths.iter().any(|truth| truth.is_some() != expected.is_some());
    let on_surface = clearance(placed, origin) < 1e-5;
    if exact || !(on_edge || on_surface) {
        match (got, expected) {
            (None, None) => {}
            (Some(hit), Some((distance, normal))) => {
                assert!((hit.distance - distance).abs() < 1e-5, "{context}: {hit:?}");
                // At a corner, the rotated ray may hit one of the two sides only.
                let face = (hit.normal - normal).length() < 1e-5;
                let of_corner = !exact && hit.normal.dot(normal) > 0.7 && hit.normal.dot(direction) < 0.0;
                assert!(face || of_corner, "{context}: {hit:?}, not {normal}");
                assert!(!hit.inside, "{context}");
            }
            _ => panic!("{context}: {got:?}, not {expected:?}"),
        }
    } else if let Some(hit) = got {
        let near = |truth: &Option<f64>| truth.is_some_and(|t| (f64::from(hit.distance) - t).abs() < 2e-2);
        assert!(truths.iter().any(near), "{context}: {hit:?}, not one of {truths:?}");
    } else {
        let misses = truths.iter().any(Option::is_none) || on_surface;
        assert!(misses, "{context}: missed, but {truths:?}");
    }
}

#[test]
fn a_ray_from_inside_a_shape_hits_at_once() {
    let shapes = [Shape::circle(1.0).unwrap(), Shape::capsule(Vec2::ZERO, Vec2::X, 0.5).unwrap(), hexagon(1.0)];
    for shape in shapes {
        let placed = PlacedShape::new(shape, Vec2::new(4.0, 4.0));
        let hit = placed.cast_ray(Vec2::new(4.1, 4.1), RayDirection::new(Vec2::Y).unwrap(), FAR).unwrap();
        assert_eq!((hit.distance, hit.normal, hit.inside), (0.0, Vec2::NEG_Y, true), "{placed:?}");
    }
}

#[test]
fn malformed_shapes_are_refused_with_the_index_of_the_point_at_fault() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30] {
        assert!(matches!(Shape::circle(bad), Err(ShapeError::Radius(_))), "{bad}");
        assert!(matches!(Shape::capsule(Vec2::ZERO, Vec2::X, bad), Err(ShapeError::Radius(_))), "{bad}");
        let point = Vec2::new(0.0, bad);
        assert!(matches!(Shape::capsule(point, Vec2::X, 1.0), Err(ShapeError::Point(0, _))), "{bad}");
        assert!(matches!(Shape::segment(Vec2::X, point), Err(ShapeError::Point(1, _))), "{bad}");
        let corner = Shape::polygon(vec![Vec2::ZERO, Vec2::X, point]);
        assert!(matches!(corner, Err(ShapeError::Polygon(PolygonError::Corner(2, _)))), "{bad}");
    }
    assert_eq!(Shape::circle(-0.5), Err(ShapeError::Radius(-0.5)));
    assert!(Shape::circle(0.0).is_ok() && Shape::segment(Vec2::X, Vec2::X).is_ok(), "points are shapes");
}

#[test]
fn shapes_move_rotate_and_have_an_outline() {
    let mut placed = PlacedShape::new(polygon(&[(0., 0.), (2., 0.), (2., 1.), (0., 1.)]), Vec2::new(1.0, 1.0));
    placed.translate(Vec2::new(1.0, 0.0));
    placed.rotate(FRAC_PI_2);
    assert!(placed.contains(Vec2::new(1.5, 2.9)) && !placed.contains(Vec2::new(2.5, 1.5)));
    placed.set_position(Vec2::ZERO);
    placed.set_rotation(0.0);
    assert_eq!(placed.outline(16), vec![Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(2.0, 1.0), Vec2::new(0.0, 1.0)]);
    let circle = PlacedShape::new(Shape::circle(2.0).unwrap(), Vec2::ONE);
    assert_eq!(circle.outline(12).len(), 12);
    let capsule = Shape::capsule(Vec2::ZERO, Vec2::new(2.0, 0.0), 0.5).unwrap();
    let outline = PlacedShape::new(capsule, Vec2::ZERO).outline(16);
    assert_eq!(outline.len(), 18);
    let area: f32 = outline.iter().zip(outline.iter().cycle().skip(1)).map(|(a, b)| a.perp_dot(*b)).sum::<f32>() / 2.0;
    assert!((area - 2.75).abs() < 0.1, "counter-clockwise, around two tiles and a disc: {area}");
}

#[test]
fn a_ball_on_the_corner_of_two_sides_touches_once_along_the_line_to_its_center() {
    let square = PlacedShape::new(polygon(&[(0., 0.), (1., 0.), (1., 1.), (0., 1.)]), Vec2::ZERO);
    let hit = square.sweep_circle(Vec2::new(-1.0, -1.0), 0.5, Vec2::ONE).unwrap();
    assert!(hit.corner && (hit.normal - Vec2::NEG_ONE.normalize()).length() < 1e-6, "{hit:?}");
    assert!((hit.fraction - (1.0 - 0.5 / 2f32.sqrt())).abs() < 1e-6);
    // The end of a segment, head on; its side; and from a start inside the ball.
    let wire = PlacedShape::new(segment((0., 0.), (2., 0.)), Vec2::ZERO);
    let end = wire.sweep_circle(Vec2::new(-2.0, 0.0), 0.5, Vec2::new(2.0, 0.0)).unwrap();
    assert!((end.fraction - 0.75).abs() < 1e-6 && end.normal == Vec2::NEG_X, "{end:?}");
    let side = wire.sweep_circle(Vec2::new(1.0, -2.0), 0.5, Vec2::new(0.0, 2.0)).unwrap();
    assert!((side.fraction - 0.75).abs() < 1e-6 && side.normal == Vec2::NEG_Y, "{side:?}");
    let short = PlacedShape::new(segment((-0.1, 0.), (0.1, 0.)), Vec2::ZERO);
    assert_eq!(short.sweep_circle(Vec2::new(0.0, 0.2), 0.5, Vec2::NEG_Y).map(|hit| hit.fraction), Some(0.0));
    assert_eq!(short.sweep_circle(Vec2::new(0.0, 0.2), 0.5, Vec2::Y), None, "outwards");
}

#[test]
fn a_sweep_has_the_fraction_the_point_and_the_normal_of_its_touch() {
    let notched = || polygon(&[(-1., -1.), (1., -1.), (1., 1.), (0., 0.), (-1., 1.)]);
    let half = 0.5f32.sqrt() * 0.5;
    // A ball with radius 0.5: its start, its motion, and the fraction, point and normal of the touch.
    let cases = [
        (Shape::circle(1.0).unwrap(), (-3., 0.), (2., 0.), 0.75, (-1., 0.), (-1., 0.)),
        (Shape::capsule(Vec2::NEG_X, Vec2::X, 0.5).unwrap(), (0.5, 3.), (0., -4.), 0.5, (0.5, 0.5), (0., 1.)),
        (Shape::capsule(Vec2::NEG_X, Vec2::X, 0.5).unwrap(), (4., 0.), (-4., 0.), 0.5, (1.5, 0.), (1., 0.)),
        (segment((-1., 0.), (1., 0.)), (0., -3.), (0., 5.), 0.5, (0., 0.), (0., -1.)),
        (hexagon(1.0), (3.5, 0.), (-4., 0.), 0.5, (1., 0.), (1., 0.)),
        (hexagon(1.0), (0., 1.5 + 0.75f32.sqrt()), (0., -2.), 0.5, (0., 0.75f32.sqrt()), (0., 1.)),
        // Down one side of a notch.
        (notched(), (0.5, 0.5 + 2.0 * half + 0.5), (0., -1.), 0.5, (0.5 + half, 0.5 + half), (-1., 1.)),
        // On the tip of one of its arms.
        (notched(), (1.0, 2.5), (0., -2.), 0.5, (1., 1.), (0., 1.)),
    ];
    for (i, (shape, center, delta, fraction, point, normal)) in cases.into_iter().enumerate() {
        for angle in [0.0, FRAC_PI_2, 0.7, -2.3] {
            let mut placed = PlacedShape::new(shape.clone(), Vec2::new(-3.0, 4.0));
            placed.set_rotation(angle);
            let turn = |v: (f32, f32)| Vec2::from_angle(angle).rotate(v.into());
            let hit = placed.sweep_circle(turn(center) + placed.position(), 0.5, turn(delta)).expect("it touches");
            let near = |a: Vec2, b: Vec2| a.distance(b) < 1e-5;
            assert!((hit.fraction - fraction).abs() < 1e-5, "case {i} turned by {angle}: {hit:?}");
            assert!(near(hit.normal, turn(normal).normalize()), "case {i} turned by {angle}: {hit:?}");
            assert!(near(hit.point, turn(point) + placed.position()), "case {i} turned by {angle}: {hit:?}");
        }
    }
}

#[test]
fn a_ball_that_touches_both_sides_of_a_notch_has_one_contact() {
    let notched = PlacedShape::new(polygon(&[(-2., -1.), (2., -1.), (2., 2.), (0., 0.), (-2., 2.)]), Vec2::ZERO);
    let hit = notched.sweep_circle(Vec2::new(0.0, 2.0), 0.5, Vec2::new(0.0, -2.0)).unwrap();
    // The sides are perpendicular, so its center rests √½ above the notch.
    assert!((hit.fraction - (2.0 - 0.5f32.sqrt()) / 2.0).abs() < 1e-6 && !hit.corner, "{hit:?}");
    assert!((hit.normal.abs() - Vec2::splat(0.5f32.sqrt())).length() < 1e-6, "{hit:?}");
    // There either side stops it, and it can leave upwards.
    let there = Vec2::new(0.0, 0.5f32.sqrt());
    for into in [Vec2::new(1.0, -0.5), Vec2::new(-1.0, -0.5), Vec2::NEG_Y] {
        assert_eq!(notched.sweep_circle(there, 0.5, into).map(|hit| hit.fraction < 1e-5), Some(true), "{into}");
    }
    assert_eq!(notched.sweep_circle(there, 0.5, Vec2::Y), None);
}

#[test]
fn a_ball_that_overlaps_a_shape_is_stopped_inwards_only() {
    let shapes = [
        Shape::circle(1.0).unwrap(),
        Shape::capsule(Vec2::NEG_X, Vec2::X, 1.0).unwrap(),
        segment((-1., 1.), (1., 1.)),
        polygon(&[(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)]),
    ];
    for shape in shapes {
        let placed = PlacedShape::new(shape, Vec2::ZERO);
        let start = Vec2::new(0.0, 1.3);
        let hit = placed.sweep_circle(start, 0.5, Vec2::new(0.1, -0.4)).expect("it moves in");
        assert_eq!((hit.fraction, hit.normal), (0.0, Vec2::Y), "{placed:?}");
        assert!(hit.point.distance(Vec2::Y) < 1e-6, "{placed:?}");
        assert_eq!(placed.sweep_circle(start, 0.5, Vec2::Y), None, "outwards, {placed:?}");
        assert_eq!(placed.sweep_circle(start, 0.5, Vec2::new(0.3, 0.1)), None, "diagonally outwards, {placed:?}");
    }
}

#[test]
fn sweeps_and_rays_that_are_not_finite_hit_no_shape() {
    let shapes = [
        Shape::circle(1.0).unwrap(),
        Shape::capsule(Vec2::NEG_X, Vec2::X, 1.0).unwrap(),
        segment((-1., 1.), (1., 1.)),
        hexagon(1.0),
    ];
    for shape in shapes {
        let placed = PlacedShape::new(shape, Vec2::ZERO);
        let (start, down) = (Vec2::new(0.0, 3.0), Vec2::new(0.0, -5.0));
        assert!(placed.sweep_circle(start, 0.5, down).is_some());
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(placed.sweep_circle(Vec2::new(0.0, bad), 0.5, down), None, "{bad} {placed:?}");
            assert_eq!(placed.sweep_circle(start, 0.5, Vec2::new(bad, -5.0)), None, "{bad} {placed:?}");
            assert_eq!(placed.cast_ray(Vec2::new(0.0, bad), RayDirection::new(down).unwrap(), FAR), None, "{bad}");
            assert!(!placed.contains(Vec2::new(bad, 0.0)), "{bad} {placed:?}");
        }
        assert_eq!(placed.sweep_circle(start, f32::NAN, down), None, "{placed:?}");
        for spoil in
            [|shape: &mut PlacedShape| shape.rotate(f32::NAN), |shape: &mut PlacedShape| shape.translate(Vec2::NAN)]
        {
            let mut spoilt = placed.clone();
            spoil(&mut spoilt);
            assert_eq!(spoilt.sweep_circle(start, 0.5, down), None, "{spoilt:?}");
            assert_eq!(spoilt.cast_ray(start, RayDirection::new(down).unwrap(), FAR), None, "{spoilt:?}");
            assert!(!spoilt.contains(Vec2::ZERO), "{spoilt:?}");
        }
        assert_eq!(placed.cast_ray(start, RayDirection::new(down).unwrap(), f32::NAN), None, "{placed:?}");
    }
}

#[test]
fn a_ball_hits_a_moving_platform_by_their_relative_motion() {
    let platform = PlacedShape::new(polygon(&[(-1., 0.), (1., 0.), (1., 0.5), (-1., 0.5)]), Vec2::ZERO);
    let ball = Vec2::new(0.25, 2.0);
    let sweep = |delta, moved| platform.sweep_circle_while_moving(ball, 0.5, delta, moved);
    // The platform rises by 2 tiles towards a resting ball 1 tile above it: a touch at half of the motion.
    let lifted = sweep(Vec2::ZERO, Vec2::new(0.0, 2.0)).unwrap();
    assert_eq!((lifted.fraction, lifted.point, lifted.normal), (0.5, Vec2::new(0.25, 1.5), Vec2::Y));
    // Both move towards each other, and to the right.
    let met = sweep(Vec2::new(0.5, -1.0), Vec2::new(0.5, 1.0)).unwrap();
    assert_eq!((met.fraction, met.point, met.normal), (0.5, Vec2::new(0.5, 1.0), Vec2::Y));
    assert_eq!(sweep(Vec2::new(0.0, -5.0), Vec2::new(0.0, -5.0)), None, "it moves away as fast");
    assert_eq!(sweep(Vec2::new(0.0, -5.0), Vec2::new(9.0, 0.0)), None, "the platform has moved aside before");
    // They are apart at every time before the touch, and touch then.
    let (delta, moved) = (Vec2::new(-1.0, -3.0), Vec2::new(-0.5, 1.5));
    let hit = sweep(delta, moved).unwrap();
    for step in 0..=100 {
        let time = hit.fraction * step as f32 / 100.0;
        let mut there = platform.clone();
        there.translate(moved * time);
        let free = clearance(&there, ball + delta * time) - 0.5;
        assert!(if step == 100 { free.abs() < 1e-5 } else { free > 0.0 }, "{free} at {time}");
    }
}

pub fn random_shape(random: &mut Random) -> PlacedShape {
    let point = |random: &mut Random| Vec2::new(random.between(-1.5, 1.5), random.between(-1.5, 1.5));
    let shape = match random.below(5) {
        0 => Shape::circle(random.between(0.1, 1.5)),
        1 => Shape::capsule(point(random), point(random), random.between(0.1, 0.8)),
        2 => Shape::segment(point(random), point(random)),
        3 => Ok(hexagon(random.between(0.3, 1.5))),
        _ => {
            // A star around its origin, which is simple and mostly concave.
            let count = 3 + random.below(6);
            let corners = (0..count).map(|i| {
                let angle = i as f32 / count as f32 * std::f32::consts::TAU;
                Vec2::from_angle(angle) * random.between(0.3, 1.5)
            });
            Shape::polygon(corners.collect())
        }
    };
    let mut placed = PlacedShape::new(shape.expect("it is well formed"), point(random));
    placed.rotate(random.between(-4.0, 4.0));
    placed
}

#[test]
fn random_rays_and_sweeps_end_where_a_march_by_the_distance_does() {
    let mut random = Random::new(31);
    let mut hits = 0;
    for _ in 0..20_000 {
        let shape = random_shape(&mut random);
        let start = Vec2::new(random.between(-4.0, 4.0), random.between(-4.0, 4.0));
        let direction = random.unit_vector();
        let radius = if random.below(2) == 0 { 0.0 } else { random.between(0.05, 1.0) };
        if shape.distance(start) < radius + 1e-3 {
            continue;
        }
        const REACH: f32 = 6.0;
        let free = clearance(&shape, start);
        assert!((f64::from(shape.distance(start)) - free).abs() < 1e-5, "{start} is {free} from {shape:?}");
        let (marched, least) = march(&shape, start, direction, radius, f64::from(REACH));
        let t = marched.map_or(REACH, |t| t as f32);
        // For a graze within rounding either answer is right.
        if marched.is_none() && least < 1e-4 || marched.is_some() && (t - REACH).abs() < 1e-3 {
            continue;
        }
        let (got, normal) = if radius == 0.0 {
            let hit = shape.cast_ray(start, RayDirection::from_unit(direction), REACH);
            (hit.map(|hit| hit.distance), hit.map(|hit| hit.normal))
        } else {
            let hit = shape.sweep_circle(start, radius, direction * REACH);
            (hit.map(|hit| hit.fraction * REACH), hit.map(|hit| hit.normal))
        };
        let context = format!("{start} along {direction} r {radius}: {got:?}, marched {t}, {shape:?}");
        match got {
            None => assert!(t >= REACH, "missed {context}"),
            Some(distance) => {
                hits += 1;
                // The march slows down along a nearly tangential path: compare clearances, not distances.
                let free = clearance(&shape, start + direction * distance) - f64::from(radius);
                assert!(free.abs() < 1e-4, "off by {free} {context}");
                assert!(distance > t - 1e-3 && distance < t + 2e-2, "late or early {context}");
                let normal = normal.unwrap();
                assert!(normal.dot(direction) <= 1e-6 && (normal.length() - 1.0).abs() < 1e-5, "{normal} {context}");
            }
        }
    }
    assert!(hits > 1_500, "enough of them hit: {hits}");
}
