//! Shards: collected by touching them; each gives focus back, and some levels open the exit for the last one.

use bevy::prelude::*;

use super::facts::Fact;
use super::focus::Focus;
use super::tuning::{FOCUS_TICKS_PER_SHARD, SHARD_REACH};

/// A shard's place among the shards of its level, in reading order of the map: what snapshots go by.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardIndex(pub u32);

/// A shard. Its position in tiles.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Shard {
    /// Its centre.
    pub position: Vec2,
    /// Whether it has been collected.
    pub taken: bool,
}

/// Takes every shard within reach of his centre. Whether any is left.
pub(super) fn take_shards(
    centre: Vec2,
    shards: &mut Query<&mut Shard>,
    focus: &mut Focus,
    facts: &mut MessageWriter<Fact>,
) -> bool {
    let within = |shard: &Shard| !shard.taken && shard.position.distance_squared(centre) <= SHARD_REACH * SHARD_REACH;
    let (mut left, mut any_within) = (0, false);
    for shard in &*shards {
        left += u32::from(!shard.taken);
        any_within |= within(shard);
    }
    if any_within {
        for mut shard in &mut *shards {
            if within(&shard) {
                shard.taken = true;
                left -= 1;
                focus.refill(FOCUS_TICKS_PER_SHARD);
                facts.write(Fact::ShardTaken { position: shard.position, left });
            }
        }
    }
    left > 0
}
