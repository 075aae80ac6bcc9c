//! Pure mathematics on a tile world: bit grids, exact ray casts, shapes and sweeps.
//!
//! One unit is one tile, +y is up, cell `(x, y)` covers `x..x+1` by `y..y+1`. Nothing here knows of the ECS, of files
//! or of the game's rules.
//!
//! | question | answer |
//! |---|---|
//! | Where does a ray end, can two points see each other? | [`ray`]: `Terrain::cast_ray`, `line_of_sight` |
//! | A fan of rays, a mirrored ray | [`cone`]: `cast_cone`, `cast_many`; [`reflect`]: `cast_reflected` |
//! | Where does a moving circle first touch, how deep is it in a wall? | [`sweep`]: `sweep_circle`, `depth` |
//! | The same with shapes that move and turn | [`shape`], [`polygon`]; both worlds at once: [`scene`] |
//! | Which cells lie on a line, on an arc, in sight? | [`cells`]; a part of a turn: [`arc`] |
//! | How far is a point or a circle from a segment? | [`segment`] |
//! | What lines are drawn around the walls? | [`outline`] |
//!
//! Invariants: every solid is a closed set, so touching is hitting; rays are exact once their origin and direction are
//! rounded ([`ray`] says to what); a circle never meets a face or a joint that is hidden between two solids; nothing
//! depends on the machine, on the order of a hash map or on std's transcendental functions.

pub mod cells;
pub mod ray;
pub mod shapes;
pub mod sweep;
pub mod terrain;
#[cfg(test)]
mod tests;
pub mod tile;
pub mod toolbox;
