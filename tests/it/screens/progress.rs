//! The game remembers: results and settings last from one start to the next.

use std::path::Path;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use hairline::screens::Screen;
use hairline::screens::level_catalog::LevelCatalog;
use hairline::screens::play::attempt::{Attempt, Standing};
use hairline_profile::files::PROFILE_FILE;
use hairline_profile::store::ProfileStore;
use hairline_sim::run::Phase;
use hairline_sim::run::Run;
use hairline_sim::state::replay::Replay;

use super::test_app::{STEP, TestApp};
use hairline_testing::folder;

/// The same, with other walls.
const LONGER_STEP: &str = "(version: 1, name: \"Step\", map: r\"\n#######\n#@X   #\n#######\n\")";

fn playing(name: &str, level: &str, folder: &Path) -> TestApp {
    TestApp::with_profile(name, &[("a.level.ron", level)], true, ProfileStore::open(Some(folder)))
}

/// Best time, shards and deaths on the level in play.
fn results(game: &TestApp) -> (Option<u32>, u32, u32) {
    let entry = game.app.world().resource::<LevelCatalog>().current();
    (entry.record.best_ticks(), entry.record.shards, entry.record.deaths)
}

fn finish(game: &mut TestApp) {
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Released);
    game.frames(2);
}

#[test]
fn results_last_and_belong_to_a_version_of_the_level() {
    let folder = folder("progress-results");
    let mut game = playing("progress-1", STEP, &folder);
    assert_eq!(results(&game), (None, 0, 0));
    finish(&mut game);
    let (Some(best), ..) = results(&game) else { panic!("it was finished") };
    drop(game);
    let game = playing("progress-2", STEP, &folder);
    assert_eq!(results(&game).0, Some(best));
    drop(game);
    let game = playing("progress-3", LONGER_STEP, &folder);
    assert_eq!(results(&game), (None, 0, 0), "an edited level starts anew");
    drop(game);
    let game = playing("progress-4", STEP, &folder);
    assert_eq!(results(&game).0, Some(best), "and the old result is kept");
}

#[test]
fn the_best_run_is_kept_as_a_replay_that_verifies() {
    let folder = folder("progress-replay");
    let mut game = playing("progress-replay", STEP, &folder);
    finish(&mut game);
    let level = hairline_level::parse(STEP, "a.level.ron").expect("it is valid");
    let store = game.app.world().resource::<ProfileStore>();
    let best = store.profile().levels[&level.hash].best.clone().expect("it was finished");
    let replay = Replay::parse(best.replay.as_bytes()).expect("a replay");
    assert_eq!(replay.verify(&level).expect("it finishes").ticks, best.ticks);
}

#[test]
fn deaths_and_the_sound_switch_are_saved_when_the_game_is_quit() {
    let folder = folder("progress-quit");
    let mut game = playing("progress-quit", STEP, &folder);
    game.tap_key(KeyCode::KeyM);
    // Thrown far below the map.
    game.app.world_mut().resource_mut::<hairline_sim::ninja::Ninja>().position.y = -99.0;
    game.wait_for(|game| matches!(game.app.world().resource::<Run>().phase, Phase::Dead { .. }));
    game.frames(2);
    game.send(AppExit::Success);
    game.frames(1);
    assert!(folder.join(PROFILE_FILE).exists(), "it is on the disk before the program ends");
    let profile = std::fs::read(folder.join(PROFILE_FILE)).expect("it was saved");
    let profile = hairline_profile::format::parse(&profile).expect("it is whole");
    assert!(!profile.settings.sound.enabled);
    assert_eq!(profile.levels.values().map(|record| record.deaths).sum::<u32>(), 1);
}

#[test]
fn a_run_that_the_debug_view_changed_is_not_remembered() {
    let folder = folder("progress-assisted");
    let mut game = playing("progress-assisted", STEP, &folder);
    game.app.world_mut().resource_mut::<Attempt>().standing = Standing::Debugged;
    finish(&mut game);
    assert_eq!(results(&game), (None, 0, 0));
    assert!(game.app.world().resource::<ProfileStore>().profile().levels.is_empty());
}

#[test]
fn a_damaged_profile_is_told_on_the_title() {
    let folder = folder("progress-told");
    std::fs::create_dir_all(&folder).expect("the target folder can be written to");
    std::fs::write(folder.join(PROFILE_FILE), "(version: 1, lev").expect("a file");
    let store = ProfileStore::open(Some(&folder));
    let mut game = TestApp::with_profile("progress-told", &[("a.level.ron", STEP)], false, store);
    game.frames(2);
    assert_eq!(game.screen(), Screen::Title);
    assert!(shows(&mut game, "profile.damaged-1.ron"));
}

fn shows(game: &mut TestApp, part: &str) -> bool {
    let world = game.app.world_mut();
    world.query::<&Text>().iter(world).any(|text| text.0.contains(part))
}

/// A game that finished a level, and cannot save that because a file lies in the place of its folder.
fn unsaved(name: &str) -> (TestApp, std::path::PathBuf) {
    let folder = folder(name).join("profile");
    std::fs::write(&folder, "in the way").expect("a file");
    let mut game = playing(name, STEP, &folder);
    game.frames(2);
    assert!(!shows(&mut game, "Progress is not saved"), "a player in a run is left alone");
    finish(&mut game);
    (game, folder)
}

fn close_window(game: &mut TestApp) {
    game.send(WindowCloseRequested { window: Entity::PLACEHOLDER });
}

#[test]
fn a_failure_is_told_after_a_run_and_quitting_waits_until_it_is_mended() {
    let (mut game, folder) = unsaved("progress-unsaved");
    assert!(shows(&mut game, "Progress is not saved"));
    close_window(&mut game);
    // Until the page takes input.
    game.frames(100);
    assert_eq!(game.screen(), Screen::Unsaved);
    game.tap_key(KeyCode::Enter);
    for _ in 0..100 {
        game.frames(1);
        assert_eq!((game.screen(), game.app.should_exit()), (Screen::Unsaved, None), "it was tried again in vain");
    }
    std::fs::remove_file(&folder).expect("it is there");
    game.tap_key(KeyCode::Enter);
    game.wait_for(|game| game.app.should_exit() == Some(AppExit::Success));
    let profile = std::fs::read(folder.join(PROFILE_FILE)).expect("it was saved");
    assert_eq!(hairline_profile::format::parse(&profile).expect("it is whole").levels.len(), 1);
}

#[test]
fn a_window_that_is_closed_again_quits_unsaved_and_back_leads_to_the_title() {
    let (mut game, _) = unsaved("progress-closed");
    close_window(&mut game);
    game.frames(100);
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!(game.screen(), Screen::Title);
    close_window(&mut game);
    game.frames(2);
    assert_eq!((game.screen(), game.app.should_exit()), (Screen::Unsaved, None));
    close_window(&mut game);
    game.wait_for(|game| game.app.should_exit() == Some(AppExit::Success));
}

#[test]
fn closing_the_window_quits_at_once_when_all_is_saved() {
    let mut game = playing("progress-saved", STEP, &folder("progress-saved"));
    finish(&mut game);
    close_window(&mut game);
    game.wait_for(|game| game.app.should_exit() == Some(AppExit::Success));
}
