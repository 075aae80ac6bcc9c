//! Walks in spans against the walk cell by cell, on maps of one and of several words a row.

use std::f32::consts::FRAC_PI_4;

use bevy::math::Vec2;

use super::random::Random;
use crate::geometry::ray::RayDirection;
use crate::geometry::ray::lattice::LatticeRay;
use crate::geometry::terrain::Layer;

#[test]
fn a_walk_in_spans_ends_where_the_walk_by_cells_does() {
    let mut random = Random::new(72);
    let mut in_spans = 0;
    for (width, height) in [(40, 23), (62, 62), (63, 64), (200, 130), (70, 400), (1000, 5)] {
        for filled in [0.0, 0.002, 0.05, 0.3] {
            let terrain = random.terrain(width, height, filled);
            for round in 0..600 {
                let point = |random: &mut Random| {
                    Vec2::new(random.between(0.0, width as f32), random.between(0.0, height as f32))
                };
                // From everywhere, and from lattices on which rays meet corners.
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
                    in_spans += usize::from(terrain.span_grids(layer).first_blocked(&ray, steps).is_ok());
                    let far = |strike: &_| !is_beyond(strike, steps);
                    let spans = terrain.walk(layer, &ray, steps).filter(far);
                    let cells = terrain.walk_by_cells(layer, &ray, steps).filter(far);
                    assert_eq!(format!("{spans:?}"), format!("{cells:?}"), "{ray:?} on {width} by {height}, {layer:?}");
                }
            }
        }
    }
    assert!(in_spans > 10_000, "{in_spans}");
}

#[test]
fn light_ends_where_a_ray_of_light_does() {
    let mut random = Random::new(73);
    for round in 0..20_000 {
        let filled = [0.02, 0.1, 0.4][round % 3];
        let terrain = random.terrain(30, 20, filled);
        let origin = Vec2::new(random.between(0.0, 30.0), random.between(0.0, 20.0));
        let origin = [origin, (origin * 2.0).round() / 2.0][round / 3 % 2];
        let angle = random.between(-4.0, 4.0);
        let angle = [angle, (angle * 4.0).round() * FRAC_PI_4][round / 6 % 2];
        let direction = RayDirection::try_from(angle).unwrap();
        let limit = [f32::INFINITY, 9.0, random.between(0.0, 30.0), 0.0, -1.0, f32::NAN][round / 12 % 6];
        let cast = terrain.cast_light(origin, direction, limit);
        let end = terrain.light_end(origin, direction, limit);
        assert_eq!(end, (cast.end, cast.hit.is_some()), "round {round} from {origin} along {angle}, {limit}");
    }
}

/// Whether a strike on a segment lies after its end, where a walk may or may not come to.
fn is_beyond(strike: &crate::geometry::ray::lattice::Strike, steps: u32) -> bool {
    steps < u32::MAX && strike.numerator > strike.denominator
}
