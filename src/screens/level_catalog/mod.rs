//! The levels that can be played, in order, and the player's results on each. The asset server reads the files; nothing
//! here does.

pub mod level_asset;
pub mod medal_table;
pub mod proofs;

use std::path::PathBuf;

use bevy::asset::{AssetLoadFailedEvent, AssetPath};
use bevy::prelude::*;

use super::Screen;
use super::diagnostic_report::DiagnosticReport;
use crate::screens::level_catalog::level_asset::LevelAsset;
use hairline_level::campaign::{Outline, WorldOutline};
use hairline_level::{Level, LevelWorld};
use hairline_profile::medal::MedalTimes;
use hairline_profile::settings::Settings;
use hairline_profile::store::ProfileStore;
use hairline_profile::{BestRun, LevelRecord, Profile};
use level_asset::LevelLoader;
use medal_table::{MedalTableAsset, MedalTableLoader, table_path};
use proofs::{Proof, ProofLoader, proof_path};

/// The level files to load; the app inserts it before it starts.
#[derive(Resource, Clone, Debug)]
pub struct LevelFiles {
    pub paths: Vec<AssetPath<'static>>,
    pub outline: Outline,
    /// A single file was opened by name: it is played at once and reloaded when it is saved.
    pub opened_by_name: bool,
    /// They came as a line of text, and lie in no file.
    pub came_as_line: bool,
}

#[derive(Clone, Debug, Default)]
pub struct CatalogEntry {
    pub file_name: String,
    pub path: AssetPath<'static>,
    /// The level, once it is loaded; after a failed reload the last valid version.
    pub handle: Handle<LevelAsset>,
    /// The proof beside it, once it is loaded; a level need not have one.
    pub proof: Handle<Proof>,
    /// The faults of the file as it is now, if any.
    pub report: Option<DiagnosticReport>,
    /// The hash of the level as it was last loaded, and how many shards it has.
    pub hash: Option<u64>,
    pub shards: u32,
    /// The player's results on that version.
    pub record: LevelRecord,
    /// Whether it came as a line of text.
    pub foreign: Option<Foreign>,
    /// The day whose daily level it is, such as `2026-11-24`; those lie in no file, and have results of their own.
    pub day: Option<String>,
}

/// A level that came as a line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreign {
    /// Its file in the folder of such levels, if the player keeps it.
    pub file: Option<PathBuf>,
}

#[derive(Resource, Clone, Debug, Default)]
pub struct LevelCatalog {
    pub entries: Vec<CatalogEntry>,
    /// How the entries belong together, by their indices.
    pub outline: Outline,
    /// The level that is played, or was last.
    pub current: usize,
    pub opened_by_name: bool,
    /// What simulated players reached in the levels, once it is loaded; there need not be a table.
    pub table: Handle<MedalTableAsset>,
    /// The player wants every level to be open.
    pub opens_all: bool,
}

pub fn plugin(app: &mut App) {
    app.init_asset::<LevelAsset>()
        .register_asset_loader(LevelLoader)
        .init_asset::<Proof>()
        .register_asset_loader(ProofLoader)
        .init_asset::<MedalTableAsset>()
        .register_asset_loader(MedalTableLoader)
        .init_resource::<LevelCatalog>()
        .add_systems(Startup, load_levels)
        .add_systems(PreUpdate, note_loads)
        .add_systems(Update, open_all.run_if(resource_exists_and_changed::<Settings>));
}

impl CatalogEntry {
    /// The times of the level's medals, if there is a proof of this version.
    pub fn medal_times(&self, proofs: &Assets<Proof>, table: Option<&MedalTableAsset>) -> Option<MedalTimes> {
        let proof = proofs.get(&self.proof).filter(|proof| Some(proof.level_hash) == self.hash)?;
        Some(match table {
            Some(MedalTableAsset(table)) => table.times(proof.level_hash, proof.ticks()),
            None => MedalTimes::of_proof(proof.ticks()),
        })
    }

    /// Notes that a version of the level was loaded without errors.
    pub fn note_loaded(&mut self, hash: u64, shards: u32, profile: &Profile) {
        self.report = None;
        self.shards = shards;
        if self.hash.replace(hash) != Some(hash) {
            self.read_record(profile);
        }
    }

    /// Whether one run took every shard of the level.
    pub fn has_all_shards(&self) -> bool {
        self.hash.is_some() && self.record.shards >= self.shards
    }

    /// Takes the results over from the profile.
    pub fn read_record(&mut self, profile: &Profile) {
        if let Some(day) = &self.day {
            let results = profile.daily.get(day);
            let result = self.hash.and_then(|hash| results?.get(&hash)).copied().unwrap_or_default();
            // Its replay is known only until the game ends.
            let known = self.record.best.take().filter(|best| Some(best.ticks) == result.best_ticks);
            let best = known.or(result.best_ticks.map(|ticks| BestRun { ticks, ..BestRun::default() }));
            self.record = LevelRecord { best, assisted_ticks: result.assisted_ticks, ..LevelRecord::default() };
            return;
        }
        self.record = self.hash.and_then(|hash| profile.levels.get(&hash)).cloned().unwrap_or_default();
    }
}

/// How many levels of a world may be unfinished when the next world opens.
pub const LEVELS_LEFT_MAX: usize = 2;

/// What keeps a level closed until it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// This many finished levels of a world.
    Levels(LevelWorld, usize),
    /// Every shard of a world.
    Shards(LevelWorld),
}

impl LevelCatalog {
    /// The world that a level names, or else that of its place.
    pub fn world_of(&self, index: usize, level: Option<&Level>) -> LevelWorld {
        level.and_then(|level| level.world).unwrap_or_else(|| self.outline.world_of(index))
    }

    pub fn current(&self) -> &CatalogEntry {
        &self.entries[self.current]
    }

    /// Whether it is a level of the game: none that came as a line of text, and none of a day.
    pub fn is_of_campaign(&self, handle: &Handle<LevelAsset>) -> bool {
        let is_it = |entry: &CatalogEntry| entry.handle == *handle && entry.foreign.is_none() && entry.day.is_none();
        self.entries.iter().any(is_it)
    }

    /// Whether the current level is one of a day.
    pub fn is_daily(&self) -> bool {
        self.entries.get(self.current).is_some_and(|entry| entry.day.is_some())
    }

    /// Removes the levels of a day. The current level stays what it is, unless it is one of them.
    pub fn forget_daily(&mut self) {
        let current = self.entries.get(self.current).map(|entry| entry.handle.clone());
        self.entries.retain(|entry| entry.day.is_none());
        let place = self.entries.iter().position(|entry| Some(&entry.handle) == current.as_ref());
        self.current = place.unwrap_or_else(|| self.first_unfinished());
    }

    fn entry_mut(&mut self, id: AssetId<LevelAsset>) -> Option<&mut CatalogEntry> {
        self.entries.iter_mut().find(|entry| entry.handle.id() == id)
    }

    /// The levels of the sequence and the night levels.
    pub fn campaign(&self) -> &[CatalogEntry] {
        &self.entries[..self.outline.levels + self.outline.nights]
    }

    /// How many levels of a world are finished.
    pub fn finished_in(&self, world: &WorldOutline) -> usize {
        self.entries[world.levels.clone()].iter().filter(|entry| entry.record.is_finished()).count()
    }

    /// What has to be done before a level can be played; `None` if it is open. A world with a finished level is open: it was
    /// played in an earlier order, or with all worlds open.
    pub fn lock_of(&self, index: usize) -> Option<Lock> {
        let worlds = &self.outline.worlds;
        if self.opens_all {
            return None;
        }
        if let Some(world) = worlds.iter().find(|world| world.night == Some(index)) {
            let has_all = self.entries[world.levels.clone()].iter().all(CatalogEntry::has_all_shards);
            let is_open = has_all || self.entries[index].record.is_finished();
            return (!is_open).then_some(Lock::Shards(world.world));
        }
        let place = worlds.iter().position(|world| world.levels.contains(&index))?;
        let before = &worlds[place.checked_sub(1)?];
        let needed = before.levels.len().saturating_sub(LEVELS_LEFT_MAX).max(1);
        let is_open = self.finished_in(before) >= needed || self.finished_in(&worlds[place]) > 0;
        (!is_open).then_some(Lock::Levels(before.world, needed))
    }

    /// The first open level of the sequence that was never finished, with help or without; the first of all if each was.
    pub fn first_unfinished(&self) -> usize {
        let mut open = (0..self.outline.levels).filter(|&index| self.lock_of(index).is_none());
        open.find(|&index| !self.entries[index].record.is_finished()).unwrap_or(0)
    }

    /// The level after the current one, if it is open. Labs follow labs only, and a night level is followed by none.
    pub fn next(&self) -> Option<usize> {
        let end = match self.current {
            night if self.outline.is_night(night) => return None,
            lab if self.outline.is_lab(lab) => self.outline.levels + self.outline.nights + self.outline.labs,
            _ => self.outline.levels,
        };
        Some(self.current + 1).filter(|&next| next < end && self.lock_of(next).is_none())
    }

    /// Whether the current level is the last of the sequence.
    pub fn is_last(&self) -> bool {
        self.current + 1 == self.outline.levels
    }
}

/// Starts loading every level file. A file that was opened by name is played at once.
pub(super) fn load_levels(
    files: Res<LevelFiles>,
    server: Res<AssetServer>,
    mut catalog: ResMut<LevelCatalog>,
    mut next: ResMut<NextState<Screen>>,
) {
    if files.opened_by_name {
        next.set(Screen::Playing);
    }
    catalog.opened_by_name = files.opened_by_name;
    catalog.outline = files.outline.clone();
    catalog.table = files.paths.first().map(|level| server.load(table_path(level))).unwrap_or_default();
    catalog.entries = files
        .paths
        .iter()
        .map(|path| CatalogEntry {
            file_name: path.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            path: path.clone(),
            handle: server.load(path.clone()),
            proof: proof_path(path).map(|path| server.load(path)).unwrap_or_default(),
            foreign: files.came_as_line.then(Foreign::default),
            ..CatalogEntry::default()
        })
        .collect();
}

fn open_all(settings: Res<Settings>, mut catalog: ResMut<LevelCatalog>) {
    if catalog.opens_all != settings.assist.all_worlds {
        catalog.opens_all = settings.assist.all_worlds;
    }
}

/// Keeps each entry's report and hash up to date with the file as it was last loaded.
fn note_loads(
    mut catalog: ResMut<LevelCatalog>,
    levels: Res<Assets<LevelAsset>>,
    store: Res<ProfileStore>,
    mut failed: MessageReader<AssetLoadFailedEvent<LevelAsset>>,
    mut events: MessageReader<AssetEvent<LevelAsset>>,
) {
    // A mutable access would mark the catalog as changed and redraw the pages.
    if failed.is_empty() && events.is_empty() {
        return;
    }
    for failure in failed.read() {
        if let Some(entry) = catalog.entry_mut(failure.id) {
            entry.report = Some(DiagnosticReport::from(&failure.error));
        }
    }
    for event in events.read() {
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = event else { continue };
        let (Some(entry), Some(level)) = (catalog.entry_mut(*id), levels.get(*id)) else { continue };
        entry.note_loaded(level.hash, level.shards.len() as u32, store.profile());
    }
}
