//! The cones of cameras: they show what a camera sees, and nothing else.

use bevy::math::{IVec2, ops};
use bevy::prelude::*;

use crate::view::actors::cameras::vision_cone::{FLAT, VisionCone};
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::Layer;
use hairline_level::{Aim, CameraSettings, Channel};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::camera::{CameraState, SecurityCamera, Vision};
use hairline_sim::run::Run;
use hairline_sim::tuning::half_ticks;

/// A hall with pillars, slopes and a curtain.
const HALL: &str = "(version: 1, name: \"Hall\", map: r\"
    ########################
    #          ##          #
    #                      #
    #     ##         ~~    #
    #     ##         ~~    #
    #            /\\        #
    # @         /##\\     X #
    ########################
\")";

/// What a camera sees at a time in seconds, and its cone.
fn scan(settings: &CameraSettings, seconds: f32, colliders: &Colliders) -> (CameraState, Vision, VisionCone) {
    let (camera, mut state, mut vision) = SecurityCamera::new(settings);
    let run = Run { hazard_half_ticks: half_ticks(seconds), ..Run::default() };
    camera.watch(&mut state, &mut vision, &run, Vec2::ZERO, colliders);
    let from = state.last_scan_position;
    let cast = |direction, limit| colliders.cast_ray(Layer::Light, from, direction, limit).end;
    let cone = VisionCone::new(from, &vision.ends, camera.range(), cast);
    (state, vision, cone)
}

fn camera(position: (f32, f32), angle: f32, fov: f32, rays: u8) -> CameraSettings {
    CameraSettings {
        position: position.into(),
        aim: Aim::Fixed { angle: angle.to_radians() },
        path: None,
        fov: fov.to_radians(),
        range: 14.0,
        rays,
        refresh: 0.1,
        channel: Channel(0),
        alarm: 1.0,
    }
}

#[test]
fn every_ray_is_in_the_cone_and_the_cone_reaches_no_farther_than_light() {
    let hall = hairline_level::parse(HALL, "hall").expect("it is valid");
    let colliders = Colliders::new(hall.terrain.clone());
    for angle in (0..360).step_by(7) {
        for settings in [camera((11.5, 5.5), angle as f32, 60.0, 30), camera((4.5, 4.0), angle as f32, 360.0, 60)] {
            let (_, vision, cone) = scan(&settings, 0.0, &colliders);
            let corners = || cone.wedges.iter().flatten();
            let is_in = |end: &Vec2| {
                corners().any(|corner| corner.end == *end) || cone.lone_rays.iter().any(|ray| ray[1] == *end)
            };
            assert!(vision.ends.iter().all(is_in), "facing {angle}");
            for [a, b] in &cone.wedges {
                let middle = a.end.midpoint(b.end) - cone.from;
                // A line along the rays, at the edge of a shadow, may miss the light by a hair.
                let is_lit = |aside: f32| {
                    let Ok(direction) = RayDirection::new(middle + middle.perp().normalize_or_zero() * aside) else {
                        return true;
                    };
                    let reach = colliders.cast_ray(Layer::Light, cone.from, direction, 14.0).end.distance(cone.from);
                    reach > middle.length() - 2.0 * FLAT
                };
                assert!([0.0, -2.0 * FLAT, 2.0 * FLAT].into_iter().any(is_lit), "{middle} facing {angle}");
            }
        }
    }
}

#[test]
fn the_cone_of_a_shipped_camera_covers_only_seen_cells() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let names = ["night-watch", "night-shift", "limelight", "blind-spot", "lab/cameras", "lab/cones"];
    for name in names {
        let level = hairline_level::read(&folder.join(format!("{name}.level.ron"))).expect("it is shipped");
        assert!(!level.actors::<CameraSettings>().is_empty());
        let colliders = Colliders::new(level.terrain.clone());
        for (settings, time) in
            level.actors::<CameraSettings>().iter().flat_map(|settings| (0..40).map(move |time| (settings, time)))
        {
            let (state, vision, cone) = scan(settings, time as f32 * 0.23, &colliders);
            let cells = vision.cells(state.last_scan_position);
            // A point between two rays is no farther from one of them than they are apart.
            let is_seen = |at: Vec2| {
                let apart = settings.fov / f32::from(settings.rays - 1) * at.distance(cone.from);
                let beside = |cell: &IVec2| at.distance(at.clamp(cell.as_vec2(), cell.as_vec2() + 1.0));
                cells.iter().any(|cell| beside(cell) <= apart + FLAT)
            };
            for wedge in cone.wedges.iter().filter(|wedge| wedge.iter().all(|ray| ray.strength == 1.0)) {
                let [a, b] = wedge.map(|ray| ray.end);
                for step in 1..=20 {
                    let at = cone.from.lerp(a.midpoint(b), step as f32 / 20.0);
                    assert!(is_seen(at), "{at} in {name}, scan {time}");
                }
            }
        }
    }
}

#[test]
fn few_rays_are_lone_rays_where_a_cell_fits_between_them() {
    let hall = hairline_level::parse(HALL, "hall").expect("it is valid");
    let colliders = Colliders::new(hall.terrain.clone());
    let (_, _, cone) = scan(&camera((11.5, 5.5), 200.0, 60.0, 3), 0.0, &colliders);
    let wide = 0.5 / ops::sin(15f32.to_radians());
    for corner in cone.wedges.iter().flatten().filter(|corner| corner.strength == 1.0) {
        let is_a_ray = cone.sides.is_some_and(|sides| sides.contains(&corner.end));
        assert!(is_a_ray || corner.end.distance(cone.from) < wide + 1e-3, "{corner:?}");
    }
    assert!(!cone.lone_rays.is_empty());
}

#[test]
fn a_camera_that_has_not_scanned_yet_has_no_cone() {
    let cone = VisionCone::new(Vec2::ONE, &[Vec2::ONE; 30], 8.0, |_, _| Vec2::ONE);
    assert!(cone.wedges.is_empty() && cone.lone_rays.is_empty() && cone.sides.is_none());
}
