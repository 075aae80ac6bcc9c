//! The cells that a segment crosses.

use bevy_math::{IVec2, Vec2};
use hairline_geometry::REACH;
use hairline_geometry::cells::{CellsError, crossed_cells};

use crate::random::Random;

fn cells(list: &[(i32, i32)]) -> Vec<IVec2> {
    list.iter().map(|&(x, y)| IVec2::new(x, y)).collect()
}

#[test]
fn crossed_cells_are_those_that_the_segment_touches_in_either_direction() {
    let crossed = |a, b| crossed_cells(a, b).unwrap().collect::<Vec<_>>();
    assert_eq!(crossed(Vec2::new(0.5, 0.5), Vec2::new(2.5, 1.5)), cells(&[(0, 0), (1, 0), (1, 1), (2, 1)]));
    // Through a corner, touching the cells on both sides of it.
    assert_eq!(crossed(Vec2::new(0.5, 0.5), Vec2::new(1.5, 1.5)), cells(&[(0, 0), (1, 0), (0, 1), (1, 1)]));
    assert_eq!(crossed(Vec2::new(0.5, 2.5), Vec2::new(0.5, 0.5)), cells(&[(0, 2), (0, 1), (0, 0)]));
    assert_eq!(crossed(Vec2::splat(0.5), Vec2::splat(0.5)), cells(&[(0, 0)]));
    assert_eq!(crossed(Vec2::new(-0.5, 0.5), Vec2::new(-1.5, 0.5)), cells(&[(-1, 0), (-2, 0)]));
    // From one grid line to another, only the cells between.
    assert_eq!(crossed(Vec2::new(1.0, 0.5), Vec2::new(3.0, 0.5)), cells(&[(1, 0), (2, 0)]));
    assert_eq!(crossed(Vec2::new(3.0, 0.5), Vec2::new(1.0, 0.5)), cells(&[(2, 0), (1, 0)]));
    let mut random = Random::new(41);
    for _ in 0..3_000 {
        let lattice = [2.0, 8.0, 4096.0][random.below(3) as usize];
        let mut point =
            || (Vec2::new(random.between(-3.0, 6.0), random.between(-3.0, 6.0)) * lattice).round() / lattice;
        let (a, b) = (point(), point());
        let forward = crossed(a, b);
        let mut sorted = forward.clone();
        let mut back = crossed(b, a);
        sorted.sort_by_key(|cell| (cell.x, cell.y));
        back.sort_by_key(|cell| (cell.x, cell.y));
        assert_eq!(sorted, back, "{a} to {b}");
        for (i, &cell) in forward.iter().enumerate().skip(1) {
            let joined = forward[..i].iter().any(|&before| (cell - before).abs().element_sum() == 1);
            assert!(joined, "{cell} shares no side with an earlier cell on {a} to {b}: {forward:?}");
        }
    }
}

#[test]
fn segments_out_of_reach_are_refused() {
    for bad in [Vec2::NAN, Vec2::new(f32::INFINITY, 0.0), Vec2::new(0.0, -1e30)] {
        assert_eq!(crossed_cells(Vec2::ZERO, bad).err(), Some(CellsError::Point(1)), "{bad}");
        assert_eq!(crossed_cells(bad, Vec2::ZERO).err(), Some(CellsError::Point(0)), "{bad}");
    }
    assert_eq!(crossed_cells(Vec2::splat(-REACH), Vec2::splat(REACH)).map(Iterator::count), Ok(393_214));
}
