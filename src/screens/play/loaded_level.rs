//! Which level is in the world.

use bevy::prelude::*;

use crate::screens::level_catalog::level_asset::LevelAsset;

/// In each frame of play: brings the level in the world up to date with its file.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StartLevel;

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

impl LoadedLevel {
    /// The level as its file has it, unless the file has changed since.
    pub fn level<'a>(&self, levels: &'a Assets<LevelAsset>) -> Option<(&'a LevelAsset, LevelVersion)> {
        let version = self.0?;
        let level = levels.get(version.id).filter(|level| level.hash == version.hash)?;
        Some((level, version))
    }
}

/// How long the beams of the level in the world charge, in percent: what was set when it was loaded.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LoadedCharge(pub u16);

impl Default for LoadedCharge {
    fn default() -> Self {
        Self(100)
    }
}
