//! From the places and times that a file writes to those of its level: `mirrored` exchanges left and right, `hazard_speed` makes
//! all hazard time shorter. Every check is made in the file's own places and times, so that messages name what is written.

use std::f32::consts::PI;

use bevy_math::Vec2;

use super::aim::{Aim, Cycle};
use super::path::{PathTiming, Patrol};
use crate::reader::scalars::Pace;

/// What lies between a file and its level; by default nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The map's width in tiles, if left and right are exchanged.
    pub mirrored: Option<f32>,
    /// How fast hazard time runs.
    pub hazard_speed: f32,
}

/// A number as a file writes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub value: f32,
    pub pace: Pace,
}

/// A direction, in radians.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction(pub f32);

/// The angle of a turn, in radians, counter-clockwise if positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn(pub f32);

/// A vector from the actor to some other place, in tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset(pub Vec2);

impl Default for Frame {
    fn default() -> Self {
        Self { mirrored: None, hazard_speed: 1.0 }
    }
}

impl Frame {
    /// A place in the map.
    pub fn point(self, at: Vec2) -> Vec2 {
        self.mirrored.map_or(at, |width| Vec2::new(width - at.x, at.y))
    }

    /// A vector between two places.
    pub fn vector(self, vector: Vec2) -> Vec2 {
        // Adding zero turns -0 into 0, so that the two have the same hash.
        if self.mirrored.is_some() { Vec2::new(-vector.x + 0.0, vector.y) } else { vector }
    }

    /// A direction, in radians.
    pub fn direction(self, radians: f32) -> f32 {
        if self.mirrored.is_some() { PI - radians } else { radians }
    }

    /// The angle of a turn, in radians, counter-clockwise if positive.
    pub fn turn(self, radians: f32) -> f32 {
        if self.mirrored.is_some() { -radians + 0.0 } else { radians }
    }

    /// A number that depends on the pace of the hazards.
    pub fn paced(self, number: f32, pace: Pace) -> f32 {
        match pace {
            Pace::Timeless => number,
            Pace::Duration => number / self.hazard_speed,
            Pace::Speed => number * self.hazard_speed,
        }
    }

    fn duration(self, seconds: f32) -> f32 {
        self.paced(seconds, Pace::Duration)
    }

    /// An aim; `turns_shape` if its angles turn a shape, which is itself exchanged.
    pub fn aim(self, aim: Aim, turns_shape: bool) -> Aim {
        let angle = |radians| if turns_shape { self.turn(radians) } else { self.direction(radians) };
        match aim {
            Aim::Fixed { angle: direction } => Aim::Fixed { angle: angle(direction) },
            Aim::Sweep { from, to, period, offset } => Aim::Sweep {
                from: angle(from),
                to: angle(to),
                period: self.duration(period),
                offset: self.duration(offset),
            },
            Aim::Spin { from, period, clockwise } => Aim::Spin {
                from: angle(from),
                period: self.duration(period),
                clockwise: clockwise != self.mirrored.is_some(),
            },
            Aim::Track { from, turn_rate, needs_sight } => {
                Aim::Track { from: angle(from), turn_rate: self.paced(turn_rate, Pace::Speed), needs_sight }
            }
        }
    }

    pub fn cycle(self, Cycle { charge, on, off, offset }: Cycle) -> Cycle {
        let [charge, on, off, offset] = [charge, on, off, offset].map(|seconds| self.duration(seconds));
        Cycle { charge, on, off, offset }
    }

    pub fn patrol(self, patrol: &Patrol) -> Patrol {
        let PathTiming { pause, once, offset, when } = patrol.timing;
        Patrol {
            points: patrol.points.iter().map(|&point| self.point(point)).collect(),
            speed: self.paced(patrol.speed, Pace::Speed),
            closed: patrol.closed,
            timing: PathTiming { pause: self.duration(pause), once, offset: self.duration(offset), when },
        }
    }
}
