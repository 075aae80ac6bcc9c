//! The level format: the fields of each version, the text map and its glyphs, channels.

pub mod about;
pub(super) mod channels;
pub mod gates;
pub mod glyphs;
pub mod hint;
pub(super) mod map;
mod scatter;
pub(super) mod v1;
