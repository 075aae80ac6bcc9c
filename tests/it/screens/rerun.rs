//! The finished run on its result: at which pace it is played, what it shows of a sitting, and that nothing waits for it.

use bevy::input::ButtonState;
use bevy::prelude::*;
use hairline::screens::menus::InputCooldown;
use hairline::screens::{Screen, Seen};
use hairline::view::Presentation;
use hairline::view::history::tries::Tries;
use hairline_profile::settings::Settings;
use hairline_sim::history::{History, TryEnd};
use hairline_sim::ninja::Ninja;
use hairline_sim::run::{Phase, Run};

use super::test_app::{HALL, STEP, TestApp, ticks_a_frame};

/// A flag, spikes after it, and the exit.
const FLAG: &str = "(version: 1, name: \"Flag\", map: r\"
############################
#                          #
#                          #
#@    k       ^          X #
############################
\", actors: {'k': Checkpoint()})";

fn run(game: &TestApp) -> Run {
    *game.app.world().resource::<Run>()
}

fn x(game: &TestApp) -> f32 {
    game.app.world().resource::<Ninja>().position.x
}

/// The time of the hazards that the picture shows, between two ticks, in half ticks.
fn shown(game: &TestApp) -> f32 {
    let (run, fraction) = (run(game), game.app.world().resource::<Time<Fixed>>().overstep_fraction());
    run.hazard_half_ticks as f32 - (1.0 - fraction) * run.hazard_step as f32
}

fn seen(game: &TestApp) -> Option<Seen> {
    game.app.world().get_resource::<State<Seen>>().map(|seen| *seen.get())
}

fn hold(game: &mut TestApp, key: KeyCode) {
    game.key(key, ButtonState::Pressed);
}

fn release(game: &mut TestApp, key: KeyCode) {
    game.key(key, ButtonState::Released);
}

/// Runs to the right until something holds.
#[track_caller]
fn run_until(game: &mut TestApp, holds: impl Fn(&TestApp) -> bool) {
    hold(game, KeyCode::ArrowRight);
    game.wait_for(holds);
    release(game, KeyCode::ArrowRight);
}

/// Lets the result's menu take input.
fn wait_out_cooldown(game: &mut TestApp) {
    for _ in 0..200 {
        let world = game.app.world_mut();
        if world.query::<&InputCooldown>().iter(world).next().is_none() {
            return;
        }
        game.frames(1);
    }
    panic!("the result takes no input");
}

/// Every try of this sitting: where it began, how many ticks it has, and how it ended.
fn tries(game: &TestApp) -> Vec<(usize, usize, TryEnd)> {
    let history = game.app.world().resource::<History>();
    history.tries().map(|one| (one.begin, one.inputs.len(), one.end)).collect()
}

#[test]
fn the_run_is_seen_in_the_time_of_its_hazards_without_slow_motion() {
    let mut game = TestApp::playing("rerun-pace", HALL);
    hold(&mut game, KeyCode::ShiftLeft);
    run_until(&mut game, |game| x(game) > 8.0);
    release(&mut game, KeyCode::ShiftLeft);
    run_until(&mut game, |game| game.screen() == Screen::Finished);
    let (ticks, time) = (run(&game).ticks, run(&game).hazard_half_ticks);
    assert!(ticks * 2 > time + 60, "much of the run was in focus: {time} half ticks in {ticks}");
    assert!(!game.app.world().resource::<Presentation>().focus, "nothing shows focus");
    for round in 0..3 {
        // A frame is 1/128 s, two half ticks; and twice as long in the last round.
        game.app.insert_resource(ticks_a_frame(if round == 2 { 2.0 } else { 1.0 }));
        game.wait_for(|game| run(game).phase == Phase::Running && run(game).ticks > 2);
        let passes: u16 = if round == 2 { 4 } else { 2 };
        let (mut slow_frames, mut before, mut shown_before) = (0, run(&game), shown(&game));
        loop {
            game.frames(1);
            let now = run(&game);
            if now.phase == Phase::Finished {
                break;
            }
            let passed = shown(&game) - shown_before;
            assert!(
                (passed - f32::from(passes)).abs() < 1e-3,
                "{passed} half ticks in the frame before tick {}",
                now.ticks
            );
            slow_frames += u32::from(now.focus.active && before.focus.active);
            if now.focus.active && before.focus.active {
                assert_eq!(now.ticks - before.ticks, u32::from(passes), "the ninja is twice as fast in focus");
            }
            (before, shown_before) = (now, shown(&game));
        }
        assert!(slow_frames > 20, "there was focus in it");
        assert_eq!(
            (run(&game).ticks, tries(&game).len()),
            (ticks, 1),
            "round {round}: the same run, and none of it counts"
        );
    }
    wait_out_cooldown(&mut game);
    game.app.insert_resource(ticks_a_frame(1.0));
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!(game.screen(), Screen::Playing);
    let before = run(&game).ticks;
    game.frames(10);
    assert_eq!(run(&game).ticks - before, 10, "play has its own pace");
    assert!(game.app.world().resource::<Presentation>().focus);
}

#[test]
fn every_view_is_left_by_its_key_and_what_can_follow_follows_at_once() {
    use KeyCode::{Backspace, Enter, Escape, KeyT, KeyV};
    let mut game = TestApp::playing("rerun-views", STEP);
    for views in [&[][..], &[KeyV], &[KeyT], &[KeyV, KeyT], &[KeyT, KeyV]] {
        // One frame of a restart and then the step: from the second round on there are other tries.
        run_until(&mut game, |game| game.screen() == Screen::Finished);
        game.frames(2);
        assert_eq!(seen(&game), Some(Seen::Small));
        wait_out_cooldown(&mut game);
        game.type_keys(views);
        let expected = match views {
            [] => Seen::Small,
            [.., KeyV] => Seen::Large,
            // With a single try there are no others to see.
            _ if tries(&game).len() == 1 => Seen::Small,
            _ => Seen::Tries,
        };
        assert_eq!(seen(&game), Some(expected), "{views:?}");
        for back in [Escape, Backspace, *views.last().unwrap_or(&KeyV)] {
            if expected != Seen::Small {
                game.type_keys(&[back]);
                assert_eq!((game.screen(), seen(&game)), (Screen::Finished, Some(Seen::Small)), "{back:?}");
                game.type_keys(&views[views.len() - 1..]);
                assert_eq!(seen(&game), Some(expected));
            }
        }
        game.tap_key(Enter);
        game.frames(2);
        assert_eq!((game.screen(), seen(&game)), (Screen::Playing, None), "{views:?}: again, within two frames");
    }
}

#[test]
fn a_gamepad_and_the_mouse_see_it_large_and_get_back() {
    let mut game = TestApp::playing("rerun-pad", STEP);
    let pad = game.connect_gamepad();
    run_until(&mut game, |game| game.screen() == Screen::Finished);
    wait_out_cooldown(&mut game);
    for (button, expected) in
        [(GamepadButton::West, Seen::Large), (GamepadButton::East, Seen::Small), (GamepadButton::West, Seen::Large)]
    {
        game.tap_button(pad, button);
        game.frames(3);
        assert_eq!(seen(&game), Some(expected), "{button:?}");
    }
    game.right_click();
    assert_eq!((game.screen(), seen(&game)), (Screen::Finished, Some(Seen::Small)));
    game.right_click();
    assert_eq!(game.screen(), Screen::Title, "from the result itself it leads out of the level, as before");
}

#[test]
fn all_tries_of_a_sitting_are_traced_and_another_visit_has_none_of_them() {
    let mut game = TestApp::playing("rerun-tries", FLAG);
    // A restart before the flag, a death on the spikes, a return to the flag, and over them to the exit.
    run_until(&mut game, |game| x(game) > 3.0);
    game.type_keys(&[KeyCode::KeyR]);
    run_until(&mut game, |game| run(game).is_dead());
    let died_at = game.app.world().resource::<Ninja>().position;
    game.wait_for(|game| run(game).is_running());
    run_until(&mut game, |game| x(game) > 11.7);
    hold(&mut game, KeyCode::ArrowRight);
    hold(&mut game, KeyCode::Space);
    game.wait_for(|game| game.screen() == Screen::Finished);
    release(&mut game, KeyCode::ArrowRight);
    release(&mut game, KeyCode::Space);
    let found = tries(&game);
    assert_eq!(
        found.iter().map(|one| one.2).collect::<Vec<_>>(),
        [TryEnd::Restarted, TryEnd::Died(died_at), TryEnd::Finished]
    );
    assert!(found[0].0 == 0 && found[1].0 == 0 && found[2].0 > 0 && found[2].0 < found[1].1, "{found:?}");
    game.frames(30);
    let traced = |game: &TestApp| game.app.world().resource::<Tries>().others.len();
    assert_eq!(traced(&game), 2, "all but the finished run");
    // The run without the death before the flag is played: it is shorter than what was played.
    let official = run(&game).ticks;
    game.wait_for(|game| run(game).is_running());
    game.wait_for(|game| run(game).phase == Phase::Finished);
    assert!(run(&game).ticks < official.max(found[2].1 as u32 + 1));
    assert_eq!(run(&game).ticks as usize, found[2].1, "it is the last try, from the start of the level to the exit");
    game.type_keys(&[KeyCode::KeyT]);
    assert!(game.app.world().resource::<Tries>().is_shown);
    // Again is the same sitting.
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!((tries(&game).len(), traced(&game)), (3, 0));
    // The title and play again is another.
    game.type_keys(&[KeyCode::Escape, KeyCode::ArrowUp, KeyCode::ArrowUp, KeyCode::Enter]);
    assert_eq!(game.screen(), Screen::Title);
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!((game.screen(), tries(&game).len()), (Screen::Playing, 0));
}

#[test]
fn a_run_whose_help_was_changed_on_the_way_is_not_seen_again() {
    let mut game = TestApp::playing("rerun-help", HALL);
    run_until(&mut game, |game| x(game) > 6.0);
    game.app.world_mut().resource_mut::<Settings>().assist.endless_focus = true;
    run_until(&mut game, |game| game.screen() == Screen::Finished);
    game.frames(400);
    assert_eq!((run(&game).phase, tries(&game).len()), (Phase::Finished, 0));
    wait_out_cooldown(&mut game);
    game.type_keys(&[KeyCode::KeyV]);
    assert_eq!(seen(&game), Some(Seen::Small));
}
