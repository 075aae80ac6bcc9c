//! Help in play: what each setting does to a run, and how the run counts.

use bevy::input::ButtonState;
use bevy::prelude::*;
use hairline::screens::Screen;
use hairline::screens::level_catalog::LevelCatalog;
use hairline::screens::play::attempt::{Attempt, Standing};
use hairline::view::precognition::Precognition;
use hairline_profile::settings::Settings;
use hairline_profile::store::ProfileStore;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Phase, Run};

use super::test_app::{STEP, TestApp, ticks_a_frame};
use hairline_testing::folder;

/// The ninja stands beside a row of spikes; a shard is between them.
const SPIKES: &str = "(version: 1, name: \"Spikes\", map: r\"\n####################\n#                  #\n#                  #\n#@ *  ^^^^^^^^   X #\n####################\n\")";
/// A beam that is never out stands across the way.
const BEAM: &str = "(version: 1, name: \"Beam\", map: r\"\n####################\n#       a          #\n#                  #\n#@               X #\n####################\n\", actors: {'a': Laser(aim: Fixed(angle: 270))})";

/// The game in a level, with settings changed.
fn playing(name: &str, level: &str, change: impl Fn(&mut Settings)) -> TestApp {
    let mut game = TestApp::playing(name, level);
    change(&mut game.app.world_mut().resource_mut::<Settings>());
    game.frames(2);
    game
}

fn run(game: &TestApp) -> &Run {
    game.app.world().resource::<Run>()
}

/// Runs right for some ticks, and says how often the ninja died.
fn deaths_while_running_right(game: &mut TestApp, ticks: usize) -> u32 {
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.frames(ticks);
    game.key(KeyCode::ArrowRight, ButtonState::Released);
    game.app.world().resource::<Attempt>().deaths
}

#[test]
fn without_help_the_beam_kills_and_invincible_goes_through_it_to_the_exit() {
    let mut game = playing("assist-none", BEAM, |_| {});
    assert!(deaths_while_running_right(&mut game, 120) > 0);
    let mut game = playing("assist-invincible", BEAM, |settings| settings.assist.invincible = true);
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    assert_eq!(game.app.world().resource::<Attempt>().deaths, 0);
}

#[test]
fn one_hit_is_forgiven_in_each_run() {
    let mut game = playing("assist-forgive", BEAM, |settings| settings.assist.forgive_hit = true);
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    assert_eq!(game.app.world().resource::<Attempt>().deaths, 0, "the safe time is long enough to leave the beam");
    // Standing in it is not.
    let mut game = playing("assist-forgive-once", SPIKES, |settings| settings.assist.forgive_hit = true);
    assert!(deaths_while_running_right(&mut game, 300) > 0);
}

#[test]
fn no_other_setting_brings_the_forgiven_hit_back() {
    let mut game = playing("assist-forgive-m", BEAM, |settings| settings.assist.forgive_hit = true);
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.wait_for(|game| !run(game).assist.forgives);
    game.app.world_mut().resource_mut::<Settings>().sound.master = 50;
    game.frames(3);
    assert!(!run(&game).assist.forgives && run(&game).assist.safe_ticks > 0);
    game.type_keys(&[KeyCode::KeyR]);
    assert!(run(&game).assist.forgives, "the next run has one again");
}

#[test]
fn a_run_in_a_level_with_longer_charges_is_assisted_until_it_is_loaded_again() {
    let mut game = playing("assist-charge", STEP, |settings| settings.assist.beam_charge = 300);
    game.type_keys(&[KeyCode::KeyR]);
    game.app.world_mut().resource_mut::<Settings>().assist.beam_charge = 100;
    game.frames(5);
    assert_eq!(game.app.world().resource::<Attempt>().standing, Standing::Assisted);
    game.type_keys(&[KeyCode::KeyR]);
    game.frames(5);
    assert_eq!(game.app.world().resource::<Attempt>().standing, Standing::Clean);
}

#[test]
fn focus_does_not_run_out() {
    let mut game = playing("assist-focus", BEAM, |settings| settings.assist.endless_focus = true);
    game.app.insert_resource(ticks_a_frame(4.0));
    game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
    game.wait_for(|game| game.inputs().len() > 600);
    assert!(run(&game).focus.active);
    assert_eq!(
        game.ticks_with(TickInput::FOCUS),
        game.inputs().len() - game.inputs().iter().take_while(|input| !input.holds(TickInput::FOCUS)).count()
    );
}

#[test]
fn a_death_leads_back_to_the_last_shard_and_a_restart_to_the_start() {
    let mut game = playing("assist-checkpoint", SPIKES, |settings| settings.assist.shard_checkpoints = true);
    let start = game.app.world().resource::<Ninja>().position.x;
    assert!(deaths_while_running_right(&mut game, 110) > 0);
    game.wait_for(|game| run(game).phase == Phase::Running);
    let x = game.app.world().resource::<Ninja>().position.x;
    assert!(x > start + 0.5, "{x} lies beyond {start}");
    let (ticks, inputs) = (run(&game).ticks as usize, game.inputs().len());
    assert_eq!(ticks, inputs, "the inputs are those of a run that never died");
    game.type_keys(&[KeyCode::KeyR]);
    let x = game.app.world().resource::<Ninja>().position.x;
    assert!((x - start).abs() < 0.5, "{x} is the start");
}

#[test]
fn a_run_with_help_has_a_place_of_its_own_and_counts_as_finished() {
    let folder = folder("assist-standing");
    let mut game =
        TestApp::with_profile("assist-standing", &[("a.level.ron", STEP)], true, ProfileStore::open(Some(&folder)));
    game.app.world_mut().resource_mut::<Settings>().assist.game_speed = 50;
    game.key(KeyCode::ArrowRight, ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.frames(2);
    let entry = game.app.world().resource::<LevelCatalog>().current().clone();
    assert_eq!(entry.record.best, None);
    assert!(entry.record.assisted_ticks.is_some() && entry.record.is_finished());
    drop(game);
    let game =
        TestApp::with_profile("assist-standing-2", &[("a.level.ron", STEP)], true, ProfileStore::open(Some(&folder)));
    let again = game.app.world().resource::<LevelCatalog>().current();
    assert_eq!(again.record, entry.record);
}

#[test]
fn the_game_runs_slower_by_half() {
    let mut game = playing("assist-speed", BEAM, |settings| settings.assist.game_speed = 50);
    let before = game.inputs().len();
    game.frames(100);
    let ticks = game.inputs().len() - before;
    assert!((48..=52).contains(&ticks), "{ticks}");
}

/// Whether what comes next is shown, and how many moments of it.
fn ahead(game: &TestApp) -> (bool, usize) {
    let precognition = game.app.world().resource::<Precognition>();
    (precognition.is_shown, precognition.future.moments.len())
}

#[test]
fn what_comes_next_is_shown_in_focus_or_always_if_that_is_wanted() {
    const FOCUS: KeyCode = KeyCode::ShiftLeft;
    let level = BEAM.replacen("name:", "focus: (max: 2, start: 2), name:", 1);
    let shut = level.replacen("name:", "precognition: false, name:", 1);
    let cases: [(&str, &str, fn(&mut Settings), bool, bool); 4] = [
        ("plain", &level, |_| {}, false, true),
        ("switched-off", &level, |settings| settings.picture.precognition = false, false, false),
        ("without-by-the-level", &shut, |_| {}, false, false),
        ("always", &shut, |settings| settings.assist.precognition = true, true, true),
    ];
    for (name, level, set, without_focus, in_focus) in cases {
        let mut game = playing(&format!("precognition-{name}"), level, set);
        game.frames(5);
        assert_eq!(ahead(&game).0, without_focus, "{name}, without focus");
        game.key(FOCUS, ButtonState::Pressed);
        game.frames(12);
        let (is_shown, moments) = ahead(&game);
        assert_eq!(is_shown, in_focus, "{name}, in focus");
        assert!(!is_shown || (11..=13).contains(&moments), "{name}: {moments} moments");
    }
}
