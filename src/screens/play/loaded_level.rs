//! Which level is in the world.

use bevy::prelude::*;

use crate::screens::level_catalog::level_asset::LevelAsset;

/// A level's content at some moment: its file may change while the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelVersion {
    pub id: AssetId<LevelAsset>,
    /// The hash of everything in it that the rules can see.
    pub hash: u64,
}

/// The level in the world, if it comes from the catalog.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadedLevel(pub Option<LevelVersion>);
