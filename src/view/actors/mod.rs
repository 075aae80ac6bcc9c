//! The actors: one file for each kind, with what moves in its picture: the pose that its drawing (`hairline_painter`) takes, its
//! particle bursts and shakes, and which of its state is interpolated.
//!
//! A new kind adds its file and two lines here.

mod bounce;
mod cameras;
mod channel_marks;
mod checkpoints;
mod crumbles;
mod doors;
mod exit;
mod keys;
mod lasers;
mod mines;
mod movers;
mod obstacle_poses;
mod orbs;
mod sensors;
mod shards;
mod springs;
mod switches;
mod teleports;
mod turrets;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        // What several kinds share.
        channel_marks::plugin,
        obstacle_poses::plugin,
    ))
    .add_plugins((cameras::plugin, crumbles::plugin, doors::plugin, lasers::plugin))
    .add_plugins((mines::plugin, movers::plugin, orbs::plugin, turrets::plugin))
    .add_plugins((
        checkpoints::plugin,
        exit::plugin,
        keys::plugin,
        sensors::plugin,
        shards::plugin,
        springs::plugin,
        switches::plugin,
        teleports::plugin,
    ));
}
