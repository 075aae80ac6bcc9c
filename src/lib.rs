//! Hairline, a precision platformer: robots cast laser beams through a tilemap, and the ninja slows time.

pub mod geometry;
pub mod level;
pub mod sim;
pub mod tools;
#[cfg(feature = "desktop")]
pub mod view;
