//! Snapshots: everything that changes during a run, saved, restored and hashed in a few microseconds at most.
//!
//! What is derived from it (beams, where obstacles stand, the ways of orbs) or fixed (terrain, a robot's settings) is not in
//! it. A new kind of actor goes into [`ActorsSnapshot`] and [`ActorsState`]; the test that restores a run at each of its
//! ticks finds what was forgotten.

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use crate::stable_hash::StableHasher;

use super::actor::{ActorIndex, ActorState};
use crate::sim::hazards::camera::{CameraState, SecurityCameras, Vision};
use crate::sim::hazards::laser::{LaserState, Lasers};
use crate::sim::hazards::mine::{MineState, Mines};
use crate::sim::hazards::orb::{OrbState, Orbs};
use crate::sim::hazards::turret::{Bullets, TurretState, Turrets};
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::{DoorState, Doors, Movers};
use crate::sim::run::exit::Exit;
use crate::sim::run::focus::Focus;
use crate::sim::run::shard::Shards;
use crate::sim::run::{Phase, Run};
use crate::sim::triggers::channel::Channels;
use crate::sim::triggers::spring::{SpringState, Springs};
use crate::sim::triggers::switch::{KeyState, Keys, SwitchState, Switches};
use crate::sim::triggers::teleport::{TeleportState, Teleports};

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
    /// Which shards are taken, by [`ActorIndex`](crate::sim::run::shard::ActorIndex).
    pub shards: Vec<bool>,
    /// The robots, by [`ActorIndex`](crate::sim::hazards::laser::ActorIndex).
    pub lasers: Vec<LaserState>,
    /// The channels.
    pub channels: Channels,
    /// All other actors.
    pub actors: ActorsSnapshot,
}

/// The state of every actor that is no laser robot, each kind by its [`ActorIndex`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActorsSnapshot {
    /// The turrets.
    pub turrets: Vec<TurretState>,
    /// Their bullets, a pool for each turret.
    pub bullets: Vec<Bullets>,
    /// The cameras.
    pub cameras: Vec<CameraState>,
    /// What they saw last.
    pub visions: Vec<Vision>,
    /// The orbs.
    pub orbs: Vec<OrbState>,
    /// The doors.
    pub doors: Vec<DoorState>,
    /// The switches.
    pub switches: Vec<SwitchState>,
    /// The keys.
    pub keys: Vec<KeyState>,
    /// The springs.
    pub springs: Vec<SpringState>,
    /// The mines.
    pub mines: Vec<MineState>,
    /// The teleports.
    pub teleports: Vec<TeleportState>,
}

impl Snapshot {
    /// A hash of every bit of the state; equal runs have equal hashes on every platform.
    pub fn hash(&self) -> u64 {
        let mut hasher = StableHasher::new();
        self.run.hash_into(&mut hasher);
        self.focus.hash_into(&mut hasher);
        self.ninja.hash_into(&mut hasher);
        hasher.write_bool(self.exit_open);
        for &taken in &self.shards {
            hasher.write_bool(taken);
        }
        for laser in &self.lasers {
            laser.hash_into(&mut hasher);
        }
        self.channels.hash_into(&mut hasher);
        self.actors.hash_into(&mut hasher);
        hasher.finish()
    }
}

/// The level's start, for restarting.
#[derive(Resource, Clone, Debug)]
pub struct Start(pub Snapshot);

/// Every piece of state that a snapshot holds, and what goes with it: what a tick plays with, and what is saved and
/// restored.
#[derive(SystemParam)]
pub struct RunState<'w, 's> {
    /// What every level has.
    pub core: CoreState<'w, 's>,
    /// The actors that only some have.
    pub actors: ActorsState<'w, 's>,
}

/// The state of what every level has.
#[derive(SystemParam)]
pub struct CoreState<'w, 's> {
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

/// The state of the actors that are no laser robots, and of the channels between them.
#[derive(SystemParam)]
pub struct ActorsState<'w, 's> {
    /// The channels.
    pub channels: ResMut<'w, Channels>,
    /// The movers; they have no state of their own.
    pub movers: Movers<'w, 's>,
    /// The doors.
    pub doors: Doors<'w, 's>,
    /// The switches.
    pub switches: Switches<'w, 's>,
    /// The keys.
    pub keys: Keys<'w, 's>,
    /// The springs.
    pub springs: Springs<'w, 's>,
    /// The teleports.
    pub teleports: Teleports<'w, 's>,
    /// The cameras.
    pub cameras: SecurityCameras<'w, 's>,
    /// The turrets and their bullets.
    pub turrets: Turrets<'w, 's>,
    /// The orbs.
    pub orbs: Orbs<'w, 's>,
    /// The mines.
    pub mines: Mines<'w, 's>,
}

fn save_kind<'a, T: ActorState>(kind: impl ExactSizeIterator<Item = (&'a ActorIndex, &'a T)>, states: &mut Vec<T>) {
    states.resize_with(kind.len(), T::default);
    for (index, state) in kind {
        states[index.0 as usize].clone_from(state);
    }
}

fn restore_kind<'a, T: ActorState>(kind: impl Iterator<Item = (&'a ActorIndex, Mut<'a, T>)>, states: &[T]) {
    for (index, mut state) in kind {
        if let Some(saved) = states.get(index.0 as usize) {
            state.clone_from(saved);
        }
    }
}

fn fold_kind<T: ActorState>(states: &[T], hasher: &mut StableHasher) {
    for state in states {
        state.hash_into(hasher);
    }
}

impl ActorsSnapshot {
    fn hash_into(&self, hasher: &mut StableHasher) {
        fold_kind(&self.turrets, hasher);
        fold_kind(&self.bullets, hasher);
        fold_kind(&self.cameras, hasher);
        fold_kind(&self.orbs, hasher);
        fold_kind(&self.doors, hasher);
        fold_kind(&self.switches, hasher);
        fold_kind(&self.keys, hasher);
        fold_kind(&self.springs, hasher);
        fold_kind(&self.mines, hasher);
        fold_kind(&self.teleports, hasher);
    }
}

impl ActorsState<'_, '_> {
    fn save(&self, snapshot: &mut Snapshot) {
        snapshot.channels = *self.channels;
        let snapshot = &mut snapshot.actors;
        save_kind(self.doors.iter().map(|(index, _, state)| (index, state)), &mut snapshot.doors);
        save_kind(self.switches.iter().map(|(index, _, state)| (index, state)), &mut snapshot.switches);
        save_kind(self.keys.iter().map(|(index, _, state)| (index, state)), &mut snapshot.keys);
        save_kind(self.springs.iter().map(|(index, _, state)| (index, state)), &mut snapshot.springs);
        save_kind(self.teleports.iter().map(|(index, _, state)| (index, state)), &mut snapshot.teleports);
        save_kind(self.cameras.iter().map(|(index, _, state, _)| (index, state)), &mut snapshot.cameras);
        save_kind(self.cameras.iter().map(|(index, _, _, vision)| (index, vision)), &mut snapshot.visions);
        save_kind(self.turrets.iter().map(|(index, _, state, _)| (index, state)), &mut snapshot.turrets);
        save_kind(self.turrets.iter().map(|(index, _, _, bullets)| (index, bullets)), &mut snapshot.bullets);
        save_kind(self.orbs.iter().map(|(index, _, state)| (index, state)), &mut snapshot.orbs);
        save_kind(self.mines.iter().map(|(index, _, state)| (index, state)), &mut snapshot.mines);
    }

    /// [`RunState::restore`] of what only some levels have.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) {
        *self.channels = snapshot.channels;
        let snapshot = &snapshot.actors;
        restore_kind(self.doors.iter_mut().map(|(index, _, state)| (index, state)), &snapshot.doors);
        restore_kind(self.switches.iter_mut().map(|(index, _, state)| (index, state)), &snapshot.switches);
        restore_kind(self.keys.iter_mut().map(|(index, _, state)| (index, state)), &snapshot.keys);
        restore_kind(self.springs.iter_mut().map(|(index, _, state)| (index, state)), &snapshot.springs);
        restore_kind(self.teleports.iter_mut().map(|(index, _, state)| (index, state)), &snapshot.teleports);
        restore_kind(self.cameras.iter_mut().map(|(index, _, state, _)| (index, state)), &snapshot.cameras);
        restore_kind(self.cameras.iter_mut().map(|(index, _, _, vision)| (index, vision)), &snapshot.visions);
        restore_kind(self.turrets.iter_mut().map(|(index, _, state, _)| (index, state)), &snapshot.turrets);
        restore_kind(self.turrets.iter_mut().map(|(index, _, _, bullets)| (index, bullets)), &snapshot.bullets);
        restore_kind(self.orbs.iter_mut().map(|(index, _, state)| (index, state)), &snapshot.orbs);
        restore_kind(self.mines.iter_mut().map(|(index, _, state)| (index, state)), &snapshot.mines);
    }
}

impl CoreState<'_, '_> {
    fn save(&self, snapshot: &mut Snapshot) {
        snapshot.run = *self.run;
        snapshot.focus = *self.focus;
        snapshot.ninja = **self.ninja;
        snapshot.exit_open = self.exit.open;
        snapshot.shards.resize(self.shards.iter().len(), false);
        for (index, shard) in &self.shards {
            snapshot.shards[index.0 as usize] = shard.taken;
        }
        snapshot.lasers.resize(self.lasers.iter().len(), LaserState::default());
        for (index, _, laser, ..) in &self.lasers {
            snapshot.lasers[index.0 as usize] = *laser;
        }
    }

    /// [`RunState::restore`] of what every level has.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) {
        *self.run = snapshot.run;
        *self.focus = snapshot.focus;
        **self.ninja = snapshot.ninja;
        self.exit.open = snapshot.exit_open;
        for (index, mut shard) in &mut self.shards {
            if let Some(&taken) = snapshot.shards.get(index.0 as usize) {
                shard.taken = taken;
            }
        }
        for (index, _, mut laser, ..) in &mut self.lasers {
            if let Some(&state) = snapshot.lasers.get(index.0 as usize) {
                *laser = state;
            }
        }
    }
}

impl RunState<'_, '_> {
    /// Writes the state into `snapshot`, whose memory is used again.
    pub fn save(&self, snapshot: &mut Snapshot) {
        self.core.save(snapshot);
        self.actors.save(snapshot);
    }

    /// Puts the state back to `snapshot`, which must be of the level in the world; whatever it lacks stays as it is.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.core.restore(snapshot);
        self.actors.restore(snapshot);
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

impl Run {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_u32(self.ticks);
        hasher.write_u32(self.hazard_half_ticks);
        hasher.write_u32(self.hazard_step);
        hasher.write_u32(match self.phase {
            Phase::Running => 0,
            Phase::Dead { ticks } => 1 + u32::from(ticks),
            Phase::Finished => u32::MAX,
        });
    }
}

impl Focus {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_u32(self.meter);
        hasher.write_u32(self.meter_max);
        hasher.write_bool(self.active);
        hasher.write_bool(self.exhausted);
    }
}

impl LaserState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        hasher.write_vec2(self.direction);
        hasher.write_bool(self.sees);
        hasher.write_bool(self.in_graze);
        hasher.write_bool(self.grazed_at.is_some());
        hasher.write_u32(self.grazed_at.unwrap_or_default());
    }
}
