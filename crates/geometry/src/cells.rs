//! The cells of the grid that a segment crosses, whatever is in them.

use bevy_math::{IVec2, Vec2};
use thiserror::Error;

use super::ray::lattice::LatticeRay;
use crate::{REACH, is_within_reach};

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
