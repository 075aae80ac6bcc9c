//! Plays a level for the search: one simulation for each thread, handed out as they are needed.

use std::sync::Mutex;

use bevy::ecs::query::QueryState;

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Phase;
use hairline_sim::run::assist::{Assist, set_assist};
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::FOCUS_TICKS_TO_START;

use super::field::rise_of;
use super::paths::SearchState;
use super::tally::Tally;
use crate::weapon::Killer;

/// A simulation, and how to read from it what a search asks.
pub(super) struct Worker {
    pub simulation: Simulation,
    shards: QueryState<(&'static ActorIndex, &'static ShardState)>,
    tally: Tally,
}

impl Worker {
    pub fn new(level: &Level) -> Self {
        let mut simulation = Simulation::new(level);
        let shards = simulation.world_mut().query();
        Self { simulation, shards, tally: Tally::new(level.terrain.size().as_ivec2()) }
    }

    pub fn shards_taken(&mut self) -> u32 {
        self.shards.iter(self.simulation.world()).filter(|(_, shard)| shard.taken).count() as u32
    }

    /// What the distance left depends on.
    pub fn state(&mut self) -> SearchState<'_> {
        let world = self.simulation.world();
        let bit = |taken: bool, index: &ActorIndex| u64::from(taken && index.0 < 64) << (index.0 % 64);
        let shards = self.shards.iter(world).fold(0, |bits, (index, shard)| bits | bit(shard.taken, index));
        let run = self.simulation.run();
        let ninja = self.simulation.ninja();
        let (position, rise) = (ninja.position, rise_of(ninja));
        SearchState { position, rise, channels: &run.channels, now: run.hazard_half_ticks, shards }
    }

    /// Whether focus goes on, or may begin and last for a moment.
    pub fn can_focus(&self) -> bool {
        let focus = self.simulation.run().focus;
        focus.active || focus.meter >= (2 * FOCUS_TICKS_TO_START).min(focus.meter_max) && !focus.exhausted
    }

    /// Plays one input until `ticks` are over or the run ends; returns the ticks played and the phase. The tally counts it.
    pub fn hold(&mut self, input: TickInput, ticks: u32) -> (u32, Phase) {
        let (mut played, mut phase) = (0, Phase::Running);
        while played < ticks && phase == Phase::Running {
            self.simulation.tick(input);
            (played, phase) = (played + 1, self.simulation.run().phase);
        }
        let died = if self.simulation.run().is_dead() { self.simulation.drain::<NinjaDied>().pop() } else { None };
        self.tally.count(self.simulation.ninja().position, died.map(|died| Killer::of(&died.death)));
        (played, phase)
    }
}

/// The workers of a level. As many are made as threads ask at once.
pub(super) struct Workers<'l> {
    pub level: &'l Level,
    pub start: Snapshot,
    free: Mutex<Vec<Worker>>,
}

impl<'l> Workers<'l> {
    pub fn new(level: &'l Level) -> Self {
        Self::after(level, &[])
    }

    /// Workers that start after some inputs.
    pub fn after(level: &'l Level, inputs: &[TickInput]) -> Self {
        let mut worker = Worker::new(level);
        inputs.iter().for_each(|&input| worker.simulation.tick(input));
        let start = worker.simulation.save();
        Self { level, start, free: Mutex::new(vec![worker]) }
    }

    /// Workers in whose runs nothing kills but a fall out of the map.
    pub fn unharmed(level: &'l Level) -> Self {
        let mut worker = Worker::new(level);
        set_assist(worker.simulation.world_mut(), Assist { invincible: true, ..Assist::default() });
        let start = worker.simulation.save();
        Self { level, start, free: Mutex::new(vec![worker]) }
    }

    /// What became of all that was [held](Worker::hold).
    pub fn tally(&self) -> Tally {
        let mut sum = Tally::new(self.level.terrain.size().as_ivec2());
        let free = self.free.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        free.iter().for_each(|worker| sum.add(&worker.tally));
        sum
    }

    /// Does some work with a worker that no other thread uses; its state is whatever the work before left.
    pub fn with<T>(&self, work: impl FnOnce(&mut Worker) -> T) -> T {
        let lock = || self.free.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let worker = lock().pop();
        let mut worker = worker.unwrap_or_else(|| Worker::new(self.level));
        let result = work(&mut worker);
        lock().push(worker);
        result
    }

    /// The same from the start of the level.
    pub fn with_start<T>(&self, work: impl FnOnce(&mut Worker) -> T) -> T {
        self.with(|worker| {
            worker.simulation.restore(&self.start);
            work(worker)
        })
    }
}
