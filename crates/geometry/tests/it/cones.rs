//! Cones of rays.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy_math::Vec2;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::ray::RayError;
use hairline_geometry::ray::cone::{Cone, ConeError};
use hairline_geometry::terrain::Layer;

use crate::map::map;
use crate::random::Random;

#[test]
fn a_cone_has_thirty_rays_from_edge_to_edge() {
    let directions = Cone::new(Vec2::ZERO, 1.0, FRAC_PI_2).directions().unwrap();
    assert_eq!(directions.len(), 30);
    let angle = |direction: &RayDirection| bevy_math::ops::atan2(direction.get().y, direction.get().x);
    assert!((angle(&directions[0]) - (1.0 - FRAC_PI_2 / 2.0)).abs() < 1e-6);
    assert!((angle(&directions[29]) - (1.0 + FRAC_PI_2 / 2.0)).abs() < 1e-6);
}

#[test]
fn a_full_turn_repeats_no_ray_and_a_single_ray_goes_through_the_middle() {
    let around = Cone { rays: 4, ..Cone::new(Vec2::ZERO, PI, TAU) }.directions().unwrap();
    assert!((around[0].get() - Vec2::X).length() < 1e-6 && (around[3].get() - Vec2::NEG_Y).length() < 1e-6);
    let single = Cone { rays: 1, ..Cone::new(Vec2::ZERO, FRAC_PI_2, 1.0) }.directions().unwrap();
    assert!((single[0].get() - Vec2::Y).length() < 1e-6);
    assert_eq!(Cone { rays: 0, ..Cone::new(Vec2::ZERO, 0.0, 1.0) }.directions(), Ok(vec![]));
}

#[test]
fn a_cone_that_faces_a_large_angle_is_still_even() {
    let fan = |facing: f32| Cone::new(Vec2::ZERO, facing, 1e-3).directions().unwrap();
    for facing in [0.0, 1e4, -1e7, 1e30] {
        let directions = fan(facing);
        for pair in directions.windows(2) {
            // The sine of a small angle is the angle.
            let gap = pair[0].get().perp_dot(pair[1].get());
            assert!((gap - 1e-3 / 29.0).abs() < 1e-6, "{gap} facing {facing}");
        }
    }
}

#[test]
fn each_ray_of_a_cone_is_a_single_ray() {
    let mut random = Random::new(51);
    for round in 0..200 {
        let terrain = random.terrain(14, 11, 0.2);
        let origin = Vec2::new(random.between(-1.0, 15.0), random.between(-1.0, 12.0));
        let (facing, fov, max_distance) =
            (random.between(-9.0, 9.0), random.between(0.0, TAU), random.between(0.0, 20.0));
        let cone = Cone { origin, facing, fov, rays: random.below(100) as usize, max_distance };
        let single = |direction| terrain.cast_ray(Layer::Body, origin, direction, max_distance);
        let expected: Vec<_> = cone.directions().expect("the cone is valid").into_iter().map(single).collect();
        assert_eq!(terrain.cast_cone(Layer::Body, &cone), Ok(expected), "round {round} from {origin}");
    }
}

#[test]
fn malformed_cones_are_refused() {
    let terrain = map("...");
    let cone = Cone::new(Vec2::splat(0.5), 0.0, 1.0);
    let refused = |cone: Cone| terrain.cast_cone(Layer::Light, &cone).unwrap_err();
    assert!(matches!(refused(Cone { facing: f32::NAN, ..cone }), ConeError::Facing(_)));
    assert!(matches!(refused(Cone { fov: -0.1, ..cone }), ConeError::Fov(_)));
    assert!(matches!(refused(Cone { fov: 7.0, ..cone }), ConeError::Fov(_)));
    assert!(matches!(refused(Cone { rays: usize::MAX, ..cone }), ConeError::Rays(_)));
    assert!(matches!(refused(Cone { max_distance: f32::NAN, ..cone }), ConeError::Ray(RayError::MaxDistance(_))));
    assert!(matches!(refused(Cone { origin: Vec2::NAN, ..cone }), ConeError::Ray(RayError::Origin(_))));
}

#[test]
fn a_cone_from_outside_the_map_enters_it() {
    let terrain = map("..#");
    let casts = terrain.cast_cone(Layer::Light, &Cone { rays: 3, ..Cone::new(Vec2::new(-1.0, 0.5), 0.0, 0.1) });
    for cast in casts.expect("the cone is valid") {
        assert!(cast.hit.is_some_and(|hit| (hit.point.x, hit.normal) == (2.0, Vec2::NEG_X)), "{cast:?}");
    }
}
