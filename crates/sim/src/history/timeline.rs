//! A run that can be entered at any of its ticks: its inputs, and states along the way that are kept closer or farther apart, so that
//! an hour takes some megabytes. It plays a copy of its own; a game puts the state of a tick into its world.

use bevy::prelude::*;

use hairline_level::Level;

use crate::Simulation;
use crate::ninja::death::NinjaDied;
use crate::run::Phase;
use crate::run::assist::{Assist, set_assist};
use crate::run::checkpoint::CheckpointTouched;
use crate::run::input::TickInput;
use crate::run::shard::ShardState;
use crate::state::snapshot::Snapshot;

/// Ticks between two kept states, while there are few of them.
const STATE_TICKS: usize = 16;
/// Most kept states; beyond that every other one is dropped, and they are twice as far apart from there on.
const STATES_MAX: usize = 1024;

/// Something that happened in the tick before a place on a time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How many inputs were played until then.
    pub tick: usize,
    /// What happened.
    pub kind: MarkKind,
}

/// What is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The ninja died.
    Death,
    /// It took a shard.
    Shard,
    /// It touched a checkpoint.
    Checkpoint,
    /// It went through the exit.
    Exit,
}

/// A run from the start of its level, as far as it is known.
pub struct Timeline {
    simulation: Simulation,
    assist: Assist,
    /// How many inputs the copy has played.
    at: usize,
    inputs: Vec<TickInput>,
    /// The states before every input whose number is a multiple of `stride`.
    states: Vec<Snapshot>,
    stride: usize,
    /// How many inputs were ever played, and what happened until then.
    known: usize,
    marks: Vec<Mark>,
    shards: QueryState<&'static ShardState>,
}

impl Timeline {
    /// For a run of a level that is played with some help.
    pub fn new(level: &Level, assist: Assist, inputs: Vec<TickInput>) -> Self {
        let mut simulation = Simulation::new(level);
        set_assist(simulation.world_mut(), assist);
        let states = vec![simulation.save()];
        let shards = simulation.world_mut().query();
        Self { simulation, assist, at: 0, inputs, states, stride: STATE_TICKS, known: 0, marks: vec![], shards }
    }

    /// The inputs, one a tick.
    pub fn inputs(&self) -> &[TickInput] {
        &self.inputs
    }

    /// The help with which it is played.
    pub fn assist(&self) -> Assist {
        self.assist
    }

    /// What happened, as far as it was played.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Ticks whose states and marks are known, from the start.
    pub fn known(&self) -> usize {
        self.known
    }

    /// Adds the input of the next tick.
    pub fn push(&mut self, input: TickInput) {
        self.inputs.push(input);
    }

    /// Forgets what comes after so many inputs.
    pub fn truncate(&mut self, tick: usize) {
        self.inputs.truncate(tick);
        self.states.truncate(tick / self.stride + 1);
        self.marks.retain(|mark| mark.tick <= tick);
        self.known = self.known.min(tick);
        if self.at > tick {
            self.go_back(tick);
        }
    }

    /// Goes on with other inputs; what they have in common with the present ones stays known.
    pub fn replace(&mut self, inputs: &[TickInput]) {
        let common = inputs.iter().zip(&self.inputs).take_while(|(new, old)| new == old).count();
        self.truncate(common);
        self.inputs.extend_from_slice(&inputs[common..]);
    }

    /// Plays up to `ticks` more ticks of what is not known yet. Returns whether there is more.
    pub fn advance(&mut self, ticks: usize) -> bool {
        if self.known == self.inputs.len() {
            return false;
        }
        let end = self.inputs.len().min(self.known + ticks);
        self.play_to(end);
        self.known < self.inputs.len()
    }

    /// The state after so many inputs, of those that there are.
    pub fn state(&mut self, tick: usize) -> Snapshot {
        let tick = tick.min(self.inputs.len());
        if tick < self.at {
            self.go_back(tick);
        }
        self.play_to(tick);
        self.simulation.save()
    }

    /// Puts the copy to the last kept state at or before a tick.
    fn go_back(&mut self, tick: usize) {
        let place = (tick / self.stride).min(self.states.len() - 1);
        self.simulation.restore(&self.states[place]);
        self.at = place * self.stride;
    }

    /// Plays the copy on to a tick; from the last kept state before it, if that is nearer.
    fn play_to(&mut self, tick: usize) {
        if (self.states.len() - 1) * self.stride > self.at && tick / self.stride > self.at / self.stride {
            self.go_back(tick);
        }
        while self.at < tick {
            let before = self.taken();
            self.simulation.tick(self.inputs[self.at]);
            self.at += 1;
            let has_died = !self.simulation.drain::<NinjaDied>().is_empty();
            let has_touched = !self.simulation.drain::<CheckpointTouched>().is_empty();
            if self.at > self.known {
                self.known = self.at;
                self.note(before, has_died, has_touched);
            }
            let is_next = self.at == self.states.len() * self.stride;
            if is_next {
                self.keep();
            }
        }
    }

    /// Keeps the present state, and half as many if there are too many.
    fn keep(&mut self) {
        if self.states.len() == STATES_MAX {
            let mut number = 0;
            self.states.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride *= 2;
        }
        if self.at == self.states.len() * self.stride {
            self.states.push(self.simulation.save());
        }
    }

    fn taken(&mut self) -> usize {
        self.shards.iter_manual(self.simulation.world()).filter(|shard| shard.taken).count()
    }

    /// Marks what happened in the last tick.
    fn note(&mut self, taken_before: usize, has_died: bool, has_touched: bool) {
        let has_taken = self.taken() > taken_before;
        let is_through = self.simulation.run().phase == Phase::Finished
            && self.marks.last().is_none_or(|mark| mark.kind != MarkKind::Exit);
        let happened = [
            (has_taken, MarkKind::Shard),
            (has_touched, MarkKind::Checkpoint),
            (has_died, MarkKind::Death),
            (is_through, MarkKind::Exit),
        ];
        let marks = happened.into_iter().filter(|(happened, _)| *happened);
        self.marks.extend(marks.map(|(_, kind)| Mark { tick: self.at, kind }));
    }
}
