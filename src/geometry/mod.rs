//! Pure mathematics on a tile world: bit grids, exact ray casts, shapes and sweeps.
//!
//! One unit is one tile, +y is up, cell `(x, y)` covers `x..x+1` by `y..y+1`. Nothing here knows of the ECS, of files
//! or of the game's rules.

mod bitgrid;
pub mod cells;
pub mod cone;
mod contact;
mod lanes;
pub mod outline;
pub mod polygon;
pub mod ray;
pub mod reflect;
pub mod scene;
pub mod segment;
pub mod shape;
mod surface;
pub mod sweep;
pub mod terrain;
#[cfg(test)]
mod tests;
pub mod tile;
mod walk;
