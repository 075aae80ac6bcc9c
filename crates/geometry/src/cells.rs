//! The cells of the grid that a segment crosses, whatever is in them.

use bevy_math::{IVec2, Vec2};
use thiserror::Error;

use super::ray::lattice::LatticeRay;
use super::reach::{REACH, is_within_reach};

/// Why cells were not listed. Coordinates are bounded by [`REACH`], so that no line or circle has more than some
/// hundred thousand cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CellsError {
    /// A cell has a coordinate farther than [`REACH`] from 0.
    #[error("a cell must lie within {REACH} of (0, 0), but it is {0}")]
    Cell(IVec2),
    /// The argument with this index, a point, has a coordinate that is not a number or farther than [`REACH`] from 0.
    #[error("point {0} must lie within {REACH} tiles of (0, 0)")]
    Point(usize),
    /// A circle's radius is larger than [`REACH`].
    #[error("a circle's radius must be at most {REACH} cells, but it is {0}")]
    Radius(i32),
}

/// Every cell that the segment between two points (in tiles) crosses or, at a corner, touches, in order from `a` to
/// `b`. Each cell but the first shares a side with an earlier one. Points are rounded to 2⁻¹² tile; from there on the
/// cells are exact. From `b` to `a` the set is the same.
///
/// A point on a grid line counts as in the cell into which the segment runs. A segment along a grid line is in the
/// cells above it or to its right.
///
/// The walk is that of Amanatides and Woo, *A Fast Voxel Traversal Algorithm for Ray Tracing* (1987).
///
/// # Errors
/// [`CellsError::Point`] if `a` (0) or `b` (1) is not finite or has a coordinate farther than [`REACH`] from 0.
pub fn crossed_cells(a: Vec2, b: Vec2) -> Result<impl Iterator<Item = IVec2>, CellsError> {
    if let Some(i) = [a, b].into_iter().position(|point| !is_within_reach(point)) {
        return Err(CellsError::Point(i));
    }
    let ray = LatticeRay::between(a, b);
    let (first, last) = (ray.first_cell().as_ivec2(), ray.cell_before((1, 1)));
    let (across, up) = (IVec2::new((last.x - first.x).signum(), 0), IVec2::new(0, (last.y - first.y).signum()));
    let mut cell = first;
    let mut at_corner = 0;
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        // A segment through a corner touches the two cells beside it before it enters the opposite one.
        if at_corner > 0 {
            at_corner -= 1;
            if at_corner == 0 {
                let beside = cell + up;
                cell += across + up;
                return Some(beside);
            }
            return Some(cell + across);
        }
        if ended {
            return None;
        }
        let current = cell;
        if cell == last {
            ended = true;
            return Some(current);
        }
        let error = if cell.x == last.x {
            1
        } else if cell.y == last.y {
            -1
        } else {
            ray.error_in(cell.as_i64vec2())
        };
        match error.signum() {
            -1 => cell += across,
            1 => cell += up,
            _ => at_corner = 2,
        }
        Some(current)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::Random;

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
}
