//! What counts as a touch: the ends of segments and the corners of polygons alike, from every direction; grazes; starts
//! on and behind a surface.

use bevy_math::{I64Vec2, IVec2, UVec2, Vec2};

use super::map::map;
use super::random::Random;
use super::sweeps::clearance;
use super::symmetries::{Symmetry, image};
use super::{shape_oracle, shapes};
use hairline_geometry::ray::RayDirection;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_geometry::shapes::{PlacedShape, Shape};
use hairline_geometry::sweep::{Platforms, SweepHit};
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;

/// The eight directions in which a ray can pass exactly through lattice points.
const COMPASS: [IVec2; 8] = [
    IVec2::new(1, 0),
    IVec2::new(1, 1),
    IVec2::new(0, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, 0),
    IVec2::new(-1, -1),
    IVec2::new(0, -1),
    IVec2::new(1, -1),
];

/// Points on the lattice of 1/4 tile, given in quarters.
fn quarters(points: &[IVec2]) -> Vec<Vec2> {
    points.iter().map(|point| point.as_vec2() / 4.0).collect()
}

fn lattice_point(random: &mut Random, size: u32) -> IVec2 {
    IVec2::new(random.below(2 * size + 1) as i32, random.below(2 * size + 1) as i32) - size as i32
}

/// The corners of a random simple polygon, or the ends of a segment, in quarters of a tile.
fn random_outline(random: &mut Random) -> Vec<IVec2> {
    if random.below(4) == 0 {
        return vec![lattice_point(random, 6), lattice_point(random, 6)];
    }
    loop {
        let count = 3 + random.below(4);
        let corners: Vec<IVec2> = (0..count).map(|_| lattice_point(random, 6)).collect();
        if let Ok(polygon) = Polygon::new(quarters(&corners)) {
            return polygon.corners().iter().map(|corner| (*corner * 4.0).as_ivec2()).collect();
        }
    }
}

fn shape_of(outline: &[IVec2]) -> Shape {
    let points = quarters(outline);
    let shape = if let [a, b] = points[..] { Shape::segment(a, b) } else { Shape::polygon(points) };
    shape.expect("it is well formed")
}

/// A point of an outline, or any other.
fn start_near(random: &mut Random, outline: &[IVec2]) -> IVec2 {
    let i = random.below(outline.len() as u32) as usize;
    let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
    match random.below(4) {
        0 => a,
        1 => (a + b) / 2,
        _ => lattice_point(random, 9),
    }
}

/// Whether the point `n / m` of the way from `origin` by `direction` lies in the closed shape, in integers.
fn contains(outline: &[IVec2], origin: IVec2, direction: IVec2, (n, m): (i64, i64)) -> bool {
    let mut inside = false;
    for (i, &a) in outline.iter().enumerate() {
        // The ends of the side as seen from the point, times `m`.
        let [a, b] = [a, outline[(i + 1) % outline.len()]]
            .map(|end| (end - origin).as_i64vec2() * m - direction.as_i64vec2() * n);
        let side = a.perp_dot(b);
        if side == 0 && a.dot(b) <= 0 {
            return true;
        }
        if (a.y > 0) != (b.y > 0) && (side > 0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    inside && outline.len() > 2
}

/// The infimum of the `t > 0` for which a ray is in a closed shape, exactly: it lies where the ray crosses the line of a
/// side or passes an end of one that it runs along, or at 0.
fn first_in(outline: &[IVec2], origin: IVec2, direction: IVec2) -> Option<(i64, i64)> {
    let mut times = vec![(0, 1)];
    let along: I64Vec2 = direction.as_i64vec2();
    for (i, &a) in outline.iter().enumerate() {
        let [a, b] = [a, outline[(i + 1) % outline.len()]].map(|end| (end - origin).as_i64vec2());
        let across = along.perp_dot(b - a);
        if across == 0 {
            times.extend([a, b].map(|end| (end.dot(along), along.length_squared())));
        } else {
            times.push((a.perp_dot(b - a) * across.signum(), across.abs()));
        }
    }
    times.retain(|time| time.0 >= 0);
    times.sort_by(|p, q| (p.0 * q.1).cmp(&(q.0 * p.1)));
    times.dedup_by(|p, q| p.0 * q.1 == q.0 * p.1);
    let last = times[times.len() - 1];
    times.push((last.0 + last.1, last.1));
    times.windows(2).find_map(|pair| {
        let [p, q] = [pair[0], pair[1]];
        let between = (p.0 * q.1 + q.0 * p.1, 2 * p.1 * q.1);
        let is_in = p.0 > 0 && contains(outline, origin, direction, p) || contains(outline, origin, direction, between);
        is_in.then_some(p)
    })
}

#[test]
fn rays_meet_the_closed_set_of_a_shape_whatever_its_ends_and_corners() {
    let mut random = Random::new(111);
    let (mut hits, mut starts) = (0, 0);
    for _ in 0..20_000 {
        let outline = random_outline(&mut random);
        let placed = PlacedShape::new(shape_of(&outline), Vec2::ZERO);
        let origin = start_near(&mut random, &outline);
        for direction in COMPASS {
            let ray = RayDirection::new(direction.as_vec2()).expect("it has a direction");
            let got = placed.cast_ray(origin.as_vec2() / 4.0, ray, f32::INFINITY);
            let truth = first_in(&outline, origin, direction);
            let context = format!("{origin} along {direction} at {outline:?}: {got:?}, not {truth:?}");
            assert_eq!(got.is_some(), truth.is_some(), "{context}");
            let (Some(got), Some((n, m))) = (got, truth) else { continue };
            hits += 1;
            starts += i32::from(n == 0);
            let distance = n as f32 / m as f32 * direction.as_vec2().length() / 4.0;
            assert!((got.distance - distance).abs() < 1e-5, "{context}");
            assert!(got.normal.dot(ray.get()) <= 1e-6 && (got.normal.length() - 1.0).abs() < 1e-6, "{context}");
            let on_outline = outline
                .iter()
                .enumerate()
                .any(|(i, &a)| contains(&[a, outline[(i + 1) % outline.len()]], origin, IVec2::ZERO, (0, 1)));
            assert_eq!(got.inside, n == 0 && !on_outline, "{context}");
        }
    }
    assert!(hits > 20_000 && starts > 5_000, "{hits} hits, {starts} at the start");
}

#[test]
fn the_named_ends_and_corners() {
    let direction = |x, y| RayDirection::new(Vec2::new(x, y)).expect("it has a direction");
    let wire = PlacedShape::new(Shape::segment(Vec2::ZERO, Vec2::new(2.0, 0.0)).expect("two points"), Vec2::ZERO);
    for x in [0.0, 1.0, 2.0] {
        assert_eq!(wire.cast_ray(Vec2::new(x, 0.0), direction(0.0, 1.0), 9.0), None, "from {x} across");
    }
    assert!(wire.cast_ray(Vec2::ZERO, direction(1.0, 0.0), 9.0).is_some_and(|hit| hit.distance == 0.0), "along it");
    assert!(wire.cast_ray(Vec2::new(2.0, 0.0), direction(-1.0, 0.0), 9.0).is_some_and(|hit| hit.distance == 0.0));
    let square = PlacedShape::new(
        Shape::polygon(vec![Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]).expect("a simple polygon"),
        Vec2::ZERO,
    );
    for (corner, out) in [((0., 0.), (1., -1.)), ((0., 0.), (-1., 1.)), ((1., 0.), (1., 1.)), ((1., 1.), (1., -1.))] {
        assert_eq!(square.cast_ray(corner.into(), direction(out.0, out.1), 9.0), None, "from {corner:?} along {out:?}");
    }
    let capsule =
        PlacedShape::new(Shape::capsule(Vec2::ZERO, Vec2::new(2.0, 0.0), 0.5).expect("two points"), Vec2::ZERO);
    let start = Vec2::new(1.0, 0.5);
    for (x, y, expected) in [(1., 0., Some(0.0)), (-1., 0., Some(0.0)), (0., -1., Some(0.0)), (0., 1., None)] {
        let got = capsule.cast_ray(start, direction(x, y), 9.0).map(|hit| hit.distance);
        assert_eq!(got, expected, "from a straight side along ({x}, {y})");
    }
    assert_eq!(capsule.cast_ray(Vec2::new(2.0, 0.5), direction(1.0, 0.0), 9.0), None, "off its end");
}

/// A random shape of every kind on the lattice of 1/4 tile.
fn random_shape(random: &mut Random) -> Shape {
    let radius = random.below(5) as f32 / 4.0;
    match random.below(4) {
        0 => Shape::circle(radius).expect("a positive radius"),
        1 => {
            let [a, b] = [lattice_point(random, 6), lattice_point(random, 6)].map(|point| point.as_vec2() / 4.0);
            Shape::capsule(a, b, radius).expect("two points")
        }
        _ => shape_of(&random_outline(random)),
    }
}

/// The image of a shape under a symmetry, with its points in the reverse order or turned by one.
fn mirrored(shape: &Shape, symmetry: Symmetry, reverse: bool) -> Shape {
    use hairline_geometry::shapes::ShapeKind;
    let image = |point: &Vec2| symmetry.vector(*point);
    let ends = |a: &Vec2, b: &Vec2| if reverse { (image(b), image(a)) } else { (image(a), image(b)) };
    let shape = match shape.kind() {
        ShapeKind::Circle { radius } => Shape::circle(*radius),
        ShapeKind::Capsule { a, b, radius } => {
            let (a, b) = ends(a, b);
            Shape::capsule(a, b, *radius)
        }
        ShapeKind::Segment { a, b } => {
            let (a, b) = ends(a, b);
            Shape::segment(a, b)
        }
        ShapeKind::Polygon(polygon) => {
            let mut corners: Vec<Vec2> = polygon.corners().iter().map(image).collect();
            if reverse {
                corners.reverse();
            } else {
                corners.rotate_left(1);
            }
            Shape::polygon(corners)
        }
    };
    shape.expect("the image is as well formed")
}

/// Fails unless two hits are images of each other. Where two surfaces are met at once and equally opposed to the motion,
/// either may be the hit.
#[track_caller]
fn assert_images(hit: Option<SweepHit>, other: Option<SweepHit>, symmetry: Symmetry, delta: Vec2, context: &str) {
    let (Some(hit), Some(other)) = (hit, other) else {
        // A touch of a slanted side at the very end of the motion, to within rounding.
        let is_late = hit.or(other).is_none_or(|hit| hit.fraction > 1.0 - 1e-6);
        assert!(is_late, "{hit:?} but {other:?} {context}");
        return;
    };
    assert!((hit.fraction - other.fraction).abs() < 1e-6, "{hit:?} but {other:?} {context}");
    let opposed = (hit.normal.dot(delta) - other.normal.dot(symmetry.vector(delta))).abs();
    assert!(opposed < 1e-5, "{hit:?} but {other:?} {context}");
    let is_same = (symmetry.vector(hit.normal) - other.normal).length() < 1e-5;
    let is_mirrored = opposed < 1e-5 && hit.normal.perp_dot(delta).abs() > 1e-5;
    assert!(is_same || is_mirrored, "{hit:?} but {other:?} {context}");
}

#[test]
fn the_eight_symmetries_and_the_order_of_points_change_no_answer_of_a_shape() {
    let mut random = Random::new(112);
    let mut hits = [0, 0];
    for _ in 0..4_000 {
        let shape = random_shape(&mut random);
        let placed = PlacedShape::new(shape.clone(), Vec2::ZERO);
        for symmetry in Symmetry::all() {
            let reverse = random.below(2) == 0;
            let image = PlacedShape::new(mirrored(&shape, symmetry, reverse), Vec2::ZERO);
            for _ in 0..6 {
                let start = lattice_point(&mut random, 9).as_vec2() / 4.0;
                let there = symmetry.vector(start);
                let delta = lattice_point(&mut random, 12).as_vec2() / 4.0;
                let radius = random.below(4) as f32 / 4.0;
                let context = format!("{start} by {delta} r {radius} under {symmetry:?} {reverse} at {shape:?}");
                let hit = placed.sweep_circle(start, radius, delta);
                let other = image.sweep_circle(there, radius, symmetry.vector(delta));
                hits[0] += i32::from(hit.is_some());
                assert_images(hit, other, symmetry, delta, &context);
                if let Ok(direction) = RayDirection::new(delta) {
                    let turned = RayDirection::from_unit(symmetry.vector(direction.get()));
                    let hit = placed.cast_ray(start, direction, 20.0);
                    let other = image.cast_ray(there, turned, 20.0);
                    assert_eq!(hit.is_some(), other.is_some(), "{hit:?} but {other:?} {context}");
                    let (Some(hit), Some(other)) = (hit, other) else { continue };
                    hits[1] += 1;
                    assert!((hit.distance - other.distance).abs() < 1e-5, "{hit:?} but {other:?} {context}");
                    assert_eq!(hit.inside, other.inside, "{hit:?} but {other:?} {context}");
                    let off = (symmetry.vector(hit.normal) - other.normal).length();
                    assert!(off < 1e-5, "{hit:?} but {other:?} {context}");
                }
                assert!((placed.distance(start) - image.distance(there)).abs() < 1e-6, "{context}");
            }
        }
    }
    assert!(hits.iter().all(|&hits| hits > 20_000), "{hits:?}");
}

#[test]
fn the_eight_symmetries_change_no_sweep_through_tiles() {
    let mut random = Random::new(113);
    let mut hits = 0;
    for _ in 0..300 {
        let size = UVec2::new(2 + random.below(5), 2 + random.below(5));
        let turns = |shape| Symmetry::all().all(|symmetry| symmetry.shape(shape).is_some());
        let tiles = (0..size.element_product()).map(|_| {
            let shape = if random.unit() < 0.4 { random.shape() } else { TileShape::Empty };
            if turns(shape) { shape } else { TileShape::Solid }
        });
        let terrain = Terrain::new(size, tiles.collect());
        for symmetry in Symmetry::all() {
            let turned = image(&terrain, symmetry);
            for _ in 0..40 {
                // On the lattice, where circles touch, graze and start on surfaces exactly.
                let center = (lattice_point(&mut random, 14).as_vec2() + 14.0) / 4.0;
                let delta = lattice_point(&mut random, 12).as_vec2() / 4.0;
                let radius = random.below(4) as f32 / 4.0;
                if clearance(&terrain, center.as_dvec2()) == 0.0 {
                    continue;
                }
                let hit = terrain.sweep_circle(center, radius, delta, Platforms::Ignore);
                let there = symmetry.point(center, size);
                let other = turned.sweep_circle(there, radius, symmetry.vector(delta), Platforms::Ignore);
                let context = format!("{center} by {delta} r {radius} under {symmetry:?} in {terrain:?}");
                hits += i32::from(hit.is_some());
                assert_images(hit, other, symmetry, delta, &context);
            }
        }
    }
    assert!(hits > 10_000, "{hits}");
}

#[test]
fn a_circle_that_only_grazes_passes_from_either_side() {
    let block = map("
        .....
        ..#..
        .....
    ");
    let shapes = [
        PlacedShape::new(
            Shape::polygon(vec![Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]).expect("a simple polygon"),
            Vec2::new(2.0, 1.0),
        ),
        PlacedShape::new(Shape::circle(0.5).expect("a positive radius"), Vec2::new(2.5, 1.5)),
        PlacedShape::new(Shape::segment(Vec2::ZERO, Vec2::Y).expect("two points"), Vec2::new(2.5, 1.0)),
        PlacedShape::new(Shape::capsule(Vec2::ZERO, Vec2::X, 0.5).expect("two points"), Vec2::new(2.0, 1.5)),
    ];
    for radius in [0.25, 0.5, 0.375, 1.0] {
        for (from, delta) in [(-2.0, 9.0), (7.0, -9.0), (2.4, 9.0), (2.6, -9.0), (2.5, 9.0)] {
            for nearer in [0.0, 1e-4, -1e-4] {
                // Below the block, and above it.
                for y in [1.0 - radius + nearer, 2.0 + radius - nearer] {
                    let (start, delta) = (Vec2::new(from, y), Vec2::new(delta, 0.0));
                    let is_beside = (from - 2.5).abs() > 2.0;
                    let hit = block.sweep_circle(start, radius, delta, Platforms::Land);
                    let expected = nearer > 0.0 && is_beside;
                    assert_eq!(hit.is_some(), expected, "{start} by {delta} r {radius}: {hit:?}");
                    for shape in &shapes {
                        let hit = shape.sweep_circle(start, radius, delta);
                        assert!(hit.is_some() == expected || nearer > 0.0 && !is_beside, "{shape:?} {start}: {hit:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_circle_that_starts_in_a_slope_is_stopped_by_the_floor_beyond_the_joint() {
    let terrain = map("
        .....
        )>...
        #####
    ");
    // 0.1 deep in the slope, which ends at (2, 1), and along it.
    let (along, normal) = (Vec2::new(2.0, -1.0).normalize(), Vec2::new(1.0, 2.0).normalize());
    let start = Vec2::new(1.2, 1.4) + normal * 0.3;
    let hit = terrain.sweep_circle(start, 0.4, along * 1.4, Platforms::Ignore).expect("the floor stops it");
    assert_eq!(hit.normal, Vec2::Y);
    let there = start + along * 1.4 * hit.fraction;
    assert!(terrain.depth(there, 0.4) <= terrain.depth(start, 0.4) + 1e-5, "{hit:?}");
}

#[test]
fn no_sweep_from_an_overlap_ends_deeper() {
    let mut random = Random::new(114);
    let mut overlaps = [0, 0];
    for _ in 0..600 {
        let filled = random.between(0.2, 0.7);
        let terrain = random.terrain(6, 5, filled);
        for _ in 0..60 {
            let center = Vec2::new(random.between(0.0, 6.0), random.between(0.0, 5.0));
            let radius = random.between(0.1, 0.6);
            let before = clearance(&terrain, center.as_dvec2());
            if before == 0.0 || before > f64::from(radius) {
                continue;
            }
            let delta = random.unit_vector() * random.between(0.01, 2.0);
            let hit = terrain.sweep_circle(center, radius, delta, Platforms::Ignore);
            let fraction = hit.map_or(1.0, |hit| hit.fraction);
            let after = clearance(&terrain, (center + delta * fraction).as_dvec2());
            overlaps[usize::from(fraction > 0.0)] += 1;
            assert!(
                after > before - 1e-4,
                "{before} to {after}: {center} by {delta} r {radius}: {hit:?} in {terrain:?}"
            );
        }
    }
    assert!(overlaps.iter().all(|&count| count > 2_000), "{overlaps:?}");
}

#[test]
fn no_sweep_from_an_overlap_with_a_shape_ends_deeper() {
    let mut random = Random::new(115);
    let mut overlaps = [0, 0];
    for _ in 0..20_000 {
        let shape = shapes::random_shape(&mut random);
        let center = Vec2::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        let radius = random.between(0.1, 1.0);
        let before = shape_oracle::clearance(&shape, center);
        if before == 0.0 || before > f64::from(radius) {
            continue;
        }
        let delta = random.unit_vector() * random.between(0.01, 3.0);
        let hit = shape.sweep_circle(center, radius, delta);
        let fraction = hit.map_or(1.0, |hit| hit.fraction);
        let after = shape_oracle::clearance(&shape, center + delta * fraction);
        overlaps[usize::from(fraction > 0.0)] += 1;
        assert!(after > before - 1e-4, "{before} to {after}: {center} by {delta} r {radius}: {hit:?} at {shape:?}");
    }
    assert!(overlaps.iter().all(|&count| count > 1_000), "{overlaps:?}");
}

#[test]
fn a_point_is_stopped_by_what_it_runs_into() {
    let terrain = map("
        ...
        .#.
        ...
    ");
    let sweep = |x, y, dx, dy| terrain.sweep_circle(Vec2::new(x, y), 0.0, Vec2::new(dx, dy), Platforms::Ignore);
    assert_eq!(sweep(0.5, 1.5, 1.0, 0.0).map(|hit| (hit.fraction, hit.normal)), Some((0.5, Vec2::NEG_X)));
    assert_eq!(sweep(1.0, 1.5, 1.0, 0.0).map(|hit| hit.fraction), Some(0.0), "from the face inwards");
    assert_eq!(sweep(1.0, 1.5, -1.0, 0.0), None, "from the face outwards");
    assert_eq!(sweep(1.0, 1.5, 0.0, 1.0), None, "along the face and off its end");
    assert_eq!(sweep(0.5, 0.5, 1.0, 1.0).map(|hit| hit.fraction), Some(0.5), "head on to a corner");
    for (x, y, dx, dy) in [(0.5, 1.5, 1.0, -1.0), (1.5, 0.5, -1.0, 1.0)] {
        assert_eq!(sweep(x, y, dx, dy).map(|hit| hit.fraction), Some(0.5), "through a corner, as a ray");
    }
    assert_eq!(sweep(1.5, 1.5, 2.0, 0.0), None, "out of the solid");
    let wire = PlacedShape::new(Shape::segment(Vec2::ZERO, Vec2::X).expect("two points"), Vec2::ZERO);
    let sweep = |x, y, radius, dx, dy| wire.sweep_circle(Vec2::new(x, y), radius, Vec2::new(dx, dy));
    assert_eq!(sweep(-1.0, 0.0, 0.0, 2.0, 0.0).map(|hit| (hit.fraction, hit.normal)), Some((0.5, Vec2::NEG_X)));
    assert_eq!(sweep(2.0, 0.0, 0.0, -2.0, 0.0).map(|hit| (hit.fraction, hit.normal)), Some((0.5, Vec2::X)));
    assert_eq!(sweep(0.5, 1.0, 0.0, 0.0, -2.0).map(|hit| (hit.fraction, hit.normal)), Some((0.5, Vec2::Y)));
    for radius in [0.0, 0.25] {
        for (dx, dy) in [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (1.0, -1.0)] {
            assert_eq!(sweep(0.5, 0.0, radius, dx, dy), None, "from the middle of a wire by ({dx}, {dy})");
        }
    }
}

#[test]
fn a_small_circle_with_its_center_on_a_wall_does_not_slip_behind_the_next_face() {
    let mut random = Random::new(116);
    let mut stopped = 0;
    for _ in 0..4_000 {
        let filled = random.between(0.2, 0.7);
        let terrain = random.terrain(4, 4, filled);
        for _ in 0..20 {
            // On sides of cells and on slopes.
            let center = Vec2::new(random.below(33) as f32, random.below(33) as f32) / 8.0;
            let delta = lattice_point(&mut random, 3).as_vec2() / 2.0;
            let is_on_surface = clearance(&terrain, center.as_dvec2()) == 0.0 && terrain.depth(center, 0.0) == 0.0;
            if !is_on_surface {
                continue;
            }
            for radius in [1e-3, 1e-2] {
                let hit = terrain.sweep_circle(center, radius, delta, Platforms::Ignore);
                let fraction = hit.map_or(1.0, |hit| hit.fraction);
                stopped += i32::from(hit.is_some());
                // Neither there nor on the way is it deeper in a solid than rounding.
                for share in [0.25, 0.5, 0.75, 1.0] {
                    let depth = terrain.depth(center + delta * fraction * share, 0.0);
                    assert!(depth < 1e-6, "{depth} deep: {center} by {delta} r {radius}: {hit:?} in {terrain:?}");
                }
            }
        }
    }
    assert!(stopped > 5_000, "{stopped}");
}
