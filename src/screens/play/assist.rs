//! The player's help: what of it changes the run is given to the simulation here, and a death may lead back to the last shard.

use bevy::prelude::*;

use super::attempt::{Attempt, Standing};
use hairline_level::{LaserSettings, Level};
use hairline_profile::settings::{AssistSettings, Settings};
use hairline_sim::run::checkpoint::CheckpointState;
use hairline_sim::run::mercy::{Mercy, set_mercy};
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{Run, RunRestarted};
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

/// How long the beams of the level in the world charge, in percent: what was set when it was loaded.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct LoadedCharge(pub u16);

impl Default for LoadedCharge {
    fn default() -> Self {
        Self(100)
    }
}

/// Adds the help.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastShard>()
        .init_resource::<LoadedCharge>()
        .add_systems(Update, give_help.run_if(resource_changed::<Settings>));
}

fn mercy(assist: &AssistSettings) -> Mercy {
    Mercy {
        endless_focus: assist.endless_focus,
        invincible: assist.invincible,
        forgives: assist.forgive_hit,
        safe_ticks: 0,
    }
}

/// Gives the run in the world the help that is set.
pub(super) fn give_help(world: &mut World) {
    let mercy = mercy(&world.resource::<Settings>().assist);
    set_mercy(world, mercy);
}

/// The level with the help that is part of its actors: beams that blink warn for longer.
pub(super) fn with_help(mut level: Level, assist: &AssistSettings) -> Level {
    if assist.beam_charge > 100 {
        for laser in level.actors_mut::<LaserSettings>() {
            if let Some(cycle) = &mut laser.cycle
                && cycle.off + cycle.charge > 0.0
            {
                cycle.charge = cycle.charge.max(CHARGE_MIN) * f32::from(assist.beam_charge) / 100.0;
            }
        }
    }
    level
}

impl LastShard {
    /// Forgets it at the start of a run.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Before a tick that would start the level over after a death: goes back to the last shard instead, if the player wants
/// that. The inputs of the attempt are then those of a run that never died. True if it did.
pub(super) fn return_to_last_shard(world: &mut World) -> bool {
    if !world.resource::<Settings>().assist.shard_checkpoints {
        return false;
    }
    world.resource_scope(|world, last: Mut<LastShard>| {
        let Some(state) = &last.state else { return false };
        snapshot::restore(world, state);
        // Help that was changed since then counts as it is now.
        let now = mercy(&world.resource::<Settings>().assist);
        let restored = &mut world.resource_mut::<Run>().mercy;
        let forgives = restored.forgives && now.forgives;
        *restored = Mercy { forgives, safe_ticks: restored.safe_ticks, ..now };
        world.write_message(RunRestarted { after_death: true });
        world.resource_mut::<Attempt>().inputs.truncate(last.ticks);
        true
    })
}

/// After a tick: marks the attempt, and remembers the run if a shard was taken, or a checkpoint of the level touched.
pub(super) fn note_tick(
    world: &mut World,
    shards: &mut QueryState<&ShardState>,
    checkpoints: &mut QueryState<&CheckpointState>,
) {
    let assist = &world.resource::<Settings>().assist;
    let (is_on, is_wanted) = (assist.is_on(), assist.shard_checkpoints);
    if !is_on && world.resource::<LoadedCharge>().0 == 100 {
        return;
    }
    let mut attempt = world.resource_mut::<Attempt>();
    attempt.standing = attempt.standing.max(Standing::Assisted);
    let ticks = attempt.inputs.len();
    if !world.resource::<Run>().is_running() {
        return;
    }
    let taken = shards.iter(world).filter(|shard| shard.taken).count();
    let reached = taken + checkpoints.iter(world).filter(|checkpoint| checkpoint.is_touched).count();
    world.resource_scope(|world, mut last: Mut<LastShard>| {
        if reached > last.reached {
            last.reached = reached;
            if is_wanted {
                snapshot::save(world, last.state.get_or_insert_default());
                last.ticks = ticks;
            }
        }
    });
}
