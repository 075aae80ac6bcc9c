//! The conservative box test against a scan of every tile.

use bevy::math::{IVec2, Rect, Vec2};

use super::map::map;
use super::random::Random;
use crate::geometry::terrain::{Layer, TileFilter};

#[test]
fn a_box_is_empty_if_no_cell_that_it_reaches_into_has_a_tile_of_the_layer() {
    let mut random = Random::new(81);
    let mut empty = 0;
    for _ in 0..200 {
        let terrain = random.terrain(90, 8, 0.02);
        for _ in 0..50 {
            let corner = |random: &mut Random| Vec2::new(random.between(-1.0, 91.0), random.between(-1.0, 9.0));
            let bounds = Rect::from_corners(corner(&mut random), corner(&mut random));
            let (low, high) = (bounds.min.floor().as_ivec2(), bounds.max.floor().as_ivec2());
            let inside = terrain.contains_cell(low) && terrain.contains_cell(high) && high.x - low.x < 64;
            for layer in [Layer::Light, Layer::Body] {
                let is_free = |cell: IVec2| !terrain.tile(cell).stops(layer);
                let mut cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
                let expected = inside && cells.all(is_free);
                let got = terrain.is_empty(bounds, TileFilter::Layer(layer));
                assert_eq!(got, expected, "{bounds:?} on {layer:?}");
                empty += usize::from(got);
            }
        }
    }
    assert!(empty > 500, "enough of them are empty: {empty}");
}

#[test]
fn tops_of_platforms_are_touchable_and_hidden_tiles_are_not() {
    let terrain = map("
        .....
        .==..
        ...##
        ...##
    ");
    let touchable = |x: f32, y: f32| {
        let bounds = Rect::from_center_half_size(Vec2::new(x, y), Vec2::splat(0.25));
        !terrain.is_empty(bounds, TileFilter::Touchable)
    };
    assert!(touchable(1.5, 2.5) && touchable(3.5, 1.5) && !touchable(0.5, 0.5));
    let full = map("
        ###
        ###
        ###
    ");
    let middle = Rect::from_center_half_size(Vec2::splat(1.5), Vec2::splat(0.25));
    assert!(full.is_empty(middle, TileFilter::Touchable), "neighbors hide all sides");
    assert!(!full.is_empty(middle, TileFilter::Layer(Layer::Body)));
}
