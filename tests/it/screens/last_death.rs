//! The last death seen again: what it shows, that the run waits for it, and that any key leads back.

use bevy::input::ButtonState;
use bevy::prelude::*;
use hairline::screens::menus::theme::LabelWords;
use hairline::screens::play::attempt::Attempt;
use hairline::screens::{Pause, Screen};
use hairline::view::history::last_death::SeenDeath;
use hairline_profile::settings::{Action, Settings};
use hairline_sim::history::History;
use hairline_sim::run::Run;
use hairline_sim::state::snapshot::{self, Snapshot};

use super::test_app::{HALL, TestApp};

/// Spikes that a jump clears.
const PIT: &str = "(version: 1, name: \"Pit\", map: r\"
##############################
#                            #
#                            #
#                            #
#                            #
# @      ^^^               X #
##############################
\")";

/// A level in which the ninja has just died of the spikes.
fn died(name: &str) -> TestApp {
    let mut game = TestApp::playing(name, PIT);
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.wait_for(|game| run(game).is_dead());
    game.key(KeyCode::ArrowRight, ButtonState::Released);
    game
}

fn run(game: &TestApp) -> Run {
    *game.app.world().resource::<Run>()
}

fn state(game: &mut TestApp) -> Snapshot {
    let mut state = Snapshot::default();
    snapshot::save(game.app.world_mut(), &mut state);
    state
}

fn seen(game: &TestApp) -> &SeenDeath {
    game.app.world().resource::<SeenDeath>()
}

fn labels(game: &mut TestApp) -> Vec<String> {
    let world = game.app.world_mut();
    world.query::<&LabelWords>().iter(world).map(|label| label.0.clone()).collect()
}

#[test]
fn the_last_second_is_played_slowly_and_then_what_a_jump_would_have_brought() {
    let mut game = died("last-death-parts");
    game.type_keys(&[KeyCode::KeyL]);
    assert_eq!(game.pause(), Some(Pause::LastDeath));
    game.wait_for(|game| seen(game).is_shown && !seen(game).path.is_empty());
    let text = labels(&mut game);
    assert!(text.iter().any(|text| text.starts_with("Spikes.   Would live: Jump, 0.")), "{text:?}");
    let length = seen(&game).clearances.len();
    for _ in 0..2 {
        game.wait_for(|game| !seen(game).lives && seen(game).ticks == 1);
        let before = seen(&game).ticks;
        game.frames(20);
        assert_eq!(seen(&game).ticks - before, 4, "a fifth of the speed");
        game.wait_for(|game| run(game).is_dead());
        assert_eq!(seen(&game).ticks, length);
        game.wait_for(|game| seen(game).lives);
        assert!(run(&game).is_running() && game.app.world().resource::<History>().tries().len() == 1);
        for _ in 0..300 {
            game.frames(1);
            assert!(run(&game).is_running() || !seen(&game).lives, "it lives for a second");
        }
    }
    assert_eq!(game.app.world().resource::<Attempt>().deaths, 1, "what is seen again does not count");
}

#[test]
fn any_key_leads_back_to_the_run_that_waited() {
    let mut game = died("last-death-waits");
    game.wait_for(|game| run(game).is_running() && run(game).ticks > 30);
    // The tick that is played before the pause begins.
    game.tap_key(KeyCode::KeyL);
    game.frames(1);
    let (waiting, inputs) = (state(&mut game), game.inputs().len());
    game.frames(200);
    assert!(seen(&game).is_shown && state(&mut game) != waiting);
    game.tap_key(KeyCode::KeyQ);
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    assert!(!seen(&game).is_shown);
    let played = game.inputs().len() - inputs;
    assert_eq!(run(&game).ticks, waiting.resource::<Run>().ticks + played as u32);
    let before = run(&game).ticks;
    game.frames(10);
    assert_eq!(run(&game).ticks - before, 10, "at its own speed");
}

#[test]
fn a_run_that_was_over_starts_over_when_it_is_left() {
    let mut game = died("last-death-over");
    game.tap_key(KeyCode::KeyL);
    game.frames(60);
    assert_eq!(game.pause(), Some(Pause::LastDeath));
    game.tap_key(KeyCode::Space);
    game.frames(16);
    assert!(run(&game).is_running() && run(&game).ticks <= 16, "{:?}", run(&game));
    assert_eq!(game.app.world().resource::<Attempt>().deaths, 1);
}

#[test]
fn it_needs_a_death_and_its_key_may_be_bound_to_something_else() {
    let mut game = TestApp::playing("last-death-none", HALL);
    game.type_keys(&[KeyCode::KeyL]);
    assert_eq!(game.pause(), Some(Pause::Running));
    let mut game = died("last-death-bound");
    game.bind(Action::Restart, "KeyL");
    game.type_keys(&[KeyCode::KeyL]);
    assert_eq!(game.pause(), Some(Pause::Running));
}

#[test]
fn it_is_in_the_pause_menu_and_a_level_that_is_saved_meanwhile_is_played() {
    let mut game = died("last-death-menu");
    game.type_keys(&[KeyCode::Escape, KeyCode::ArrowDown, KeyCode::ArrowDown, KeyCode::Enter]);
    assert_eq!(game.pause(), Some(Pause::LastDeath));
    game.frames(60);
    game.save(&PIT.replace("^^^", "   "));
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    game.wait_for(|game| run(game).is_running() && run(game).ticks > 10);
    assert_eq!(game.screen(), Screen::Playing);
}

#[test]
fn a_death_that_the_help_of_now_prevents_leads_back_to_the_run() {
    let mut game = died("last-death-prevented");
    game.type_keys(&[KeyCode::Escape]);
    game.app.world_mut().resource_mut::<Settings>().assist.invincible = true;
    game.type_keys(&[KeyCode::ArrowDown, KeyCode::ArrowDown]);
    game.tap_key(KeyCode::Enter);
    game.wait_for(|game| game.pause() == Some(Pause::LastDeath));
    game.wait_for(|game| game.pause() == Some(Pause::Running));
    assert!(!seen(&game).is_shown);
}
