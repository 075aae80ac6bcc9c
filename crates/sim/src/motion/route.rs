//! Routes: where something is over time, as a function of it, so that nothing drifts.

use bevy::prelude::*;

use crate::tuning::HALF_TICKS_PER_SECOND;
use hairline_level::Patrol;

/// Where something stays, or the path on which it patrols.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    position: Vec2,
    path: Option<MeasuredPath>,
}

impl Route {
    /// A route as a level describes it: `position` counts only without a patrol.
    pub fn new(position: Vec2, patrol: Option<&Patrol>) -> Self {
        Self { position, path: patrol.map(MeasuredPath::new) }
    }

    /// The points of the path, a closing leg included; `None` if it stays where it is.
    pub fn points(&self) -> Option<&[Vec2]> {
        self.path.as_ref().map(|path| path.points.as_slice())
    }

    /// The position at a hazard time in half ticks.
    pub fn position_at(&self, hazard_half_ticks: u32) -> Vec2 {
        self.path.as_ref().map_or(self.position, |path| path.position_at(hazard_half_ticks))
    }
}

/// A patrol's path, measured once when the level starts.
#[derive(Clone, Debug, PartialEq)]
struct MeasuredPath {
    /// In order; a closed path ends where it began.
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

impl MeasuredPath {
    fn new(patrol: &Patrol) -> Self {
        let mut points = patrol.points.clone();
        if patrol.closed {
            points.extend(patrol.points.first());
        }
        let mut length = 0.0;
        let leg = |pair: &[Vec2]| {
            let leg = Leg { begins_at: length, from: pair[0], along: (pair[1] - pair[0]).normalize_or_zero() };
            length += pair[0].distance(pair[1]);
            leg
        };
        let legs = points.windows(2).map(leg).collect();
        let lap = if patrol.closed { length } else { 2.0 * length };
        let period_half_ticks = (lap / patrol.speed * HALF_TICKS_PER_SECOND as f32).round().max(1.0) as u32;
        Self { points, legs, length, period_half_ticks, closed: patrol.closed }
    }

    fn position_at(&self, half_ticks: u32) -> Vec2 {
        let phase = (half_ticks % self.period_half_ticks) as f32 / self.period_half_ticks as f32;
        let share = if self.closed { phase } else { 1.0 - (2.0 * phase - 1.0).abs() };
        let distance = share * self.length;
        let leg = self.legs.iter().rev().find(|leg| leg.begins_at <= distance);
        leg.map_or(Vec2::ZERO, |leg| leg.from + leg.along * (distance - leg.begins_at))
    }
}
