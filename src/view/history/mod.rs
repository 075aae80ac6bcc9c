//! Runs beside the one that is played, and runs seen again: ghosts, all tries of a sitting at once, the last death.

pub mod ghosts;
pub mod last_death;
mod silhouette;
pub mod timeline;
pub mod tries;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((timeline::plugin, ghosts::plugin, tries::plugin, last_death::plugin));
}
