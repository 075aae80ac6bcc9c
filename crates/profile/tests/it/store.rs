//! The profile while a game runs.

use hairline_profile::settings::Settings;
use hairline_profile::store::ProfileStore;
use hairline_profile::{BestRun, LevelEvent};
use hairline_testing::folder;

fn finish(store: &mut ProfileStore, level: u64, ticks: u32) {
    let run = BestRun { ticks, replay: String::new() };
    store.note(level, "a.level.ron", LevelEvent::Finished { shards: 0, medal: None, run });
}

#[test]
fn progress_lasts_from_one_start_to_the_next() {
    let folder = folder("lasts");
    let within = folder.join("made").join("here");
    let mut store = ProfileStore::open(Some(&within));
    finish(&mut store, 1, 100);
    let mut settings = Settings::default();
    settings.sound.enabled = false;
    store.set(&settings);
    assert!(store.flush());
    assert_eq!((store.take_notices(), store.failure()), (vec![], None));
    let profile = store.profile().clone();
    drop(store);
    assert_eq!(*ProfileStore::open(Some(&within)).profile(), profile);
}

#[test]
fn without_a_folder_the_game_runs_and_the_failure_is_told() {
    let mut store = ProfileStore::open(None);
    assert!(store.failure().is_some_and(|failure| failure.contains("no home folder")));
    finish(&mut store, 1, 100);
    assert!(!store.flush());
    assert_eq!(store.profile().levels.len(), 1);
}
