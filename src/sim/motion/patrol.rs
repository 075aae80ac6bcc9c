//! Patrols: positions along a path as a function of time, so nothing drifts.

use bevy::prelude::*;

use crate::level;

use crate::sim::tuning::HALF_TICKS_PER_SECOND;

/// A path measured once, when the level starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Patrol {
    points: Vec<Vec2>,
    legs: Vec<Leg>,
    /// Tiles from the first point along all legs.
    length: f32,
    /// Half ticks once round, or there and back.
    period_half_ticks: u32,
    closed: bool,
}

/// The straight line from one point to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Leg {
    /// Tiles along the path to the leg's start.
    begins_at: f32,
    from: Vec2,
    /// Unit direction; zero where two points are one.
    along: Vec2,
}

impl Patrol {
    /// Measures a path.
    pub fn new(path: &level::Patrol) -> Self {
        let mut points = path.points.clone();
        if path.closed {
            points.extend(path.points.first());
        }
        let mut length = 0.0;
        let leg = |pair: &[Vec2]| {
            let leg = Leg { begins_at: length, from: pair[0], along: (pair[1] - pair[0]).normalize_or_zero() };
            length += pair[0].distance(pair[1]);
            leg
        };
        let legs = points.windows(2).map(leg).collect();
        let lap = if path.closed { length } else { 2.0 * length };
        let period_half_ticks = (lap / path.speed * HALF_TICKS_PER_SECOND as f32).round().max(1.0) as u32;
        Self { points, legs, length, period_half_ticks, closed: path.closed }
    }

    /// The points in order; a closed path ends where it began.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// The position on the path at a time in half ticks.
    pub fn position(&self, half_ticks: u32) -> Vec2 {
        let phase = (half_ticks % self.period_half_ticks) as f32 / self.period_half_ticks as f32;
        let share = if self.closed { phase } else { 1.0 - (2.0 * phase - 1.0).abs() };
        let distance = share * self.length;
        let leg = self.legs.iter().rev().find(|leg| leg.begins_at <= distance);
        leg.map_or(Vec2::ZERO, |leg| leg.from + leg.along * (distance - leg.begins_at))
    }
}
