//! The state of a run: how it is spawned, saved, restored, hashed and replayed. It knows no kind of actor.

pub mod actor;
pub(crate) mod feature;
pub mod replay;
pub mod snapshot;
pub mod spawn;

use bevy::prelude::*;

/// Adds the registries that the features fill.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<snapshot::StateRegistry>()
        .init_resource::<spawn::Spawners>()
        .init_resource::<spawn::Removers>();
}
