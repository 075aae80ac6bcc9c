//! What the last tick brought, by the messages of the simulation.

use bevy::prelude::*;

use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::checkpoint::CheckpointTouched;
use hairline_sim::run::exit::ExitReached;
use hairline_sim::run::{RestartPoint, RunRestarted};

#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct TickOutcome {
    /// Where the run went on, if it restarted.
    pub(super) restart: Option<RestartPoint>,
    /// Where the ninja died, if it did.
    pub(super) death: Option<Vec2>,
    pub(super) has_touched_checkpoint: bool,
    pub(super) has_finished: bool,
}

/// Reads every tick's messages, also behind menus, so that none of those is taken for one of the player's run.
pub(super) fn read_outcome(
    mut restarts: MessageReader<RunRestarted>,
    mut deaths: MessageReader<NinjaDied>,
    mut checkpoints: MessageReader<CheckpointTouched>,
    mut exits: MessageReader<ExitReached>,
    mut outcome: ResMut<TickOutcome>,
) {
    *outcome = TickOutcome {
        restart: restarts.read().last().map(|restart| restart.to),
        death: deaths.read().last().map(|death| death.position),
        has_touched_checkpoint: checkpoints.read().count() > 0,
        has_finished: exits.read().count() > 0,
    };
}

impl TickOutcome {
    pub(super) fn has_died(&self) -> bool {
        self.death.is_some()
    }
}
