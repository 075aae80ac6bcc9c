//! Racing against the own best: the ghost, the difference at a shard, and what the result says.

use bevy::input::ButtonState;
use bevy::prelude::*;
use hairline::screens::Screen;
use hairline::screens::menus::InputCooldown;
use hairline::view::history::ghosts::{Ghosts, Runner};
use hairline::view::hud::Split;
use hairline_lines::Line;
use hairline_profile::settings::{self, Settings};
use hairline_sim::Simulation;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::RULES_VERSION;

use super::test_app::TestApp;

/// A shard on the way to the exit.
const WAY: &str = "(version: 1, name: \"Way\", map: r\"
####################
#                  #
#                  #
#@      *        X #
####################
\")";

fn ghosts(game: &TestApp) -> &Ghosts {
    game.app.world().resource::<Ghosts>()
}

fn split(game: &TestApp) -> Option<i32> {
    game.app.world().resource::<Split>().behind
}

fn x(game: &TestApp) -> f32 {
    game.app.world().resource::<Ninja>().position.x
}

/// Waits for some ticks and then runs to the exit. Returns the difference that was shown at the shard.
fn finish_after(game: &mut TestApp, ticks: usize) -> Option<i32> {
    game.frames(ticks);
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.wait_for(|game| x(game) > 9.0);
    let shown = split(game);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.key(KeyCode::ArrowRight, ButtonState::Released);
    shown
}

fn texts(game: &mut TestApp) -> Vec<String> {
    let world = game.app.world_mut();
    world.query::<&Text>().iter(world).map(|text| text.0.clone()).collect()
}

/// From the result into the level again.
fn again(game: &mut TestApp) {
    game.wait_for(|game| game.screen() == Screen::Finished);
    for _ in 0..200 {
        let world = game.app.world_mut();
        if world.query::<&InputCooldown>().iter(world).next().is_none() {
            break;
        }
        game.frames(1);
    }
    game.type_keys(&[KeyCode::Enter]);
    game.wait_for(|game| game.screen() == Screen::Playing && game.is_loaded());
}

#[test]
fn the_first_finish_is_raced_against_and_the_result_says_where_time_was_lost() {
    let mut game = TestApp::playing("ghosts-race", WAY);
    assert_eq!(finish_after(&mut game, 0), None, "there is nobody yet");
    assert!(!ghosts(&game).is_shown);
    again(&mut game);
    game.wait_for(|game| !ghosts(game).runs.is_empty());
    let (runner, ghost) = &ghosts(&game).runs[0];
    assert_eq!((*runner, ghosts(&game).runs.len(), ghosts(&game).is_shown), (Runner::Own, 1, true));
    assert_eq!(Some(ghost.ticks()), game.best_ticks());
    let shown = finish_after(&mut game, 64).expect("there is a shard");
    assert!((60..90).contains(&shown), "{shown}");
    game.frames(2);
    let texts = texts(&mut game);
    let loss = texts.iter().find(|text| text.starts_with("Most lost to your best")).expect("it is slower");
    assert!(loss.ends_with("from the start to shard 1"), "{loss}");
}

#[test]
fn after_the_first_finish_a_run_that_earns_the_next_medal_is_raced_against() {
    let level = hairline_level::parse(WAY, "way").expect("it is valid");
    let run = |rest: usize| {
        let mut simulation = Simulation::new(&level);
        let mut inputs = vec![];
        while simulation.run().phase != Phase::Finished {
            let input = if inputs.len() < rest { TickInput::NONE } else { TickInput::RIGHT };
            inputs.push(input);
            simulation.tick(input);
        }
        Replay::record("a.level.ron", &level, inputs)
    };
    let [proof, silver, gold] = [0, 20, 10].map(run);
    let (of_silver, of_gold) = (silver.inputs.len(), gold.inputs.len());
    let line = |run: Replay| Line::of_run(run).write().expect("it is short");
    let head = "hash\trules\tbronze\tsilver\tgold\tsilver run\tgold run";
    let row = format!("{:016x}\t{RULES_VERSION}\t{}\t{of_silver}\t{of_gold}", level.hash, of_silver + 200);
    let table = format!("{head}\n{row}\t{}\t{}\n", line(silver), line(gold));
    let proof = proof.to_ron();
    let files = [("players.tsv", &*table), ("proofs/a.replay.ron", &*proof)];
    let mut game = TestApp::playing_beside("ghosts-medal", WAY, &files);
    let others = |game: &TestApp| -> Vec<(Runner, u32)> {
        let runs = ghosts(game).runs.iter().map(|(runner, ghost)| (*runner, ghost.ticks()));
        runs.filter(|(runner, _)| *runner != Runner::Own).collect()
    };
    finish_after(&mut game, 60);
    assert_eq!(others(&game), [], "nothing is shown before the first finish");
    again(&mut game);
    game.wait_for(|game| ghosts(game).runs.len() == 2);
    assert_eq!(others(&game), [(Runner::Medal, of_silver as u32)], "bronze is earned");
    finish_after(&mut game, 0);
    again(&mut game);
    game.wait_for(|game| ghosts(game).runs.len() == 2);
    assert_eq!(others(&game)[0].0, Runner::Proof, "with gold");
}

#[test]
fn nobody_is_raced_against_if_the_player_wants_that() {
    let mut game = TestApp::playing("ghosts-off", WAY);
    finish_after(&mut game, 0);
    game.app.world_mut().resource_mut::<Settings>().picture.ghosts = settings::Ghosts::Off;
    again(&mut game);
    assert_eq!(finish_after(&mut game, 10), None);
    assert!(ghosts(&game).runs.is_empty());
}
