//! The measures that all parts of the page share.

/// Width of the page's content in points.
pub(super) const WIDTH: f32 = 720.0;
