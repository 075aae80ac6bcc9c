//! The tries of a sitting: what keeps them, and the ways in which they and other runs are seen again.

pub mod ghosts;
pub mod last_death;
pub mod rerun;
pub mod sitting;
mod tries;
pub mod watch;

use bevy::prelude::*;

use crate::screens::{Pause, Screen};
use last_death::LookBack;
use watch::Watch;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((rerun::plugin, tries::plugin, last_death::plugin, ghosts::plugin, watch::plugin));
}

/// Whether the player's own run is in the world, and none that is only seen again.
pub(in crate::screens) fn is_own_run(screen: Res<State<Screen>>, pause: Option<Res<State<Pause>>>) -> bool {
    let is_seen = pause.is_some_and(|pause| matches!(pause.get(), Pause::LastDeath | Pause::Watching));
    *screen.get() == Screen::Playing && !is_seen
}

/// Whether no tick is to be played, although time goes on.
pub(super) fn is_standing(pause: Option<Res<State<Pause>>>, look_back: Res<LookBack>, watch: Res<Watch>) -> bool {
    match pause.as_deref().map(State::get) {
        Some(Pause::LastDeath) => last_death::is_standing(&look_back),
        Some(Pause::Watching) => watch::is_standing(&watch),
        _ => false,
    }
}
