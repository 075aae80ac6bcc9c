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
use hairline_profile::Profile;
use hairline_profile::medal::Medal;
use hairline_profile::store::ProfileStore;
use level_asset::LevelLoader;
use proofs::{Proof, ProofLoader, proof_path};

/// The level files to load; the app inserts it before it starts.
#[derive(Resource, Clone, Debug)]
pub struct LevelFiles {
    /// In order; the labs come last.
    pub paths: Vec<AssetPath<'static>>,
    /// How many of them are labs.
    pub labs: usize,
    /// A single file was opened by name: it is played at once and reloaded when it is saved.
    pub opened_by_name: bool,
}

/// One level.
#[derive(Clone, Debug, Default)]
pub struct CatalogEntry {
    /// The file's name.
    pub file_name: String,
    /// The file's path.
    pub path: AssetPath<'static>,
    /// The level, once it is loaded; after a failed reload the last valid version.
    pub handle: Handle<LevelAsset>,
    /// The proof beside it, once it is loaded; a level need not have one.
    pub proof: Handle<Proof>,
    /// What is wrong with the file as it is now, if anything.
    pub report: Option<DiagnosticReport>,
    /// The hash of the level as it was last loaded.
    pub hash: Option<u64>,
    /// The shortest time on this version of the level, in ticks.
    pub best_ticks: Option<u32>,
    /// The shortest time with help, in ticks.
    pub assisted_ticks: Option<u32>,
    /// The most shards that one finished run took on this version of the level.
    pub shards: u32,
    /// The best medal on this version of the level.
    pub medal: Option<Medal>,
    /// Deaths on this version of the level.
    pub deaths: u32,
}

/// All levels, and which one is current.
#[derive(Resource, Clone, Debug, Default)]
pub struct LevelCatalog {
    /// In order; the labs come last.
    pub entries: Vec<CatalogEntry>,
    /// How many of them are labs.
    pub labs: usize,
    /// The level that is played, or was last.
    pub current: usize,
    /// The only level was opened by name.
    pub opened_by_name: bool,
}

/// Adds the catalog and loads its levels.
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
    /// Whether it was ever finished.
    pub fn is_finished(&self) -> bool {
        self.best_ticks.or(self.assisted_ticks).is_some()
    }

    /// The time of the level's proof in ticks, if it has one that is of this version of the level.
    pub fn proof_ticks(&self, proofs: &Assets<Proof>) -> Option<u32> {
        proofs.get(&self.proof).filter(|proof| Some(proof.level_hash) == self.hash).map(|proof| proof.ticks)
    }

    /// Notes that the file was loaded without errors. For another version of the level the profile's results on that
    /// version take the place of the old ones.
    pub fn note_loaded(&mut self, hash: u64, profile: &Profile) {
        self.report = None;
        if self.hash.replace(hash) != Some(hash) {
            let record = profile.levels.get(&hash).cloned().unwrap_or_default();
            self.best_ticks = record.best.map(|best| best.ticks);
            self.assisted_ticks = record.assisted_ticks;
            (self.shards, self.medal, self.deaths) = (record.shards, record.medal, record.deaths);
        }
    }
}

impl LevelCatalog {
    /// The world of a level: the one that it names, or else the one of its place.
    pub fn world_of(&self, index: usize, level: &Level) -> LevelWorld {
        level.world.unwrap_or_else(|| LevelWorld::of_place(index, self.campaign().len()))
    }

    /// The level that is played, or was last.
    ///
    /// # Panics
    /// If the catalog is empty.
    pub fn current(&self) -> &CatalogEntry {
        &self.entries[self.current]
    }

    fn entry_mut(&mut self, id: AssetId<LevelAsset>) -> Option<&mut CatalogEntry> {
        self.entries.iter_mut().find(|entry| entry.handle.id() == id)
    }

    /// The levels of the campaign.
    pub fn campaign(&self) -> &[CatalogEntry] {
        &self.entries[..self.entries.len() - self.labs]
    }

    /// Whether a level is a lab.
    pub fn is_lab(&self, index: usize) -> bool {
        (self.campaign().len()..self.entries.len()).contains(&index)
    }

    /// The first level of the campaign that was never finished, with help or without; the first of all if each was.
    pub fn first_unfinished(&self) -> usize {
        self.campaign().iter().position(|entry| !entry.is_finished()).unwrap_or(0)
    }

    /// The level after the current one. Labs follow labs only.
    pub fn next(&self) -> Option<usize> {
        let end = if self.is_lab(self.current) { self.entries.len() } else { self.campaign().len() };
        Some(self.current + 1).filter(|next| *next < end)
    }

    /// Notes a finished run of the current level, its shards and its medal. True if it is the shortest so far.
    pub fn note_finished(&mut self, ticks: u32, shards: u32, medal: Option<Medal>) -> bool {
        let entry = &mut self.entries[self.current];
        let is_best = entry.best_ticks.is_none_or(|best| ticks < best);
        if is_best {
            entry.best_ticks = Some(ticks);
        }
        entry.shards = entry.shards.max(shards);
        entry.medal = entry.medal.max(medal);
        is_best
    }

    /// Notes a run of the current level that was finished with help.
    pub fn note_assisted(&mut self, ticks: u32) {
        let entry = &mut self.entries[self.current];
        entry.assisted_ticks = Some(entry.assisted_ticks.map_or(ticks, |best| best.min(ticks)));
    }

    /// Notes a death on the current level.
    pub fn note_death(&mut self) {
        if let Some(entry) = self.entries.get_mut(self.current) {
            entry.deaths = entry.deaths.saturating_add(1);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_profile::{BestRun, LevelRecord};

    fn catalog(best: &[Option<u32>]) -> LevelCatalog {
        let entry = |best: &Option<u32>| CatalogEntry { best_ticks: *best, ..CatalogEntry::default() };
        LevelCatalog { entries: best.iter().map(entry).collect(), ..LevelCatalog::default() }
    }

    #[test]
    fn the_first_unfinished_level_is_the_first_without_a_time_or_else_the_first() {
        assert_eq!(catalog(&[None, None]).first_unfinished(), 0);
        assert_eq!(catalog(&[Some(9), None, Some(3)]).first_unfinished(), 1);
        assert_eq!(catalog(&[Some(9), Some(3)]).first_unfinished(), 0);
        let mut helped = catalog(&[None, None]);
        helped.note_assisted(70);
        helped.note_assisted(90);
        assert_eq!((helped.first_unfinished(), helped.current().assisted_ticks), (1, Some(70)));
    }

    #[test]
    fn only_a_shorter_time_is_a_new_best() {
        let mut catalog = catalog(&[None]);
        assert!(catalog.note_finished(100, 0, None));
        assert!(!catalog.note_finished(100, 0, None));
        assert!(!catalog.note_finished(120, 2, Some(Medal::Silver)));
        assert!(catalog.note_finished(99, 1, Some(Medal::Bronze)));
        // The most shards need not be those of the shortest run.
        assert_eq!((catalog.current().best_ticks, catalog.current().shards), (Some(99), 2));
        assert_eq!(catalog.current().medal, Some(Medal::Silver), "a medal is never taken away");
    }

    #[test]
    fn each_version_of_a_level_has_its_own_results() {
        let mut profile = Profile::default();
        let best = Some(BestRun { ticks: 5, ..BestRun::default() });
        profile.levels.insert(3, LevelRecord { best, shards: 1, deaths: 4, ..LevelRecord::default() });
        let mut entry = CatalogEntry { best_ticks: Some(9), shards: 2, hash: Some(1), ..CatalogEntry::default() };
        let mut results = |hash| {
            entry.note_loaded(hash, &profile);
            (entry.best_ticks, entry.shards, entry.deaths)
        };
        assert_eq!(results(1), (Some(9), 2, 0));
        assert_eq!(results(2), (None, 0, 0));
        assert_eq!(results(3), (Some(5), 1, 4));
    }

    #[test]
    fn labs_follow_labs_and_do_not_count_for_the_campaign() {
        let mut catalog = LevelCatalog { labs: 2, ..catalog(&[Some(9), Some(3), None, Some(4)]) };
        assert_eq!(catalog.first_unfinished(), 0, "the campaign is done");
        assert_eq!(catalog.campaign().len(), 2);
        let next: Vec<Option<usize>> = (0..catalog.entries.len())
            .map(|current| {
                catalog.current = current;
                catalog.next()
            })
            .collect();
        assert_eq!(next, [Some(1), None, Some(3), None]);
    }

    #[test]
    fn nothing_comes_after_the_last_level() {
        let mut catalog = catalog(&[None, None]);
        assert_eq!(catalog.next(), Some(1));
        catalog.current = 1;
        assert_eq!(catalog.next(), None);
    }
}
