//! The level with the focus runs behind the list, without input.

use std::time::Duration;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::LevelCell;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::play::loaded_level::{LevelVersion, LoadedLevel};
use crate::screens::play::simulation_driver::{start_level, unload_level};

/// How long a selection must rest before its level is previewed, so that moving through the list stays quick.
const PREVIEW_DELAY: Duration = Duration::from_millis(150);
/// Most cells of a previewed level; larger ones take noticeable time to load.
const PREVIEW_CELLS_MAX: u32 = 64 * 64;
#[derive(Default)]
pub(super) struct Dwell {
    level: usize,
    since: Duration,
}

pub(super) fn preview_selected_level(world: &mut World, cells: &mut QueryState<&LevelCell>, mut dwell: Local<Dwell>) {
    let focus = world.resource::<InputFocus>().get();
    let level = focus.and_then(|cell| cells.get(world, cell).ok()).map(|cell| cell.0);
    let Some(index) = level else { return };
    let now = world.resource::<Time<Real>>().elapsed();
    if dwell.level != index {
        *dwell = Dwell { level: index, since: now };
    }
    let id = world.resource::<LevelCatalog>().entries.get(index).map(|entry| entry.handle.id());
    let (Some(id), true) = (id, now - dwell.since >= PREVIEW_DELAY) else { return };
    let is_small = |level: &&LevelAsset| level.terrain.size().element_product() <= PREVIEW_CELLS_MAX;
    let level = world.resource::<Assets<LevelAsset>>().get(id).filter(is_small);
    let loaded = world.resource::<LoadedLevel>().0;
    match level.cloned() {
        Some(level) if loaded != Some(LevelVersion { id, hash: level.hash }) => start_level(world, id, &level),
        None if loaded.is_some() => unload_level(world),
        _ => {}
    }
}
