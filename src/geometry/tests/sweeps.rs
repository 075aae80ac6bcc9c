//! Moving circles: the cases that trip or tunnel elsewhere, and random sweeps against sampling in double precision.

use bevy::math::{DVec2, IVec2, Vec2};

use super::map::map;
use super::random::Random;
use crate::geometry::sweep::{Platforms, SweepHit};
use crate::geometry::terrain::outline::OutlineKind;
use crate::geometry::terrain::{Layer, Terrain};

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
        // Resting exactly, a hair deep, and a hair above.
        for y in [1.42, 1.4195, 1.4201] {
            assert_eq!(sweep(&terrain, (x, y), (1.0, 0.0)), None, "{x} {y}");
            assert_eq!(sweep(&terrain, (x + 1.0, y), (-1.0, 0.0)), None, "{x} {y}");
            let hit = sweep(&terrain, (x, y), (0.5, -0.01)).expect("it is pressed to the floor");
            assert!((hit.normal - Vec2::Y).length() < 1e-6 && !hit.corner, "{x} {y} {hit:?}");
        }
    }
}

#[test]
fn rolling_off_the_end_of_a_floor_does_not_trip_on_its_corner() {
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
    // Sliding down the slope on to the floor meets the floor only.
    let hit = sweep(&terrain, (2.4, 2.1), (-2.0, -2.0)).expect("it comes down");
    assert!(!hit.corner, "{hit:?}");
    // Walking into the slope meets its face, not its tip.
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
fn a_convex_corner_pushes_along_the_line_to_the_center() {
    let terrain = map("
        ...
        .#.
        ...
    ");
    let hit = touches(&terrain, (0.5, 0.5), (1.0, 1.0), 0.5 - RADIUS / 2f32.sqrt(), (-1.0, -1.0));
    assert!(hit.corner);
    // Falling with the center just beside the corner.
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
fn both_sides_of_a_concave_corner_are_met_in_turn() {
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
    // Straight down on a corner, and on the seam of two tiles, which is none.
    let corner = touches(&terrain, (1.0, 4.0), (0.0, -2.0), 0.58 / 2.0, (0.0, 1.0));
    assert_eq!(corner.point, Vec2::new(1.0, 3.0));
    let seam = touches(&terrain, (2.0, 4.0), (0.0, -2.0), 0.58 / 2.0, (0.0, 1.0));
    assert!(!seam.corner, "{seam:?}");
    // Aslant on the corner, along the line to the center: neither of its edges, and not both.
    let aslant = touches(&terrain, (0.0, 4.0), (1.0, -1.0), 1.0 - RADIUS / 2f32.sqrt(), (-1.0, 1.0));
    assert!(aslant.corner && aslant.point == Vec2::new(1.0, 3.0), "{aslant:?}");
    // Two solids that touch at a corner are one wall there.
    let diagonal = map("
        #.
        .#
    ");
    let joint = sweep(&diagonal, (1.5, 1.5), (-1.0, -1.0)).expect("it does not pass between them");
    assert!((joint.fraction - (0.5 - RADIUS)).abs() < 1e-6 && !joint.corner, "{joint:?}");
}

#[test]
fn an_overlapping_circle_is_never_held_by_a_hidden_face() {
    let mut random = Random::new(5);
    let mut held = 0;
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
            held += 1;
            // Just off the touched point there is free space: on the line of the face, beside any wall that ends there.
            let off = |along: f32| (hit.point + hit.normal * 1e-3 + hit.tangent() * along).as_dvec2();
            let free = [-2e-3, 0.0, 2e-3].iter().any(|&along| clearance(&terrain, off(along)) > 0.0);
            assert!(free, "{center} by {delta}: {hit:?} in {terrain:?}");
        }
    }
    assert!(held > 500, "enough of them are held: {held}");
}

#[test]
fn a_sweep_that_is_no_number_touches_nothing() {
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
    assert!(terrain.point_in_shape(Layer::Body, Vec2::new(5.0, 3.0)), "the map's edge belongs to it");
}

#[test]
fn a_floor_tells_its_tangent_and_its_slope() {
    let hit = touches(&map("\n...\n.<(\n###"), (1.5, 3.0), (0.0, -2.0), 0.640_213, (-1.0, 2.0));
    assert!((hit.slope() - bevy::math::ops::atan(0.5)).abs() < 1e-6, "{hit:?}");
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
        // Hundreds of tiles in a tick: the whole motion is swept, and what is left of it after each bounce.
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
fn platforms_stop_only_what_comes_down_from_above() {
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
    assert!(sweep(&terrain, (2.0, 2.4195), (0.0, -0.1)).is_some(), "resting a hair deep");
    assert_eq!(sweep(&terrain, (0.0, 2.1), (3.0, 0.0)), None, "from the side");
    let dropping = terrain.sweep_circle(Vec2::new(2.0, 3.0), RADIUS, Vec2::new(0.0, -2.0), Platforms::Ignore);
    assert_eq!(dropping, None, "dropping through");
    assert_eq!(sweep(&terrain, (1.5, 2.42), (1.0, -0.01)).map(|hit| hit.normal), Some(Vec2::Y), "across the seam");
}

#[test]
fn curtains_let_bodies_through_and_glass_does_not() {
    let terrain = map("..~%.");
    touches(&terrain, (0.5, 0.5), (4.0, 0.0), 2.08 / 4.0, (-1.0, 0.0));
}

#[test]
fn depth_measures_an_overlap() {
    let terrain = map("
        ....
        .##.
        .##.
        ....
    ");
    assert_eq!(terrain.depth(Vec2::new(0.5, 0.5), RADIUS), 0.0);
    assert!((terrain.depth(Vec2::new(0.7, 2.0), RADIUS) - 0.12).abs() < 1e-6);
    // The center inside: the nearest way out is to the left, by its distance and the radius.
    assert!((terrain.depth(Vec2::new(1.2, 2.0), RADIUS) - 0.62).abs() < 1e-6);
}

/// The distance from a point to the nearest solid shape, 0 inside; by brute force over every tile.
pub(crate) fn clearance(terrain: &Terrain, point: DVec2) -> f64 {
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
fn random_sweeps_are_neither_late_nor_deep() {
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

/// Fails unless a sweep of a circle that starts free ends where a slow march in doubles does: never later or deeper than
/// 1e-4 tiles, and with a normal that faces the motion and points from the touched point to the center.
#[track_caller]
pub(crate) fn assert_sweep(terrain: &Terrain, center: Vec2, radius: f32, delta: Vec2) {
    let hit = terrain.sweep_circle(center, radius, delta, Platforms::Ignore);
    let fraction = hit.map_or(1.0, |hit| f64::from(hit.fraction));
    let at = |t: f64| clearance(terrain, center.as_dvec2() + delta.as_dvec2() * t) - f64::from(radius);
    // March by the clearance itself: it never steps over a touch, and ends at the first.
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
fn outlines_merge_neighbours_and_keep_kinds_apart() {
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
    // A ring has an outer and an inner line, a gentle slope is straight over both its tiles.
    assert_eq!(map("\n###\n#.#\n###").outline(OutlineKind::Solid).len(), 2);
    assert_eq!(map("<(").outline(OutlineKind::Solid)[0].points.len(), 3);
    // Two that touch at a corner are one line through it twice.
    assert_eq!(map("\n.#\n#.").outline(OutlineKind::Solid)[0].points.len(), 8);
}
