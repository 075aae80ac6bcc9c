//! Snapshots: everything that changes during a run, saved, restored and hashed in well under two microseconds.
//!
//! What is derived (beams) or fixed (terrain, a robot's settings) is not in it. A new kind of state goes into
//! [`Snapshot`], [`RunState`] and [`Snapshot::hash`]; the test that restores a run at each of its ticks finds what was
//! forgotten.

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use crate::level::fingerprint::Fingerprint;

use super::exit::Exit;
use super::facts::Fact;
use super::focus::Focus;
use super::input::TickInput;
use super::laser::{LaserState, Lasers};
use super::ninja::Ninja;
use super::run::{Phase, Run};
use super::shard::Shards;

/// The state of a run at the end of a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The clocks and the phase.
    pub run: Run,
    /// The focus meter.
    pub focus: Focus,
    /// The ninja.
    pub ninja: Ninja,
    /// Whether the exit is open.
    pub exit_open: bool,
    /// Which shards are taken, by [`ShardIndex`](super::shard::ShardIndex).
    pub shards: Vec<bool>,
    /// The robots, by [`LaserIndex`](super::laser::LaserIndex).
    pub lasers: Vec<LaserState>,
}

impl Snapshot {
    /// A hash of every bit of the state; equal runs have equal hashes on every platform.
    pub fn hash(&self) -> u64 {
        let mut print = Fingerprint::new();
        self.run.fold(&mut print);
        self.focus.fold(&mut print);
        self.ninja.fold(&mut print);
        print.write_bool(self.exit_open);
        for &taken in &self.shards {
            print.write_bool(taken);
        }
        for laser in &self.lasers {
            laser.fold(&mut print);
        }
        print.finish()
    }
}

/// The level's start, for restarting.
#[derive(Resource, Clone, Debug)]
pub struct Start(pub Snapshot);

/// The state of a run: every piece that a snapshot holds, and what belongs to the same entities.
#[derive(SystemParam)]
pub struct RunState<'w, 's> {
    /// The clocks and the phase.
    pub run: ResMut<'w, Run>,
    /// The focus meter.
    pub focus: ResMut<'w, Focus>,
    /// The ninja.
    pub ninja: Single<'w, 's, &'static mut Ninja>,
    /// The exit.
    pub exit: Single<'w, 's, &'static mut Exit>,
    /// The shards.
    pub shards: Shards<'w, 's>,
    /// The robots.
    pub lasers: Lasers<'w, 's>,
}

impl RunState<'_, '_> {
    /// Writes the state into `snapshot`, whose memory is used again.
    pub fn save(&self, snapshot: &mut Snapshot) {
        snapshot.run = *self.run;
        snapshot.focus = *self.focus;
        snapshot.ninja = **self.ninja;
        snapshot.exit_open = self.exit.open;
        snapshot.shards.resize(self.shards.iter().len(), false);
        for (index, shard) in &self.shards {
            snapshot.shards[index.0 as usize] = shard.taken;
        }
        snapshot.lasers.resize(self.lasers.iter().len(), LaserState::default());
        for (index, _, laser, _) in &self.lasers {
            snapshot.lasers[index.0 as usize] = *laser;
        }
    }

    /// Puts the state back to `snapshot`, which must be of the level in the world; whatever it lacks stays as it is.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        *self.run = snapshot.run;
        *self.focus = snapshot.focus;
        **self.ninja = snapshot.ninja;
        self.exit.open = snapshot.exit_open;
        for (index, mut shard) in &mut self.shards {
            if let Some(&taken) = snapshot.shards.get(index.0 as usize) {
                shard.taken = taken;
            }
        }
        for (index, _, mut laser, _) in &mut self.lasers {
            if let Some(&state) = snapshot.lasers.get(index.0 as usize) {
                *laser = state;
            }
        }
    }
}

/// Access to [`RunState`] from outside a schedule, kept so that its queries are built once.
pub struct RunAccess(SystemState<RunState<'static, 'static>>);

impl RunAccess {
    /// For this world.
    pub fn new(world: &mut World) -> Self {
        Self(SystemState::new(world))
    }

    /// [`RunState::save`].
    ///
    /// # Panics
    /// If no level is in the world.
    pub fn save(&mut self, world: &mut World, snapshot: &mut Snapshot) {
        self.0.get_mut(world).expect("a level is in the world").save(snapshot);
    }

    /// [`RunState::restore`].
    ///
    /// # Panics
    /// If no level is in the world.
    pub fn restore(&mut self, world: &mut World, snapshot: &Snapshot) {
        self.0.get_mut(world).expect("a level is in the world").restore(snapshot);
    }
}

/// Starts the level again when it is to: asked for, or the time after a death is over.
pub fn restart_when_due(input: TickInput, start: &Start, state: &mut RunState, facts: &mut MessageWriter<Fact>) {
    let after_death = state.run.is_restart_due();
    if after_death || input.holds(TickInput::RESTART) {
        state.restore(&start.0);
        facts.write(Fact::RunRestarted { after_death });
    }
}

impl Run {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_u32(self.ticks);
        print.write_u32(self.hazard_half_ticks);
        print.write_u32(self.hazard_step);
        print.write_u32(match self.phase {
            Phase::Running => 0,
            Phase::Dead { ticks } => 1 + u32::from(ticks),
            Phase::Finished => u32::MAX,
        });
    }
}

impl Focus {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_u32(self.meter);
        print.write_u32(self.meter_max);
        print.write_bool(self.active);
        print.write_bool(self.exhausted);
    }
}

impl LaserState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_vec2(self.position);
        print.write_vec2(self.direction);
        print.write_bool(self.sees);
        print.write_bool(self.in_graze);
        print.write_bool(self.grazed_at.is_some());
        print.write_u32(self.grazed_at.unwrap_or_default());
    }
}
