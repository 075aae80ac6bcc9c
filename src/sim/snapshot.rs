//! Snapshots: everything that changes during a run, saved, restored and hashed in well under two microseconds.
//!
//! What is derived (beams) or fixed (terrain, a robot's settings) is not in it. A new kind of state goes into
//! [`Snapshot`], [`RunState`] and [`Snapshot::hash`]; the test that restores a run at each of its ticks finds what was
//! forgotten.

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use crate::level::fingerprint::Fingerprint;

use super::actor::{ActorIndex, ActorState};
use super::camera::CameraState;
use super::channel::Channels;
use super::exit::Exit;
use super::facts::Fact;
use super::focus::Focus;
use super::input::TickInput;
use super::laser::{LaserIndex, LaserState};
use super::mine::MineState;
use super::ninja::Ninja;
use super::obstacle::DoorState;
use super::orb::OrbState;
use super::run::{Phase, Run};
use super::shard::{Shard, ShardIndex};
use super::spring::SpringState;
use super::switch::{KeyState, SwitchState};
use super::teleport::TeleportState;
use super::turret::{Bullets, TurretState};

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
    /// Which shards are taken, by [`ShardIndex`].
    pub shards: Vec<bool>,
    /// The robots, by [`LaserIndex`].
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
        self.channels.fold(&mut print);
        self.actors.fold(&mut print);
        print.finish()
    }
}

/// The level's start, for restarting.
#[derive(Resource, Clone, Debug)]
pub struct Start(pub Snapshot);

/// Every piece of state that a snapshot holds, for a system that saves or restores.
#[derive(SystemParam)]
pub struct RunState<'w, 's> {
    run: ResMut<'w, Run>,
    focus: ResMut<'w, Focus>,
    ninja: Single<'w, 's, &'static mut Ninja>,
    exit: Single<'w, 's, &'static mut Exit>,
    shards: Query<'w, 's, (&'static ShardIndex, &'static mut Shard)>,
    lasers: Query<'w, 's, (&'static LaserIndex, &'static mut LaserState)>,
    channels: ResMut<'w, Channels>,
    actors: ActorsState<'w, 's>,
}

/// The actors of one kind, or an aspect of them.
type Kind<'w, 's, T> = Query<'w, 's, (&'static ActorIndex, &'static mut T)>;

/// Every piece of state of the actors that are no laser robots.
#[derive(SystemParam)]
pub struct ActorsState<'w, 's> {
    turrets: Kind<'w, 's, TurretState>,
    bullets: Kind<'w, 's, Bullets>,
    cameras: Kind<'w, 's, CameraState>,
    orbs: Kind<'w, 's, OrbState>,
    doors: Kind<'w, 's, DoorState>,
    switches: Kind<'w, 's, SwitchState>,
    keys: Kind<'w, 's, KeyState>,
    springs: Kind<'w, 's, SpringState>,
    mines: Kind<'w, 's, MineState>,
    teleports: Kind<'w, 's, TeleportState>,
}

fn save_kind<T: ActorState>(kind: &Kind<T>, states: &mut Vec<T>) {
    states.resize_with(kind.iter().len(), T::default);
    for (index, state) in kind {
        states[index.0 as usize].clone_from(state);
    }
}

fn restore_kind<T: ActorState>(kind: &mut Kind<T>, states: &[T]) {
    for (index, mut state) in kind {
        if let Some(saved) = states.get(index.0 as usize) {
            state.clone_from(saved);
        }
    }
}

fn fold_kind<T: ActorState>(states: &[T], print: &mut Fingerprint) {
    for state in states {
        state.fold(print);
    }
}

impl ActorsSnapshot {
    fn fold(&self, print: &mut Fingerprint) {
        fold_kind(&self.turrets, print);
        fold_kind(&self.bullets, print);
        fold_kind(&self.cameras, print);
        fold_kind(&self.orbs, print);
        fold_kind(&self.doors, print);
        fold_kind(&self.switches, print);
        fold_kind(&self.keys, print);
        fold_kind(&self.springs, print);
        fold_kind(&self.mines, print);
        fold_kind(&self.teleports, print);
    }
}

impl ActorsState<'_, '_> {
    fn save(&self, snapshot: &mut ActorsSnapshot) {
        save_kind(&self.turrets, &mut snapshot.turrets);
        save_kind(&self.bullets, &mut snapshot.bullets);
        save_kind(&self.cameras, &mut snapshot.cameras);
        save_kind(&self.orbs, &mut snapshot.orbs);
        save_kind(&self.doors, &mut snapshot.doors);
        save_kind(&self.switches, &mut snapshot.switches);
        save_kind(&self.keys, &mut snapshot.keys);
        save_kind(&self.springs, &mut snapshot.springs);
        save_kind(&self.mines, &mut snapshot.mines);
        save_kind(&self.teleports, &mut snapshot.teleports);
    }

    fn restore(&mut self, snapshot: &ActorsSnapshot) {
        restore_kind(&mut self.turrets, &snapshot.turrets);
        restore_kind(&mut self.bullets, &snapshot.bullets);
        restore_kind(&mut self.cameras, &snapshot.cameras);
        restore_kind(&mut self.orbs, &snapshot.orbs);
        restore_kind(&mut self.doors, &snapshot.doors);
        restore_kind(&mut self.switches, &snapshot.switches);
        restore_kind(&mut self.keys, &snapshot.keys);
        restore_kind(&mut self.springs, &snapshot.springs);
        restore_kind(&mut self.mines, &snapshot.mines);
        restore_kind(&mut self.teleports, &snapshot.teleports);
    }
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
        for (index, laser) in &self.lasers {
            snapshot.lasers[index.0 as usize] = *laser;
        }
        snapshot.channels = *self.channels;
        self.actors.save(&mut snapshot.actors);
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
        for (index, mut laser) in &mut self.lasers {
            if let Some(&state) = snapshot.lasers.get(index.0 as usize) {
                *laser = state;
            }
        }
        *self.channels = snapshot.channels;
        self.actors.restore(&snapshot.actors);
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

/// Whether the level is to start again: asked for, or the time after a death is over.
pub fn is_restart_due(input: Res<TickInput>, run: Res<Run>) -> bool {
    run.is_restart_due() || input.holds(TickInput::RESTART)
}

/// Starts the level again.
pub fn restart_run(start: Res<Start>, mut state: RunState, mut facts: MessageWriter<Fact>) {
    let after_death = state.run.is_restart_due();
    state.restore(&start.0);
    facts.write(Fact::RunRestarted { after_death });
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
