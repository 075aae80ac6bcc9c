//! What the course of a run sounds like: its restart, focus, shards and the exit.

pub mod exit;
pub mod focus;
pub mod restart;
pub mod shard;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((exit::plugin, focus::plugin, restart::plugin, shard::plugin));
}
