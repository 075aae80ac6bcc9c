//! The state of a run: how it is spawned, saved, restored, hashed and replayed.

pub mod actor;
pub mod replay;
pub mod snapshot;
pub mod spawn;
