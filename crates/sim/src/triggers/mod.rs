//! What the ninja sets off by touch: switches, keys, springs and teleports.

pub mod key;
pub mod spring;
pub mod switch;
pub mod teleport;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((switch::plugin, key::plugin, spring::plugin, teleport::plugin));
}
