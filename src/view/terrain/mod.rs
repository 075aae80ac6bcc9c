//! The terrain: tilemap, outlines, backdrop, spikes and mirrors. Spawned once for each level.

pub mod backdrop;
mod details;
mod motif;
mod outline;
mod pattern;
pub mod tile_pictures;
mod tiles;

use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((backdrop::plugin, tiles::plugin, outline::plugin, details::plugin));
}
