//! The normal of a hit at a vertex. The ray comes to it through a free sector between two faces; the normal is the mean
//! of the normals of those that face the ray. Faces behind another solid do not count.

use std::f32::consts::TAU;

use bevy_math::{IVec2, Vec2};

use super::map::map;
use super::random::Random;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::{Layer, Terrain};

const UP: Vec2 = Vec2::Y;
const DOWN: Vec2 = Vec2::NEG_Y;
const LEFT: Vec2 = Vec2::NEG_X;
const RIGHT: Vec2 = Vec2::X;
/// The slope of `/`.
const STEEP: Vec2 = Vec2::new(-1.0, 1.0);
/// The slope of `<` and `(`.
const RISING: Vec2 = Vec2::new(-1.0, 2.0);
/// The slope of `)` and `>`.
const FALLING: Vec2 = Vec2::new(1.0, 2.0);

/// Casts a ray of a quarter tile to a vertex along each direction; `faces` have the normals that count.
#[track_caller]
fn check(text: &str, vertex: (f32, f32), rays: &[((f32, f32), &[Vec2])]) {
    let (terrain, vertex) = (map(text), Vec2::from(vertex));
    for &(direction, faces) in rays {
        let start = vertex - Vec2::from(direction) / 4.0;
        check_from(&terrain, start, vertex, direction, faces);
    }
}

#[track_caller]
fn check_from(terrain: &Terrain, start: Vec2, vertex: Vec2, direction: (f32, f32), faces: &[Vec2]) {
    let ray = RayDirection::new(direction.into()).expect("it has a direction");
    let hit = terrain.cast_ray(Layer::Light, start, ray, f32::INFINITY).hit.expect("the ray hits");
    assert_eq!((hit.point, hit.inside), (vertex, false), "along {direction:?}");
    let expected = faces.iter().map(|face| face.normalize()).sum::<Vec2>().normalize();
    assert!((hit.normal - expected).length() < 1e-6, "along {direction:?}: {}, not {expected}", hit.normal);
}

#[test]
fn at_the_corner_of_a_solid() {
    let corner = "
        ...
        ..#
        ...
    ";
    check(corner, (2.0, 1.0), &[((1., 1.), &[LEFT, DOWN]), ((1., 0.), &[LEFT]), ((0., 1.), &[DOWN])]);
    // Rays that only touch the corner.
    check(corner, (2.0, 1.0), &[((1., -1.), &[LEFT]), ((-1., 1.), &[DOWN])]);
    let diagonal = "
        .#
        #.
    ";
    check(diagonal, (1.0, 1.0), &[((1., -1.), &[LEFT, UP]), ((-1., 1.), &[RIGHT, DOWN])]);
    let inner = "
        #.
        ##
    ";
    check(inner, (1.0, 1.0), &[((-1., -1.), &[RIGHT, UP])]);
}

#[test]
fn at_the_hidden_joint_of_two_faces_of_a_wall() {
    let wall = "
        ..#
        ..#
    ";
    check(wall, (2.0, 1.0), &[((1., 1.), &[LEFT]), ((1., 0.), &[LEFT]), ((1., -1.), &[LEFT])]);
    // The slope of the lower tile ends at the joint, too, but behind the wall.
    let gentle = "
        .(..
        .(..
    ";
    check(gentle, (2.0, 1.0), &[((-1., -1.), &[RIGHT]), ((-1., 0.), &[RIGHT]), ((-1., 1.), &[RIGHT])]);
    let steep = "
        ./..
        ./..
    ";
    check(steep, (2.0, 1.0), &[((-1., -1.), &[RIGHT]), ((-1., 0.), &[RIGHT]), ((-1., 1.), &[RIGHT])]);
    // From the other side of the same joint, in the wedge between the slope and the solid above it.
    let roof = "
        .#.
        <(.
    ";
    check(roof, (1.0, 1.0), &[((1., 1.), &[LEFT, DOWN]), ((1., 0.), &[LEFT])]);
}

#[test]
fn at_the_joint_of_a_slope_and_a_solid() {
    let ramp = "
        ....
        ./#.
        ####
    ";
    check(ramp, (1.0, 1.0), &[((1., -1.), &[UP, STEEP]), ((0., -1.), &[UP, STEEP])]);
    check(ramp, (2.0, 2.0), &[((1., -1.), &[STEEP, UP]), ((0., -1.), &[STEEP, UP]), ((-1., -1.), &[UP])]);
    check(ramp, (2.0, 2.0), &[((1., 0.), &[STEEP])]);
    // The slope meets the wall half way up.
    let wall = "
        ...
        #>.
    ";
    check(wall, (1.0, 0.5), &[((-1., 0.), &[RIGHT, FALLING]), ((-1., -1.), &[RIGHT, FALLING])]);
}

#[test]
fn at_the_corners_of_half_slopes() {
    let alone = "
        ...
        .(.
    ";
    check(alone, (1.0, 0.5), &[((1., 0.), &[LEFT, RISING]), ((1., -1.), &[LEFT, RISING])]);
    check(alone, (1.0, 0.5), &[((1., 1.), &[LEFT]), ((0., -1.), &[RISING]), ((-1., -1.), &[RISING])]);
    let straight = "
        ....
        .<(.
    ";
    check(straight, (2.0, 0.5), &[((1., 0.), &[RISING]), ((1., -1.), &[RISING]), ((-1., -1.), &[RISING])]);
    check(straight, (3.0, 1.0), &[((1., 0.), &[RISING]), ((-1., 0.), &[RIGHT]), ((-1., -1.), &[RISING, RIGHT])]);
    let valley = "
        ..
        )(
    ";
    check(valley, (1.0, 0.5), &[((1., -1.), &[FALLING, RISING]), ((0., -1.), &[FALLING, RISING])]);
    let step = "
        ...
        .#(
    ";
    check(step, (2.0, 0.5), &[((-1., -1.), &[RIGHT, RISING])]);
}

#[test]
fn from_a_start_on_a_vertex() {
    let room = map("
        #..
        #..
        ###
    ");
    let corner = Vec2::new(1.0, 1.0);
    check_from(&room, corner, corner, (-2., -1.), &[RIGHT, UP]);
    // Out of the floor, into the wall: only the wall faces the ray.
    check_from(&room, corner, corner, (-2., 1.), &[RIGHT]);
    check_from(&room, Vec2::new(2.0, 1.0), Vec2::new(2.0, 1.0), (2., -1.), &[UP]);
    // Into the hidden joint of two tiles, along it.
    let ramp = map("
        ..
        /#
    ");
    check_from(&ramp, Vec2::ONE, Vec2::ONE, (0., -1.), &[STEEP, UP]);
    let floor = map("
        ..
        ##
    ");
    check_from(&floor, Vec2::ONE, Vec2::ONE, (0., -1.), &[UP]);
}

#[test]
fn a_face_on_both_sides_of_a_vertex_counts_once() {
    // Three solids meet at the vertex; the ceilings of two of them are one face.
    let terrain = map("
        >%
        (.
    ");
    let ray = RayDirection::new(Vec2::new(1.0, 2.0)).expect("it has a direction");
    let hit = terrain.cast_ray(Layer::Body, Vec2::ONE, ray, f32::INFINITY).hit.expect("it runs into the glass");
    assert!((hit.normal - Vec2::splat(-0.5f32.sqrt())).length() < 1e-6, "{hit:?}");
    assert_eq!((hit.distance, hit.inside), (0.0, false));
}

/// The normal at a point where a ray arrives, by looking around: from the direction in which the ray came, turn both
/// ways until the points a little off the vertex are solid.
fn normal_by_looking(terrain: &Terrain, point: Vec2, direction: Vec2) -> Vec2 {
    const STEPS: i32 = 720;
    let at = |step: i32| Vec2::from_angle(TAU * step as f32 / STEPS as f32).rotate(-direction);
    let is_solid = |step: &i32| terrain.point_in_shape(Layer::Light, point + at(*step) / 64.0);
    let faces = [1, -1].map(|turn| {
        let step = (1..=STEPS).map(|step| step * turn).find(is_solid).expect("a solid touches the point");
        at(step - turn).perp() * -turn as f32
    });
    // Half a degree of the tests' turn is not a face that the ray meets.
    faces.into_iter().filter(|face| face.dot(direction) < -0.02).sum::<Vec2>().normalize()
}

#[test]
fn every_vertex_of_random_maps_has_the_normal_that_one_sees_by_looking_around() {
    let mut random = Random::new(121);
    let (mut corners, mut halves) = (0, 0);
    for _ in 0..2_000 {
        let filled = random.between(0.2, 0.9);
        let terrain = random.terrain(4, 3, filled);
        for x in 0..=4 {
            for half_y in 0..=6 {
                let vertex = Vec2::new(x as f32, half_y as f32 / 2.0);
                for direction in (0..9).map(|k| IVec2::new(k % 3 - 1, k / 3 - 1)).filter(|&way| way != IVec2::ZERO) {
                    let ray = RayDirection::new(direction.as_vec2()).expect("it has a direction");
                    let start = vertex - direction.as_vec2() / 8.0;
                    let Some(hit) = terrain.cast_ray(Layer::Light, start, ray, f32::INFINITY).hit else { continue };
                    if hit.point != vertex {
                        continue;
                    }
                    *(if half_y % 2 == 0 { &mut corners } else { &mut halves }) += 1;
                    let seen = normal_by_looking(&terrain, vertex, ray.get());
                    let off = (hit.normal - seen).length();
                    assert!(off < 0.02, "{}, not {seen}, along {direction} to {vertex} in {terrain:?}", hit.normal);
                }
            }
        }
    }
    assert!(corners > 20_000 && halves > 10_000, "{corners} corners, {halves} in the middle of a side");
}
