//! Tests of the whole view, in an app without a window.

mod beams;
mod cones;
mod flashes;
mod frames;
mod hit_stop;
mod kinds;
mod throws;

pub use super::windowless::windowless;
