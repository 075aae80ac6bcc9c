//! How frames run: their systems one after the other, and within the frame rate that the player set.

pub(super) mod cap;
pub mod executor;
