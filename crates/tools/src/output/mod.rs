//! What the tools print and how they end: the exit status, times, JSON lines, and text between two marks of a file.

pub(super) mod json;
pub(super) mod marks;
pub mod status;
pub(super) mod times;
