//! The broad phase: which boxes meet a box or a segment.

use bevy::math::{Rect, Vec2};
use hairline_sim::obstacles::broad_phase::BroadPhase;

fn in_box(boxes: &BroadPhase, min: (f32, f32), max: (f32, f32)) -> Vec<usize> {
    boxes.in_box(Rect { min: min.into(), max: max.into() }).collect()
}

/// Boxes of one tile on the diagonal, at (0, 0), (2, 2), (4, 4)…
fn diagonal(count: usize) -> BroadPhase {
    let mut boxes = BroadPhase::default();
    for index in 0..count {
        let corner = Vec2::splat(2.0 * index as f32);
        boxes.set(index, Rect { min: corner, max: corner + 1.0 });
    }
    boxes
}

#[test]
fn a_box_meets_what_it_overlaps_or_touches() {
    let boxes = diagonal(64);
    assert_eq!(in_box(&boxes, (0.2, 0.2), (0.3, 0.3)), [0]);
    assert_eq!(in_box(&boxes, (1.0, 1.0), (2.0, 2.0)), [0, 1], "touching both");
    assert_eq!(in_box(&boxes, (1.2, 1.2), (1.7, 1.7)), [0; 0], "between two in one grid cell");
    assert_eq!(in_box(&boxes, (126.5, 126.5), (135.0, 135.0)), [63]);
    assert_eq!(in_box(&boxes, (0.0, 4.5), (1.0, 5.5)), [0; 0], "a column of one and a row of another");
    assert_eq!(in_box(&boxes, (0.0, 0.0), (200.0, 200.0)).len(), 64);
    assert_eq!(in_box(&diagonal(0), (0.0, 0.0), (200.0, 200.0)), [0; 0]);
}

#[test]
fn a_box_that_moves_is_gone_from_where_it_was() {
    let mut boxes = diagonal(4);
    boxes.set(3, Rect::new(60.0, 20.0, 61.0, 21.0));
    assert_eq!(in_box(&boxes, (6.0, 6.0), (7.0, 7.0)), [0; 0]);
    assert_eq!(in_box(&boxes, (60.5, 20.5), (60.5, 20.5)), [3]);
}

#[test]
fn a_removed_box_is_not_found_until_it_is_set_again() {
    let mut boxes = diagonal(4);
    boxes.remove(3);
    assert_eq!(in_box(&boxes, (-100.0, -100.0), (300.0, 300.0)), [0, 1, 2]);
    assert_eq!(boxes.along_segment(Vec2::splat(-9.0), Vec2::splat(300.0)).collect::<Vec<_>>(), [0, 1, 2]);
    boxes.set(3, Rect::new(6.0, 6.0, 7.0, 7.0));
    assert_eq!(in_box(&boxes, (6.0, 6.0), (7.0, 7.0)), [3]);
}

#[test]
fn boxes_outside_the_map_are_found() {
    let mut boxes = BroadPhase::default();
    boxes.set(0, Rect::new(-40.0, -1e9, -35.0, -2.0));
    boxes.set(63, Rect { min: Vec2::new(44.0, 18.0), max: Vec2::INFINITY });
    assert_eq!(in_box(&boxes, (-36.0, -5.0), (-35.5, -4.0)), [0]);
    assert_eq!(in_box(&boxes, (50.0, 50.0), (51.0, 51.0)), [63]);
    assert_eq!(boxes.in_box(Rect { min: Vec2::NEG_INFINITY, max: Vec2::INFINITY }).collect::<Vec<_>>(), [0, 63]);
    assert_eq!(in_box(&boxes, (12.0, 12.0), (16.0, 16.0)), [0; 0]);
}

#[test]
fn a_segment_meets_the_boxes_along_it() {
    let boxes = diagonal(40);
    let along = |from: (f32, f32), to: (f32, f32)| boxes.along_segment(from.into(), to.into()).collect::<Vec<_>>();
    assert_eq!(along((-1.0, 0.5), (8.0, 0.5)), [0]);
    assert_eq!(along((-1.0, 0.5), (-0.5, 0.5)), [0; 0], "too short");
    assert_eq!(along((-1.0, 0.5), (-10.0, 0.5)), [0; 0], "behind");
    assert_eq!(along((0.5, 0.5), (-8.5, 0.5)), [0], "from inside");
    assert_eq!(along((0.5, 0.5), (0.5, 0.5)), [0], "a point inside");
    assert_eq!(along((4.5, 9.0), (4.5, -1e4)), [2]);
    assert_eq!(along((-1.0, -1.0), (1e4, 1e4)), (0..40).collect::<Vec<_>>());
    assert_eq!(along((66.0, 64.5), (63.0, 64.5)), [32]);
    assert_eq!(along((1.5, 0.0), (1.5, 100.0)), [0; 0], "between two");
}
