//! The look of the game, without a window: colors, and one drawing of each thing in a level.
//!
//! [`Painter`](painter::Painter) collects flat shapes in tiles, y up. The game turns them into [triangles](mesh) each frame, with the
//! poses that the simulation has; pages, thumbnails and icons turn the same shapes into paths, with the poses of [`still`].
//!
//! | module | what it draws |
//! |---|---|
//! | [`actors`] | each kind of actor, from what it is and how it stands |
//! | [`look`] | kinds that the game and [`still`] paint in one way |
//! | [`goals`] | shards and the exit |
//! | [`ninja`] | the ninja |
//! | [`terrain`] | spikes and mirrors |
//! | [`still`] | a level at rest: all of its actors, by the table of kinds |

pub mod actors;
pub mod dashes;
pub mod falloff;
pub mod goals;
pub mod look;
pub mod mesh;
pub mod ninja;
pub mod painter;
pub mod palette;
pub mod still;
pub mod terrain;
mod triangulate;
