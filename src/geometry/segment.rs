//! Segments.
use bevy::math::Vec2;

/// The point of the segment from `a` to `b` that is nearest to `point`; `a` when both ends are equal.
pub fn closest_point_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return a;
    }
    a + along * ((point - a).dot(along) / length_squared).clamp(0.0, 1.0)
}
