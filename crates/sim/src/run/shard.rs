//! Shards: collected by touch. Each gives focus back, and some levels open the exit for the last one.

use bevy::prelude::*;

use hairline_level::{Level, ShardOrder};

use crate::ninja::Ninja;
use crate::schedule::{Simulate, SimulationSystems};
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::state::snapshot::Snapshot;
use crate::state::spawn::{LevelEntity, SpawnStage};
use crate::tuning::{FOCUS_TICKS_PER_SHARD, SHARD_REACH};

use super::Run;

/// A shard, by its [`ActorIndex`] in reading order of the map.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Shard {
    /// Its center, in tiles.
    pub position: Vec2,
    /// Shards that must be taken before it, those before it in the level's order; 0 where there is no order.
    pub after: u32,
}

impl Shard {
    /// The shard with this index of a level.
    pub fn new(level: &Level, index: usize) -> Self {
        let after = if level.shard_order == ShardOrder::InOrder { index as u32 } else { 0 };
        Self { position: level.shards[index], after }
    }
}

/// The part of a shard that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct ShardState {
    /// Whether it has been collected.
    pub taken: bool,
}

sim_state!(ShardState, "shard", taken);

impl ShardState {
    /// How many shards a state has collected.
    pub fn count_taken(snapshot: &Snapshot) -> u32 {
        snapshot.states::<Self>().iter().filter(|shard| shard.taken).count() as u32
    }
}

/// A shard was collected.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct ShardTaken {
    /// Which shard.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
    /// How many are left.
    pub left: u32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShardTaken>()
        .register_state::<ShardState>()
        .add_spawner(SpawnStage::Actors, |world, level| {
            for index in 0..level.shards.len() {
                let shard = Shard::new(level, index);
                world.spawn((LevelEntity, ActorIndex(index as u32), shard, ShardState::default()));
            }
        })
        .add_systems(Simulate, take_shards.in_set(SimulationSystems::Shards));
}

fn take_shards(
    mut shards: Populated<(&ActorIndex, &Shard, &mut ShardState)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let is_within_reach =
        |shard: &Shard, state: &ShardState| !state.taken && ninja.is_near(shard.position, SHARD_REACH);
    if !shards.iter().any(|(_, shard, state)| is_within_reach(shard, state)) {
        return;
    }
    let mut left = shards.iter().filter(|(.., state)| !state.taken).count() as u32;
    // Counted before any is taken: of shards in order one is taken in a tick.
    let taken = shards.iter().len() as u32 - left;
    for (&source, shard, mut state) in &mut shards {
        if shard.after <= taken && is_within_reach(shard, &state) {
            state.taken = true;
            left -= 1;
            run.focus.refill(FOCUS_TICKS_PER_SHARD);
            commands.write_message(ShardTaken { source, position: shard.position, left });
        }
    }
}
