//! What geometry offers beyond the game's own use.

pub mod arc;
pub(crate) mod batch;
pub mod reflect;
pub mod scene;
