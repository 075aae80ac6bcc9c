//! How a frame is made: by one thread, and no more of them a second than the player wants.

pub(super) mod cap;
pub mod executor;
