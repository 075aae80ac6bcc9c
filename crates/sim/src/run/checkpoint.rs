//! Checkpoints: touching one saves the run, and a death or a restart goes back there instead of to the start.
//!
//! What comes back is the state at the end of the tick of the touch: shards, keys, channels, doors and every hazard's time. The
//! ninja begins at the checkpoint, at rest, and the time that counts runs on.

use std::sync::Arc;

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::ninja::Ninja;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, SimState, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::state::snapshot::{self, Snapshot};
use crate::state::spawn::{LevelEntity, SpawnStage};
use crate::tuning::{BODY_RADIUS, CHECKPOINT_OVERLAP_MAX, CHECKPOINT_REACH};
use hairline_geometry::terrain::Layer;
use hairline_level::CheckpointSettings;
use hairline_level::stable_hash::StableHasher;

use super::Run;

/// A place at which a run goes on; fixed during a run.
#[derive(Component, Clone, Copy, Debug, Deref)]
pub struct Checkpoint(pub CheckpointSettings);

/// The part of a checkpoint that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct CheckpointState {
    /// Whether the ninja has touched it in this run.
    pub is_touched: bool,
}

sim_state!(CheckpointState, "checkpoint", is_touched);

/// The run as it was at the checkpoint that was touched last: one entity of levels with checkpoints.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
pub struct SavedRun {
    #[reflect(ignore)]
    state: Option<Arc<Snapshot>>,
    /// The hash of that state; 0 without one.
    hash: u64,
    /// The checkpoint, by its index.
    index: u32,
}

impl SimState for SavedRun {
    const KEY: &'static str = "saved run";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { state: _, hash, index } = self;
        hasher.write_u64(*hash);
        hasher.write_u32(*index);
    }
}

impl SavedRun {
    /// The checkpoint to which a restart goes; `None` is the start of the level.
    pub fn checkpoint(&self) -> Option<ActorIndex> {
        self.state.as_ref().map(|_| ActorIndex(self.index))
    }

    /// The state at the checkpoint, and which checkpoint that is.
    pub(super) fn state(&self) -> Option<(&Snapshot, ActorIndex)> {
        self.state.as_deref().map(|state| (state, ActorIndex(self.index)))
    }
}

/// The ninja touched a checkpoint for the first time in this run.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CheckpointTouched {
    /// Which checkpoint.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CheckpointTouched>()
        .register_state::<CheckpointState>()
        .register_state::<SavedRun>()
        .register_actor(|settings: &CheckpointSettings| (Checkpoint(*settings), CheckpointState::default()))
        .add_spawner(SpawnStage::Actors, |world, level| {
            if !level.actors::<CheckpointSettings>().is_empty() {
                world.spawn((LevelEntity, ActorIndex(0), SavedRun::default()));
            }
        })
        .add_rule::<Checkpoint, _>(SimulationSystems::Checkpoints, touch_checkpoints);
}

/// Saves the run when the ninja touches a checkpoint for the first time; of several at once, the first in the level's file.
fn touch_checkpoints(
    mut checkpoints: Populated<(&ActorIndex, &Checkpoint, &mut CheckpointState)>,
    run: Res<Run>,
    ninja: Res<Ninja>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let touched = checkpoints
        .iter_mut()
        .filter(|(_, checkpoint, state)| !state.is_touched && ninja.is_near(checkpoint.position, CHECKPOINT_REACH));
    let Some((&source, &Checkpoint(CheckpointSettings { position }), mut state)) =
        touched.min_by_key(|(index, ..)| **index)
    else {
        return;
    };
    state.is_touched = true;
    // Commands run at the end of the tick, when the state is whole.
    commands.queue(move |world: &mut World| save_run(world, source, position));
    commands.write_message(CheckpointTouched { source, position });
}

/// Saves the run as it is now, with the ninja at rest where a restart puts it.
fn save_run(world: &mut World, source: ActorIndex, position: Vec2) {
    let mut saved_run = world.query::<&mut SavedRun>();
    // The saved state holds no older one: a restart goes back one step and no further.
    put(world, &mut saved_run, &SavedRun::default());
    let mut state = Snapshot::default();
    snapshot::save(world, &mut state);
    let ninja = state.resource_mut::<Ninja>();
    *ninja = Ninja::new(start_near(position, ninja.position, world.resource::<Colliders>()));
    let hash = state.hash();
    put(world, &mut saved_run, &SavedRun { state: Some(Arc::new(state)), hash, index: source.0 });
}

/// Where a restart puts the ninja: at the checkpoint, if its body has room there and nothing solid is between the checkpoint and
/// the ninja's center at the touch; else at the touch. So no restart leads through a wall or a shut door.
fn start_near(checkpoint: Vec2, touch: Vec2, colliders: &Colliders) -> Vec2 {
    let has_room = colliders.depth(checkpoint, BODY_RADIUS) <= CHECKPOINT_OVERLAP_MAX;
    if has_room && colliders.line_of_sight(touch, checkpoint, Layer::Body) { checkpoint } else { touch }
}

pub(super) fn put(world: &mut World, saved_run: &mut QueryState<&mut SavedRun>, saved: &SavedRun) {
    for mut place in saved_run.iter_mut(world) {
        place.clone_from(saved);
    }
}
