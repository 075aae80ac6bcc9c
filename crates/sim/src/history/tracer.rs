//! Plays the tries of a history and keeps their paths. The work is cut into pieces of a few ticks, so that a game can spread it over
//! its frames.

use std::sync::Arc;

use bevy::prelude::*;

use hairline_level::Level;

use super::{Try, TryEnd};
use crate::Simulation;
use crate::run::assist::{Assist, set_assist};
use crate::run::input::TickInput;
use crate::run::{Phase, Run};
use crate::state::snapshot::Snapshot;

/// Half ticks of hazard time between two points of a path: a tick outside of focus.
const POINT_HALF_TICKS: u32 = 2;

/// The path of a try by the time of the hazards, in which focus makes the ninja faster and the hazards no slower.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The ninja's center, every [`POINT_HALF_TICKS`].
    points: Vec<Vec2>,
    /// The number of the first point; point 0 would be at the start of the level.
    first: u32,
    /// How the try ended.
    pub end: TryEnd,
    /// Whether the path goes to the end of the try.
    pub is_whole: bool,
    /// Whether the ninja goes through the exit in the tick of the last input.
    pub finishes: bool,
    /// Hazard time at the last point, in half ticks.
    pub last_half_ticks: u32,
}

impl Trace {
    /// Where the ninja is at a time of the hazards, in half ticks; `None` before the try began and after it ended. A position that
    /// jumps is not interpolated.
    pub fn at(&self, half_ticks: f32) -> Option<Vec2> {
        // Nothing moves farther in the two ticks that focus has between two points.
        const STEP_MAX: f32 = 1.5;
        let place = half_ticks / POINT_HALF_TICKS as f32 - self.first as f32;
        let before = *self.points.get(place.floor() as usize).filter(|_| place >= 0.0)?;
        let Some(after) = self.points.get(place.floor() as usize + 1) else { return Some(before) };
        let is_jump = before.distance_squared(*after) > STEP_MAX * STEP_MAX;
        Some(if is_jump { before } else { before.lerp(*after, place.fract()) })
    }
}

/// A try that is being played.
struct Work {
    of: Arc<Try>,
    /// The next input.
    next: usize,
    points: Vec<Vec2>,
    first: u32,
    /// Hazard time at which the path may stop, in half ticks.
    until: u32,
}

/// Plays tries of one level, one after the other.
pub struct Tracer {
    simulation: Simulation,
    start: Snapshot,
    /// The inputs to the place where the last try began, and the state there.
    branch: (Vec<TickInput>, Snapshot),
    work: Option<Work>,
}

impl Tracer {
    /// For tries of a level that were played with some help.
    pub fn new(level: &Level, assist: Assist) -> Self {
        let mut simulation = Simulation::new(level);
        set_assist(simulation.world_mut(), assist);
        let start = simulation.save();
        Self { simulation, branch: (vec![], start.clone()), start, work: None }
    }

    /// Begins another try, whose path is wanted up to a time of the hazards in half ticks.
    pub fn begin(&mut self, of: Arc<Try>, until: u32) {
        let (lead, branch) = &self.branch;
        // Tries from one checkpoint follow each other in a history: the way there is played once.
        let next = if of.inputs[..of.begin] == **lead { lead.len() } else { 0 };
        self.simulation.restore(if next == 0 { &self.start } else { branch });
        self.work = Some(Work { of, next, points: vec![], first: 0, until });
    }

    /// Plays up to `ticks` more ticks. Returns the path once it is complete.
    pub fn advance(&mut self, ticks: u32) -> Option<Trace> {
        let work = self.work.as_mut()?;
        for _ in 0..ticks {
            if work.next == work.of.begin && work.points.is_empty() {
                if work.of.inputs[..work.of.begin] != self.branch.0 {
                    self.branch.0 = work.of.inputs[..work.of.begin].to_vec();
                    self.simulation.save_into(&mut self.branch.1);
                }
                work.first = point(self.simulation.run());
                work.points.push(self.simulation.ninja().position);
            }
            let is_late = !work.points.is_empty() && self.simulation.run().hazard_half_ticks >= work.until;
            let Some(&input) = work.of.inputs.get(work.next).filter(|_| !is_late) else { break };
            self.simulation.tick(input);
            work.next += 1;
            let run = self.simulation.run();
            if work.next > work.of.begin && point(run) as usize >= work.first as usize + work.points.len() {
                work.points.push(self.simulation.ninja().position);
            }
        }
        let run = self.simulation.run();
        let is_whole = work.next == work.of.inputs.len();
        let is_late = !work.points.is_empty() && run.hazard_half_ticks >= work.until;
        let (finishes, last_half_ticks) = (is_whole && run.phase == Phase::Finished, run.hazard_half_ticks);
        let Work { of, points, first, .. } = self.work.take_if(|_| is_whole || is_late)?;
        Some(Trace { points, first, end: of.end, is_whole, finishes, last_half_ticks })
    }
}

/// The number of the last point at or before now.
fn point(run: &Run) -> u32 {
    run.hazard_half_ticks / POINT_HALF_TICKS
}
