//! A beam, as a straight segment: what lasers cast and mirrors reflect.

use bevy::math::Vec2;

/// One straight segment of a beam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// Where it starts.
    pub start: Vec2,
    /// Where it ends.
    pub end: Vec2,
    /// Whether it ends on something.
    pub hit: bool,
}
