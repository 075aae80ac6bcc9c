//! The daily three: drawn beside the game, played like any level, and remembered by day.

use bevy::input::ButtonState;
use bevy::prelude::*;
use hairline::screens::Screen;
use hairline::screens::daily::{Daily, DailyFolder};
use hairline::screens::level_catalog::LevelCatalog;
use hairline_profile::store::ProfileStore;
use hairline_tools::daily::Change;

use super::test_app::TestApp;

/// A hall that each change affects and none makes hard: shards on the way, and a beam in a niche of the ceiling.
const HALL: &str = "(version: 1, name: \"Hall\", map: r\"
####################
#########a##########
#                  #
#@   *     *     X #
####################
\", actors: {'a': Laser(aim: Fixed(angle: 90), cycle: (on: 1, off: 1))})";

fn day(game: &TestApp) -> &Daily {
    game.app.world().resource()
}

fn store(game: &TestApp) -> &ProfileStore {
    game.app.world().resource()
}

#[test]
fn daily_levels_are_drawn_played_and_remembered_apart_from_the_campaign() {
    use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, Enter, Escape, KeyR};
    let files = ["a.level.ron", "b.level.ron", "c.level.ron"];
    let mut game = TestApp::new("daily", &files.map(|file| (file, HALL)), false);
    let folder = Some(game.folder().to_owned());
    game.app.insert_resource(DailyFolder(folder));
    game.type_keys(&[ArrowDown, ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::Daily);
    game.wait_for(|game| !day(game).is_drawing());
    assert_eq!((day(&game).failure.as_deref(), day(&game).levels.len()), (None, 3));
    game.frames(3);
    // The first level has the focus.
    game.type_keys(&[Enter]);
    assert_eq!(game.screen(), Screen::Playing);
    assert_eq!(game.app.world().resource::<LevelCatalog>().current, day(&game).levels[0].0);
    let key = if day(&game).levels[0].1.change == Change::Mirrored { ArrowLeft } else { ArrowRight };
    assert_eq!(day(&game).results(store(&game))[0].tries, 0, "nothing was pressed yet");
    game.key(key, ButtonState::Pressed);
    game.frames(5);
    game.type_keys(&[KeyR]);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.key(key, ButtonState::Released);
    let result = day(&game).results(store(&game))[0];
    assert_eq!((result.tries, result.best_ticks.is_some()), (2, true));
    assert!(store(&game).profile().levels.is_empty(), "the campaign knows nothing of it");
    game.frames(60);
    game.type_keys(&[Enter]);
    assert_eq!(game.screen(), Screen::Daily);
    let line = day(&game).line(store(&game)).expect("all three are there");
    assert!(line.contains(" · 1/3 · tries 2 (0) (0) · "), "{line}");
    game.type_keys(&[Escape, ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::LevelList);
    assert!(!game.app.world().resource::<LevelCatalog>().is_daily(), "the list has the campaign's levels alone");
}

#[test]
fn a_folder_without_levels_is_told_on_the_page() {
    let mut game = TestApp::new("daily-none", &[("a.level.ron", HALL)], false);
    let empty = hairline_testing::folder("daily-none-folder");
    game.app.insert_resource(DailyFolder(Some(empty)));
    game.type_keys(&[KeyCode::ArrowDown, KeyCode::ArrowDown, KeyCode::Enter]);
    game.wait_for(|game| !day(game).is_drawing());
    assert!(day(&game).failure.as_deref().is_some_and(|reason| reason.contains("there is no level")));
    game.frames(3);
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!(game.screen(), Screen::Title, "the way back has the focus");
}
