//! The level format: the fields of each version, the text map and its glyphs, channels.

pub(crate) mod channels;
pub mod glyphs;
pub(crate) mod map;
pub(crate) mod scatter;
pub(crate) mod v1;
