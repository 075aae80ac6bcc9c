//! The player's help: what of it changes the run is given to the simulation here, and a death may lead back to the last shard.

use bevy::prelude::*;

use super::attempt::{Attempt, Standing};
use super::loaded_level::LoadedCharge;
use super::outcome::TickOutcome;
use hairline_level::{LaserSettings, Level};
use hairline_profile::settings::{AssistSettings, Settings};
use hairline_sim::history::History;
use hairline_sim::run::assist::{Assist, set_assist};
use hairline_sim::run::checkpoint::CheckpointState;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{RestartPoint, Run, RunRestarted};
use hairline_sim::state::snapshot::{self, Snapshot};

/// Seconds of charge that a beam without any gets before it is made longer.
const CHARGE_MIN: f32 = 0.25;

/// The run as it was when the last shard was taken.
#[derive(Resource, Default)]
pub(super) struct LastShard {
    state: Option<Snapshot>,
    /// Inputs until then.
    ticks: usize,
    /// Shards taken and checkpoints touched until then.
    reached: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastShard>()
        .init_resource::<LoadedCharge>()
        .add_systems(Update, give_help.run_if(resource_changed::<Settings>));
}

pub(super) fn assist_of(settings: &AssistSettings) -> Assist {
    Assist {
        endless_focus: settings.endless_focus,
        invincible: settings.invincible,
        forgives: settings.forgive_hit,
        safe_ticks: 0,
    }
}

/// Gives the run in the world the help that is set.
pub(super) fn give_help(world: &mut World) {
    let assist = assist_of(&world.resource::<Settings>().assist);
    set_assist(world, assist);
}

/// The level with the help that is part of its actors: beams that blink charge for so many percent of their time.
pub(super) fn with_charge(mut level: Level, percent: u16) -> Level {
    if percent > 100 {
        for laser in level.actors_mut::<LaserSettings>() {
            if let Some(cycle) = &mut laser.cycle
                && cycle.off + cycle.charge > 0.0
            {
                cycle.charge = cycle.charge.max(CHARGE_MIN) * f32::from(percent) / 100.0;
            }
        }
    }
    level
}

/// Before a tick that would start the level over after a death: goes back to the last shard instead, if the player wants
/// that. The inputs of the attempt are then those of a run that never died.
pub(super) fn return_to_last_shard(world: &mut World) {
    let is_due = world.resource::<Run>().is_restart_due() && !world.resource::<TickInput>().holds(TickInput::RESTART);
    if !is_due || !world.resource::<Settings>().assist.shard_checkpoints {
        return;
    }
    world.resource_scope(|world, last: Mut<LastShard>| {
        let Some(state) = &last.state else { return };
        snapshot::restore(world, state);
        // An assist that was changed since then counts as it is now.
        let now = assist_of(&world.resource::<Settings>().assist);
        let restored = &mut world.resource_mut::<Run>().assist;
        let forgives = restored.forgives && now.forgives;
        *restored = Assist { forgives, safe_ticks: restored.safe_ticks, ..now };
        world.write_message(RunRestarted { after_death: true, to: RestartPoint::Shard });
        world.resource_mut::<Attempt>().inputs.truncate(last.ticks);
    });
}

/// After a restart of the simulation the last shard lies behind the checkpoint, or is no part of the run any more.
pub(super) fn forget_last_shard(outcome: Res<TickOutcome>, mut last: ResMut<LastShard>) {
    if matches!(outcome.restart, Some(RestartPoint::Start | RestartPoint::Checkpoint(_))) {
        *last = LastShard::default();
    }
}

fn is_assisted(settings: &Settings, charge: &LoadedCharge) -> bool {
    settings.assist.is_on() || charge.0 != 100
}

/// Marks an attempt in which the player has help.
pub(super) fn mark_attempt(settings: Res<Settings>, charge: Res<LoadedCharge>, mut attempt: ResMut<Attempt>) {
    if is_assisted(&settings, &charge) {
        attempt.standing = attempt.standing.max(Standing::Assisted);
    }
}

/// Remembers the run if a shard was taken, or a checkpoint of the level touched.
pub(super) fn remember_last_shard(
    world: &mut World,
    shards: &mut QueryState<&ShardState>,
    checkpoints: &mut QueryState<&CheckpointState>,
) {
    let settings = world.resource::<Settings>();
    if !is_assisted(settings, world.resource::<LoadedCharge>()) || !world.resource::<Run>().is_running() {
        return;
    }
    let is_wanted = settings.assist.shard_checkpoints;
    let taken = shards.iter(world).filter(|shard| shard.taken).count();
    let reached = taken + checkpoints.iter(world).filter(|checkpoint| checkpoint.is_touched).count();
    world.resource_scope(|world, mut last: Mut<LastShard>| {
        if reached > last.reached {
            last.reached = reached;
            if is_wanted {
                snapshot::save(world, last.state.get_or_insert_default());
                last.ticks = world.resource::<Attempt>().inputs.len();
                world.resource_mut::<History>().note_shard();
            }
        }
    });
}
