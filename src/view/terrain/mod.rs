//! Pictures of the tiles: the tilemap, outlines, the backdrop, spikes and mirrors.

pub mod backdrop;
pub mod mirrors;
pub mod outline;
pub mod spikes;
pub mod tile_pictures;
pub mod tiles;

use bevy::prelude::*;

/// Adds the terrain.
pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((backdrop::plugin, tiles::plugin, outline::plugin, mirrors::plugin, spikes::plugin));
}
