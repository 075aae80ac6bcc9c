//! Dash patterns: where the dashes along a segment begin and end. Dashes are clipped to the segment.

use bevy_math::Vec2;

use crate::painter::Painter;
use crate::palette::Tint;

/// The outline of a box in short dashes: the place of something solid that is not there now.
pub fn dashed_frame(painter: &mut Painter, center: Vec2, size: Vec2, color: Tint) {
    let half = size / 2.0;
    let corners = [-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)];
    for side in 0..4 {
        let (from, to) = (center + corners[side], center + corners[(side + 1) % 4]);
        paint_dashes(painter, [from, to], 0.05, [0.14, 0.14], 0.07, color);
    }
}

/// A dashed line; `shift` moves the dashes along.
pub fn paint_dashes(
    painter: &mut Painter,
    [from, to]: [Vec2; 2],
    width: f32,
    [dash, gap]: [f32; 2],
    shift: f32,
    color: impl Into<Tint>,
) {
    let (direction, color) = ((to - from).normalize_or_zero(), color.into());
    for (start, end) in dashes(from.distance(to), dash, gap, shift) {
        painter.line(from + direction * start, from + direction * end, width, color);
    }
}

/// The start and end of each dash of a line of `length`; `shift` moves the pattern along. All in tiles.
///
/// Empty unless `dash` and `gap` are positive; at most a thousand dashes.
pub fn dashes(length: f32, dash: f32, gap: f32, shift: f32) -> impl Iterator<Item = (f32, f32)> {
    let period = dash + gap;
    let is_valid = dash > 0.0 && gap > 0.0 && length.is_finite() && shift.is_finite();
    let count = if is_valid { ((length / period).ceil() as u32).min(999) + 1 } else { 0 };
    let first = if is_valid { shift.rem_euclid(period) - period } else { 0.0 };
    (0..count).filter_map(move |index| {
        let from = first + period * index as f32;
        let (from, to) = (from.max(0.0), (from + dash).min(length));
        (to > from).then_some((from, to))
    })
}
