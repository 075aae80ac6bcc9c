//! Pure mathematics on a tile world: bit grids, exact ray casts, shapes and sweeps. No ECS, no files, no rules of the
//! game.
#![warn(missing_docs)]

pub mod arc;
pub mod cells;
mod field_of_view;
pub mod raster;
pub mod ray;
pub mod shapes;
pub mod sweep;
pub mod terrain;
pub mod tile;

use bevy_math::Vec2;

/// The largest absolute coordinate, in tiles, of a point that a query accepts, and the most cells along a side of a
/// map. Products of two lattice coordinates then stay below 2⁶⁰, which an `i64` holds.
pub const REACH: f32 = 65536.0;

/// Whether both coordinates are numbers of at most [`REACH`].
#[inline]
fn is_within_reach(point: Vec2) -> bool {
    point.x.abs() <= REACH && point.y.abs() <= REACH
}
