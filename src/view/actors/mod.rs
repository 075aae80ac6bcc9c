//! The actors. A kind whose picture is a [`Look`](hairline_painter::look::Look) adds one line here; a file of its own has what
//! else moves: its particle bursts and shakes, layers, and which of its state is interpolated.

mod bounce;
pub mod cameras;
mod channel_marks;
mod checkpoints;
mod crumbles;
mod doors;
mod exit;
mod keys;
pub mod lasers;
mod looks;
mod mines;
pub mod movers;
pub mod obstacle_poses;
mod orbs;
mod sensors;
mod shards;
mod springs;
mod teleports;
mod turrets;

use bevy::prelude::*;

use hairline_sim::hazards::sensor::Sensor;
use hairline_sim::obstacles::vane::Vane;
use hairline_sim::triggers::{key::Key, spring::Spring, switch::Switch};

pub fn plugin(app: &mut App) {
    app.add_plugins((
        // What several kinds share.
        channel_marks::plugin,
        obstacle_poses::plugin,
    ))
    .add_plugins((looks::plugin::<Vane>, looks::plugin::<Sensor>, looks::plugin::<Switch>))
    .add_plugins((looks::plugin::<Spring>, looks::plugin::<Key>))
    .add_plugins((cameras::plugin, crumbles::plugin, doors::plugin, lasers::plugin))
    .add_plugins((mines::plugin, movers::plugin, orbs::plugin, turrets::plugin))
    .add_plugins((
        checkpoints::plugin,
        exit::plugin,
        keys::plugin,
        sensors::plugin,
        shards::plugin,
        springs::plugin,
        teleports::plugin,
    ));
}
