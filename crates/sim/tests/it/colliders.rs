//! What counts as empty to a moving circle.

use std::sync::Arc;

use bevy::math::{UVec2, Vec2};
use hairline_geometry::shapes::polygon::Polygon;
use hairline_geometry::sweep::Platforms;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::{Aim, MoverSettings, MoverSurface};
use hairline_sim::colliders::{Colliders, swept_bounds};
use hairline_sim::obstacles::mover::Mover;
use hairline_sim::state::actor::ActorIndex;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

#[test]
fn a_box_that_counts_as_empty_holds_nothing_that_a_sweep_touches() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(32);
    let (mut empty, mut empty_of_platforms, mut occupied) = (0, 0, 0);
    for _ in 0..60 {
        let size = UVec2::new(random.random_range(3..80), random.random_range(3..30));
        let shapes = [TileShape::Solid, TileShape::Glass, TileShape::FloorRight, TileShape::OneWay];
        let tiles = (0..size.x * size.y)
            .map(|_| if random.random_bool(0.05) { shapes[random.random_range(0..4)] } else { TileShape::Empty });
        let mut colliders = Colliders::new(Arc::new(Terrain::new(size, tiles.collect())));
        let place = |random: &mut Xoshiro256PlusPlus| {
            Vec2::new(random.random_range(0.0..size.x as f32), random.random_range(0.0..size.y as f32))
        };
        for index in 0..random.random_range(0..6) {
            let corners = [(-1.0, -0.5), (1.0, -0.5), (0.0, 1.0)].map(Vec2::from).to_vec();
            let mover = Mover::new(&MoverSettings {
                position: place(&mut random),
                shape: Polygon::new(corners).expect("a triangle"),
                path: None,
                turn: Aim::Fixed { angle: random.random_range(0.0..6.0) },
                surface: MoverSurface::Plain,
            });
            mover.add_to(colliders.obstacles_mut(), ActorIndex(index));
        }
        for _ in 0..500 {
            let center = place(&mut random);
            let radius = [0.0, 0.05, 0.4, 2.0][random.random_range(0..4)];
            let delta = Vec2::from_angle(random.random_range(0.0..6.3)) * random.random_range(0.0..3.0);
            let bounds = swept_bounds(center, radius, delta);
            if !colliders.is_empty(bounds, Platforms::Ignore) {
                occupied += 1;
                continue;
            }
            empty += 1;
            let contact = colliders.sweep_circle(center, radius, delta, Platforms::Ignore);
            assert_eq!(contact, None, "{center} by {delta}, radius {radius}");
            if colliders.is_empty(bounds, Platforms::Land) {
                empty_of_platforms += 1;
                let contact = colliders.sweep_circle(center, radius, delta, Platforms::Land);
                assert_eq!(contact, None, "{center} by {delta}, radius {radius}");
            }
            assert_eq!(colliders.depth(center, radius), 0.0, "{center}, radius {radius}");
            assert_eq!(colliders.depth(center + delta, radius), 0.0, "{center} by {delta}, radius {radius}");
        }
    }
    assert!(empty > empty_of_platforms && empty_of_platforms > 2000 && occupied > 5000, "too few cases of one kind");
}
