//! How accurate rays and sweeps against shapes, distances and overlaps are at 1, 100 and 10,000 tiles: compared with
//! answers in `f64` that are computed in another way, in the coordinates of the world.

use bevy_math::{DVec2, UVec2, Vec2};

use super::random::Random;
use super::shape_oracle::{clearance, march};
use super::shapes::random_shape;
use crate::map::map;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_geometry::shapes::segment::{closest_point_segment, distance_point_segment};
use hairline_geometry::shapes::{PlacedShape, Shape};
use hairline_geometry::sweep::{Platforms, time_of_impact_point_circle};
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;

const SCALES: [f32; 3] = [1.0, 100.0, 10_000.0];

/// A number of this size or more has its last place at most this far from the next.
fn rounding(size: f32) -> f64 {
    f64::from(size) * 1.2e-7
}

/// Where a ray in `f64` first meets a disc: the foot of the center on the line, less half of the chord; `None` for a
/// miss. Also how far from the rim the line passes.
fn ray_disc(origin: DVec2, direction: DVec2, center: DVec2, radius: f64) -> (Option<f64>, f64) {
    let unit = direction / direction.length();
    let foot = (center - origin).dot(unit);
    let aside = unit.perp_dot(center - origin).abs();
    let half = (radius - aside) * (radius + aside);
    ((half >= 0.0 && foot > 0.0).then(|| foot - half.sqrt()), (radius - aside).abs())
}

#[test]
fn a_ray_from_far_away_hits_a_small_disc() {
    // The ray passes the center at 0.0175 tile.
    let disc = PlacedShape::new(Shape::circle(0.05).expect("a positive radius"), Vec2::new(30.4199, 7.0544));
    let direction = RayDirection::new(Vec2::new(-0.99815, 0.06077)).expect("it points somewhere");
    let hit = disc.cast_ray(Vec2::new(155.409, -0.5376), direction, f32::INFINITY).expect("it passes the center");
    assert!((hit.point.distance(disc.position()) - 0.05).abs() < 1e-5, "{hit:?}");
}

#[test]
fn rays_meet_discs_where_the_foot_of_the_center_says() {
    let mut random = Random::new(101);
    for scale in SCALES {
        let mut hits = 0;
        for _ in 0..5_000 {
            let mut at = || Vec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0)) * scale;
            let (center, origin) = (at(), at());
            let radius = [0.0, 1e-3, 0.05, 0.5, 3.0][random.below(5) as usize];
            let mut disc = PlacedShape::new(Shape::circle(radius).expect("a positive radius"), center);
            disc.set_rotation(random.between(-9.0, 9.0));
            // Towards a point in or near the disc.
            let aim = center + random.unit_vector() * random.between(0.0, 1.3 * radius + 1e-5);
            let Ok(direction) = RayDirection::new(aim - origin) else { continue };
            if origin.distance(center) <= radius + 1e-3 {
                continue;
            }
            let hit = disc.cast_ray(origin, direction, f32::INFINITY);
            let unit = direction.get().as_dvec2();
            let (truth, off) = ray_disc(origin.as_dvec2(), unit, center.as_dvec2(), radius.into());
            if off < 1e-9 * f64::from(scale) {
                continue;
            }
            let context = format!("{origin} along {direction:?} at {disc:?}: {hit:?}, not {truth:?}");
            assert_eq!(hit.is_some(), truth.is_some(), "{context}");
            let (Some(hit), Some(truth)) = (hit, truth) else { continue };
            hits += 1;
            assert!((f64::from(hit.distance) - truth).abs() <= rounding(4.0 * scale), "{context}");
            let point = origin.as_dvec2() + unit.normalize() * truth;
            assert!(hit.point.as_dvec2().distance(point) <= rounding(4.0 * scale), "{context}");
            let normal = (point - center.as_dvec2()) / f64::from(radius);
            assert!(hit.normal.as_dvec2().distance(normal) < 1e-5, "{context}, normal {normal}");
        }
        assert!(hits > 2_000, "enough of them hit at {scale}: {hits}");
    }
}

#[test]
fn rays_and_sweeps_against_all_shapes_end_where_a_march_does() {
    let mut random = Random::new(102);
    for scale in SCALES {
        let mut hits = [0, 0];
        for _ in 0..4_000 {
            let mut shape = random_shape(&mut random);
            shape.translate(random.unit_vector() * random.between(0.0, scale));
            let origin = shape.position() + random.unit_vector() * random.between(3.0, 3.0 + scale);
            let aim = shape.position() + random.unit_vector() * random.between(0.0, 1.6);
            let direction = (aim - origin).normalize();
            let is_sweep = random.below(2) == 0;
            let radius = if is_sweep { random.between(0.05, 0.6) } else { 0.0 };
            let reach = origin.distance(aim) + 3.0;
            let (marched, least) = march(&shape, origin, direction, radius, f64::from(reach));
            let tolerance = 1e-5 + rounding(4.0 * scale);
            if marched.is_none() && least < tolerance {
                continue;
            }
            let traveled = if is_sweep {
                let delta = direction * reach;
                let hit = shape.sweep_circle(origin, radius, delta);
                hit.map(|hit| f64::from(hit.fraction) * delta.as_dvec2().length())
            } else {
                let hit = shape.cast_ray(origin, RayDirection::from_unit(direction), reach);
                hit.map(|hit| f64::from(hit.distance))
            };
            let context = format!("{origin} along {direction} r {radius}: {traveled:?}, not {marched:?}, {shape:?}");
            let Some(traveled) = traveled else {
                // A graze within the march's own tolerance.
                let inside = marched.is_none_or(|t| deepest(&shape, origin, direction, t) - f64::from(radius) > -2e-5);
                assert!(inside, "missed {context}");
                continue;
            };
            hits[usize::from(is_sweep)] += 1;
            let unit = direction.as_dvec2().normalize();
            let there = origin.as_dvec2() + unit * traveled;
            let free = precise_clearance(&shape, there) - f64::from(radius);
            assert!(free.abs() < tolerance, "off by {free} {context}");
            let marched = marched.unwrap_or_else(|| panic!("hit beside {context}"));
            assert!(traveled > marched - tolerance, "early {context}");
        }
        assert!(hits.iter().all(|&hits| hits > 500), "enough of them hit at {scale}: {hits:?}");
    }
}

/// The clearance of a point given in `f64`.
fn precise_clearance(shape: &PlacedShape, point: DVec2) -> f64 {
    // The oracle's points are `f32`s: move the shape to the point instead.
    let mut moved = shape.clone();
    let near = point.as_vec2();
    let rest = point - near.as_dvec2();
    moved.set_position((shape.position().as_dvec2() - near.as_dvec2() - rest).as_vec2());
    clearance(&moved, Vec2::ZERO)
}

/// The least clearance of the part of a line around `t`.
fn deepest(shape: &PlacedShape, origin: Vec2, direction: Vec2, t: f64) -> f64 {
    let unit = direction.as_dvec2().normalize();
    let at = |k: i32| origin.as_dvec2() + unit * (t + f64::from(k) * 1e-3);
    (0..500).map(|k| precise_clearance(shape, at(k))).fold(f64::INFINITY, f64::min)
}

#[test]
fn moving_points_meet_circles_where_the_foot_of_the_center_says() {
    let mut random = Random::new(103);
    for scale in SCALES {
        let mut hits = 0;
        for _ in 0..10_000 {
            let start = random.unit_vector() * random.between(1.0, 1.0 + scale);
            let radius = random.between(0.01, 0.9);
            let aim = random.unit_vector() * random.between(0.0, 1.3 * radius);
            let delta = (aim - start) * random.between(0.5, 2.0);
            let (truth, off) = ray_disc(start.as_dvec2(), delta.as_dvec2(), DVec2::ZERO, radius.into());
            let truth = truth.map(|t| t / delta.as_dvec2().length()).filter(|&t| t <= 1.0);
            if off < 1e-9 * f64::from(scale) || truth.is_some_and(|t| t > 1.0 - 1e-9) {
                continue;
            }
            let got = time_of_impact_point_circle(start, delta, radius);
            let context = format!("{start} by {delta} r {radius}: {got:?}, not {truth:?}");
            assert_eq!(got.is_some(), truth.is_some(), "{context}");
            let (Some(got), Some(truth)) = (got, truth) else { continue };
            hits += 1;
            assert!((f64::from(got) - truth).abs() <= rounding(1.0), "{context}");
        }
        assert!(hits > 3_000, "enough of them hit at {scale}: {hits}");
    }
}

#[test]
fn distances_are_right_to_their_last_place() {
    let mut random = Random::new(104);
    for scale in SCALES {
        for _ in 0..20_000 {
            let mut at = || Vec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0)) * scale;
            let (a, b, mut point) = (at(), at(), at());
            if random.below(2) == 0 {
                // Near the segment.
                point = a.lerp(b, random.between(-0.1, 1.1)) + random.unit_vector() * random.between(0.0, 1e-3);
            }
            let (p, q, r) = (a.as_dvec2(), b.as_dvec2(), point.as_dvec2());
            let share = ((r - p).dot(q - p) / p.distance_squared(q)).clamp(0.0, 1.0);
            let (truth, nearest) = (r.distance(p.lerp(q, share)), p.lerp(q, share));
            let got = distance_point_segment(point, a, b);
            let off = (f64::from(got) - truth).abs();
            assert!(off <= rounding(got) + 1e-15 * f64::from(scale) * 1e3, "{point} to {a}..{b}: {got}, not {truth}");
            let swapped = distance_point_segment(point, b, a);
            assert!(
                f64::from((swapped - got).abs()) <= rounding(2.0 * got) + 1e-12 * f64::from(scale),
                "{got} or {swapped}"
            );
            let closest = closest_point_segment(point, a, b).as_dvec2();
            assert!(closest.distance(nearest) <= rounding(scale), "{point} to {a}..{b}: {closest}, not {nearest}");
            let segment = PlacedShape::new(Shape::segment(a, b).expect("two points"), Vec2::ZERO);
            assert_eq!(segment.distance(point), got);
        }
    }
}

#[test]
fn the_normal_of_an_overlap_is_steady_across_the_outline() {
    let mut random = Random::new(105);
    let corners = [(-1., -1.), (1.3, -1.2), (1., 1.), (0.1, 0.2), (-1., 1.1)].map(Vec2::from);
    for scale in SCALES {
        let polygon = Polygon::new(corners.map(|corner| corner * scale).to_vec()).expect("a simple polygon");
        for _ in 0..5_000 {
            let (a, b) = polygon.sides().nth(random.below(5) as usize).expect("it has five sides");
            let (p, q) = (a.as_dvec2(), b.as_dvec2());
            let truth = -(q - p).perp().normalize();
            // In the middle of the side, at distances down to the last place of an `f32`.
            let off = [0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4][random.below(6) as usize] * random.between(-1.0, 1.0);
            let center = (p.lerp(q, random.between(0.2, 0.8).into()) + truth * f64::from(off)).as_vec2();
            let overlap = polygon.overlap(center, 0.5).expect("it is near");
            assert!(overlap.normal.as_dvec2().distance(truth) < 1e-6, "{center}: {overlap:?}, not {truth}");
            let height = truth.dot(center.as_dvec2() - p);
            assert!((f64::from(overlap.depth) - (0.5 - height)).abs() < 1e-6, "{center}: {overlap:?}");
        }
        for (i, corner) in polygon.corners().iter().enumerate() {
            // Beyond a corner that turns outwards, and at it.
            let [before, after] = [4, 1].map(|k| polygon.corners()[(i + k) % 5].as_dvec2());
            let corner = corner.as_dvec2();
            let normals = [(before, corner), (corner, after)].map(|(p, q)| -(q - p).perp().normalize());
            let mean = (normals[0] + normals[1]).normalize();
            let at = polygon.overlap(corner.as_vec2(), 0.5).expect("it is on the outline");
            assert!(at.normal.as_dvec2().distance(mean) < 1e-6 && at.depth == 0.5, "{at:?}, not {mean}");
            if normals[0].perp_dot(normals[1]) < 0.0 {
                continue;
            }
            for off in [1e-5, 1e-4, 1e-2] {
                let center = (corner + mean * off * f64::from(scale)).as_vec2();
                let away = (center.as_dvec2() - corner).normalize();
                let overlap = polygon.overlap(center, scale).expect("it is near");
                assert!(overlap.normal.as_dvec2().distance(away) < 1e-6, "{center}: {overlap:?}, not {away}");
            }
        }
    }
}

#[test]
fn depth_is_right_to_its_last_place_far_from_the_origin() {
    let flat = map(&format!("{}\n{}", ".".repeat(9_000), "#".repeat(9_000)));
    for x in [10.5, 1_000.25, 8_900.75] {
        for y in [1.0625, 1.25, 1.5, 1.75] {
            assert_eq!(flat.depth(Vec2::new(x, y), 0.42), (f64::from(0.42f32) - f64::from(y - 1.0)).max(0.0) as f32);
        }
    }
}

#[test]
fn the_touched_point_of_a_sweep_far_out_is_off_by_its_rounding_alone() {
    let mut random = Random::new(107);
    let width = 65_536;
    // A floor with gentle hills: a slope up and one down in turn.
    let hills = [TileShape::FloorRight, TileShape::FloorLeft];
    let tiles = (0..2 * width).map(|i| if i < width { hills[i % 2] } else { TileShape::Empty }).collect();
    let terrain = Terrain::new(UVec2::new(width as u32, 2), tiles);
    for far in [100.0, 10_000.0, 65_000.0] {
        for _ in 0..2_000 {
            // Down on the middle of a slope.
            let cell = (far + random.below(400) as f32).floor();
            let center = Vec2::new(cell + random.between(0.4, 0.6), random.between(1.3, 1.9));
            let (radius, fall) = (0.125, 2.0);
            let hit = terrain.sweep_circle(center, radius, Vec2::new(0.0, -fall), Platforms::Ignore);
            let hit = hit.expect("it falls on a hill");
            let up = if (cell as u32).is_multiple_of(2) { -1.0 } else { 1.0 };
            let normal = DVec2::new(up, 1.0).normalize();
            // The height of the slope below the center, and of the center above it.
            let (x, y) = (f64::from(center.x) - f64::from(cell), f64::from(center.y));
            let height = if up < 0.0 { x } else { 1.0 - x };
            let fallen = y - height - f64::from(radius) * std::f64::consts::SQRT_2;
            let touch = DVec2::new(center.x.into(), y - fallen) - normal * f64::from(radius);
            let off = (hit.point.as_dvec2() - touch).abs();
            let allowed = touch.abs() * f64::from(1 << 24).recip() + 1e-6;
            assert!(off.cmple(allowed).all(), "{center}: {hit:?} is {off} off {touch}");
            assert!((f64::from(hit.fraction) - fallen / f64::from(fall)).abs() < 6e-8, "{center}: {hit:?}");
        }
    }
}
