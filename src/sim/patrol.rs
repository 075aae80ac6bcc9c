//! Paths that robots patrol: where one is after so many half ticks. A function of time alone, so nothing drifts.

use bevy::prelude::*;

use crate::level;

use super::tuning::HALF_TICKS_PER_SECOND;

/// A path measured once, when the level starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Patrol {
    points: Vec<Vec2>,
    /// Tiles from the first point to each point along the path; as long as `points`, with the closing leg added.
    distances: Vec<f32>,
    /// Half ticks for the whole way round, or there and back.
    period_half_ticks: u32,
    closed: bool,
}

impl Patrol {
    /// Measures a path.
    pub fn new(path: &level::Patrol) -> Self {
        let mut points = path.points.clone();
        if path.closed {
            points.extend(path.points.first());
        }
        let mut distances = Vec::with_capacity(points.len());
        let mut distance = 0.0;
        for (index, point) in points.iter().enumerate() {
            if index > 0 {
                distance += point.distance(points[index - 1]);
            }
            distances.push(distance);
        }
        let way = if path.closed { distance } else { 2.0 * distance };
        let period_half_ticks = (way / path.speed * HALF_TICKS_PER_SECOND as f32).round().max(1.0) as u32;
        Self { points, distances, period_half_ticks, closed: path.closed }
    }

    /// The points in order; a closed path ends where it began.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// The position on the path at a time in half ticks.
    pub fn position(&self, half_ticks: u32) -> Vec2 {
        let phase = (half_ticks % self.period_half_ticks) as f32 / self.period_half_ticks as f32;
        let along = if self.closed { phase } else { 1.0 - (2.0 * phase - 1.0).abs() };
        let Some(&length) = self.distances.last() else { return Vec2::ZERO };
        let distance = along * length;
        let after = self.distances.partition_point(|&at| at <= distance).clamp(1, self.points.len() - 1);
        let (from, to) = (self.distances[after - 1], self.distances[after]);
        let share = if to > from { (distance - from) / (to - from) } else { 0.0 };
        self.points[after - 1].lerp(self.points[after], share)
    }
}
