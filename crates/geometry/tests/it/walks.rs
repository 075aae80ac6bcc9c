//! The walk of rays: over large maps that are empty or nearly so, and from extreme arguments.

use std::f32::consts::FRAC_PI_4;

use bevy_math::{UVec2, Vec2};

use super::oracle::{ExactRay, assert_true, first_touch};
use super::random::Random;
use hairline_geometry::REACH;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::ray::cone::Cone;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

/// Directions in general, along axes and diagonals, and nearly along an axis.
fn direction(random: &mut Random) -> RayDirection {
    let angle = random.between(-4.0, 4.0);
    let way = match random.below(4) {
        0 => return RayDirection::at_angle((angle / FRAC_PI_4).round() * FRAC_PI_4),
        1 => Vec2::new(random.below(9) as f32 - 4.0, random.below(9) as f32 - 4.0),
        2 => Vec2::new(random.between(-0.01, 0.01), 1.0),
        _ => return RayDirection::at_angle(angle),
    };
    RayDirection::new(way).unwrap_or(RayDirection::at_angle(angle))
}

#[test]
fn rays_over_nearly_empty_maps_agree_with_exact_arithmetic() {
    let mut random = Random::new(72);
    // Sides that end in, before and behind a word of the grid.
    for (width, height) in [(256, 128), (127, 300), (129, 97), (1000, 16), (33, 400)] {
        for solids in [0, 1, 6, 40] {
            let size = UVec2::new(width, height);
            let mut tiles = vec![TileShape::Empty; size.element_product() as usize];
            for _ in 0..solids {
                tiles[random.below(width * height) as usize] = random.shape();
            }
            let terrain = Terrain::new(size, tiles);
            for _ in 0..300 {
                let (w, h) = (width as f32, height as f32);
                let margin = if random.below(5) == 0 { 40.0 } else { 0.0 };
                let point = Vec2::new(random.between(-margin, w + margin), random.between(-margin, h + margin));
                let lattice = [1.0, 2.0, 4096.0][random.below(3) as usize];
                let origin = (point * lattice).round() / lattice;
                let direction = direction(&mut random);
                let ray = ExactRay::new(origin, direction);
                for layer in [Layer::Light, Layer::Body] {
                    let truth = first_touch(&terrain, layer, &ray);
                    let hit = terrain.cast_ray(layer, origin, direction, f32::INFINITY).hit;
                    assert_true(hit, truth.as_ref(), &ray, &format!("from {origin} along {direction:?} of {size}"));
                }
            }
        }
    }
}

/// Numbers at which arithmetic overflows, cancels or stops being a number.
const EXTREMES: [f32; 24] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    1e30,
    -3.0 * (1u64 << 40) as f32,
    (1u64 << 40) as f32,
    -1.5 * (1u64 << 40) as f32,
    2_147_483_648.0,
    -2_147_483_648.0,
    REACH,
    -REACH,
    REACH + 0.01,
    16_777_216.0,
    f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    -0.0,
    0.0,
    0.5,
    3.0,
    -1.0,
    7.0,
];

#[test]
fn extreme_arguments_neither_panic_nor_give_what_is_not_a_number() {
    let mut random = Random::new(74);
    let extreme = |random: &mut Random| EXTREMES[random.below(EXTREMES.len() as u32) as usize];
    let terrain = random.terrain(7, 5, 0.3);
    for _ in 0..300_000 {
        let layer = [Layer::Light, Layer::Body][random.below(2) as usize];
        let [a, b, way] = [0; 3].map(|_| Vec2::new(extreme(&mut random), extreme(&mut random)));
        let (angle, max_distance) = (extreme(&mut random), extreme(&mut random));
        let direction = RayDirection::new(way).unwrap_or(RayDirection::at_angle(angle));
        let mirrored = direction.reflect(b);
        for direction in [direction, mirrored] {
            assert!((direction.get().length() - 1.0).abs() < 1e-5, "{direction:?} from {way}, {angle} and {b}");
            let cast = terrain.cast_ray(layer, a, direction, max_distance);
            if let Some(hit) = cast.hit {
                let context = format!("{hit:?} from {a} along {direction:?} over {max_distance}");
                assert!((0.0..=1.0).contains(&hit.fraction) && hit.distance >= 0.0, "{context}");
                assert!(hit.distance <= max_distance.max(0.0) && hit.point.is_finite(), "{context}");
                assert!((hit.normal.length() - 1.0).abs() < 1e-5, "{context}");
            }
            let checked = terrain.try_cast_ray(layer, a, direction, max_distance);
            assert!(checked.is_err() || checked == Ok(cast), "{a} along {direction:?} over {max_distance}");
        }
        let in_reach = |point: Vec2| point.abs().max_element() <= REACH;
        let sees = terrain.line_of_sight(a, b, layer);
        assert_eq!(sees, terrain.line_of_sight(b, a, layer), "{a} and {b}");
        assert!(!sees || (in_reach(a) && in_reach(b) && a.is_finite() && b.is_finite()), "{a} and {b}");
        let cone = Cone { origin: a, facing: angle, fov: b.x, rays: 3, max_distance };
        assert!(terrain.cast_cone(layer, &cone).is_ok_and(|casts| casts.len() == 3) || cone_is_refused(&cone));
    }
}

/// Whether a cone has a field that its errors name.
fn cone_is_refused(cone: &Cone) -> bool {
    let fov_fits = (0.0..=std::f32::consts::TAU * 1.000_001).contains(&cone.fov);
    let is_far = cone.origin.abs().max_element() > REACH || !cone.origin.is_finite();
    !cone.facing.is_finite() || !fov_fits || is_far || cone.max_distance.is_nan() || cone.max_distance < 0.0
}

#[test]
fn rays_from_the_ends_of_the_reach_are_exact() {
    let mut random = Random::new(75);
    let terrain = random.terrain(9, 6, 0.3);
    for _ in 0..20_000 {
        let far = [-REACH, REACH, random.between(-REACH, REACH)][random.below(3) as usize];
        let near = random.between(0.0, 9.0);
        let origin = if random.below(2) == 0 { Vec2::new(far, near) } else { Vec2::new(near, far) };
        let target = Vec2::new(random.between(0.0, 9.0), random.between(0.0, 6.0));
        let direction = RayDirection::new(target - origin).expect("it points somewhere");
        let ray = ExactRay::new(origin, direction);
        let truth = first_touch(&terrain, Layer::Body, &ray);
        let hit = terrain.cast_ray(Layer::Body, origin, direction, f32::INFINITY).hit;
        assert_true(hit, truth.as_ref(), &ray, &format!("from {origin} to {target}"));
        let truth = first_touch(&terrain, Layer::Body, &ExactRay::between(origin, target));
        let sees = truth.is_none_or(|truth| truth.t.0 >= truth.t.1);
        assert_eq!(terrain.line_of_sight(origin, target, Layer::Body), sees, "{origin} to {target}");
    }
}
