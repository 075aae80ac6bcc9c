//! One file for each kind of actor: how it is painted.

pub mod beams;
pub mod bullets;
pub mod cameras;
pub mod channel_marks;
pub mod doors;
pub mod exit;
pub mod mines;
pub mod movers;
pub mod orbs;
pub mod robots;
pub mod shards;
pub mod springs;
pub mod switches;
pub mod teleports;
pub mod turrets;
pub mod vision_cone;

use bevy::prelude::*;

/// Adds all actors.
pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        (exit::plugin, shards::plugin, robots::plugin, beams::plugin, movers::plugin, doors::plugin),
        (cameras::plugin, turrets::plugin, bullets::plugin, orbs::plugin, mines::plugin),
        (switches::plugin, springs::plugin, teleports::plugin),
    ));
}
