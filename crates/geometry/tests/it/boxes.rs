//! The conservative box test against a scan of every tile.

use bevy_math::{IVec2, Rect, Vec2};

use super::map::map;
use super::random::Random;
use hairline_geometry::sweep::Platforms;

#[test]
fn a_box_is_empty_if_no_cell_that_it_reaches_into_stops_bodies() {
    let mut random = Random::new(81);
    let mut empty = 0;
    for _ in 0..200 {
        let terrain = random.terrain(90, 8, 0.02);
        for _ in 0..50 {
            let corner = |random: &mut Random| Vec2::new(random.between(-1.0, 91.0), random.between(-1.0, 9.0));
            let bounds = Rect::from_corners(corner(&mut random), corner(&mut random));
            let (low, high) = (bounds.min.floor().as_ivec2(), bounds.max.floor().as_ivec2());
            let inside = terrain.contains_cell(low) && terrain.contains_cell(high) && high.x - low.x < 64;
            let mut cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
            let expected = inside && cells.all(|cell| !terrain.tile(cell).stops_bodies());
            let got = terrain.is_empty(bounds, Platforms::Ignore);
            assert_eq!(got, expected, "{bounds:?}");
            empty += usize::from(got);
        }
    }
    assert!(empty > 300, "enough of them are empty: {empty}");
}

#[test]
fn no_sweep_within_an_empty_box_touches_anything() {
    let mut random = Random::new(82);
    let mut empty = [0, 0];
    for _ in 0..100 {
        let terrain = random.terrain(20, 12, 0.1);
        for _ in 0..100 {
            let center = Vec2::new(random.between(0.0, 20.0), random.between(0.0, 12.0));
            let (radius, delta) = (random.between(0.0, 0.6), random.unit_vector() * random.between(0.0, 3.0));
            let end = center + delta;
            let reach = radius + 1.0 / 256.0;
            let bounds = Rect { min: center.min(end) - reach, max: center.max(end) + reach };
            for (i, platforms) in [Platforms::Ignore, Platforms::Land].into_iter().enumerate() {
                if terrain.is_empty(bounds, platforms) {
                    empty[i] += 1;
                    assert_eq!(terrain.sweep_circle(center, radius, delta, platforms), None, "{center} by {delta}");
                }
            }
        }
    }
    assert!(empty[0] > 1000 && empty[1] > 1000, "enough of them are empty: {empty:?}");
}

#[test]
fn the_top_of_a_platform_counts_only_for_circles_that_can_land() {
    let terrain = map("
        ...
        .=.
        ...
    ");
    let bounds = Rect::from_center_half_size(Vec2::splat(1.5), Vec2::splat(0.25));
    assert!(terrain.is_empty(bounds, Platforms::Ignore) && !terrain.is_empty(bounds, Platforms::Land));
    assert!(!terrain.is_empty(Rect::from_corners(Vec2::NEG_ONE, Vec2::ONE), Platforms::Ignore), "out of the map");
}
