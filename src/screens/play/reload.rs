//! Watches the one level file that was opened by name, and has it loaded again whenever its content changes.
//!
//! The file is read a few times a second on a thread of its own and its content compared. That is indifferent to how an
//! editor saves (in place, by renaming over, by deleting and creating), to clocks and to file systems without events;
//! and unlike the asset server's own watcher it never watches the whole folder, which may be somebody's home.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use bevy::prelude::*;

use crate::level;
use crate::level::Inspection;
use crate::level::limits::FILE_BYTES_MAX;

use crate::screens::level_catalog::{Diagnosis, Shelf};

/// How often the file is looked at. A change counts once two looks agree, so it is seen after two of these at most.
const LOOK: Duration = Duration::from_millis(120);
/// Looks for which a file may be missing before that is news: some editors delete and create.
const MISSING_LOOKS: u32 = 4;

/// The file to watch.
#[derive(Resource, Clone, Debug)]
pub struct WatchedFile(pub PathBuf);

/// What a look at the file found; compared, never shown.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Content(Vec<u8>),
    Missing,
}

/// Decides from looks when there is something new.
#[derive(Debug)]
struct Watch {
    known: Seen,
    last: Seen,
    agreed: u32,
}

impl Watch {
    fn new(known: Seen) -> Self {
        Self { last: known.clone(), known, agreed: 0 }
    }

    /// Takes in a look; tells whether the file has changed and has come to rest.
    fn look(&mut self, seen: Seen) -> bool {
        self.agreed = if seen == self.last { self.agreed + 1 } else { 0 };
        self.last = seen;
        let needed = if self.last == Seen::Missing { MISSING_LOOKS } else { 1 };
        if self.last == self.known || self.agreed < needed {
            return false;
        }
        self.known = self.last.clone();
        true
    }
}

fn look_at(path: &Path) -> Seen {
    use std::io::Read;
    let mut content = Vec::new();
    // A pipe or a device in the file's place would keep whoever reads it waiting.
    if !std::fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return Seen::Missing;
    }
    let file = std::fs::File::open(path);
    // One byte more than is allowed, so that a file over the cap still differs from one at it.
    match file.and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut content)) {
        Ok(_) => Seen::Content(content),
        Err(_) => Seen::Missing,
    }
}

/// The warnings of the file as it is now, a line each; none while it has faults, which are told with them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings(pub Vec<String>);

impl Seen {
    /// What the content of a level that can be played is warned of.
    fn warnings(&self, name: &str) -> Warnings {
        let Seen::Content(bytes) = self else { return Warnings::default() };
        let Inspection { level, diagnostics, .. } = level::inspect(bytes, name);
        let told = level.map(|_| Diagnosis::of(&diagnostics).faults).unwrap_or_default();
        Warnings(told.into_iter().map(|fault| fault.brief).collect())
    }
}

/// What is new of the file.
struct News {
    /// It must be loaded again.
    is_changed: bool,
    warnings: Warnings,
}

#[derive(Resource)]
struct Changes(Mutex<Receiver<News>>);

/// Adds the watch, if a file is to be watched.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, start_watching.run_if(resource_exists::<WatchedFile>))
        .add_systems(PreUpdate, reload_changed.run_if(resource_exists::<Changes>));
}

fn start_watching(file: Res<WatchedFile>, mut commands: Commands) {
    let path = file.0.clone();
    let (sender, receiver) = channel();
    let watching = std::thread::Builder::new().name("level watch".to_owned()).spawn(move || {
        let name = path.display().to_string();
        let mut watch = Watch::new(look_at(&path));
        let tell = |is_changed, seen: &Seen| sender.send(News { is_changed, warnings: seen.warnings(&name) });
        let mut listens = tell(false, &watch.known).is_ok();
        // The game is gone when nobody listens any more.
        while listens {
            std::thread::sleep(LOOK);
            if watch.look(look_at(&path)) {
                listens = tell(true, &watch.known).is_ok();
            }
        }
    });
    match watching {
        Ok(_) => commands.insert_resource(Changes(Mutex::new(receiver))),
        Err(error) => warn!("the level file is not watched: {error}"),
    }
}

fn reload_changed(changes: Res<Changes>, server: Res<AssetServer>, shelf: Res<Shelf>, mut warnings: ResMut<Warnings>) {
    let Ok(changes) = changes.0.lock() else { return };
    for news in changes.try_iter() {
        warnings.set_if_neq(news.warnings);
        if news.is_changed {
            server.reload(shelf.current().path.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(text: &str) -> Seen {
        Seen::Content(text.as_bytes().to_vec())
    }

    /// Looks, each with whether it must be news.
    #[track_caller]
    fn check(looks: &[(Seen, bool)]) {
        let mut watch = Watch::new(content("one"));
        for (number, (seen, news)) in looks.iter().enumerate() {
            assert_eq!(watch.look(seen.clone()), *news, "look {number}");
        }
    }

    #[test]
    fn a_level_that_can_be_played_has_its_warnings_and_one_with_faults_has_none() {
        let level = |exit: &str| content(&format!("(version: 1, name: \"A\", map: r\"\n#####\n#@1{exit}#\n#####\n\")"));
        let warnings = level("X").warnings("a.level.ron").0;
        assert!(warnings.len() == 1 && warnings[0].starts_with("warning in line 3: "), "{warnings:?}");
        assert_eq!(level("?").warnings("a.level.ron").0.len(), 0);
        assert_eq!(Seen::Missing.warnings("a.level.ron").0.len(), 0);
    }

    #[test]
    fn a_change_is_news_once_it_rests() {
        check(&[(content("one"), false), (content("two"), false), (content("two"), true), (content("two"), false)]);
    }

    #[test]
    fn a_file_caught_half_written_is_not_news() {
        check(&[(content(""), false), (content("tw"), false), (content("two"), false), (content("two"), true)]);
    }

    #[test]
    fn deleting_and_creating_the_same_content_is_no_news() {
        check(&[(Seen::Missing, false), (Seen::Missing, false), (content("one"), false), (content("one"), false)]);
    }

    #[test]
    fn a_file_that_stays_away_is_news_and_so_is_its_return() {
        let gone = [(Seen::Missing, false), (Seen::Missing, false), (Seen::Missing, false), (Seen::Missing, false)];
        let mut looks = gone.to_vec();
        looks.extend([(Seen::Missing, true), (Seen::Missing, false), (content("one"), false), (content("one"), true)]);
        check(&looks);
    }
}
