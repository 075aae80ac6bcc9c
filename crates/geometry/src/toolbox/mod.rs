//! What geometry offers beyond the game's own use, so that the toolkit is complete. The simulation and the view import
//! nothing from here.

pub mod arc;
mod checked_casts;
mod cones;
mod field_of_view;
pub mod raster;
pub mod reflect;
pub mod scene;
