//! The search for the nearest change of what was pressed that lives. Each change is played from the last kept state before it, tick by
//! tick, until the ninja dies or lives long enough; a fixed budget of ticks bounds them all together.

use std::ops::Range;

use bevy::prelude::*;

use super::change::{Change, ChangeKind, changes};
use crate::Simulation;
use crate::ninja::Ninja;
use crate::run::input::TickInput;
use crate::run::shard::Shard;
use crate::run::{Phase, Run};
use crate::state::actor::ActorIndex;
use crate::state::snapshot::Snapshot;
use crate::tuning::TICKS_PER_SECOND;

/// Ticks that a search plays at most, 1 to 2 µs each; a state that is kept or put back counts as one.
pub const SEARCH_TICKS_MAX: u32 = 60_000;
/// Actors above which a search plays fewer ticks, in proportion: a tick of the fullest level takes ten times that of most.
const ACTORS_FREE: u32 = 32;
/// Ticks after that of the death through which a change has to live.
pub const LIFE_TICKS: usize = TICKS_PER_SECOND as usize;
/// Ticks after that of the death for which what was held is held on, 0.25 s, the time of a reaction. A change that only puts the same
/// death off dies within them: no shift is longer.
pub const REACTION_TICKS: usize = 32;

/// Ticks between two kept states.
const STATE_TICKS: usize = 8;
/// Tiles a second below which a ninja counts as standing.
const STANDING_SPEED: f32 = 1.0;

/// What is held from [`REACTION_TICKS`] after the tick of the death on, where nothing is known of what would have been pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// What was held in the tick of the death, still.
    Hold,
    /// Nothing.
    LetGo,
    /// The direction against the motion, until the ninja stands.
    Stop,
}

/// All of them, in the order in which they are tried.
const CONTINUATIONS: [Continuation; 3] = [Continuation::Hold, Continuation::LetGo, Continuation::Stop];

impl Continuation {
    /// What is held in the next tick, where `last` was held in the tick of the death.
    fn input(self, last: TickInput, ninja: &Ninja) -> TickInput {
        match self {
            Self::Hold => last.without(TickInput::RESTART),
            Self::Stop if ninja.velocity.x > STANDING_SPEED => TickInput::LEFT,
            Self::Stop if ninja.velocity.x < -STANDING_SPEED => TickInput::RIGHT,
            Self::LetGo | Self::Stop => TickInput::NONE,
        }
    }
}

/// How many changes of each kind were played to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Presses and releases at another time.
    pub shifts: u32,
    /// Presses left out.
    pub left_out: u32,
    /// Jumps added.
    pub added_jumps: u32,
    /// Buttons let go of.
    pub let_go: u32,
    /// Turns.
    pub turned_around: u32,
    /// Focus added.
    pub added_focus: u32,
    /// Whether these are all changes that there are; otherwise the budget was spent before.
    pub is_all: bool,
}

impl Tried {
    fn count(&mut self, change: Change) {
        use ChangeKind::*;
        *match change.kind {
            Moved { .. } | Pressed { .. } | Released { .. } => &mut self.shifts,
            LeftOut => &mut self.left_out,
            Added { .. } if change.button != TickInput::FOCUS => &mut self.added_jumps,
            Added { .. } => &mut self.added_focus,
            LetGo => &mut self.let_go,
            TurnedAround => &mut self.turned_around,
        } += 1;
    }
}

/// A change that lives.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Life {
    pub(super) change: Change,
    /// The inputs with it, and after the tick of the death.
    pub(super) inputs: Vec<TickInput>,
    /// The ninja's center before the first input and after each.
    pub(super) points: Vec<Vec2>,
    /// The state after the tick of the death; `None` if the exit is reached by then.
    pub(super) past_death: Option<Snapshot>,
    pub(super) after: Continuation,
    pub(super) finishes: bool,
    pub(super) is_robust: bool,
}

/// How a try went, from the first input that may be changed to the death.
pub(super) struct Record {
    inputs: Vec<TickInput>,
    /// What was held in the tick before, unless the try began there.
    before: TickInput,
    /// The states before every [`STATE_TICKS`]th input.
    states: Vec<Snapshot>,
    /// The ninja's center before each input.
    points: Vec<Vec2>,
}

impl Record {
    /// Nothing is kept yet.
    pub(super) fn new(inputs: Vec<TickInput>, before: TickInput) -> Self {
        Self { inputs, before, states: vec![], points: vec![] }
    }

    /// Keeps the state before the input of a number.
    pub(super) fn keep(&mut self, number: usize, simulation: &mut Simulation) {
        if number.is_multiple_of(STATE_TICKS) {
            self.states.push(simulation.save());
        }
        self.points.push(simulation.ninja().position);
    }

    /// Whether the run is as it was before the input of a number; only known where that state was kept.
    fn is_as_it_was(&self, number: usize, simulation: &mut Simulation, scratch: &mut Snapshot) -> bool {
        let state = self.states.get(number / STATE_TICKS).filter(|_| number.is_multiple_of(STATE_TICKS));
        // Cheaper than the whole state, and nearly always enough to tell that the runs differ.
        let alike = |state: &&Snapshot| {
            state.resource::<Ninja>() == simulation.ninja() && state.resource::<Run>() == simulation.run()
        };
        state.filter(alike).is_some_and(|state| {
            simulation.save_into(scratch);
            scratch == state
        })
    }
}

/// A change that is being played.
struct Trial {
    change: Change,
    /// The inputs with the change, then those after the tick of the death.
    inputs: Vec<TickInput>,
    /// The ticks that differ from what was pressed.
    differs: Range<usize>,
    /// The next input.
    at: usize,
    points: Vec<Vec2>,
    past_death: Option<Snapshot>,
    /// What is held after the tick of the death, by its place in [`CONTINUATIONS`].
    continuation: usize,
}

/// The changes of one try, played one after the other.
pub(super) struct Search {
    record: Record,
    changes: std::vec::IntoIter<Change>,
    trial: Option<Trial>,
    /// A change that lives, while those off by a tick are played.
    candidate: Option<Life>,
    /// Those that are still to be played.
    neighbors: Vec<Change>,
    /// The first change that lives, but not off by a tick.
    fragile: Option<Life>,
    tried: Tried,
    /// Some shifts were not played.
    has_skipped: bool,
    /// The state of the present trial from which on continuations differ.
    fork: Snapshot,
    scratch: Snapshot,
    /// Ticks that were played, and how many may be.
    pub(super) ticks: u32,
    ticks_max: u32,
}

impl Search {
    /// For the level in a simulation.
    pub(super) fn new(record: Record, simulation: &mut Simulation) -> Self {
        let has_focus = simulation.run().focus.meter_max > 0;
        let changes = changes(&record.inputs, record.before, has_focus).into_iter();
        let world = simulation.world_mut();
        let actors = world.query_filtered::<(), (With<ActorIndex>, Without<Shard>)>().iter(world).len() as u32;
        let ticks_max = SEARCH_TICKS_MAX * ACTORS_FREE / actors.max(ACTORS_FREE);
        let (fork, scratch) = (Snapshot::default(), Snapshot::default());
        let (trial, candidate, neighbors, fragile) = (None, None, vec![], None);
        Self {
            record,
            changes,
            trial,
            candidate,
            neighbors,
            fragile,
            tried: Tried::default(),
            has_skipped: false,
            fork,
            scratch,
            ticks: 0,
            ticks_max,
        }
    }

    /// Plays one tick. Returns what was found once the search is over.
    pub(super) fn advance(&mut self, simulation: &mut Simulation) -> Option<Result<Life, Tried>> {
        if self.trial.is_none() && !self.begin_next(simulation) {
            let found = self.candidate.take().or_else(|| self.fragile.take());
            return Some(found.ok_or(self.tried));
        }
        let lives = self.play(simulation)?;
        let trial = self.trial.take()?;
        if self.candidate.is_some() {
            if !lives {
                self.neighbors.clear();
                self.fragile = self.fragile.take().or_else(|| self.candidate.take());
                self.candidate = None;
            }
        } else {
            self.tried.count(trial.change);
            if lives {
                self.neighbors = trial.change.neighbors().collect();
                self.candidate = Some(Life {
                    change: trial.change,
                    inputs: trial.inputs,
                    points: trial.points,
                    past_death: trial.past_death,
                    after: CONTINUATIONS[trial.continuation],
                    finishes: simulation.run().phase == Phase::Finished,
                    is_robust: false,
                });
            }
        }
        None
    }

    /// Begins the trial of the next change. Returns whether there is one.
    fn begin_next(&mut self, simulation: &mut Simulation) -> bool {
        loop {
            if self.ticks >= self.ticks_max {
                return false;
            }
            let change = if let Some(candidate) = &mut self.candidate {
                let Some(neighbor) = self.neighbors.pop() else {
                    candidate.is_robust = true;
                    return false;
                };
                neighbor
            } else {
                let end = self.record.inputs.len();
                let near_enough = self.fragile.as_ref().map_or(u32::MAX, |life| life.change.cost(end));
                let next = self.changes.as_slice().first().filter(|next| next.cost(end) <= near_enough);
                let Some(&next) = next else {
                    self.tried.is_all = !self.has_skipped;
                    return false;
                };
                self.changes.next();
                // A third of the ticks is for the other changes.
                if next.is_shift() && self.ticks >= self.ticks_max / 3 * 2 {
                    self.has_skipped = true;
                    continue;
                }
                next
            };
            let mut inputs = Vec::with_capacity(self.record.inputs.len() + LIFE_TICKS);
            if let Some(differs) = change.apply(&self.record.inputs, &mut inputs) {
                let at = differs.start / STATE_TICKS * STATE_TICKS;
                simulation.restore(&self.record.states[at / STATE_TICKS]);
                self.ticks += 1;
                let points = self.record.points[..=at].to_vec();
                self.trial = Some(Trial { change, inputs, differs, at, points, past_death: None, continuation: 0 });
                return true;
            }
        }
    }

    /// Plays one tick of the present trial. Returns whether its change lives once that is known.
    fn play(&mut self, simulation: &mut Simulation) -> Option<bool> {
        let trial = self.trial.as_mut()?;
        let end = self.record.inputs.len();
        let fork = end + REACTION_TICKS;
        if trial.at >= end {
            let continuation = if trial.at < fork { Continuation::Hold } else { CONTINUATIONS[trial.continuation] };
            trial.inputs.push(continuation.input(trial.inputs[end - 1], simulation.ninja()));
        }
        simulation.tick(trial.inputs[trial.at]);
        trial.at += 1;
        trial.points.push(simulation.ninja().position);
        self.ticks += 1;
        if trial.at == end && simulation.run().is_running() {
            trial.past_death = Some(simulation.save());
            self.ticks += 1;
        }
        if simulation.run().phase == Phase::Finished || trial.at == end + LIFE_TICKS && simulation.run().is_running() {
            trial.inputs.truncate(trial.at);
            return Some(true);
        }
        if simulation.run().is_dead() {
            // Without anything held at the end, holding it on is letting go.
            let is_same = trial.continuation == 0 && trial.inputs.get(end) == Some(&TickInput::NONE);
            trial.continuation += if is_same { 2 } else { 1 };
            if trial.at <= fork || trial.continuation >= CONTINUATIONS.len() {
                return Some(false);
            }
            simulation.restore(&self.fork);
            self.ticks += 1;
            trial.at = fork;
            trial.inputs.truncate(fork);
            trial.points.truncate(fork + 1);
        } else if trial.at == fork {
            simulation.save_into(&mut self.fork);
            self.ticks += 1;
        } else if (trial.differs.end..end).contains(&trial.at)
            && self.record.is_as_it_was(trial.at, simulation, &mut self.scratch)
        {
            // From here on it goes as it went, to the same death.
            return Some(false);
        }
        None
    }
}
