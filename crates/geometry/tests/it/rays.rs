//! Rays and lines of sight: the cases in which ray casts commonly go wrong, and random maps against the oracle.

use std::f32::consts::TAU;

use bevy_math::{Dir2, IVec2, UVec2, Vec2};

use super::map::map;
use super::oracle::{ExactRay, assert_true, first_touch};
use super::random::Random;
use hairline_geometry::ray::{RayCast, RayDirection, RayError};
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

const FAR: f32 = f32::INFINITY;

#[track_caller]
fn cast(terrain: &Terrain, origin: (f32, f32), direction: (f32, f32)) -> RayCast {
    terrain.try_cast_ray(Layer::Light, origin.into(), Vec2::from(direction), FAR).expect("the ray is well formed")
}

#[track_caller]
fn hits(terrain: &Terrain, origin: (f32, f32), direction: (f32, f32), point: (f32, f32), normal: (f32, f32)) {
    let hit = cast(terrain, origin, direction).hit.expect("the ray hits");
    assert!((hit.point - Vec2::from(point)).length() < 1e-4, "point {} is not {point:?}", hit.point);
    let normal = Vec2::from(normal).normalize();
    assert!((hit.normal - normal).length() < 1e-6, "normal {} is not {normal}", hit.normal);
    assert!((hit.distance - Vec2::from(origin).distance(hit.point)).abs() < 1e-4, "distance {}", hit.distance);
}

#[test]
fn malformed_rays_are_refused() {
    let terrain = map("...");
    let ray =
        |origin, direction: Vec2, max_distance| terrain.try_cast_ray(Layer::Light, origin, direction, max_distance);
    let origin = Vec2::splat(0.5);
    for direction in [Vec2::ZERO, Vec2::new(f32::NAN, 1.0), Vec2::new(1.0, f32::INFINITY), Vec2::NEG_INFINITY] {
        assert!(matches!(ray(origin, direction, 1.0), Err(RayError::Direction(_))), "{direction}");
    }
    for origin in [Vec2::new(f32::NAN, 0.0), Vec2::new(0.0, f32::NEG_INFINITY), Vec2::new(1e30, 0.0)] {
        assert!(matches!(ray(origin, Vec2::X, 1.0), Err(RayError::Origin(_))), "{origin}");
    }
    for max_distance in [-1.0, f32::NAN] {
        assert!(matches!(ray(origin, Vec2::X, max_distance), Err(RayError::MaxDistance(_))), "{max_distance}");
    }
    for angle in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let cast = terrain.try_cast_ray(Layer::Light, origin, angle, 1.0);
        assert!(matches!(cast, Err(RayError::Angle(_))), "{angle}");
    }
    assert!(ray(origin, Vec2::new(1e-30, 0.0), 0.0).is_ok(), "a short direction is a direction");
    assert!(ray(origin, Vec2::new(-1e38, 1e38), FAR).is_ok(), "a long direction is a direction");
}

#[test]
fn a_direction_can_be_given_as_a_vector_or_as_an_angle() {
    let terrain = map("..#");
    let origin = Vec2::splat(0.5);
    let expected = terrain.try_cast_ray(Layer::Light, origin, Vec2::new(3.0, 0.0), FAR).unwrap();
    assert_eq!(expected.hit.map(|hit| hit.distance), Some(1.5));
    assert_eq!(terrain.try_cast_ray(Layer::Light, origin, 0.0, FAR), Ok(expected));
    assert_eq!(terrain.try_cast_ray(Layer::Light, origin, Dir2::X, FAR), Ok(expected));
    assert_eq!(terrain.try_cast_ray(Layer::Light, origin, RayDirection::from_angle(0.0).unwrap(), FAR), Ok(expected));
    // A thousand turns.
    let turned = terrain.try_cast_ray(Layer::Light, origin, 1000.0 * TAU, FAR).unwrap();
    assert!(turned.hit.is_some_and(|hit| (hit.distance - 1.5).abs() < 1e-3), "{turned:?}");
}

#[test]
fn axis_parallel_rays_hit_the_near_face_in_all_four_directions() {
    let terrain = map("
        #####
        #...#
        #...#
        #####
    ");
    hits(&terrain, (2.5, 1.25), (1.0, 0.0), (4.0, 1.25), (-1.0, 0.0));
    hits(&terrain, (2.5, 1.25), (-1.0, 0.0), (1.0, 1.25), (1.0, 0.0));
    hits(&terrain, (2.5, 1.25), (0.0, 1.0), (2.5, 3.0), (0.0, -1.0));
    hits(&terrain, (2.5, 1.25), (0.0, -1.0), (2.5, 1.0), (0.0, 1.0));
    // From a grid line, across it.
    hits(&terrain, (2.0, 1.25), (1.0, 0.0), (4.0, 1.25), (-1.0, 0.0));
    hits(&terrain, (2.0, 1.25), (-1.0, 0.0), (1.0, 1.25), (1.0, 0.0));
    // Along a grid line, and from a grid corner.
    hits(&terrain, (2.0, 1.25), (0.0, 1.0), (2.0, 3.0), (0.0, -1.0));
    hits(&terrain, (2.0, 2.0), (-1.0, 0.0), (1.0, 2.0), (1.0, 0.0));
}

#[test]
fn a_ray_from_outside_the_map_enters_it() {
    let terrain = map(".#.");
    hits(&terrain, (-0.5, 0.5), (1.0, 0.0), (1.0, 0.5), (-1.0, 0.0));
    hits(&terrain, (3.5, 0.5), (-1.0, 0.0), (2.0, 0.5), (1.0, 0.0));
    hits(&terrain, (1.5, -7.0), (0.0, 1.0), (1.5, 0.0), (0.0, -1.0));
    hits(&terrain, (0.5, 2.0), (1.0, -1.0), (1.5, 1.0), (0.0, 1.0));
    for origin in [(-0.5, 0.5), (3.5, 0.5), (1.5, -0.01), (1.5, 1.01)] {
        let away = Vec2::from(origin) - Vec2::new(1.5, 0.5);
        let got = terrain.try_cast_ray(Layer::Light, origin.into(), away, FAR).unwrap();
        assert_eq!(got, RayCast { end: origin.into(), hit: None });
    }
}

#[test]
fn an_origin_outside_the_map_by_less_than_the_lattice_is_on_its_edge() {
    let terrain = map("..#");
    for origin in [(-1e-5, 0.5), (1.5, 1.00001), (1.0, -1e-6)] {
        let got = cast(&terrain, origin, (1.0, 0.0));
        assert_eq!(got.hit.map(|hit| hit.point.x), Some(2.0), "{origin:?}");
        let back = cast(&terrain, origin, (-1.0, 0.0));
        assert!(back.hit.is_none() && back.end.distance(Vec2::new(0.0, origin.1)) < 1e-3, "{back:?}");
        assert!(!terrain.line_of_sight(origin.into(), Vec2::new(2.5, 0.5), Layer::Light));
        assert!(terrain.line_of_sight(origin.into(), Vec2::new(1.9, 0.5), Layer::Light));
    }
}

#[test]
fn an_origin_inside_a_solid_is_a_hit_at_the_start() {
    let terrain = map("
        ...
        .##
        ./.
    ");
    // In the middle of a tile, on the seam of two, and in the solid part of a slope.
    for origin in [(1.5, 1.5), (2.0, 1.25), (1.75, 0.25)] {
        let hit = cast(&terrain, origin, (0.0, -1.0)).hit.expect("it starts inside");
        assert_eq!((hit.point, hit.distance, hit.fraction), (origin.into(), 0.0, 0.0), "{origin:?}");
        assert_eq!((hit.normal, hit.inside), (Vec2::Y, true), "{origin:?}");
    }
}

#[test]
fn an_origin_on_a_face_hits_inwards_and_along_but_not_outwards() {
    let terrain = map("
        ...
        ###
    ");
    let inwards = cast(&terrain, (1.5, 1.0), (0.0, -1.0)).hit.expect("the ray moves into the floor");
    assert_eq!((inwards.distance, inwards.normal, inwards.inside), (0.0, Vec2::Y, false));
    let along = cast(&terrain, (1.5, 1.0), (1.0, 0.0)).hit.expect("the ray runs along the floor");
    assert_eq!((along.distance, along.normal, along.inside), (0.0, Vec2::NEG_X, false));
    assert_eq!(cast(&terrain, (1.5, 1.0), (0.0, 1.0)), RayCast { end: Vec2::new(1.5, 2.0), hit: None });
    assert_eq!(cast(&terrain, (1.5, 1.0), (3.0, 4.0)).hit, None);
}

#[test]
fn a_ray_without_a_hit_ends_on_the_border_or_at_its_limit() {
    let terrain = map("
        ....
        ....
    ");
    assert_eq!(cast(&terrain, (1.5, 0.5), (1.0, 0.0)).end, Vec2::new(4.0, 0.5));
    assert_eq!(cast(&terrain, (1.5, 0.5), (-1.0, 0.0)).end, Vec2::new(0.0, 0.5));
    assert_eq!(cast(&terrain, (1.5, 0.5), (1.0, 1.0)).end, Vec2::new(3.0, 2.0));
    assert_eq!(cast(&terrain, (1.0, 0.5), (0.0, 1.0)).end, Vec2::new(1.0, 2.0));
    assert_eq!(cast(&terrain, (4.0, 0.5), (1.0, 0.0)).end, Vec2::new(4.0, 0.5), "from the border outwards");
    let limited = terrain.try_cast_ray(Layer::Light, Vec2::new(0.5, 0.5), Vec2::new(1.0, 0.0), 2.25).unwrap();
    assert_eq!(limited, RayCast { end: Vec2::new(2.75, 0.5), hit: None });
}

#[test]
fn a_maximum_distance_shortens_the_ray_and_a_hit_exactly_at_it_counts() {
    let terrain = map("....#");
    let limited =
        |max_distance| terrain.try_cast_ray(Layer::Light, Vec2::new(1.0, 0.5), Vec2::X, max_distance).unwrap();
    assert_eq!(limited(3.0).hit.map(|hit| hit.fraction), Some(1.0));
    assert_eq!(limited(6.0).hit.map(|hit| hit.fraction), Some(0.5));
    assert_eq!(limited(2.99), RayCast { end: Vec2::new(3.99, 0.5), hit: None });
    assert_eq!(limited(0.0), RayCast { end: Vec2::new(1.0, 0.5), hit: None });
}

#[test]
fn rays_hit_slopes_on_their_surface() {
    hits(&map("./."), (0.5, 0.25), (1.0, 0.0), (1.25, 0.25), (-1.0, 1.0));
    hits(&map(".\\."), (2.5, 0.25), (-1.0, 0.0), (1.75, 0.25), (1.0, 1.0));
    hits(&map(".{."), (0.5, 0.25), (1.0, 0.0), (1.75, 0.25), (-1.0, -1.0));
    hits(&map(".}."), (2.5, 0.25), (-1.0, 0.0), (1.25, 0.25), (1.0, -1.0));
    hits(&map(".<("), (1.5, 1.0), (0.0, -1.0), (1.5, 0.25), (-1.0, 2.0));
    hits(&map(".<("), (2.5, 1.0), (0.0, -1.0), (2.5, 0.75), (-1.0, 2.0));
    hits(&map(")>."), (1.5, 1.0), (0.0, -1.0), (1.5, 0.25), (1.0, 2.0));
    hits(&map(".`["), (1.5, 0.0), (0.0, 1.0), (1.5, 0.75), (-1.0, -2.0));
    hits(&map("]'."), (0.5, 0.0), (0.0, 1.0), (0.5, 0.25), (1.0, -2.0));
    // Through the free half of the tile, and on to the next.
    hits(&map("./#"), (0.5, 0.875), (1.0, 0.0), (1.875, 0.875), (-1.0, 1.0));
    hits(&map(".<#"), (0.5, 0.875), (1.0, 0.0), (2.0, 0.875), (-1.0, 0.0));
}

#[test]
fn bodies_hit_glass_and_light_hits_curtains() {
    let terrain = map("..%..~.=.#");
    let at = |layer| terrain.try_cast_ray(layer, Vec2::new(0.5, 0.5), Vec2::X, FAR).unwrap().hit.unwrap();
    assert_eq!(at(Layer::Body).surface.shape, TileShape::Glass);
    assert_eq!(at(Layer::Light).surface.shape, TileShape::Curtain);
    assert!(!terrain.line_of_sight(Vec2::new(4.5, 0.5), Vec2::new(6.5, 0.5), Layer::Light));
    assert!(terrain.line_of_sight(Vec2::new(4.5, 0.5), Vec2::new(8.5, 0.5), Layer::Body));
}

#[test]
fn a_ray_through_the_corner_of_two_diagonal_solids_is_blocked() {
    let terrain = map("
        .#
        #.
    ");
    hits(&terrain, (0.5, 1.5), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0));
    hits(&terrain, (1.5, 0.5), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0));
    let (a, b) = (Vec2::new(0.5, 1.5), Vec2::new(1.5, 0.5));
    assert!(!terrain.line_of_sight(a, b, Layer::Light) && !terrain.line_of_sight(b, a, Layer::Light));
}

#[test]
fn a_ray_that_touches_one_corner_is_blocked_by_it() {
    let terrain = map("
        ..
        .#
    ");
    hits(&terrain, (0.5, 0.5), (1.0, 1.0), (1.0, 1.0), (-1.0, 0.0));
    hits(&terrain, (0.5, 1.5), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0));
}

#[test]
fn the_normal_at_the_seam_of_two_tiles_is_that_of_the_wall() {
    let terrain = map("
        ..#
        ..#
    ");
    hits(&terrain, (1.5, 0.5), (1.0, 1.0), (2.0, 1.0), (-1.0, 0.0));
    // At the joint of a flat floor and a slope the normal is the mean of the two.
    let joint = map("
        ...
        ../
        ###
    ");
    let hit = cast(&joint, (1.0, 2.0), (1.0, -1.0)).hit.expect("the ray hits the joint");
    assert!((hit.normal - (Vec2::Y + Vec2::new(-1.0, 1.0).normalize()).normalize()).length() < 1e-6, "{}", hit.normal);
}

#[test]
fn a_hit_has_the_tangent_and_the_slope_of_the_surface() {
    let hit = cast(&map(".<("), (1.5, 1.0), (0.0, -1.0)).hit.unwrap();
    assert!((hit.slope() - bevy_math::ops::atan(0.5)).abs() < 1e-6);
    assert!((hit.tangent() - Vec2::new(2.0, 1.0).normalize()).length() < 1e-6);
    let floor = cast(&map(".#."), (1.5, 1.0), (0.0, -1.0)).hit.unwrap();
    assert_eq!((floor.slope(), floor.tangent()), (0.0, Vec2::X));
}

/// An origin on one of the lattices on which ties occur, or anywhere.
fn origin(random: &mut Random, size: UVec2) -> Vec2 {
    let lattice = [2.0, 4.0, 64.0, 4096.0, 0.0][random.below(5) as usize];
    let free = Vec2::new(random.between(0.0, size.x as f32), random.between(0.0, size.y as f32));
    if lattice == 0.0 { free } else { (free * lattice).round() / lattice }
}

fn direction(random: &mut Random) -> RayDirection {
    if random.below(2) == 0 {
        return RayDirection::from_unit(random.unit_vector());
    }
    loop {
        let small = Vec2::new(random.below(9) as f32 - 4.0, random.below(9) as f32 - 4.0);
        if let Ok(direction) = RayDirection::new(small) {
            return direction;
        }
    }
}

#[test]
fn random_rays_agree_with_exact_arithmetic() {
    check_random_rays(500);
}

#[test]
#[ignore = "a million rays: cargo test --release -p hairline_geometry random_rays -- --ignored"]
fn a_million_random_rays_agree_with_exact_arithmetic() {
    check_random_rays(2_500);
}

/// Casts 400 rays on each of `rounds` random maps.
fn check_random_rays(rounds: u32) {
    let mut random = Random::new(1);
    for round in 0..rounds {
        let (width, height) = (1 + random.below(9), 1 + random.below(7));
        let filled = random.between(0.05, 0.7);
        let terrain = random.terrain(width, height, filled);
        for _ in 0..200 {
            let (origin, direction) = (origin(&mut random, terrain.size()), direction(&mut random));
            for layer in [Layer::Light, Layer::Body] {
                let ray = ExactRay::new(origin, direction);
                let truth = first_touch(&terrain, layer, &ray);
                let hit = terrain.cast_ray(layer, origin, direction, FAR).hit;
                let context = format!("in map {round} from {origin} along {direction:?} on {layer:?}\n{terrain:?}");
                assert_true(hit, truth.as_ref(), &ray, &context);
            }
        }
    }
}

#[test]
fn sight_agrees_with_exact_arithmetic_and_is_mutual() {
    let mut random = Random::new(2);
    for _ in 0..400 {
        let filled = random.between(0.05, 0.7);
        let terrain = random.terrain(7, 6, filled);
        for _ in 0..50 {
            let (a, b) = (origin(&mut random, terrain.size()), origin(&mut random, terrain.size()));
            if a == b {
                continue;
            }
            let truth = first_touch(&terrain, Layer::Light, &ExactRay::between(a, b));
            let expected = truth.is_none_or(|truth| truth.t.0 >= truth.t.1);
            assert_eq!(terrain.line_of_sight(a, b, Layer::Light), expected, "{a} to {b} in {terrain:?}");
            assert_eq!(terrain.line_of_sight(b, a, Layer::Light), expected, "{b} to {a} in {terrain:?}");
        }
    }
}

#[test]
fn a_point_sees_itself_unless_it_is_inside_a_solid() {
    let terrain = map("##.");
    let itself = |x, y| terrain.line_of_sight(Vec2::new(x, y), Vec2::new(x, y), Layer::Light);
    assert!(!itself(0.5, 0.5) && !itself(1.0, 0.5), "inside, and on a hidden seam");
    assert!(itself(2.0, 0.5) && itself(2.5, 0.5) && itself(0.5, 1.0), "on a face, and in the open");
    assert_eq!(terrain.tile(IVec2::new(0, 0)), TileShape::Solid);
}

#[test]
fn rays_from_outside_enter_the_map_and_agree_with_exact_arithmetic() {
    let mut random = Random::new(4);
    for round in 0..300 {
        let filled = random.between(0.05, 0.9);
        let terrain = random.terrain(5, 4, filled);
        for _ in 0..100 {
            let lattice = if random.below(2) == 0 { 2.0 } else { 4096.0 };
            let far = if random.below(8) == 0 { 5e4 } else { 8.0 };
            let origin = Vec2::new(random.between(-far, far + 5.0), random.between(-far, far + 4.0));
            let origin = (origin * lattice).round() / lattice;
            let direction = if random.below(2) == 0 {
                RayDirection::new(Vec2::new(random.between(0.0, 5.0), random.between(0.0, 4.0)) - origin).unwrap()
            } else {
                direction(&mut random)
            };
            let ray = ExactRay::new(origin, direction);
            let truth = first_touch(&terrain, Layer::Light, &ray);
            let hit = terrain.cast_ray(Layer::Light, origin, direction, FAR).hit;
            let context = format!("in map {round} from {origin} along {direction:?}\n{terrain:?}");
            assert_true(hit, truth.as_ref(), &ray, &context);
            let target = Vec2::new(random.between(-3.0, 8.0), random.between(-3.0, 7.0));
            let truth = first_touch(&terrain, Layer::Light, &ExactRay::between(origin, target));
            let expected = truth.is_none_or(|truth| truth.t.0 >= truth.t.1);
            assert_eq!(terrain.line_of_sight(origin, target, Layer::Light), expected, "to {target} {context}");
            assert_eq!(terrain.line_of_sight(target, origin, Layer::Light), expected, "from {target} {context}");
        }
    }
}

#[test]
fn long_rays_over_a_large_map_do_not_drift() {
    let mut random = Random::new(7);
    for (width, height) in [(4096, 4), (4, 4096), (1024, 64)] {
        let size = UVec2::new(width, height);
        let scattered = |random: &mut Random| if random.below(400) == 0 { random.shape() } else { TileShape::Empty };
        let tiles = (0..width * height).map(|_| scattered(&mut random)).collect();
        let terrain = Terrain::new(size, tiles);
        let (mut far, mut cells) = (0, 0);
        for _ in 0..150 {
            let origin = origin(&mut random, size);
            // Nearly parallel to the longer side, so that a ray crosses thousands of cells.
            let across = random.between(-0.5, 0.5) * size.min_element() as f32 / size.max_element() as f32;
            let along = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let way = if width > height { Vec2::new(along, across) } else { Vec2::new(across, along) };
            let direction = RayDirection::new(way).unwrap();
            let ray = ExactRay::new(origin, direction);
            let truth = first_touch(&terrain, Layer::Light, &ray);
            let cast = terrain.cast_ray(Layer::Light, origin, direction, FAR);
            assert_true(cast.hit, truth.as_ref(), &ray, &format!("from {origin} along {way} of {size}"));
            let crossed = cast.end.distance(origin) as u32;
            far = far.max(crossed);
            cells += crossed;
        }
        assert!(far > 400 && cells > 10_000, "rays of {size} are long: {far} at most, {cells} together");
    }
}

#[test]
fn an_axis_parallel_ray_on_a_grid_line_does_not_multiply_zero_by_infinity() {
    let terrain = map("
        ......
        .#..#.
        ......
    ");
    // Between two rows the ray touches the wall beside it where that begins.
    hits(&terrain, (0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 0.0));
    hits(&terrain, (3.0, 2.0), (1.0, 0.0), (4.0, 2.0), (-1.0, 0.0));
    hits(&terrain, (3.0, 2.0), (-1.0, 0.0), (2.0, 2.0), (1.0, 0.0));
    hits(&terrain, (2.0, 0.0), (0.0, 1.0), (2.0, 1.0), (0.0, -1.0));
    hits(&terrain, (5.0, 3.0), (0.0, -1.0), (5.0, 2.0), (0.0, 1.0));
    // From a grid corner through free cells to the border.
    for (direction, end) in [((1.0, 0.0), (6.0, 3.0)), ((-1.0, 0.0), (0.0, 3.0)), ((0.0, -1.0), (3.0, 0.0))] {
        assert_eq!(cast(&terrain, (3.0, 3.0), direction), RayCast { end: end.into(), hit: None }, "{direction:?}");
    }
    // Negative zero is not a downward direction.
    let (plus, minus) = (cast(&terrain, (3.0, 1.5), (1.0, 0.0)), cast(&terrain, (3.0, 1.5), (1.0, -0.0)));
    assert_eq!(plus, minus);
}

#[test]
fn rays_that_miss_the_map_end_at_their_maximum_distance_or_at_their_origin() {
    let terrain = map("###");
    let away = RayDirection::new(Vec2::new(-1.0, 0.0)).unwrap();
    let cast = |origin: (f32, f32), max_distance| terrain.cast_ray(Layer::Light, origin.into(), away, max_distance);
    assert_eq!(cast((-2.0, 0.5), 3.0), RayCast { end: Vec2::new(-5.0, 0.5), hit: None });
    assert_eq!(cast((-2.0, 0.5), FAR), RayCast { end: Vec2::new(-2.0, 0.5), hit: None });
    assert_eq!(cast((9.0, 1.5), 3.0).hit, None);
    assert_eq!(cast((9.0, 0.5), 3.0).hit, None, "the limit ends before the map");
    assert_eq!(cast((9.0, 0.5), 6.0).hit.map(|hit| hit.fraction), Some(1.0));
    assert_eq!(cast((1e30, 0.5), FAR).hit, None);
}
