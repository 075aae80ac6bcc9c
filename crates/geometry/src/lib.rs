//! Pure mathematics on a tile world: bit grids, exact ray casts, shapes and sweeps. No ECS, no files, no rules of the
//! game.
//!
//! One unit is one tile, +y is up, cell `(x, y)` covers `x..x+1` by `y..y+1`. Angles are in radians, counter-clockwise
//! from +x.
//!
//! | question | answer |
//! |---|---|
//! | Which tiles are there? | [`terrain`]: `Terrain`; [`tile`]: `TileShape` |
//! | Where does a ray end, and on what? | [`ray`]: `Terrain::cast_ray`; [`shapes`]: `PlacedShape::cast_ray`, `cast_ray_closest` |
//! | Can two points see each other? | [`ray`]: `Terrain::line_of_sight` |
//! | Where does a mirror send a ray? | [`ray::mirrors`]: `follow_mirrors` |
//! | Which rays make a field of view? | [`ray::cone`]: `Cone::directions` |
//! | Where does a moving circle first touch something? | [`sweep`]: `Terrain::sweep_circle`, `time_of_impact_point_circle`; [`shapes`]: `PlacedShape::sweep_circle`, `sweep_circle_closest` |
//! | How deep is a circle in a wall or a polygon? | [`sweep`]: `Terrain::depth`; [`shapes::polygon`]: `Polygon::overlap` |
//! | Is a box clear of everything that a circle could touch? | [`sweep`]: `Terrain::is_empty` |
//! | How far is a point or a circle from a segment? | [`shapes::segment`] |
//! | Which cells does a segment cross? | [`cells`]: `crossed_cells` |
//! | Which lines are drawn around the walls? | [`terrain::outline`]: `Terrain::outline` |
//!
//! The game uses a part of this toolkit. What it does not use, and what completes the toolkit, is in [`toolbox`]:
//!
//! | question | answer |
//! |---|---|
//! | A ray cast with checked input | `Terrain::try_cast_ray` |
//! | A cone of rays | `Terrain::cast_cone` |
//! | A ray through the tiles that mirrors reflect | [`toolbox::reflect`]: `Terrain::cast_reflected` |
//! | Tiles and shapes as one world | [`toolbox::scene`]: `Scene` |
//! | Is an angle in an interval? | [`toolbox::arc`]: `Arc` |
//! | Which cells make a line, a circle, an arc? | [`toolbox::raster`] |
//! | Which cells are visible from a point? | `Terrain::visible_cells`, `Terrain::sees_cell` |
//!
//! Of the shapes the game uses polygons only; circles, capsules and segments belong to the toolkit.
//!
//! Invariants: every solid is a closed set, so touching is hitting. Rays through tiles are exact once their origin and
//! direction are rounded ([`ray`] says how finely). A circle never hits a face or a joint that is hidden between two
//! solids. No answer depends on the machine, on the order of a hash map or on std's transcendental functions.

pub mod cells;
pub mod ray;
pub mod reach;
pub mod shapes;
pub mod sweep;
pub mod terrain;
#[cfg(test)]
mod tests;
pub mod tile;
pub mod toolbox;
