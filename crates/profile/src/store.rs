//! The profile of the running game. A thread writes it, and tries again after a failure.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use bevy::ecs::resource::Resource;

use super::daily::DailyEvent;
use super::files::{Notice, ProfileFiles, peek};
use super::settings::Settings;
use super::{LevelEvent, Profile, ProfileEvent};

/// How long after a failure the profile is saved again.
const RETRY_DELAY: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 3_000 });

/// The profile as this game sees it. By default it is kept in memory only.
#[derive(Resource, Default)]
pub struct ProfileStore {
    profile: Profile,
    /// Events that the writer was not given yet.
    events: Vec<ProfileEvent>,
    orders: Option<Sender<Order>>,
    status: Arc<Mutex<Status>>,
}

/// Events to save. `done` is dropped once they were saved or have failed.
struct Order {
    events: Vec<ProfileEvent>,
    done: Option<Sender<()>>,
}

#[derive(Default)]
struct Status {
    /// Why the last save failed, in one sentence; until one succeeds.
    failure: Option<String>,
    has_unsaved: bool,
    notices: Vec<Notice>,
}

impl ProfileStore {
    /// Reads the profile in a folder, which is made if it does not exist. Whatever is wrong there becomes a
    /// [notice](Self::take_notices) or, while it lasts, a [failure](Self::failure).
    pub fn open(folder: Option<&Path>) -> Self {
        let mut files = ProfileFiles::new(folder);
        let (profile, failure) = match files.save(&[]) {
            Ok(profile) => (profile.clone(), None),
            Err(failure) => (folder.and_then(peek).unwrap_or_default(), Some(failure)),
        };
        let status = Status { failure, has_unsaved: false, notices: std::mem::take(&mut files.notices) };
        let status = Arc::new(Mutex::new(status));
        let (orders, given) = mpsc::channel();
        let shared = Arc::clone(&status);
        thread::spawn(move || write(files, &given, &shared));
        Self { profile, events: vec![], orders: Some(orders), status }
    }

    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Remembers something on a level, by its hash and the name of its file; [`Self::save`] puts it on the disk.
    pub fn note(&mut self, level: u64, file: &str, event: LevelEvent) {
        self.apply(ProfileEvent::Level(level, file.to_owned(), event));
    }

    /// Remembers something on a level of a day, by the level's hash.
    pub fn note_daily(&mut self, day: &str, level: u64, event: DailyEvent) {
        self.apply(ProfileEvent::Daily(day.to_owned(), level, event));
    }

    /// Remembers the settings, likewise.
    pub fn set(&mut self, settings: &Settings) {
        let from = self.profile.settings.clone();
        self.apply(ProfileEvent::Set { from, to: settings.clone() });
    }

    fn apply(&mut self, event: ProfileEvent) {
        self.profile.apply(event.clone());
        match (self.events.last_mut(), event) {
            // A slider that is dragged changes in every frame.
            (Some(ProfileEvent::Set { to, .. }), ProfileEvent::Set { to: newer, .. }) => *to = newer,
            (_, event) => self.events.push(event),
        }
    }

    /// Gives what is new to the thread that writes it.
    pub fn save(&mut self) {
        if !self.events.is_empty() {
            self.order(None);
        }
    }

    /// Saves, and waits until that is done or has failed. Returns whether all is on the disk.
    pub fn flush(&mut self) -> bool {
        let (done, is_done) = mpsc::channel();
        self.order(Some(done));
        // Nothing is ever sent: the other end is dropped.
        _ = is_done.recv();
        !lock(&self.status).has_unsaved
    }

    fn order(&mut self, done: Option<Sender<()>>) {
        let events = std::mem::take(&mut self.events);
        if let Some(orders) = &self.orders {
            // The thread ends only after this end of the channel.
            _ = orders.send(Order { events, done });
        }
    }

    /// Why the profile cannot be saved at present, in one sentence. It is tried again every few seconds.
    pub fn failure(&self) -> Option<String> {
        lock(&self.status).failure.clone()
    }

    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut lock(&self.status).notices)
    }
}

impl Drop for ProfileStore {
    fn drop(&mut self) {
        self.flush();
    }
}

/// A status has no state in between, so a panic elsewhere leaves it whole.
fn lock(status: &Mutex<Status>) -> MutexGuard<'_, Status> {
    status.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Carries out orders, several at once if they came meanwhile, and saves again after a failure.
fn write(mut files: ProfileFiles, orders: &Receiver<Order>, status: &Mutex<Status>) {
    let mut unsaved = vec![];
    loop {
        let has_failed = lock(status).failure.is_some();
        let order = if has_failed { orders.recv_timeout(RETRY_DELAY) } else { orders.recv().map_err(Into::into) };
        let first = match order {
            Ok(order) => Some(order),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let mut waiting = vec![];
        for order in first.into_iter().chain(orders.try_iter()) {
            unsaved.extend(order.events);
            waiting.push(order.done);
        }
        let failure = files.save(&unsaved).err();
        if failure.is_none() {
            unsaved.clear();
        }
        let mut status = lock(status);
        status.failure = failure;
        status.has_unsaved = !unsaved.is_empty();
        status.notices.append(&mut files.notices);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Instant;

    use hairline_testing::folder;

    use super::*;

    #[test]
    fn settings_that_change_in_every_frame_are_one_event() {
        let mut store = ProfileStore::default();
        let mut settings = Settings::default();
        for music in [90, 80, 70] {
            settings.sound.music = music;
            store.set(&settings);
        }
        assert_eq!(store.events, [ProfileEvent::Set { from: Settings::default(), to: settings.clone() }]);
        assert_eq!(store.profile().settings, settings);
    }

    #[test]
    fn a_failure_is_told_until_a_later_try_succeeds() {
        let folder = folder("fails");
        let within = folder.join("profile");
        fs::write(&within, "in the way").expect("a file");
        let mut store = ProfileStore::open(Some(&within));
        assert!(store.failure().is_some_and(|failure| failure.contains("profile: ")));
        assert!(store.flush(), "there is nothing to save yet");
        store.note(1, "a.level.ron", LevelEvent::Died);
        assert!(!store.flush());
        store.note(2, "a.level.ron", LevelEvent::Died);
        fs::remove_file(&within).expect("it is there");
        let started = Instant::now();
        while store.failure().is_some() {
            assert!(started.elapsed() < Duration::from_secs(60), "it is never tried again");
            thread::yield_now();
        }
        assert_eq!(peek(&within).expect("it was saved").levels.len(), 1);
        drop(store);
        assert_eq!(peek(&within).expect("it was saved").levels.len(), 2);
    }
}
