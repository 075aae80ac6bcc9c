//! Rays, shapes and moving circles in a world of tiles: exact ray casts over a bit grid, swept circles that neither
//! tunnel nor catch on seams, polygons that move and turn. Pure mathematics: no ECS, no files, no rules of a game.
//!
//! One unit is one tile, +y is up, cell `(x, y)` covers `x..x+1` by `y..y+1`. Angles are in radians, counter-clockwise
//! from +x.
//!
//! ```
//! use bevy_math::{IVec2, UVec2, Vec2};
//! use hairline_geometry::ray::RayDirection;
//! use hairline_geometry::shapes::{PlacedShape, Shape, cast_ray_closest};
//! use hairline_geometry::sweep::Platforms;
//! use hairline_geometry::terrain::{Layer, Terrain};
//! use hairline_geometry::tile::TileShape;
//!
//! // A room with a ramp, drawn as it looks. A terrain takes its rows from the bottom up.
//! let rows = [
//!     "#########",
//!     "#       #",
//!     "#      /#",
//!     "#########",
//! ];
//! let shape = |character| match character {
//!     '#' => TileShape::Solid,
//!     '/' => TileShape::FloorRight,
//!     _ => TileShape::Empty,
//! };
//! let tiles = rows.iter().rev().flat_map(|row| row.chars().map(shape)).collect();
//! let terrain = Terrain::new(UVec2::new(9, 4), tiles);
//!
//! // A ray to the right meets the ramp, a quarter of a tile above the floor.
//! let (origin, right) = (Vec2::new(1.5, 1.25), RayDirection::new(Vec2::X).expect("it is not zero"));
//! let cast = terrain.cast_ray(Layer::Light, origin, right, f32::INFINITY);
//! let hit = cast.hit.expect("the room is closed");
//! assert_eq!((hit.point, hit.distance), (Vec2::new(7.25, 1.25), 5.75));
//! assert_eq!((hit.surface.cell, hit.surface.shape), (IVec2::new(7, 1), TileShape::FloorRight));
//! assert_eq!(hit.normal, Vec2::new(-1.0, 1.0).normalize());
//!
//! // A disc hangs before it: things that move are cast against on their own, and the nearer hit counts.
//! let disc = PlacedShape::new(Shape::circle(0.5).expect("a radius"), Vec2::new(4.0, 1.25));
//! let nearer = cast_ray_closest([(0, &disc)], origin, right, hit.distance).expect("it is in the way");
//! assert_eq!((nearer.distance, nearer.surface), (2.0, 0));
//!
//! // A ball with a radius of half a tile falls by four: it lands on the floor after one.
//! let (center, fall) = (Vec2::new(2.5, 2.5), Vec2::new(0.0, -4.0));
//! let touch = terrain.sweep_circle(center, 0.5, fall, Platforms::Land).expect("there is a floor");
//! assert_eq!((touch.fraction, touch.point, touch.normal), (0.25, Vec2::new(2.5, 1.0), Vec2::Y));
//! ```
//!
//! | question | answer |
//! |---|---|
//! | Which tiles are there? | [`terrain::Terrain`] of [`tile::TileShape`] |
//! | Where does a ray end, and on what? | [`Terrain::cast_ray`], [`PlacedShape::cast_ray`], [`shapes::cast_ray_closest`] |
//! | The same for input from outside the program | [`Terrain::try_cast_ray`] |
//! | The rays of a field of view | [`ray::cone::Cone`], [`Terrain::cast_cone`] |
//! | A ray that mirrors reflect | [`ray::mirrors::follow_mirrors`], [`Terrain::cast_reflected`] |
//! | Do two points see each other? | [`Terrain::line_of_sight`] |
//! | Which cells are visible from a point? | [`Terrain::visible_cells`], [`Terrain::sees_cell`] |
//! | Where does a moving circle first touch something? | [`Terrain::sweep_circle`], [`PlacedShape::sweep_circle`], [`shapes::sweep_circle_closest`], [`sweep::time_of_impact_point_circle`] |
//! | How deep is a circle in a wall or a polygon? | [`Terrain::depth`], [`shapes::polygon::Polygon::overlap`] |
//! | Is a box clear of everything that a circle could touch? | [`Terrain::is_empty`] |
//! | How far is a point or a circle from a segment? | [`shapes::segment`] |
//! | Which cells does a segment cross? | [`cells::crossed_cells`] |
//! | Which cells make a line, a circle, an arc? | [`raster`] |
//! | Is an angle in an interval? | [`arc::Arc`] |
//! | Which of two numbers is less, with the same bits on every processor? | [`limit::Limit`] |
//! | Which lines are drawn around the walls? | [`Terrain::outline`] |
//!
//! Invariants: every solid is a closed set, so touching is hitting. Rays through tiles are exact once their origin and
//! direction are rounded ([`ray`] says how finely). A circle never hits a face or a joint that is hidden between two
//! solids. No answer depends on the machine, on the order of a hash map, on std's transcendental functions or on the sign of a zero
//! that its `min` and `max` leave open.
//!
//! [`Terrain::cast_ray`]: terrain::Terrain::cast_ray
//! [`Terrain::try_cast_ray`]: terrain::Terrain::try_cast_ray
//! [`Terrain::cast_cone`]: terrain::Terrain::cast_cone
//! [`Terrain::cast_reflected`]: terrain::Terrain::cast_reflected
//! [`Terrain::line_of_sight`]: terrain::Terrain::line_of_sight
//! [`Terrain::visible_cells`]: terrain::Terrain::visible_cells
//! [`Terrain::sees_cell`]: terrain::Terrain::sees_cell
//! [`Terrain::sweep_circle`]: terrain::Terrain::sweep_circle
//! [`Terrain::depth`]: terrain::Terrain::depth
//! [`Terrain::is_empty`]: terrain::Terrain::is_empty
//! [`Terrain::outline`]: terrain::Terrain::outline
//! [`PlacedShape::cast_ray`]: shapes::PlacedShape::cast_ray
//! [`PlacedShape::sweep_circle`]: shapes::PlacedShape::sweep_circle
#![warn(missing_docs, clippy::disallowed_methods)]

pub mod arc;
pub mod cells;
mod field_of_view;
pub mod limit;
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
