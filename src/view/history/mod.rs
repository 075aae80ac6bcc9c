//! Runs seen again: all tries of a sitting at once, and the last death.

pub mod last_death;
mod silhouette;
pub mod tries;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((tries::plugin, last_death::plugin));
}
