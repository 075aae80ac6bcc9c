//! The levels that can be played, in their order, and what is known of each since the game was started. Files are named
//! here and loaded by the asset server; nothing here reads one.

use bevy::asset::io::AssetReaderError;
use bevy::asset::{AssetLoadError, AssetLoadFailedEvent, AssetPath};
use bevy::prelude::*;

use crate::level::{Diagnostic, Level, LevelDiagnostics, LevelLoadError, Severity};

use crate::screens::Screen;

/// Which level files there are; the app gives it at the start.
#[derive(Resource, Clone, Debug)]
pub struct LevelFiles {
    /// Where each level lies, in their order; the labs come last.
    pub paths: Vec<AssetPath<'static>>,
    /// How many of them are labs.
    pub labs: usize,
    /// One file was opened by name: it is played at once and reloaded when it is saved.
    pub opened: bool,
}

/// One thing that is wrong with a level file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// In full: some lines, with the place in the file and the cure.
    pub full: String,
    /// In one line.
    pub brief: String,
}

/// What is wrong with a level file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    /// The faults in the order of the file.
    pub faults: Vec<Told>,
    /// Faults that are counted and not told.
    pub untold: usize,
}

/// One level.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The file's name.
    pub file_name: String,
    /// Where the file lies.
    pub path: AssetPath<'static>,
    /// The level, once it is loaded; the last good one after a failed reload.
    pub handle: Handle<Level>,
    /// What is wrong, if the file as it is now has faults.
    pub fault: Option<Diagnosis>,
    /// The hash of the level as it was last loaded.
    pub hash: Option<u64>,
    /// The shortest time on this very level since the game was started, in ticks.
    pub best_ticks: Option<u32>,
    /// The most shards that one finished run on this very level took.
    pub shards: u32,
    /// Deaths on it since the game was started.
    pub deaths: u32,
}

/// All levels and the one that is chosen.
#[derive(Resource, Clone, Debug, Default)]
pub struct Shelf {
    /// In their order; the labs come last.
    pub entries: Vec<Entry>,
    /// How many of them are labs.
    pub labs: usize,
    /// The level that is played, or was last.
    pub current: usize,
    /// A single file was opened by name.
    pub opened: bool,
}

impl Entry {
    /// Its file has been loaded without faults. What was reached on another level counts for nothing on this one.
    pub fn note_loaded(&mut self, hash: u64) {
        self.fault = None;
        if self.hash.replace(hash) != Some(hash) {
            (self.best_ticks, self.shards) = (None, 0);
        }
    }
}

impl Shelf {
    /// The level that is played, or was last.
    pub fn current(&self) -> &Entry {
        &self.entries[self.current]
    }

    fn entry_mut(&mut self, id: AssetId<Level>) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.handle.id() == id)
    }

    /// The levels of the campaign.
    pub fn campaign(&self) -> &[Entry] {
        &self.entries[..self.entries.len() - self.labs]
    }

    /// Whether a level is a lab.
    pub fn is_lab(&self, index: usize) -> bool {
        (self.campaign().len()..self.entries.len()).contains(&index)
    }

    /// The first level that was not finished since the game was started; the first of all when each was.
    pub fn first_unfinished(&self) -> usize {
        self.campaign().iter().position(|entry| entry.best_ticks.is_none()).unwrap_or(0)
    }

    /// The level after the current one, and after a lab the lab after it.
    pub fn next(&self) -> Option<usize> {
        let end = if self.is_lab(self.current) { self.entries.len() } else { self.campaign().len() };
        Some(self.current + 1).filter(|next| *next < end)
    }

    /// Notes a finished run of the current level and the shards that it took; tells whether it is the shortest so far.
    pub fn finish(&mut self, ticks: u32, shards: u32) -> bool {
        let entry = &mut self.entries[self.current];
        let is_best = entry.best_ticks.is_none_or(|best| ticks < best);
        if is_best {
            entry.best_ticks = Some(ticks);
        }
        entry.shards = entry.shards.max(shards);
        is_best
    }

    /// Notes a death on the current level.
    pub fn note_death(&mut self) {
        if let Some(entry) = self.entries.get_mut(self.current) {
            entry.deaths = entry.deaths.saturating_add(1);
        }
    }

    /// How many levels of the campaign were finished since the game was started.
    pub fn finished(&self) -> usize {
        self.campaign().iter().filter(|entry| entry.best_ticks.is_some()).count()
    }
}

/// Asks for every level file. One that was opened by name is played at once.
pub fn load_levels(
    files: Res<LevelFiles>,
    server: Res<AssetServer>,
    mut shelf: ResMut<Shelf>,
    mut next: ResMut<NextState<Screen>>,
) {
    if files.opened {
        next.set(Screen::Playing);
    }
    shelf.opened = files.opened;
    shelf.labs = files.labs.min(files.paths.len());
    shelf.entries = files
        .paths
        .iter()
        .map(|path| Entry {
            file_name: path.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            path: path.clone(),
            handle: server.load(path.clone()),
            ..Entry::default()
        })
        .collect();
}

/// Keeps each entry's fault as it is now, gone as soon as the file loads; and its best time, gone as soon as the level
/// is another one.
pub fn note_loads(
    mut shelf: ResMut<Shelf>,
    levels: Res<Assets<Level>>,
    mut failed: MessageReader<AssetLoadFailedEvent<Level>>,
    mut events: MessageReader<AssetEvent<Level>>,
) {
    // A shelf that is not touched is not drawn again.
    if failed.is_empty() && events.is_empty() {
        return;
    }
    for failure in failed.read() {
        if let Some(entry) = shelf.entry_mut(failure.id) {
            entry.fault = Some(told(&failure.error));
        }
    }
    for event in events.read() {
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = event else { continue };
        let (Some(entry), Some(level)) = (shelf.entry_mut(*id), levels.get(*id)) else { continue };
        entry.note_loaded(level.hash);
    }
}

impl Diagnosis {
    /// All that is wrong in the text of a file.
    pub fn of(faults: &LevelDiagnostics) -> Self {
        let brief = |fault: &Diagnostic| {
            let kind = match fault.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let place = faults.position(fault).map_or_else(String::new, |place| format!(" in line {}", place.line));
            format!("{kind}{place}: {}", fault.message())
        };
        let told = faults.iter().zip(faults.rendered()).map(|(fault, full)| Told { full, brief: brief(fault) });
        Self { faults: told.collect(), untold: faults.omitted() }
    }
}

/// The diagnostic of the level's own loader where there is one, without the words of the asset server round it.
fn told(error: &AssetLoadError) -> Diagnosis {
    let alone = |reason: String| {
        let told = format!("error: {reason}");
        Diagnosis { faults: vec![Told { full: told.clone(), brief: told }], untold: 0 }
    };
    match error {
        AssetLoadError::AssetLoaderError(error) => match error.error().downcast_ref::<LevelLoadError>() {
            Some(LevelLoadError::Invalid(diagnostics)) => Diagnosis::of(diagnostics),
            Some(other) => alone(other.to_string()),
            None => alone(error.error().to_string()),
        },
        AssetLoadError::AssetReaderError(AssetReaderError::NotFound(path)) => {
            alone(format!("{}: there is no such file any more", path.display()))
        }
        other => alone(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(best: &[Option<u32>]) -> Shelf {
        let entry = |best: &Option<u32>| Entry { best_ticks: *best, ..Entry::default() };
        Shelf { entries: best.iter().map(entry).collect(), ..Shelf::default() }
    }

    #[test]
    fn play_goes_to_the_first_level_that_is_not_done() {
        assert_eq!(shelf(&[None, None]).first_unfinished(), 0);
        assert_eq!(shelf(&[Some(9), None, Some(3)]).first_unfinished(), 1);
        // All done: from the start again.
        assert_eq!(shelf(&[Some(9), Some(3)]).first_unfinished(), 0);
    }

    #[test]
    fn only_a_shorter_time_is_a_best_one() {
        let mut shelf = shelf(&[None]);
        assert!(shelf.finish(100, 0));
        assert!(!shelf.finish(100, 0));
        assert!(!shelf.finish(120, 2));
        assert!(shelf.finish(99, 1));
        // The most shards need not be those of the shortest run.
        assert_eq!((shelf.current().best_ticks, shelf.current().shards), (Some(99), 2));
    }

    #[test]
    fn labs_are_no_part_of_the_way_through() {
        let mut shelf = Shelf { labs: 2, ..shelf(&[Some(9), Some(3), None, Some(4)]) };
        assert_eq!(shelf.first_unfinished(), 0, "the campaign is done");
        assert_eq!(shelf.finished(), 2);
        let next: Vec<Option<usize>> = (0..shelf.entries.len())
            .map(|current| {
                shelf.current = current;
                shelf.next()
            })
            .collect();
        assert_eq!(next, [Some(1), None, Some(3), None]);
    }

    #[test]
    fn nothing_comes_after_the_last_level() {
        let mut shelf = shelf(&[None, None]);
        assert_eq!(shelf.next(), Some(1));
        shelf.current = 1;
        assert_eq!(shelf.next(), None);
    }
}
