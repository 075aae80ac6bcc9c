//! Colliders: the broad phase for moving circles, and lines of sight past obstacles.

use std::sync::Arc;

use bevy::math::{UVec2, Vec2};
use hairline_geometry::shapes::polygon::Polygon;
use hairline_geometry::sweep::Platforms;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;
use hairline_level::{Aim, MoverSettings, MoverSurface};
use hairline_sim::colliders::{Colliders, swept_bounds};
use hairline_sim::obstacles::mover::Mover;
use hairline_sim::state::actor::ActorIndex;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A mover that stands still.
fn mover(position: Vec2, corners: &[(f32, f32)], angle: f32) -> Mover {
    Mover::new(&MoverSettings {
        position,
        shape: Polygon::new(corners.iter().copied().map(Vec2::from).collect()).expect("it is simple"),
        path: None,
        turn: Aim::Fixed { angle },
        surface: MoverSurface::Plain,
    })
}

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
            let (at, angle) = (place(&mut random), random.random_range(0.0..6.0));
            let mover = mover(at, &[(-1.0, -0.5), (1.0, -0.5), (0.0, 1.0)], angle);
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

#[test]
fn sight_past_an_obstacle_is_mutual() {
    let tiles = vec![TileShape::Empty; 100];
    let mut colliders = Colliders::new(Arc::new(Terrain::new(UVec2::splat(10), tiles)));
    let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    mover(Vec2::splat(5.0), &square, 0.0).add_to(colliders.obstacles_mut(), ActorIndex(0));
    let sees = |a: Vec2, b: Vec2| colliders.line_of_sight(a, b, Layer::Light);
    let cases = [
        // Ends on a side and on a corner, from outside; beside it; through it, into it and inside it.
        ((1.0, 5.0), (4.0, 5.0), true),
        ((1.0, 1.0), (4.0, 4.0), true),
        ((1.0, 3.5), (9.0, 3.5), true),
        ((1.0, 5.0), (9.0, 5.0), false),
        ((1.0, 5.0), (5.0, 5.0), false),
        ((4.5, 5.0), (5.5, 5.0), false),
        // From a side through it, along a side, and past a corner that it touches.
        ((4.0, 5.0), (9.0, 5.0), false),
        ((4.0, 4.5), (4.0, 5.5), false),
        ((3.0, 5.0), (5.0, 3.0), false),
    ];
    for (a, b, expected) in cases {
        let (a, b) = (a.into(), b.into());
        assert_eq!((sees(a, b), sees(b, a)), (expected, expected), "{a} and {b}");
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(33);
    let mut point = || Vec2::new(random.random_range(0..41) as f32, random.random_range(0..41) as f32) / 4.0;
    for _ in 0..20_000 {
        let (a, b) = (point(), point());
        assert_eq!(sees(a, b), sees(b, a), "{a} and {b}");
    }
}
