//! The tries of a sitting: what keeps them, and the ways in which they and other runs are seen again.

pub mod ghosts;
pub mod last_death;
pub mod rerun;
pub mod sitting;
mod tries;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((rerun::plugin, tries::plugin, last_death::plugin, ghosts::plugin));
}
