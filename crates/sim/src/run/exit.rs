//! The exit: opens at once or after the last shard, and ends the run.

use bevy::prelude::*;

use crate::ninja::Ninja;
use crate::schedule::{Simulate, SimulationSystems};
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::state::spawn::{LevelEntity, SpawnStage};
use crate::tuning::EXIT_REACH;
use hairline_level::ExitOpens;

use super::shard::ShardState;
use super::{Phase, Run};

/// The way out of a level; each has one.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    /// Its center, in tiles.
    pub position: Vec2,
    /// What opens it.
    pub opens: ExitOpens,
}

/// The part of the exit that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct ExitState {
    /// Whether it is open.
    pub open: bool,
}

sim_state!(ExitState, "exit", open);

/// The exit opened.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct ExitOpened {
    /// Its center.
    pub position: Vec2,
}

/// The ninja went through the exit: the level is done.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct ExitReached {
    /// Its center.
    pub position: Vec2,
    /// Ticks from the start.
    pub ticks: u32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ExitOpened>()
        .add_message::<ExitReached>()
        .register_state::<ExitState>()
        .add_spawner(SpawnStage::Actors, |world, level| {
            let exit = Exit { position: level.exit, opens: level.exit_opens };
            let state = ExitState { open: exit.opens == ExitOpens::AtOnce };
            world.spawn((LevelEntity, ActorIndex(0), exit, state));
        })
        .add_systems(Simulate, reach_exit.in_set(SimulationSystems::Exit));
}

/// Opens the exit once all shards are taken, and finishes the run when the ninja reaches it open.
fn reach_exit(
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    exit: Single<(&Exit, &mut ExitState)>,
    shards: Query<&ShardState>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let (&Exit { position, .. }, mut state) = exit.into_inner();
    if !state.open && shards.iter().all(|shard| shard.taken) {
        state.open = true;
        commands.write_message(ExitOpened { position });
    }
    if state.open && ninja.is_near(position, EXIT_REACH) {
        run.phase = Phase::Finished;
        commands.write_message(ExitReached { position, ticks: run.ticks });
    }
}
