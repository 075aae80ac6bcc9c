//! Rays from mirror to mirror.

use bevy_math::Vec2;
use hairline_geometry::ray::mirrors::BOUNCES_MAX;
use hairline_geometry::ray::{RayDirection, RayError, RayHit};
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

use crate::map::map;
use crate::random::Random;

fn path(terrain: &Terrain, origin: (f32, f32), direction: (f32, f32), max_distance: f32, bounces: usize) -> Vec<Vec2> {
    let direction = RayDirection::new(direction.into()).unwrap();
    let casts = terrain.cast_reflected(Layer::Light, origin.into(), direction, max_distance, bounces, |_| true);
    casts.unwrap().into_iter().map(|cast| cast.end).collect()
}

#[track_caller]
fn assert_path(got: &[Vec2], expected: &[(f32, f32)]) {
    let near = |(a, &b): (&Vec2, &(f32, f32))| a.distance(b.into()) < 2e-3;
    assert!(got.len() == expected.len() && got.iter().zip(expected).all(near), "{got:?}, not {expected:?}");
}

#[test]
fn a_ray_between_two_walls_bounces_up_to_its_limit() {
    let terrain = map("
        #####
        #...#
        #####
    ");
    let once = path(&terrain, (1.5, 1.5), (1.0, 0.0), f32::INFINITY, 1);
    assert_path(&once, &[(4.0, 1.5), (1.0, 1.5)]);
    assert_eq!(path(&terrain, (1.5, 1.5), (1.0, 0.0), f32::INFINITY, 50).len(), 51);
    let zigzag = path(&terrain, (1.5, 1.0), (1.0, 1.0), f32::INFINITY, 2);
    assert_path(&zigzag, &[(2.5, 2.0), (3.5, 1.0), (4.0, 1.5)]);
    assert_path(&path(&terrain, (1.5, 1.5), (1.0, 0.0), 4.0, 9), &[(4.0, 1.5), (2.5, 1.5)]);
}

#[test]
fn a_slope_of_45_degrees_turns_a_ray_by_90() {
    let terrain = map("
        ....
        ....
        .../
    ");
    assert_path(&path(&terrain, (0.5, 0.5), (1.0, 0.0), f32::INFINITY, 9), &[(3.5, 0.5), (3.5, 3.0)]);
}

#[test]
fn a_concave_corner_reflects_a_ray_back_along_its_path() {
    let terrain = map("
        ...#
        ...#
        ####
    ");
    let got = path(&terrain, (1.0, 3.0), (1.0, -1.0), f32::INFINITY, 9);
    assert_path(&got, &[(3.0, 1.0), (1.0, 3.0)]);
}

#[test]
fn bounces_are_capped_between_two_parallel_mirrors() {
    let terrain = map("#..#");
    let got = path(&terrain, (1.5, 0.5), (1.0, 0.0), f32::INFINITY, usize::MAX);
    assert_eq!(got.len(), BOUNCES_MAX + 1);
}

#[test]
fn a_ray_from_outside_is_reflected_by_the_first_wall_that_it_meets() {
    let terrain = map("
        ...
        ../
    ");
    assert_path(&path(&terrain, (-2.0, 0.5), (1.0, 0.0), f32::INFINITY, 9), &[(2.5, 0.5), (2.5, 2.0)]);
    // Reflected at the map's edge it leaves the map at once and ends there.
    assert_path(&path(&terrain, (4.0, 0.5), (-1.0, 0.0), 3.0, 9), &[(3.0, 0.5), (3.0, 0.5)]);
}

#[test]
fn malformed_reflected_rays_are_refused() {
    let terrain = map("...");
    let cast = |origin, angle: f32, max_distance| {
        terrain.cast_reflected(Layer::Light, origin, angle, max_distance, 1, |_| true).map(|casts| casts.len())
    };
    assert_eq!(cast(Vec2::splat(0.5), 1.0, 2.0), Ok(1));
    assert!(matches!(cast(Vec2::NAN, 1.0, 2.0), Err(RayError::Origin(_))));
    assert!(matches!(cast(Vec2::ZERO, f32::INFINITY, 2.0), Err(RayError::Angle(_))));
    assert!(matches!(cast(Vec2::ZERO, 1.0, -2.0), Err(RayError::MaxDistance(_))));
}

#[test]
fn only_mirrors_reflect() {
    let terrain = map("#..~");
    let direction = RayDirection::new(Vec2::X).unwrap();
    let is_mirror = |hit: &RayHit| hit.surface.shape == TileShape::Solid;
    let origin = Vec2::new(1.5, 0.5);
    let casts = terrain.cast_reflected(Layer::Light, origin, direction, f32::INFINITY, 9, is_mirror).unwrap();
    assert_eq!(casts.len(), 1);
}

#[test]
fn reflected_rays_never_leak_out_of_a_sealed_room() {
    let room = map(r"
        #########
        #}..#..{#
        #...'...#
        #.......#
        #..=....#
        #\...<(/#
        #########
    ");
    let mut random = Random::new(61);
    for _ in 0..2_000 {
        let origin = Vec2::new(random.between(2.0, 6.0), random.between(2.2, 3.8));
        let direction = RayDirection::from_unit(random.unit_vector());
        let casts = room.cast_reflected(Layer::Light, origin, direction, f32::INFINITY, 40, |_| true).unwrap();
        for cast in &casts {
            assert!(cast.hit.is_some(), "{origin} along {direction:?} left the room at {}", cast.end);
        }
    }
}
