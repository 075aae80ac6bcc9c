//! Runs on their time line: a replay is watched and left, practice goes back and counts nowhere.

use bevy::input::ButtonState;
use bevy::input::gamepad::{GamepadAxis, GamepadButton};
use bevy::prelude::*;
use hairline::screens::menus::InputCooldown;
use hairline::screens::menus::theme::LabelWords;
use hairline::screens::play::attempt::{Attempt, Standing};
use hairline::screens::play::history::watch::{Purpose, Watch};
use hairline::screens::{Pause, Screen};
use hairline::view::history::last_death::SeenDeath;
use hairline::view::history::timeline::SeenTimeline;
use hairline_profile::settings::{Action, Settings};
use hairline_sim::history::History;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::{self, Snapshot};

use super::test_app::{HALL, STEP, TestApp};

/// Spikes on the way.
const PIT: &str = "(version: 1, name: \"Pit\", map: r\"
##############################
#                            #
#                            #
#                            #
# @            ^^^         X #
##############################
\")";

fn watch(game: &TestApp) -> &Watch {
    game.app.world().resource::<Watch>()
}

fn at(game: &TestApp) -> usize {
    watch(game).place().0
}

fn run(game: &TestApp) -> Run {
    *game.app.world().resource::<Run>()
}

fn x(game: &TestApp) -> f32 {
    game.app.world().resource::<Ninja>().position.x
}

fn standing(game: &TestApp) -> Standing {
    game.app.world().resource::<Attempt>().standing
}

fn state(game: &mut TestApp) -> Snapshot {
    let mut state = Snapshot::default();
    snapshot::save(game.app.world_mut(), &mut state);
    state
}

fn labels(game: &mut TestApp) -> Vec<String> {
    let world = game.app.world_mut();
    world.query::<&LabelWords>().iter(world).map(|label| label.0.clone()).collect()
}

fn says(game: &mut TestApp, line: &str) -> bool {
    let world = game.app.world_mut();
    world.query::<&Text>().iter(world).any(|text| text.0 == line)
}

fn hold(game: &mut TestApp, key: KeyCode) {
    game.key(key, ButtonState::Pressed);
}

fn release(game: &mut TestApp, key: KeyCode) {
    game.key(key, ButtonState::Released);
}

/// A level that was finished by running to the right, at its result, whose menu takes input.
fn finished(name: &str, level: &str) -> TestApp {
    let mut game = TestApp::playing(name, level);
    hold(&mut game, KeyCode::ArrowRight);
    game.wait_for(|game| game.screen() == Screen::Finished);
    release(&mut game, KeyCode::ArrowRight);
    game.frames(2);
    for _ in 0..200 {
        let world = game.app.world_mut();
        if world.query::<&InputCooldown>().iter(world).next().is_none() {
            break;
        }
        game.frames(1);
    }
    game
}

#[test]
fn the_finished_run_is_watched_stops_steps_both_ways_and_is_left() {
    let mut game = finished("watch-run", HALL);
    let (ticks, deaths) = (run(&game).ticks, game.app.world().resource::<Attempt>().deaths);
    game.type_keys(&[KeyCode::KeyC]);
    game.wait_for(|game| watch(game).purpose() == Purpose::Replay && at(game) > 40);
    assert_eq!((game.screen(), game.pause()), (Screen::Playing, Some(Pause::Watching)));
    game.tap_key(KeyCode::Space);
    game.frames(2);
    let (stopped, before) = (at(&game), state(&mut game));
    game.frames(20);
    assert_eq!((at(&game), watch(&game).is_playing()), (stopped, false));
    assert_eq!(run(&game).ticks as usize, stopped, "the world shows that tick");
    for (key, step) in [(KeyCode::ArrowLeft, -1), (KeyCode::KeyQ, -1), (KeyCode::ArrowRight, 1), (KeyCode::KeyE, 1)] {
        let from = at(&game);
        game.tap_key(key);
        game.frames(2);
        assert_eq!(at(&game), from.saturating_add_signed(step), "{key:?}");
    }
    assert!(state(&mut game) == before, "back and forth leads to the same state");
    hold(&mut game, KeyCode::ArrowLeft);
    game.frames(120);
    release(&mut game, KeyCode::ArrowLeft);
    game.frames(1);
    assert!(at(&game) < stopped.saturating_sub(30), "{} of {stopped}", at(&game));
    // At the end it stands, and space begins anew.
    game.tap_key(KeyCode::Space);
    game.wait_for(|game| at(game) == ticks as usize);
    game.frames(5);
    assert!(!watch(&game).is_playing() && game.pause() == Some(Pause::Watching), "no result");
    game.tap_key(KeyCode::Space);
    game.frames(5);
    assert!(watch(&game).is_playing() && at(&game) < 10);
    assert!(game.app.world().resource::<SeenTimeline>().is_shown);
    game.tap_key(KeyCode::Escape);
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    game.wait_for(|game| run(game).ticks > 5 && run(game).is_running());
    assert_eq!(watch(&game).purpose(), Purpose::None);
    assert_eq!((game.best_ticks(), game.app.world().resource::<Attempt>().deaths), (Some(ticks), deaths));
    assert_eq!(standing(&game), Standing::Clean);
}

#[test]
fn play_goes_on_from_any_moment_as_practice_and_does_not_count() {
    let mut game = finished("watch-play-on", HALL);
    let best = game.best_ticks();
    game.type_keys(&[KeyCode::KeyC]);
    game.wait_for(|game| at(game) > 20);
    game.tap_key(KeyCode::Enter);
    game.frames(3);
    assert_eq!((watch(&game).purpose(), game.pause()), (Purpose::Practice, Some(Pause::Watching)));
    let (place, ticks) = (x(&game), at(&game));
    game.frames(30);
    assert_eq!((x(&game), at(&game)), (place, ticks), "time stands until a key of play is pressed");
    hold(&mut game, KeyCode::ArrowRight);
    game.wait_for(|game| game.screen() == Screen::Finished);
    release(&mut game, KeyCode::ArrowRight);
    assert_eq!((standing(&game), game.best_ticks()), (Standing::Practiced, best));
    game.frames(2);
    assert!(labels(&mut game).iter().any(|text| text.contains("practice, does not count")));
}

#[test]
fn practice_goes_back_before_the_death_keeps_places_and_ends_with_a_new_run() {
    let mut game = TestApp::playing("watch-practice", PIT);
    hold(&mut game, KeyCode::ArrowRight);
    game.wait_for(|game| x(game) > 6.0);
    game.tap_key(KeyCode::KeyP);
    game.frames(2);
    assert_eq!((watch(&game).purpose(), standing(&game)), (Purpose::Practice, Standing::Practiced));
    game.tap_key(KeyCode::F1);
    game.frames(1);
    let kept = at(&game);
    game.frames(2);
    assert!(says(&mut game, "Place 1 is kept"));
    game.tap_key(KeyCode::Digit2);
    game.frames(3);
    assert!(says(&mut game, "Place 2 is not kept yet") && at(&game) > kept);
    game.wait_for(|game| run(game).is_dead());
    release(&mut game, KeyCode::ArrowRight);
    let died = at(&game);
    game.wait_for(|game| run(game).is_running());
    game.tap_key(KeyCode::KeyB);
    game.frames(3);
    assert_eq!(game.pause(), Some(Pause::Watching));
    assert_eq!(at(&game), died.saturating_sub(256), "two seconds before");
    // A press of play goes on, and the press counts.
    game.tap_key(KeyCode::Space);
    game.frames(3);
    assert_eq!(game.pause(), Some(Pause::Running));
    assert!(game.ticks_with(TickInput::JUMP) > 0, "the jump was pressed");
    game.tap_key(KeyCode::Digit1);
    game.frames(3);
    assert_eq!((game.pause(), at(&game)), (Some(Pause::Watching), kept));
    assert!(x(&game) > 5.9);
    // Back in time from play, by the key that is held.
    hold(&mut game, KeyCode::ArrowLeft);
    game.frames(30);
    release(&mut game, KeyCode::ArrowLeft);
    game.frames(1);
    let before = at(&game);
    assert_eq!(game.pause(), Some(Pause::Running));
    hold(&mut game, KeyCode::KeyQ);
    game.frames(80);
    release(&mut game, KeyCode::KeyQ);
    game.frames(1);
    assert!(game.pause() == Some(Pause::Watching) && at(&game) < before, "{} of {before}", at(&game));
    game.tap_key(KeyCode::KeyP);
    game.frames(3);
    assert_eq!((watch(&game).purpose(), game.pause()), (Purpose::None, Some(Pause::Running)));
    assert!(run(&game).ticks < 8 && standing(&game) == Standing::Clean, "{:?}", run(&game));
    assert_eq!(game.app.world().resource::<Attempt>().inputs.len(), run(&game).ticks as usize);
}

#[test]
fn practice_knows_the_last_death_before_it_and_shows_its_own() {
    let mut game = TestApp::playing("watch-before", PIT);
    game.wait_for(|game| run(game).ticks > 200);
    hold(&mut game, KeyCode::ArrowRight);
    game.wait_for(|game| run(game).is_dead());
    release(&mut game, KeyCode::ArrowRight);
    let (died, before) = (run(&game).ticks as usize, game.app.world().resource::<Ninja>().position);
    game.wait_for(|game| run(game).is_running());
    game.tap_key(KeyCode::KeyP);
    game.frames(2);
    game.tap_key(KeyCode::KeyB);
    game.frames(3);
    assert_eq!((game.pause(), at(&game) + 256), (Some(Pause::Watching), died));
    assert_eq!(watch(&game).place().1, died, "the death lies ahead");
    // Another death, in practice and later, is the last one from then on, wherever play goes on from.
    hold(&mut game, KeyCode::ArrowLeft);
    game.wait_for(|game| at(game) > 300);
    release(&mut game, KeyCode::ArrowLeft);
    hold(&mut game, KeyCode::ArrowRight);
    game.wait_for(|game| run(game).is_dead());
    release(&mut game, KeyCode::ArrowRight);
    let (practiced, place) = (at(&game), game.app.world().resource::<Ninja>().position);
    assert!(practiced > died + 50, "{practiced} after {died}");
    assert_ne!(place, before, "the two deaths can be told apart");
    game.wait_for(|game| run(game).is_running());
    for _ in 0..2 {
        game.tap_key(KeyCode::KeyB);
        game.frames(3);
        assert_eq!((game.pause(), at(&game) + 256), (Some(Pause::Watching), practiced));
    }
    game.tap_key(KeyCode::Space);
    game.frames(3);
    assert_eq!(game.pause(), Some(Pause::Running));
    game.tap_key(KeyCode::KeyB);
    game.frames(3);
    assert_eq!((at(&game) + 256, watch(&game).place().1), (practiced, practiced));
    game.tap_key(KeyCode::Space);
    game.frames(3);
    game.tap_key(KeyCode::KeyL);
    game.wait_for(|game| game.app.world().resource::<SeenDeath>().is_shown);
    assert_eq!(game.app.world().resource::<SeenDeath>().died_at, place);
    let tries = game.app.world().resource::<History>().tries().len();
    let before = at(&game);
    game.tap_key(KeyCode::Escape);
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    assert_eq!((watch(&game).purpose(), tries), (Purpose::Practice, 1));
    assert!(at(&game).abs_diff(before) < 8, "{} after {before}", at(&game));
}

#[test]
fn practice_from_a_replay_ends_with_the_replay() {
    let mut game = finished("watch-again", STEP);
    game.type_keys(&[KeyCode::KeyC]);
    game.wait_for(|game| watch(game).purpose() == Purpose::Replay && watch(game).place().1 > 0);
    let length = watch(&game).place().1;
    game.tap_key(KeyCode::Enter);
    game.frames(2);
    game.tap_key(KeyCode::Space);
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    assert_eq!(watch(&game).purpose(), Purpose::Practice);
    game.tap_key(KeyCode::KeyP);
    game.wait_for(|game| watch(game).purpose() == Purpose::Replay && watch(game).place().1 == length);
    assert_eq!(game.pause(), Some(Pause::Watching));
}

#[test]
fn the_list_watches_a_best_run_and_an_edited_level_is_told() {
    let mut game = finished("watch-list", STEP);
    game.type_keys(&[KeyCode::KeyC]);
    game.wait_for(|game| watch(game).purpose() == Purpose::Replay && watch(game).place().1 > 0);
    game.save(&STEP.replace("#@X  #", "#@ X #"));
    game.wait_for(|game| watch(game).outdated().is_some());
    game.frames(2);
    assert!(
        labels(&mut game).iter().any(|text| text.starts_with("The level has changed. This run belongs to version"))
    );
    game.tap_key(KeyCode::Escape);
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    assert_eq!(watch(&game).purpose(), Purpose::None);
}

/// Practice of [`PIT`], some way into the run.
fn practicing(name: &str) -> TestApp {
    let mut game = TestApp::playing(name, PIT);
    hold(&mut game, KeyCode::ArrowRight);
    game.wait_for(|game| x(game) > 6.0);
    game.tap_key(KeyCode::KeyP);
    game.frames(1);
    release(&mut game, KeyCode::ArrowRight);
    game.frames(2);
    assert_eq!((watch(&game).purpose(), game.pause()), (Purpose::Practice, Some(Pause::Running)));
    game
}

#[test]
fn a_gamepad_moves_time_in_practice_keeps_a_place_and_plays_on_by_its_stick() {
    let mut game = practicing("watch-pad");
    let pad = game.connect_gamepad();
    game.tap_button(pad, GamepadButton::RightThumb);
    game.frames(1);
    let kept = at(&game);
    game.axis(pad, GamepadAxis::RightStickX, -1.0);
    game.frames(100);
    let back = at(&game);
    assert!(game.pause() == Some(Pause::Watching) && back < kept - 20, "{back} of {kept}");
    game.axis(pad, GamepadAxis::RightStickX, 1.0);
    game.frames(40);
    game.axis(pad, GamepadAxis::RightStickX, 0.0);
    game.frames(2);
    assert!(at(&game) > back, "forward again: {} of {back}", at(&game));
    game.tap_button(pad, GamepadButton::East);
    game.frames(3);
    assert_eq!((at(&game), game.pause()), (kept, Some(Pause::Watching)));
    game.axis(pad, GamepadAxis::LeftStickX, -1.0);
    game.frames(4);
    assert_eq!(game.pause(), Some(Pause::Running));
    assert!(game.last_input().holds(TickInput::LEFT));
}

#[test]
fn a_bound_key_or_button_is_no_key_of_time() {
    let mut game = practicing("watch-bound");
    game.bind(Action::Focus, "F1");
    game.bind(Action::Restart, "KeyQ");
    let before = at(&game);
    game.tap_key(KeyCode::F1);
    game.frames(2);
    game.tap_key(KeyCode::Digit1);
    game.frames(2);
    assert_eq!(game.pause(), Some(Pause::Running), "no place is kept");
    game.tap_key(KeyCode::KeyQ);
    game.frames(3);
    assert_eq!(game.pause(), Some(Pause::Running));
    assert!(at(&game) > before && run(&game).ticks < 6, "the press restarted");
}

#[test]
fn what_came_after_the_place_is_kept_until_play_goes_on() {
    let mut game = practicing("watch-future");
    hold(&mut game, KeyCode::KeyQ);
    game.frames(60);
    release(&mut game, KeyCode::KeyQ);
    game.frames(1);
    let (place, length) = watch(&game).place();
    assert!(place < length);
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!((game.pause(), watch(&game).place().1), (Some(Pause::Paused), length));
    game.type_keys(&[KeyCode::Escape]);
    game.wait_for(|game| game.pause() == Some(Pause::Running) && watch(game).place().1 < length);
    let (at, length) = watch(&game).place();
    assert!(at == length && at < place + 20, "{at} of {length}");
    assert_eq!(game.app.world().resource::<Attempt>().inputs.len(), at);
}

#[test]
fn a_level_that_is_saved_while_practice_looks_back_is_played() {
    let mut game = practicing("watch-practice-saved");
    game.type_keys(&[KeyCode::KeyQ]);
    assert_eq!(game.pause(), Some(Pause::Watching));
    game.save(&PIT.replace("^^^", "   "));
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    game.wait_for(|game| run(game).is_running() && run(game).ticks > 10);
    assert_eq!((watch(&game).purpose(), standing(&game)), (Purpose::None, Standing::Clean));
}

#[test]
fn help_that_changes_during_practice_waits_for_its_end() {
    let mut game = practicing("watch-help");
    game.app.world_mut().resource_mut::<Settings>().assist.beam_charge = 200;
    let before = at(&game);
    game.tap_key(KeyCode::KeyR);
    game.frames(5);
    assert!(run(&game).ticks < 6 && at(&game) == before + 5, "the restart is a tick of the time line");
    game.type_keys(&[KeyCode::KeyQ]);
    assert_eq!((watch(&game).purpose(), game.pause()), (Purpose::Practice, Some(Pause::Watching)));
    let shown = at(&game);
    assert!(shown < before + 8);
    game.type_keys(&[KeyCode::KeyP]);
    assert_eq!((watch(&game).purpose(), standing(&game)), (Purpose::None, Standing::Assisted));
}

#[test]
fn single_steps_of_the_debug_view_do_not_enter_a_run_that_is_watched() {
    let mut game = finished("watch-step", HALL);
    game.type_keys(&[KeyCode::KeyC]);
    game.wait_for(|game| at(game) > 20);
    game.type_keys(&[KeyCode::F4]);
    assert_eq!((watch(&game).purpose(), game.pause()), (Purpose::Replay, Some(Pause::Watching)));
}

#[test]
fn the_pause_menu_begins_and_ends_practice() {
    let mut game = TestApp::playing("watch-menu", HALL);
    for purpose in [Purpose::Practice, Purpose::None] {
        game.type_keys(&[KeyCode::Escape, KeyCode::ArrowDown, KeyCode::ArrowDown, KeyCode::Enter]);
        game.wait_for(|game| game.pause() == Some(Pause::Running));
        game.frames(2);
        assert_eq!(watch(&game).purpose(), purpose);
    }
}
