//! Lines of text in the window: a run is copied, a level of others is pasted, played, kept and forgotten, and what is no line is refused.

use super::test_app::{HALL, STEP, TestApp};
use bevy::input::ButtonState;
use bevy::prelude::*;
use hairline::screens::level_catalog::{CatalogEntry, LevelCatalog};
use hairline::screens::menus::toast::Toast;
use hairline::screens::play::history::watch::{Purpose, Watch};
use hairline::screens::share::{ForeignFolder, TextBoard};
use hairline::screens::{Pause, Screen};
use hairline::view::hud::Caption;
use hairline_level::LevelWorld;
use hairline_level::campaign::{Outline, WorldOutline};
use hairline_lines::Line;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;

/// What was told last.
#[derive(Resource, Default)]
struct Told(String);

fn with_told(mut game: TestApp) -> TestApp {
    game.app.init_resource::<Told>().add_systems(Last, |mut toasts: MessageReader<Toast>, mut told: ResMut<Told>| {
        toasts.read().for_each(|toast| told.0.clone_from(&toast.0));
    });
    game
}

/// The game in its list, whose only level is [`STEP`].
fn in_list(name: &str) -> TestApp {
    let mut game = with_told(TestApp::new(name, &[("a.level.ron", STEP)], false));
    game.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::LevelList);
    game.frames(4);
    game
}

/// All within a frame, as a slow one may have it.
fn with_control(game: &mut TestApp, key: KeyCode) {
    game.key(KeyCode::ControlLeft, ButtonState::Pressed);
    game.tap_key(key);
    game.key(KeyCode::ControlLeft, ButtonState::Released);
    game.frames(5);
}

fn paste(game: &mut TestApp, text: &str) {
    game.app.insert_resource(TextBoard::Own(text.to_owned()));
    with_control(game, KeyCode::KeyV);
}

fn copied(game: &TestApp) -> &str {
    match game.app.world().resource::<TextBoard>() {
        TextBoard::Own(text) => text,
        TextBoard::System(_) => panic!("tests leave the clipboard alone"),
    }
}

fn told(game: &TestApp) -> &str {
    &game.app.world().resource::<Told>().0
}

fn entries(game: &TestApp) -> &[CatalogEntry] {
    &game.app.world().resource::<LevelCatalog>().entries
}

fn line(level: &str) -> String {
    Line::of_level(level).and_then(|line| line.write()).expect("it is short")
}

/// Runs to the right, from play to the result, whose menu takes input then.
fn finish(game: &mut TestApp) {
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.key(KeyCode::ArrowRight, ButtonState::Released);
    game.frames(80);
}

#[test]
fn a_level_goes_to_another_profile_and_its_run_comes_back() {
    let mut other = in_list("share-there");
    paste(&mut other, &line(HALL));
    assert_eq!((entries(&other).len(), told(&other)), (2, "Hall is in the list"));
    assert_eq!(other.app.world().resource::<LevelCatalog>().current, 1);
    assert!(entries(&other)[1].foreign.as_ref().is_some_and(|foreign| foreign.file.is_none()));
    other.type_keys(&[KeyCode::Enter]);
    other.wait_for(|game| game.is_loaded());
    assert_eq!(other.app.world().resource::<Caption>().name, "Hall, from others");
    finish(&mut other);
    with_control(&mut other, KeyCode::KeyC);
    let line = copied(&other).to_owned();
    assert!(told(&other).starts_with("The run on Hall is copied: a line of"), "{}", told(&other));
    let read = Line::parse(&line).expect("it is a line");
    let (run, shared) = (read.run().expect("its run"), read.level().expect("the level of others with it"));
    run.verify(&shared.level).expect("it finishes");
    assert_eq!(entries(&other)[1].record.best_ticks(), Some(run.inputs.len() as u32), "a result of its own");
    // Back home the run is watched.
    let mut home = in_list("share-home");
    paste(&mut home, &line);
    home.wait_for(|game| game.app.world().resource::<Watch>().purpose() == Purpose::Replay);
    assert_eq!(told(&home), "The pasted run on Hall");
    assert_eq!((home.screen(), home.pause()), (Screen::Playing, Some(Pause::Watching)));
    home.wait_for(|game| game.app.world().resource::<Watch>().place().0 > 10);
    home.type_keys(&[KeyCode::Escape]);
    home.wait_for(|game| game.screen() == Screen::LevelList);
}

#[test]
fn a_run_of_a_known_level_travels_alone() {
    let mut game = in_list("share-known");
    game.type_keys(&[KeyCode::Enter]);
    game.wait_for(|game| game.is_loaded());
    finish(&mut game);
    with_control(&mut game, KeyCode::KeyC);
    let line = copied(&game).to_owned();
    assert!(Line::parse(&line).is_ok_and(|line| line.level().is_none() && line.run().is_some()), "{line}");
    // To somebody who lacks the level it says nothing.
    let mut other = with_told(TestApp::new("share-unknown", &[("a.level.ron", HALL)], false));
    paste(&mut other, &line);
    assert!(told(&other).starts_with("This run is of a level that is not here"), "{}", told(&other));
    assert_eq!(other.screen(), Screen::Title);
}

#[test]
fn the_list_and_the_window_of_a_designer_copy_the_level() {
    let mut game = in_list("share-list");
    with_control(&mut game, KeyCode::KeyC);
    assert_eq!(copied(&game), line(STEP));
    let mut game = TestApp::playing("share-designer", HALL);
    with_control(&mut game, KeyCode::KeyC);
    assert_eq!(copied(&game), line(HALL));
}

#[test]
fn what_is_no_line_or_a_damaged_one_is_refused_with_the_reason() {
    let mut game = in_list("share-refused");
    let whole = line(HALL);
    let cases = [
        ("", "The clipboard has no line of text of this game; those begin with hl1:"),
        ("hello", "The clipboard has no line of text of this game; those begin with hl1:"),
        // Four characters are three whole bytes.
        (&whole[..whole.len() / 4 * 4 - 4], "It cannot be pasted: its checksum is wrong"),
        ("hl1:", "It cannot be pasted: it is cut short"),
        ("hl2:abc", "It cannot be pasted: it begins with `hl2:`"),
    ];
    for (text, reason) in cases {
        paste(&mut game, text);
        assert!(told(&game).starts_with(reason), "{text}: {}", told(&game));
        assert_eq!((entries(&game).len(), game.screen()), (1, Screen::LevelList));
    }
}

#[test]
fn a_level_is_kept_in_the_folder_comes_back_and_is_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("share-kept");
    _ = std::fs::remove_dir_all(&folder);
    let mut game = in_list("share-keep");
    game.app.insert_resource(ForeignFolder(Some(folder.clone())));
    paste(&mut game, &line(HALL));
    game.type_keys(&[KeyCode::KeyK]);
    assert!(told(&game).starts_with("It is kept: "), "{}", told(&game));
    let files = || std::fs::read_dir(&folder).map_or(0, |files| files.count());
    assert_eq!(files(), 1);
    // The next start of the game; a damaged file is told and stays.
    std::fs::write(folder.join("damaged.level.ron"), "(").expect("the folder can be written to");
    let mut next = with_told(TestApp::with_kept("share-next", &[("a.level.ron", STEP)], folder.clone()));
    assert!(
        entries(&next).len() == 2 && entries(&next)[1].foreign.as_ref().is_some_and(|foreign| foreign.file.is_some())
    );
    let notices = &next.app.world().resource::<hairline::screens::progress::Notices>().0;
    assert!(notices.iter().any(|notice| notice.contains("damaged.level.ron")), "{notices:?}");
    next.app.world_mut().resource_mut::<LevelCatalog>().current = 1;
    next.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::LevelList);
    next.frames(4);
    next.type_keys(&[KeyCode::KeyK]);
    assert!(told(&next).starts_with("It is kept no more"), "{}", told(&next));
    assert_eq!(files(), 1, "the damaged one");
}

#[test]
fn a_run_of_a_closed_level_does_not_open_it() {
    let mut game = with_told(TestApp::new("share-closed", &[("a.level.ron", STEP), ("b.level.ron", HALL)], false));
    let world = |world, place| WorldOutline { world, levels: place..place + 1, night: None };
    let worlds = vec![world(LevelWorld::FirstLight, 0), world(LevelWorld::Clockwork, 1)];
    game.app.world_mut().resource_mut::<LevelCatalog>().outline = Outline { worlds, ..Outline::list(2, 0) };
    let hall = hairline_level::parse(HALL, "hall").expect("it is valid");
    let mut simulation = Simulation::new(&hall);
    let mut inputs = vec![];
    while simulation.run().phase != Phase::Finished {
        inputs.push(TickInput::RIGHT);
        simulation.tick(TickInput::RIGHT);
    }
    let run = Line::of_run(Replay::record("b.level.ron", &hall, inputs)).write().expect("it is short");
    paste(&mut game, &run);
    assert_eq!((told(&game), game.screen()), ("Hall is still closed", Screen::Title));
    game.app.world_mut().resource_mut::<LevelCatalog>().opens_all = true;
    paste(&mut game, &run);
    game.wait_for(|game| game.app.world().resource::<Watch>().purpose() == Purpose::Replay);
}

#[test]
fn in_play_of_the_campaign_the_keys_of_menus_do_nothing() {
    let mut game = in_list("share-play");
    game.type_keys(&[KeyCode::Enter]);
    game.wait_for(|game| game.is_loaded());
    game.type_keys(&[KeyCode::KeyF]);
    with_control(&mut game, KeyCode::KeyC);
    with_control(&mut game, KeyCode::KeyV);
    assert_eq!((told(&game), copied(&game), entries(&game).len()), ("", "", 1));
}
