//! The exit: opens at once or after the last shard, and ends the run.

use bevy::prelude::*;

use crate::level::ExitOpens;

use super::shard::Shards;
use super::{Phase, Run};
use crate::sim::facts::Fact;
use crate::sim::ninja::Ninja;
use crate::sim::tuning::EXIT_REACH;

/// The way out of a level. Its position in tiles.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    /// Its center.
    pub position: Vec2,
    /// What opens it.
    pub opens: ExitOpens,
    /// Whether it is open.
    pub open: bool,
}

impl Exit {
    /// An exit as it is at the start.
    pub fn new(position: Vec2, opens: ExitOpens) -> Self {
        Self { position, opens, open: opens == ExitOpens::AtOnce }
    }
}

/// Opens the exit when its time has come, and finishes the run of a ninja who reaches it open.
pub fn reach_exit(run: &mut Run, ninja: &Ninja, exit: &mut Exit, shards: &Shards, facts: &mut MessageWriter<Fact>) {
    if !run.is_running() {
        return;
    }
    if !exit.open && shards.iter().all(|(_, shard)| shard.taken) {
        exit.open = true;
        facts.write(Fact::ExitOpened);
    }
    if exit.open && exit.position.distance_squared(ninja.position) <= EXIT_REACH * EXIT_REACH {
        run.phase = Phase::Finished;
        facts.write(Fact::ExitReached { ticks: run.ticks });
    }
}
