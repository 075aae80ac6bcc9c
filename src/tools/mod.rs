//! What the command line does without a window. Each tool writes to a given output and returns an outcome; none ends
//! the process.

pub mod author;
pub mod check;
pub(crate) mod instant_death;
pub mod merge;
pub mod paths;
pub mod rate;
pub mod solve;
pub mod verify;
