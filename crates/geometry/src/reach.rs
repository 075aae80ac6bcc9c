//! The bound on coordinates within which all integer arithmetic of the toolkit is exact.

use bevy_math::Vec2;

/// The largest absolute coordinate, in tiles, of a point that a query accepts, and the most cells along a side of a
/// map. Products of two lattice coordinates then stay below 2⁶⁰, which an `i64` holds.
pub const REACH: f32 = 65536.0;

/// Whether both coordinates are numbers of at most [`REACH`].
#[inline]
pub(super) fn is_within_reach(point: Vec2) -> bool {
    point.x.abs() <= REACH && point.y.abs() <= REACH
}
