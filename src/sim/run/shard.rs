//! Shards: collected by touching them; each gives focus back, and some levels open the exit for the last one.

use bevy::prelude::*;

use super::Run;
use super::focus::Focus;
use crate::sim::facts::Fact;
use crate::sim::ninja::Ninja;
use crate::sim::state::actor::ActorIndex;
use crate::sim::tuning::{FOCUS_TICKS_PER_SHARD, SHARD_REACH};

/// A shard. Its position in tiles.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Shard {
    /// Its center.
    pub position: Vec2,
    /// Whether it has been collected.
    pub taken: bool,
}

/// The shards of a level.
pub type Shards<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static mut Shard)>;

/// Takes every shard within reach.
pub fn take_shards(run: &Run, focus: &mut Focus, ninja: &Ninja, shards: &mut Shards, facts: &mut MessageWriter<Fact>) {
    if !run.is_running() {
        return;
    }
    let within =
        |shard: &Shard| !shard.taken && shard.position.distance_squared(ninja.position) <= SHARD_REACH * SHARD_REACH;
    if !shards.iter().any(|(_, shard)| within(shard)) {
        return;
    }
    let mut left = shards.iter().filter(|(_, shard)| !shard.taken).count() as u32;
    for (_, mut shard) in shards {
        if within(&shard) {
            shard.taken = true;
            left -= 1;
            focus.refill(FOCUS_TICKS_PER_SHARD);
            facts.write(Fact::ShardTaken { position: shard.position, left });
        }
    }
}
