//! Watches the level file that was opened by name, reloads it whenever its content changes, and reports its warnings.
//!
//! A thread reads the file several times a second and compares its content. This works however an editor saves (in place,
//! by renaming, by deleting and creating), whatever the clock says and on file systems without events. And unlike the
//! asset server's own watcher it never watches the whole folder, which may be somebody's home.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use crate::screens::diagnostic_report::DiagnosticReport;
use crate::screens::level_catalog::LevelCatalog;
use hairline_level::file::{Unread, bytes};
use hairline_level::limits::FILE_BYTES_MAX;
use hairline_level::{self, Inspection};

/// Time between two reads. A change counts once two reads agree, so it is noticed after two of these at most.
const POLL_INTERVAL: Duration = Duration::from_millis(120);
/// Reads for which a file may be missing before that counts as a change: some editors delete and create.
const MISSING_POLLS: u32 = 4;

#[derive(Resource, Clone, Debug)]
pub struct WatchedFile(pub PathBuf);

/// The warnings of the watched file as it is now, a line each. Empty while it has errors: their report includes them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings(pub Vec<String>);

/// A report of the thread.
struct FileUpdate {
    /// The file must be loaded again.
    has_changed: bool,
    warnings: Warnings,
}

#[derive(Resource)]
struct FileUpdates(Mutex<Receiver<FileUpdate>>);

pub fn plugin(app: &mut App) {
    app.init_resource::<Warnings>()
        .add_message::<RequestRedraw>()
        .add_systems(Startup, start_watching.run_if(resource_exists::<WatchedFile>))
        .add_systems(PreUpdate, reload_changed.run_if(resource_exists::<FileUpdates>));
}

fn start_watching(file: Res<WatchedFile>, event_loop: Option<Res<EventLoopProxyWrapper>>, mut commands: Commands) {
    let path = file.0.clone();
    let event_loop = event_loop.map(|proxy| (**proxy).clone());
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().name("level watch".to_owned()).spawn(move || {
        let name = path.display().to_string();
        let read = || bytes(&path, FILE_BYTES_MAX);
        let mut detector = ChangeDetector::new(read());
        let send = |has_changed, state: &FileState| {
            sender.send(FileUpdate { has_changed, warnings: warnings(state, &name) }).is_ok()
        };
        // Sending fails once the game has ended.
        let mut is_received = send(false, &detector.known);
        while is_received {
            std::thread::sleep(POLL_INTERVAL);
            if detector.poll(read()) {
                is_received = send(true, &detector.known);
                // The game may rest.
                event_loop.iter().for_each(|proxy| _ = proxy.send_event(WinitUserEvent::WakeUp));
            }
        }
    });
    match thread {
        Ok(_) => commands.insert_resource(FileUpdates(Mutex::new(receiver))),
        Err(error) => warn!("the level file cannot be watched: {error}"),
    }
}

fn reload_changed(
    updates: Res<FileUpdates>,
    server: Res<AssetServer>,
    catalog: Res<LevelCatalog>,
    mut warnings: ResMut<Warnings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Ok(updates) = updates.0.lock() else { return };
    for update in updates.try_iter() {
        warnings.set_if_neq(update.warnings);
        redraw.write(RequestRedraw);
        if update.has_changed {
            server.reload(catalog.current().path.clone());
        }
    }
}

/// The result of one read of the file.
type FileState = Result<Vec<u8>, Unread>;

/// The warnings of a level without errors.
fn warnings(state: &FileState, name: &str) -> Warnings {
    let Ok(bytes) = state else { return Warnings::default() };
    let Inspection { level, diagnostics, .. } = hairline_level::inspect(bytes, name);
    let report = level.map(|_| DiagnosticReport::from(&diagnostics)).unwrap_or_default();
    Warnings(report.diagnostics.into_iter().map(|diagnostic| diagnostic.summary).collect())
}

/// Decides from successive reads when the file has changed and settled.
#[derive(Debug)]
struct ChangeDetector {
    /// What was reported last.
    known: FileState,
    last: FileState,
    /// How many reads in a row after the first were equal to `last`.
    repeats: u32,
}

impl ChangeDetector {
    fn new(known: FileState) -> Self {
        Self { last: known.clone(), known, repeats: 0 }
    }

    /// Takes in a read. True if the file has changed and settled.
    fn poll(&mut self, state: FileState) -> bool {
        self.repeats = if state == self.last { self.repeats + 1 } else { 0 };
        self.last = state;
        let is_missing = matches!(self.last, Err(Unread::Failed(_)));
        let repeats_needed = if is_missing { MISSING_POLLS } else { 1 };
        if self.last == self.known || self.repeats < repeats_needed {
            return false;
        }
        self.known = self.last.clone();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(text: &str) -> FileState {
        Ok(text.as_bytes().to_vec())
    }

    fn missing() -> FileState {
        bytes(std::path::Path::new("no/such.level.ron"), FILE_BYTES_MAX)
    }

    /// Checks reads, each with whether it must be reported as a change.
    #[track_caller]
    fn check(reads: &[(FileState, bool)]) {
        let mut detector = ChangeDetector::new(content("one"));
        for (number, (state, is_change)) in reads.iter().enumerate() {
            assert_eq!(detector.poll(state.clone()), *is_change, "read {number}");
        }
    }

    #[test]
    fn a_valid_level_has_its_warnings_and_one_with_errors_has_none() {
        let level = |exit: &str| content(&format!("(version: 1, name: \"A\", map: r\"\n#####\n#@1{exit}#\n#####\n\")"));
        let of = |state: FileState| warnings(&state, "a.level.ron").0;
        let warnings = of(level("X"));
        assert!(warnings.len() == 1 && warnings[0].starts_with("warning in line 3: "), "{warnings:?}");
        assert_eq!((of(level("?")).len(), of(missing()).len()), (0, 0));
    }

    #[test]
    fn a_change_is_reported_once_it_settles() {
        check(&[(content("one"), false), (content("two"), false), (content("two"), true), (content("two"), false)]);
    }

    #[test]
    fn a_half_written_file_is_not_reported() {
        check(&[(content(""), false), (content("tw"), false), (content("two"), false), (content("two"), true)]);
    }

    #[test]
    fn deleting_and_creating_the_same_content_is_no_change() {
        check(&[(missing(), false), (missing(), false), (content("one"), false), (content("one"), false)]);
    }

    #[test]
    fn a_file_that_stays_missing_is_a_change_and_so_is_its_return() {
        let mut reads = vec![(missing(), false); 4];
        reads.extend([(missing(), true), (missing(), false), (content("one"), false), (content("one"), true)]);
        check(&reads);
    }

    #[test]
    fn a_file_over_the_cap_is_a_change() {
        check(&[(Err(Unread::TooLarge(FILE_BYTES_MAX + 1)), false), (Err(Unread::TooLarge(FILE_BYTES_MAX + 1)), true)]);
    }
}
