//! The cells that are visible from a point.

use bevy_math::{IVec2, Vec2};
use hairline_geometry::arc::Arc;
use hairline_geometry::terrain::Layer;

use crate::map::map;

fn cells(list: &[(i32, i32)]) -> Vec<IVec2> {
    list.iter().map(|&(x, y)| IVec2::new(x, y)).collect()
}

#[test]
fn nothing_is_visible_from_a_malformed_eye_or_radius() {
    let terrain = map("...");
    let seen = |eye, radius| terrain.visible_cells(Layer::Light, eye, radius, Arc::FULL).len();
    let eye = Vec2::splat(0.5);
    assert_eq!((seen(eye, f32::INFINITY), seen(eye, 0.0)), (3, 1));
    assert_eq!((seen(eye, f32::NAN), seen(eye, -1.0), seen(eye, -0.25)), (0, 0, 0));
    assert_eq!((seen(Vec2::NAN, 9.0), seen(Vec2::new(1e30, 0.0), f32::INFINITY)), (0, 0));
}

#[test]
fn an_eye_outside_the_map_sees_into_it() {
    let terrain = map("
        ./.
        ...
        #..
    ");
    let seen = terrain.visible_cells(Layer::Light, Vec2::new(1.5, 5.5), 20.0, Arc::FULL);
    assert_eq!(seen, cells(&[(0, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]));
}

#[test]
fn visible_cells_end_at_walls_that_are_visible_themselves() {
    let terrain = map("
        #######
        #..#..#
        #..#..#
        #.....#
        #######
    ");
    let eye = Vec2::new(1.5, 2.5);
    let seen = terrain.visible_cells(Layer::Light, Vec2::new(1.5, 2.25), 20.0, Arc::FULL);
    for visible in [(1, 2), (2, 3), (3, 2), (3, 3), (0, 2), (1, 4), (3, 1), (4, 1), (4, 0)] {
        assert!(seen.contains(&visible.into()), "{visible:?} is visible");
    }
    // The cell behind an inner corner is hidden by its neighbors.
    for hidden in [(0, 0), (4, 3), (5, 3), (6, 4), (5, 2), (6, 3)] {
        assert!(!seen.contains(&hidden.into()), "{hidden:?} is hidden");
    }
    let right = terrain.visible_cells(Layer::Light, eye, 20.0, Arc::around(0.0, 0.2));
    assert_eq!(right, cells(&[(1, 2), (2, 2), (3, 2)]));
    let left = terrain.visible_cells(Layer::Light, eye, 20.0, Arc::around(std::f32::consts::PI, 0.2));
    assert_eq!(left, cells(&[(0, 2), (1, 2)]));
    let close = terrain.visible_cells(Layer::Light, eye, 1.0, Arc::FULL);
    assert_eq!(close.len(), 5);
}
