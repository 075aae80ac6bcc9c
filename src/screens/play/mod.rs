//! The screen that plays a level: loads the level as soon as its file is read, and again whenever the file has changed.

mod assist;
pub mod attempt;
pub mod controls;
mod debug;
pub mod history;
pub mod loaded_level;
mod outcome;
mod pace;
mod pausing;
mod precognition;
pub mod record;
pub mod reload;
pub mod simulation_driver;

use std::borrow::Cow;

use bevy::prelude::*;

use super::Screen;
use super::devices::hints::with_buttons;
use super::devices::in_use::DeviceInUse;
use super::level_catalog::LevelCatalog;
use super::words::Words;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::view::ViewSystems;
use crate::view::canvas::palette::Scenery;
use crate::view::darkness::Dark;
use crate::view::hud::Caption;
use hairline_profile::settings::Settings;
use hairline_profile::store::ProfileStore;
use loaded_level::{LevelVersion, LoadedLevel, StartLevel};
use simulation_driver::{show_world, start_level, unload_level};

pub fn plugin(app: &mut App) {
    app.add_plugins((
        simulation_driver::plugin,
        pausing::plugin,
        pace::plugin,
        reload::plugin,
        record::plugin,
        debug::plugin,
        precognition::plugin,
        history::plugin,
    ))
    .add_systems(OnEnter(Screen::Playing), unload_level)
    // Before anything is drawn, so that no frame shows the previous version.
    .add_systems(Update, start_current_level.in_set(StartLevel).run_if(in_state(Screen::Playing)).before(ViewSystems))
    .add_systems(Update, leave_result_of_changed_level.run_if(in_state(Screen::Finished)));
}

/// Keeps the level in the world up to date with its file. A change that the rules cannot see does not disturb the run.
pub(super) fn start_current_level(world: &mut World) {
    let id = world.resource::<LevelCatalog>().current().handle.id();
    let Some(level) = world.resource::<Assets<LevelAsset>>().get(id) else { return };
    let version = LevelVersion { id, hash: level.hash };
    let hint = level.hint.as_deref().map(|hint| {
        let (settings, words) = (world.resource::<Settings>(), world.resource::<Words>());
        with_buttons(hint, settings, *world.resource::<DeviceInUse>(), words)
    });
    let caption = world.resource::<Caption>();
    let catalog = world.resource::<LevelCatalog>();
    let name = match &catalog.current().foreign {
        Some(_) => world.resource::<Words>().with("foreign-name", [("name", level.name.clone().into())]),
        None => level.name.clone(),
    };
    let has_its_world = world.resource::<Scenery>().0 == catalog.world_of(catalog.current, Some(level));
    let has_its_light = world.resource::<Dark>().0 == level.dark;
    let is_captioned =
        caption.name == name && caption.hint.as_deref() == hint.as_deref() && has_its_world && has_its_light;
    let is_loaded = world.resource::<LoadedLevel>().0 == Some(version);
    if is_captioned && is_loaded {
        return;
    }
    let caption = Caption { name, hint: hint.map(Cow::into_owned) };
    let level = level.clone();
    *world.resource_mut::<Caption>() = caption;
    if is_loaded {
        show_world(world, id, &level);
    } else {
        start_level(world, id, &level);
    }
    // The asset event comes a frame later; until then the old report would cover the corrected level.
    if world.resource::<LevelCatalog>().current().hash != Some(level.hash) {
        world.resource_scope(|world, mut catalog: Mut<LevelCatalog>| {
            let current = catalog.current;
            let shards = level.shards.len() as u32;
            catalog.entries[current].note_loaded(level.hash, shards, world.resource::<ProfileStore>().profile());
        });
    }
}

/// A new version of the level is played at once, even while the result of the previous one is on screen.
fn leave_result_of_changed_level(
    catalog: Res<LevelCatalog>,
    levels: Res<Assets<LevelAsset>>,
    loaded: Res<LoadedLevel>,
    mut next: ResMut<NextState<Screen>>,
) {
    let id = catalog.current().handle.id();
    let hash = levels.get(id).map(|level| level.hash);
    if loaded.0.is_some_and(|loaded| loaded.id == id && hash.is_some_and(|hash| hash != loaded.hash)) {
        next.set(Screen::Playing);
    }
}
