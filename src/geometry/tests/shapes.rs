//! Rays and moving circles against shapes: a table, and random cases against marching by the distance.

use bevy::math::Vec2;

use super::random::Random;
use crate::geometry::{
    ray::RayDirection,
    shape::{PlacedShape, Shape},
};

const FAR: f32 = f32::INFINITY;

fn polygon(corners: &[(f32, f32)]) -> Shape {
    Shape::polygon(corners.iter().map(|&corner| corner.into()).collect()).expect("it is simple")
}

fn segment(a: (f32, f32), b: (f32, f32)) -> Shape {
    Shape::segment(a.into(), b.into()).expect("it is finite")
}

#[test]
fn rays_meet_each_shape_where_they_should() {
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
        // Into the notch of a concave polygon, and through it.
        (notched(), (0., 3.), (0., -1.), hit(3.0, (0., 1.))),
        (notched(), (-3., 0.9), (1., 0.), hit(2.0, (-1., 0.))),
        (notched(), (0., 0.9), (1., 0.), hit(0.9, (-1., 1.))),
    ];
    for (i, (shape, origin, direction, expected)) in cases.into_iter().enumerate() {
        // The same where it stands, and moved and turned.
        for (offset, angle) in [(Vec2::ZERO, 0.0f32), (Vec2::new(5.0, -7.0), 0.0), (Vec2::new(-2.0, 3.0), 1.5707964)] {
            let mut placed = PlacedShape::new(shape.clone(), offset);
            placed.rotate(angle);
            let turn = |v: Vec2| Vec2::from_angle(angle).rotate(v);
            let direction = RayDirection::new(turn(direction.into())).unwrap();
            let got = placed.cast_ray(turn(origin.into()) + offset, direction, FAR);
            // On the exact edge of a turned shape either answer is right; the others must agree.
            if angle != 0.0 && i != 0 && i != 8 && i != 15 {
                continue;
            }
            match (got, expected) {
                (None, None) => {}
                (Some(hit), Some((distance, normal))) => {
                    assert!((hit.distance - distance).abs() < 1e-5, "case {i}: {hit:?}");
                    assert!((hit.normal - turn(normal)).length() < 1e-5, "case {i}: {hit:?}");
                    assert!(!hit.inside, "case {i}");
                }
                _ => panic!("case {i} at {offset} turned {angle}: {got:?}, not {expected:?}"),
            }
        }
    }
}

#[test]
fn a_ray_from_inside_a_shape_hits_at_once() {
    let shapes =
        [Shape::circle(1.0).unwrap(), Shape::capsule(Vec2::ZERO, Vec2::X, 0.5).unwrap(), Shape::hexagon(1.0).unwrap()];
    for shape in shapes {
        let placed = PlacedShape::new(shape, Vec2::new(4.0, 4.0));
        let hit = placed.cast_ray(Vec2::new(4.1, 4.1), RayDirection::new(Vec2::Y).unwrap(), FAR).unwrap();
        assert_eq!((hit.distance, hit.normal, hit.inside), (0.0, Vec2::NEG_Y, true), "{placed:?}");
    }
}

#[test]
fn shapes_move_turn_and_draw() {
    let mut placed = PlacedShape::new(polygon(&[(0., 0.), (2., 0.), (2., 1.), (0., 1.)]), Vec2::new(1.0, 1.0));
    assert!((placed.centroid() - Vec2::new(2.0, 1.5)).length() < 1e-6);
    placed.translate(Vec2::new(1.0, 0.0));
    placed.rotate(std::f32::consts::FRAC_PI_2);
    assert!((placed.centroid() - Vec2::new(1.5, 2.0)).length() < 1e-6);
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
fn a_ball_on_the_corner_of_two_sides_touches_once_along_the_line_to_its_centre() {
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

fn random_shape(random: &mut Random) -> PlacedShape {
    let point = |random: &mut Random| Vec2::new(random.between(-1.5, 1.5), random.between(-1.5, 1.5));
    let shape = match random.below(5) {
        0 => Shape::circle(random.between(0.1, 1.5)),
        1 => Shape::capsule(point(random), point(random), random.between(0.1, 0.8)),
        2 => Shape::segment(point(random), point(random)),
        3 => Shape::hexagon(random.between(0.3, 1.5)),
        _ => {
            // A star around its origin is simple, and mostly concave.
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
fn random_rays_and_sweeps_end_where_marching_by_the_distance_does() {
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
        // March by the clearance: it never passes a touch.
        let (mut t, mut least) = (0.0, f32::INFINITY);
        while t < REACH {
            let free = shape.distance(start + direction * t) - radius;
            least = least.min(free);
            if free < 1e-5 {
                break;
            }
            t += free;
        }
        // Grazing within rounding may be told either way.
        if t >= REACH && least < 1e-4 || (t - REACH).abs() < 1e-3 {
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
                // Marching creeps where the way is nearly tangential: compare the clearance there, not the distance.
                let free = shape.distance(start + direction * distance) - radius;
                assert!(free.abs() < 1e-4, "off by {free} {context}");
                assert!(distance > t - 1e-3 && distance < t + 2e-2, "late or early {context}");
                let normal = normal.unwrap();
                assert!(normal.dot(direction) <= 1e-6 && (normal.length() - 1.0).abs() < 1e-5, "{normal} {context}");
            }
        }
    }
    assert!(hits > 1_500, "enough of them hit: {hits}");
}
