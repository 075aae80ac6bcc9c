//! The measures that all parts of the page share.

/// Width of the page's content in points.
pub(super) const WIDTH: f32 = 720.0;
/// Points above and below the text of a row, so that the longest page needs no scrolling at the usual size of text.
pub(super) const ROW_PADDING: f32 = 3.0;
