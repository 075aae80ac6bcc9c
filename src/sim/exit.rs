//! The exit: opens at once or after the last shard, and ends the run.

use bevy::prelude::*;

use crate::level::ExitOpens;

use super::facts::Fact;
use super::focus::Focus;
use super::ninja::Ninja;
use super::run::{Phase, Run};
use super::shard::{Shard, take_shards};
use super::tuning::EXIT_REACH;

/// The way out of a level. Its position in tiles.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    /// Its centre.
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

/// What the ninja came for: takes the shards within reach, opens the exit when its time has come, and finishes the run of a
/// ninja who reaches it open.
///
/// One system and not two, since each costs a tick as much as casting a beam: the exit looks at the shards anyway.
pub fn reach_goals(
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    ninja: Single<&Ninja>,
    mut shards: Query<&mut Shard>,
    mut exit: Single<&mut Exit>,
    mut facts: MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let any_left = take_shards(ninja.position, &mut shards, &mut focus, &mut facts);
    if !exit.open && !any_left {
        exit.open = true;
        facts.write(Fact::ExitOpened);
    }
    if exit.open && exit.position.distance_squared(ninja.position) <= EXIT_REACH * EXIT_REACH {
        run.phase = Phase::Finished;
        facts.write(Fact::ExitReached { ticks: run.ticks });
    }
}
