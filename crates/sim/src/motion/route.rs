//! Routes: where something is over time, as a function of it, so that nothing drifts.

use bevy::prelude::*;

use crate::run::channels::Channels;
use crate::tuning::{HALF_TICKS_PER_SECOND, half_ticks};
use hairline_geometry::limit::Limit;
use hairline_level::{Gate, PathTiming, Patrol};

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

    /// The gate while which is open it moves; `None` is always.
    pub fn gate(&self) -> Option<Gate> {
        self.path.as_ref()?.timing.as_ref()?.gate
    }

    /// The position at the start.
    pub fn start(&self) -> Vec2 {
        self.path.as_ref().map_or(self.position, |path| path.position_after(0))
    }

    /// The position at a hazard time in half ticks: now, or at the end of the tick before.
    pub fn position_at(&self, channels: &Channels, hazard_half_ticks: u32) -> Vec2 {
        let Some(path) = &self.path else { return self.position };
        let gate = path.timing.as_ref().and_then(|timing| timing.gate);
        path.position_after(gate.map_or(hazard_half_ticks, |gate| channels.open_time(gate, hazard_half_ticks)))
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
    /// `None` for one that never stops and begins at its start, as most are.
    timing: Option<TickedTiming>,
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

/// A [`PathTiming`]; times in half ticks.
#[derive(Clone, Debug, PartialEq)]
struct TickedTiming {
    offset: u32,
    gate: Option<Gate>,
    /// When it stops on its way, if it does.
    stops: Option<Stops>,
}

/// The way of something that stops, leg by leg.
#[derive(Clone, Debug, PartialEq)]
struct Stops {
    /// The ends of each leg, and the half ticks that it takes.
    legs: Vec<([Vec2; 2], u32)>,
    /// Half ticks that it stays after each.
    pause: u32,
    /// Half ticks of all legs and pauses, after which it starts over; none if it stays at the end.
    lap: Option<u32>,
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
        let period_half_ticks = (lap / patrol.speed * HALF_TICKS_PER_SECOND as f32).round().at_least(1.0) as u32;
        let timing = (patrol.timing != PathTiming::default()).then(|| TickedTiming::new(patrol));
        Self { points, legs, length, period_half_ticks, closed: patrol.closed, timing }
    }

    /// The position after some half ticks of motion.
    fn position_after(&self, half_ticks: u32) -> Vec2 {
        let Some(TickedTiming { offset, stops, .. }) = &self.timing else { return self.position_under_way(half_ticks) };
        let half_ticks = half_ticks.saturating_add(*offset);
        stops.as_ref().map_or_else(|| self.position_under_way(half_ticks), |stops| stops.position_after(half_ticks))
    }

    /// The position of something that never stops.
    fn position_under_way(&self, half_ticks: u32) -> Vec2 {
        let phase = (half_ticks % self.period_half_ticks) as f32 / self.period_half_ticks as f32;
        let share = if self.closed { phase } else { 1.0 - (2.0 * phase - 1.0).abs() };
        let distance = share * self.length;
        let leg = self.legs.iter().rev().find(|leg| leg.begins_at <= distance);
        leg.map_or(Vec2::ZERO, |leg| leg.from + leg.along * (distance - leg.begins_at))
    }
}

impl TickedTiming {
    fn new(patrol: &Patrol) -> Self {
        let PathTiming { pause, once, offset, when } = patrol.timing;
        let stops = (once || pause > 0.0).then(|| Stops::new(patrol));
        Self { offset: half_ticks(offset), gate: when, stops }
    }
}

impl Stops {
    fn new(patrol: &Patrol) -> Self {
        let pause = half_ticks(patrol.timing.pause);
        let leg = |ends: &[Vec2]| {
            let [from, to] = [ends[0], ends[1]];
            ([from, to], half_ticks(from.distance(to) / patrol.speed).max(1))
        };
        let legs: Vec<_> = patrol.lap().windows(2).map(leg).collect();
        let lap = legs.iter().fold(0_u32, |sum, (_, half_ticks)| sum.saturating_add(half_ticks.saturating_add(pause)));
        Self { legs, pause, lap: (!patrol.timing.once).then_some(lap) }
    }

    fn position_after(&self, half_ticks: u32) -> Vec2 {
        let mut left = self.lap.map_or(half_ticks, |lap| half_ticks % lap);
        for &([from, to], leg) in &self.legs {
            if left < leg {
                return from.lerp(to, left as f32 / leg as f32);
            }
            left -= leg;
            if left < self.pause {
                return to;
            }
            left -= self.pause;
        }
        self.legs.last().map_or(Vec2::ZERO, |([_, to], _)| *to)
    }
}
