//! What goes wrong outside of the rules: computers that cannot draw, panics, graphics devices that are lost.

mod crash_log;
mod lost_device;
mod panic_messages;

use bevy::prelude::*;

pub use panic_messages::install_hook;

/// Adds what watches for faults while the game runs.
pub fn plugin(app: &mut App) {
    app.add_plugins((crash_log::plugin, lost_device::plugin));
}
