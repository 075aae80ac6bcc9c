//! The walk by rows against the walk cell by cell, on maps with one and with several words a row.

use std::f32::consts::FRAC_PI_4;

use bevy::math::Vec2;

use super::random::Random;
use crate::geometry::ray::RayDirection;
use crate::geometry::ray::lattice::{LatticeRay, WalkHit};
use crate::geometry::ray::row_walk::RowWalk;
use crate::geometry::terrain::Layer;

#[test]
fn a_walk_by_rows_ends_where_the_walk_by_cells_does() {
    let mut random = Random::new(72);
    let mut by_rows = 0;
    for (width, height) in [(40, 23), (62, 62), (63, 64), (200, 130), (70, 400), (1000, 5)] {
        for filled in [0.0, 0.002, 0.05, 0.3] {
            let terrain = random.terrain(width, height, filled);
            for round in 0..600 {
                let point = |random: &mut Random| {
                    Vec2::new(random.between(0.0, width as f32), random.between(0.0, height as f32))
                };
                // From anywhere, and from lattices on which rays meet corners.
                let origin = point(&mut random);
                let origin = [origin, (origin * 2.0).round() / 2.0, (origin * 16.0).round() / 16.0][round / 2 % 3];
                let (ray, steps) = if round % 2 == 0 {
                    (LatticeRay::new(origin, random.unit_vector()), u32::MAX)
                } else {
                    let end = point(&mut random);
                    let end = [end, end.round(), (end * 2.0).round() / 2.0][round / 2 % 3];
                    let segment = LatticeRay::between(origin, end);
                    (segment, segment.steps())
                };
                for layer in [Layer::Light, Layer::Body] {
                    let walk = terrain.row_grids(layer).first_hit(&ray, steps);
                    by_rows += usize::from(!matches!(walk, RowWalk::Unsupported));
                    let is_within = |hit: &WalkHit| !is_beyond(hit, steps);
                    let rows = terrain.walk(layer, &ray, steps).hit().filter(is_within);
                    let cells = terrain.walk_by_cells(layer, &ray, steps).filter(is_within);
                    assert_eq!(format!("{rows:?}"), format!("{cells:?}"), "{ray:?} on {width} by {height}, {layer:?}");
                }
            }
        }
    }
    assert!(by_rows > 10_000, "{by_rows}");
}

#[test]
fn the_end_of_light_is_that_of_a_ray_cast() {
    let mut random = Random::new(73);
    for round in 0..20_000 {
        let filled = [0.02, 0.1, 0.4][round % 3];
        let terrain = random.terrain(30, 20, filled);
        let origin = Vec2::new(random.between(0.0, 30.0), random.between(0.0, 20.0));
        let origin = [origin, (origin * 2.0).round() / 2.0][round / 3 % 2];
        let angle = random.between(-4.0, 4.0);
        let angle = [angle, (angle * 4.0).round() * FRAC_PI_4][round / 6 % 2];
        let direction = RayDirection::try_from(angle).unwrap();
        let max_distance = [f32::INFINITY, 9.0, random.between(0.0, 30.0), 0.0, -1.0, f32::NAN][round / 12 % 6];
        let cast = terrain.cast_ray(Layer::Light, origin, direction, max_distance);
        let end = terrain.light_end(origin, direction, max_distance);
        assert_eq!(end, (cast.end, cast.hit.is_some()), "round {round} from {origin} along {angle}, {max_distance}");
    }
}

/// Whether a hit on a segment lies beyond its end, which a walk may or may not reach.
fn is_beyond(hit: &WalkHit, steps: u32) -> bool {
    steps < u32::MAX && hit.numerator > hit.denominator
}
