//! Moving circles: the cases in which other engines trip or tunnel, and random sweeps against a march in `f64`.

use bevy_math::{DVec2, IVec2, Vec2};

use super::map::map;
use super::random::Random;
use hairline_geometry::sweep::{Platforms, SweepHit};
use hairline_geometry::terrain::outline::OutlineKind;
use hairline_geometry::terrain::{Layer, Terrain};

const RADIUS: f32 = 0.42;

#[track_caller]
fn sweep(terrain: &Terrain, center: (f32, f32), delta: (f32, f32)) -> Option<SweepHit> {
    terrain.sweep_circle(center.into(), RADIUS, delta.into(), Platforms::Land)
}

#[track_caller]
fn touches(terrain: &Terrain, center: (f32, f32), delta: (f32, f32), fraction: f32, normal: (f32, f32)) -> SweepHit {
    let hit = sweep(terrain, center, delta).expect("the circle touches");
    assert!((hit.fraction - fraction).abs() < 1e-5, "fraction {} is not {fraction}", hit.fraction);
    let normal = Vec2::from(normal).normalize();
    assert!((hit.normal - normal).length() < 1e-5, "normal {} is not {normal}", hit.normal);
    let there = Vec2::from(center) + Vec2::from(delta) * hit.fraction;
    if fraction > 0.0 {
        assert!((hit.point - (there - normal * RADIUS)).length() < 1e-4, "point {}", hit.point);
    }
    hit
}

#[test]
fn a_circle_stops_on_flat_faces_from_all_four_sides() {
    let terrain = map("
        #####
        #...#
        #...#
        #...#
        #####
    ");
    touches(&terrain, (2.5, 2.5), (2.0, 0.0), 1.08 / 2.0, (-1.0, 0.0));
    touches(&terrain, (2.5, 2.5), (-2.0, 0.0), 1.08 / 2.0, (1.0, 0.0));
    touches(&terrain, (2.5, 2.5), (0.0, 2.0), 1.08 / 2.0, (0.0, -1.0));
    touches(&terrain, (2.5, 2.5), (0.0, -2.0), 1.08 / 2.0, (0.0, 1.0));
    assert_eq!(sweep(&terrain, (2.5, 2.5), (1.0, 0.0)), None);
}

#[test]
fn no_speed_tunnels_through_a_wall() {
    let terrain = map("
        ..........
        .....#....
        ..........
    ");
    touches(&terrain, (0.5, 1.5), (1e3, 0.0), 4.08 / 1e3, (-1.0, 0.0));
    touches(&terrain, (-5e3, 1.5), (1e4, 0.0), (5005.0 - RADIUS) / 1e4, (-1.0, 0.0));
}

#[test]
fn a_flat_floor_has_no_seams() {
    let terrain = map("
        .......
        .......
        ##%#%##
    ");
    for start in 0..40 {
        let x = 0.6 + 0.1 * start as f32;
        // Resting exactly, slightly too deep and slightly too high.
        for y in [1.42, 1.4195, 1.4201] {
            assert_eq!(sweep(&terrain, (x, y), (1.0, 0.0)), None, "{x} {y}");
            assert_eq!(sweep(&terrain, (x + 1.0, y), (-1.0, 0.0)), None, "{x} {y}");
            let hit = sweep(&terrain, (x, y), (0.5, -0.01)).expect("it is pressed to the floor");
            assert!((hit.normal - Vec2::Y).length() < 1e-6 && !hit.corner, "{x} {y} {hit:?}");
        }
    }
}

#[test]
fn rolling_off_the_end_of_a_floor_does_not_hit_its_corner() {
    let terrain = map("
        ....
        ##..
    ");
    for y in [1.42, 1.4195, 1.4201] {
        assert_eq!(sweep(&terrain, (1.5, y), (2.0, 0.0)), None, "{y}");
    }
}

#[test]
fn a_joint_of_floor_and_slope_has_no_corner() {
    let terrain = map("
        .....
        ../..
        #####
    ");
    // Sliding down the slope hits only the floor.
    let hit = sweep(&terrain, (2.4, 2.1), (-2.0, -2.0)).expect("it reaches the floor");
    assert!(!hit.corner, "{hit:?}");
    // Walking into the slope hits its face instead of its tip.
    let hit = sweep(&terrain, (0.5, 1.42), (2.0, 0.0)).expect("it walks into the slope");
    assert!((hit.normal - Vec2::new(-1.0, 1.0).normalize()).length() < 1e-6, "{hit:?}");
    // A gentle slope of two tiles is one face.
    let gentle = map("
        .....
        .<(..
        #####
    ");
    let up = Vec2::new(2.0, 1.0).normalize();
    let start = Vec2::new(1.5, 1.25) + up.perp() * RADIUS;
    assert_eq!(gentle.sweep_circle(start, RADIUS, up * 1.0, Platforms::Land), None);
}

#[test]
fn the_normal_at_a_convex_corner_points_to_the_center() {
    let terrain = map("
        ...
        .#.
        ...
    ");
    let hit = touches(&terrain, (0.5, 0.5), (1.0, 1.0), 0.5 - RADIUS / 2f32.sqrt(), (-1.0, -1.0));
    assert!(hit.corner);
    // Falling with the center slightly beside the corner.
    let sideways: f32 = 0.2;
    let height = (RADIUS * RADIUS - sideways * sideways).sqrt();
    let hit = touches(&terrain, (0.8, 3.0), (0.0, -2.0), (1.0 - height) / 2.0, (-sideways, height));
    assert!(hit.corner);
}

#[test]
fn an_overlap_stops_motion_inwards_only() {
    let terrain = map("
        ...
        ###
    ");
    let deep = (1.5, 1.3);
    touches(&terrain, deep, (0.3, -0.1), 0.0, (0.0, 1.0));
    assert_eq!(sweep(&terrain, deep, (0.0, 0.1)), None, "outwards");
    assert_eq!(sweep(&terrain, deep, (0.5, 0.0)), None, "along");
}

#[test]
fn the_two_sides_of_a_concave_corner_are_hit_one_after_the_other() {
    let terrain = map("
        #...
        #...
        ####
    ");
    let first = touches(&terrain, (2.42, 2.42), (-2.0, -2.5), 1.0 / 2.5, (0.0, 1.0));
    let there = Vec2::new(2.42, 2.42) + Vec2::new(-2.0, -2.5) * first.fraction;
    let second = terrain.sweep_circle(there, RADIUS, Vec2::new(-1.0, 0.0), Platforms::Land).unwrap();
    assert!((second.normal - Vec2::X).length() < 1e-6);
    touches(&terrain, (1.42, 1.42), (-0.1, -0.3), 0.0, (0.0, 1.0));
    touches(&terrain, (1.42, 1.42), (-0.3, -0.1), 0.0, (1.0, 0.0));
}

#[test]
fn a_ball_on_the_exact_corner_of_two_edges_touches_once() {
    let terrain = map("
        ....
        .##.
        .##.
        ....
    ");
    // Straight down on a corner, and on the seam of two tiles, which is not a corner.
    let corner = touches(&terrain, (1.0, 4.0), (0.0, -2.0), 0.58 / 2.0, (0.0, 1.0));
    assert_eq!(corner.point, Vec2::new(1.0, 3.0));
    let seam = touches(&terrain, (2.0, 4.0), (0.0, -2.0), 0.58 / 2.0, (0.0, 1.0));
    assert!(!seam.corner, "{seam:?}");
    // Diagonally on the corner: one contact along the line to the center, with neither of the edges.
    let diagonal_hit = touches(&terrain, (0.0, 4.0), (1.0, -1.0), 1.0 - RADIUS / 2f32.sqrt(), (-1.0, 1.0));
    assert!(diagonal_hit.corner && diagonal_hit.point == Vec2::new(1.0, 3.0), "{diagonal_hit:?}");
    // Two solids that touch at a corner close the gap.
    let diagonal = map("
        #.
        .#
    ");
    let joint = sweep(&diagonal, (1.5, 1.5), (-1.0, -1.0)).expect("it does not pass between them");
    assert!((joint.fraction - (0.5 - RADIUS)).abs() < 1e-6 && !joint.corner, "{joint:?}");
}

#[test]
fn an_overlapping_circle_is_never_stopped_by_a_hidden_face() {
    let mut random = Random::new(5);
    let mut stopped = 0;
    for _ in 0..300 {
        let filled = random.between(0.2, 0.7);
        let terrain = random.terrain(6, 5, filled);
        for _ in 0..40 {
            let center = Vec2::new(random.between(0.0, 6.0), random.between(0.0, 5.0));
            let delta = random.unit_vector() * 0.2;
            let Some(hit) = terrain.sweep_circle(center, RADIUS, delta, Platforms::Ignore) else { continue };
            if hit.fraction > 0.0 || hit.corner {
                continue;
            }
            stopped += 1;
            // There is free space just off the touched point, or beside it along the face where a wall ends there.
            let off = |along: f32| (hit.point + hit.normal * 1e-3 + hit.tangent() * along).as_dvec2();
            let free = [-2e-3, 0.0, 2e-3].iter().any(|&along| clearance(&terrain, off(along)) > 0.0);
            assert!(free, "{center} by {delta}: {hit:?} in {terrain:?}");
        }
    }
    assert!(stopped > 500, "enough of them are stopped: {stopped}");
}

#[test]
fn a_sweep_that_is_not_finite_touches_nothing() {
    let terrain = map("
        #####
        #...#
        #####
    ");
    let sweep = |center: (f32, f32), radius, delta: (f32, f32)| {
        terrain.sweep_circle(center.into(), radius, delta.into(), Platforms::Land)
    };
    assert!(sweep((2.5, 1.5), 0.4, (9.0, 0.0)).is_some());
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(sweep((bad, 1.5), 0.4, (9.0, 0.0)), None, "{bad}");
        assert_eq!(sweep((2.5, bad), 0.4, (0.1, -1.0)), None, "{bad}");
        assert_eq!(sweep((2.5, 1.5), 0.4, (bad, 0.0)), None, "{bad}");
        assert_eq!(sweep((2.5, 1.5), 0.4, (-0.1, bad)), None, "{bad}");
    }
    assert_eq!(sweep((2.5, 1.5), f32::NAN, (9.0, 0.0)), None);
    for far in [f32::NAN, f32::INFINITY, -1e30, 1e30, -3e9, 3e9] {
        assert_eq!(terrain.depth(Vec2::new(far, 1.5), 0.4), 0.0, "{far}");
        assert!(!terrain.point_in_shape(Layer::Body, Vec2::new(0.5, far)), "{far}");
        assert_eq!(sweep((2.5, far), 0.4, (0.0, -1.0)), None, "{far}");
    }
    assert!(terrain.point_in_shape(Layer::Body, Vec2::new(5.0, 3.0)), "the map's edge belongs to the map");
}

#[test]
fn a_sweep_hit_has_the_tangent_and_the_slope_of_the_floor() {
    let hit = touches(&map("\n...\n.<(\n###"), (1.5, 3.0), (0.0, -2.0), 0.640_213, (-1.0, 2.0));
    assert!((hit.slope() - bevy_math::ops::atan(0.5)).abs() < 1e-6, "{hit:?}");
    assert!((hit.tangent() - Vec2::new(2.0, 1.0).normalize()).length() < 1e-6, "{hit:?}");
}

#[test]
fn a_bullet_bounces_through_its_tick_and_never_leaves_its_room() {
    let room = map(r"
        ##########
        #}......{#
        #..##....#
        #..#...%.#
        #......%.#
        #\..../..#
        ##########
    ");
    const BOUNCES_MAX: usize = 64;
    let mut random = Random::new(6);
    for _ in 0..200 {
        let radius = random.between(0.02, 0.3);
        let mut center = Vec2::new(random.between(5.5, 6.5), random.between(3.5, 4.5));
        // Hundreds of tiles in a tick: sweep the whole motion, and what is left of it after each bounce.
        let mut left = random.unit_vector() * random.between(1.0, 300.0);
        for _ in 0..BOUNCES_MAX {
            let Some(hit) = room.sweep_circle(center, radius, left, Platforms::Ignore) else {
                center += left;
                break;
            };
            center += left * hit.fraction;
            left *= 1.0 - hit.fraction;
            left -= hit.normal * (2.0 * left.dot(hit.normal));
            let deep = f64::from(radius) - clearance(&room, center.as_dvec2());
            assert!(deep < 1e-4, "{deep} deep at {center} with radius {radius}");
        }
        assert!(room.contains_point(center) && room.depth(center, radius) < 1e-4, "{center} with radius {radius}");
    }
}

#[test]
fn platforms_stop_only_circles_that_come_from_above() {
    let terrain = map("
        ....
        ....
        .==.
        ....
    ");
    let hit = touches(&terrain, (2.0, 3.0), (0.0, -1.0), 0.58, (0.0, 1.0));
    assert!(hit.one_way);
    assert_eq!(sweep(&terrain, (2.0, 1.0), (0.0, 2.0)), None, "from below");
    assert_eq!(sweep(&terrain, (2.0, 2.2), (0.0, -1.0)), None, "from half way through");
    assert!(sweep(&terrain, (2.0, 2.4195), (0.0, -0.1)).is_some(), "resting slightly too deep");
    assert_eq!(sweep(&terrain, (0.0, 2.1), (3.0, 0.0)), None, "from the side");
    let dropping = terrain.sweep_circle(Vec2::new(2.0, 3.0), RADIUS, Vec2::new(0.0, -2.0), Platforms::Ignore);
    assert_eq!(dropping, None, "dropping through");
    assert_eq!(sweep(&terrain, (1.5, 2.42), (1.0, -0.01)).map(|hit| hit.normal), Some(Vec2::Y), "across the seam");
}

#[test]
fn bodies_pass_curtains_but_not_glass() {
    let terrain = map("..~%.");
    touches(&terrain, (0.5, 0.5), (4.0, 0.0), 2.08 / 4.0, (-1.0, 0.0));
}

#[test]
fn depth_is_the_distance_to_the_nearest_free_position() {
    let terrain = map("
        ....
        .##.
        .##.
        ....
    ");
    assert_eq!(terrain.depth(Vec2::new(0.5, 0.5), RADIUS), 0.0);
    assert!((terrain.depth(Vec2::new(0.7, 2.0), RADIUS) - 0.12).abs() < 1e-6);
    // With the center inside, the shortest way out is to the left: its distance plus the radius.
    assert!((terrain.depth(Vec2::new(1.2, 2.0), RADIUS) - 0.62).abs() < 1e-6);
}

/// The distance from a point to the nearest solid shape, 0 inside; by brute force over every tile.
pub fn clearance(terrain: &Terrain, point: DVec2) -> f64 {
    let mut least = f64::INFINITY;
    for y in 0..terrain.size().y as i32 {
        for x in 0..terrain.size().x as i32 {
            let tile = terrain.tile(IVec2::new(x, y));
            if !tile.stops_bodies() {
                continue;
            }
            let corners: Vec<DVec2> =
                tile.corners().iter().map(|c| c.as_dvec2() + DVec2::new(f64::from(x), f64::from(y))).collect();
            let mut inside = true;
            for (i, &a) in corners.iter().enumerate() {
                let along = corners[(i + 1) % corners.len()] - a;
                inside &= along.perp_dot(point - a) >= 0.0;
                let t = ((point - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                least = least.min(point.distance(a + along * t));
            }
            if inside {
                return 0.0;
            }
        }
    }
    least
}

#[test]
fn random_sweeps_are_neither_late_nor_too_deep() {
    let mut random = Random::new(3);
    for _ in 0..120 {
        let filled = random.between(0.05, 0.5);
        let terrain = random.terrain(7, 6, filled);
        for _ in 0..40 {
            let center = Vec2::new(random.between(-1.0, 8.0), random.between(-1.0, 7.0));
            let radius = random.between(0.1, 0.6);
            let delta = random.unit_vector() * random.between(0.01, 12.0);
            if clearance(&terrain, center.as_dvec2()) >= f64::from(radius) {
                assert_sweep(&terrain, center, radius, delta);
            }
        }
    }
}

/// Fails unless the sweep of a circle that starts free ends where a slow march in `f64` does: at most 1e-4 tiles later
/// or deeper, and with a normal that faces the motion and points from the touched point to the center.
#[track_caller]
pub fn assert_sweep(terrain: &Terrain, center: Vec2, radius: f32, delta: Vec2) {
    let hit = terrain.sweep_circle(center, radius, delta, Platforms::Ignore);
    let fraction = hit.map_or(1.0, |hit| f64::from(hit.fraction));
    let at = |t: f64| clearance(terrain, center.as_dvec2() + delta.as_dvec2() * t) - f64::from(radius);
    // March by the clearance, which never steps over a touch.
    let (mut t, length) = (0.0, f64::from(delta.length()));
    while t < 1.0 {
        let free = at(t);
        if free < 1e-6 {
            break;
        }
        t += free / length;
    }
    let context = format!("{center} r {radius} by {delta}: {hit:?} in {terrain:?}");
    assert!(fraction * length <= t.min(1.0) * length + 1e-4, "late: {fraction}, not {t} {context}");
    assert!(at(fraction) > -1e-4, "deep: {} {context}", at(fraction));
    if let Some(hit) = hit {
        assert!(at(fraction) < 1e-4, "early: {} off {context}", at(fraction));
        assert!((hit.normal.length() - 1.0).abs() < 1e-5 && hit.normal.dot(delta) <= 0.0, "{context}");
        let from = center + delta * hit.fraction;
        assert!((hit.point.distance(from) - radius).abs() < 1e-4, "point {context}");
        assert!((hit.point + hit.normal * radius).distance(from) < 1e-4, "normal {context}");
    }
}

#[test]
fn outlines_merge_neighbors_of_a_kind_only() {
    let terrain = map("
        ....%
        .##.%
        .##..
        ==.~.
    ");
    let solid = terrain.outline(OutlineKind::Solid);
    assert_eq!(solid.len(), 1);
    assert!(solid[0].closed && solid[0].points.len() == 4, "{solid:?}");
    assert_eq!(terrain.outline(OutlineKind::Glass)[0].points.len(), 4);
    assert_eq!(terrain.outline(OutlineKind::OneWay)[0].points, vec![Vec2::new(0.0, 1.0), Vec2::new(2.0, 1.0)]);
    assert_eq!(terrain.outline(OutlineKind::Curtain)[0].points.len(), 4);
    // A ring has an outer and an inner line. A gentle slope is straight over both of its tiles.
    assert_eq!(map("\n###\n#.#\n###").outline(OutlineKind::Solid).len(), 2);
    assert_eq!(map("<(").outline(OutlineKind::Solid)[0].points.len(), 3);
    // Two tiles that touch at a corner have one line, which passes the corner twice.
    assert_eq!(map("\n.#\n#.").outline(OutlineKind::Solid)[0].points.len(), 8);
}
