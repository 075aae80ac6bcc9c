//! The levels that can be played, in order, and the player's results on each. The asset server reads the files; nothing
//! here does.

pub mod level_asset;
pub mod proofs;

use bevy::asset::{AssetLoadFailedEvent, AssetPath};
use bevy::prelude::*;

use super::Screen;
use super::diagnostic_report::DiagnosticReport;
use crate::screens::level_catalog::level_asset::LevelAsset;
use hairline_level::{Level, LevelWorld};
use hairline_profile::store::ProfileStore;
use hairline_profile::{LevelRecord, Profile};
use level_asset::LevelLoader;
use proofs::{Proof, ProofLoader, proof_path};

/// The level files to load; the app inserts it before it starts.
#[derive(Resource, Clone, Debug)]
pub struct LevelFiles {
    pub paths: Vec<AssetPath<'static>>,
    pub labs: usize,
    /// A single file was opened by name: it is played at once and reloaded when it is saved.
    pub opened_by_name: bool,
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
    /// The hash of the level as it was last loaded.
    pub hash: Option<u64>,
    /// The player's results on that version.
    pub record: LevelRecord,
}

#[derive(Resource, Clone, Debug, Default)]
pub struct LevelCatalog {
    pub entries: Vec<CatalogEntry>,
    pub labs: usize,
    /// The level that is played, or was last.
    pub current: usize,
    pub opened_by_name: bool,
}

pub fn plugin(app: &mut App) {
    app.init_asset::<LevelAsset>()
        .register_asset_loader(LevelLoader)
        .init_asset::<Proof>()
        .register_asset_loader(ProofLoader)
        .init_resource::<LevelCatalog>()
        .add_systems(Startup, load_levels)
        .add_systems(PreUpdate, note_loads);
}

impl CatalogEntry {
    /// The time in ticks of the level's proof, if there is a proof of this version.
    pub fn proof_ticks(&self, proofs: &Assets<Proof>) -> Option<u32> {
        proofs.get(&self.proof).filter(|proof| Some(proof.level_hash) == self.hash).map(|proof| proof.ticks)
    }

    /// Notes that a version of the level was loaded without errors.
    pub fn note_loaded(&mut self, hash: u64, profile: &Profile) {
        self.report = None;
        if self.hash.replace(hash) != Some(hash) {
            self.read_record(profile);
        }
    }

    /// Takes the results over from the profile.
    pub fn read_record(&mut self, profile: &Profile) {
        self.record = self.hash.and_then(|hash| profile.levels.get(&hash)).cloned().unwrap_or_default();
    }
}

impl LevelCatalog {
    /// The world that a level names, or else that of its place.
    pub fn world_of(&self, index: usize, level: Option<&Level>) -> LevelWorld {
        let named = level.and_then(|level| level.world);
        named.unwrap_or_else(|| LevelWorld::of_place(index, self.campaign().len()))
    }

    pub fn current(&self) -> &CatalogEntry {
        &self.entries[self.current]
    }

    fn entry_mut(&mut self, id: AssetId<LevelAsset>) -> Option<&mut CatalogEntry> {
        self.entries.iter_mut().find(|entry| entry.handle.id() == id)
    }

    pub fn campaign(&self) -> &[CatalogEntry] {
        &self.entries[..self.entries.len() - self.labs]
    }

    pub fn is_lab(&self, index: usize) -> bool {
        (self.campaign().len()..self.entries.len()).contains(&index)
    }

    /// The first level of the campaign that was never finished, with help or without; the first of all if each was.
    pub fn first_unfinished(&self) -> usize {
        self.campaign().iter().position(|entry| !entry.record.is_finished()).unwrap_or(0)
    }

    /// The level after the current one. Labs follow labs only.
    pub fn next(&self) -> Option<usize> {
        let end = if self.is_lab(self.current) { self.entries.len() } else { self.campaign().len() };
        Some(self.current + 1).filter(|next| *next < end)
    }
}

/// Starts loading every level file. A file that was opened by name is played at once.
fn load_levels(
    files: Res<LevelFiles>,
    server: Res<AssetServer>,
    mut catalog: ResMut<LevelCatalog>,
    mut next: ResMut<NextState<Screen>>,
) {
    if files.opened_by_name {
        next.set(Screen::Playing);
    }
    catalog.opened_by_name = files.opened_by_name;
    catalog.labs = files.labs.min(files.paths.len());
    catalog.entries = files
        .paths
        .iter()
        .map(|path| CatalogEntry {
            file_name: path.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            path: path.clone(),
            handle: server.load(path.clone()),
            proof: proof_path(path).map(|path| server.load(path)).unwrap_or_default(),
            ..CatalogEntry::default()
        })
        .collect();
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
        entry.note_loaded(level.hash, store.profile());
    }
}
