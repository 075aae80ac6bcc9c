//! Transitions between the screens by keys, gamepad and mouse, and what saving a level does in each screen.

use bevy::input::gamepad::{GamepadAxis, GamepadButton};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::window::WindowFocused;
use hairline::screens::level_catalog::LevelCatalog;
use hairline::screens::level_catalog::level_asset::LevelAsset;
use hairline::screens::play::loaded_level::LoadedLevel;
use hairline::screens::transition::{Glide, Shutter, TRANSITION};
use hairline::screens::{Pause, Screen};
use hairline::view::debug::DebugView;
use hairline::view::{Presentation, ViewSystems};
use hairline_profile::settings::Settings;
use hairline_sim::colliders::Colliders;
use hairline_sim::run::input::TickInput;

use super::test_app::{HALL, STEP, TestApp};

const BROKEN: &str = "(version: 1, name: \"Broken\"";

fn campaign(name: &str) -> TestApp {
    TestApp::new(name, &[("a.level.ron", STEP), ("b.level.ron", STEP)], false)
}

#[test]
fn keys_alone_reach_every_screen_and_the_title_again() {
    use KeyCode::{ArrowDown, ArrowUp, Enter, Escape};
    let mut game = campaign("by-keys");
    assert_eq!(game.screen(), Screen::Title);
    game.type_keys(&[ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::LevelList);
    game.type_keys(&[Escape]);
    assert_eq!(game.screen(), Screen::Title);
    game.type_keys(&[Enter]);
    assert_eq!((game.screen(), game.pause()), (Screen::Playing, Some(Pause::Running)));
    game.type_keys(&[Escape]);
    assert_eq!(game.pause(), Some(Pause::Paused));
    game.type_keys(&[Escape]);
    assert_eq!(game.pause(), Some(Pause::Running));
    for next in [Screen::Playing, Screen::End] {
        game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
        game.wait_for(|game| game.screen() == Screen::Finished);
        game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Released);
        // The result ignores input for a moment, so that a jump into the exit chooses nothing.
        game.type_keys(&[Enter]);
        assert_eq!(game.screen(), Screen::Finished);
        game.frames(60);
        game.type_keys(&[Enter]);
        assert_eq!(game.screen(), next);
    }
    game.type_keys(&[ArrowUp, Enter]);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn a_gamepad_alone_gets_into_a_level_and_out_of_it() {
    let mut game = campaign("by-pad");
    let gamepad = game.connect_gamepad();
    let tap = |game: &mut TestApp, button| {
        game.tap_button(gamepad, button);
        game.frames(3);
    };
    game.axis(gamepad, GamepadAxis::LeftStickY, -1.0);
    game.frames(2);
    game.axis(gamepad, GamepadAxis::LeftStickY, 0.0);
    game.frames(2);
    assert_eq!(game.selected(), Some(1));
    tap(&mut game, GamepadButton::South);
    assert_eq!(game.screen(), Screen::LevelList);
    tap(&mut game, GamepadButton::DPadDown);
    assert_eq!(game.selected(), Some(1));
    tap(&mut game, GamepadButton::South);
    assert_eq!(game.screen(), Screen::Playing);
    tap(&mut game, GamepadButton::Start);
    for _ in 0..4 {
        tap(&mut game, GamepadButton::DPadDown);
    }
    tap(&mut game, GamepadButton::South);
    assert_eq!(game.screen(), Screen::LevelList);
    tap(&mut game, GamepadButton::East);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn stepping_has_no_menu_and_escape_opens_it_and_resumes_play() {
    let mut game = TestApp::playing("steps", HALL);
    game.type_keys(&[KeyCode::F4]);
    assert_eq!((game.pause(), game.selected()), (Some(Pause::Stepping), None));
    let ticks = game.inputs().len();
    game.type_keys(&[KeyCode::F4, KeyCode::F4]);
    assert_eq!((game.inputs().len(), game.pause()), (ticks + 2, Some(Pause::Stepping)));
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!((game.pause(), game.selected()), (Some(Pause::Paused), Some(0)));
    game.frames(5);
    assert_eq!(game.inputs().len(), ticks + 2, "time stands still in the menu, too");
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!(game.pause(), Some(Pause::Running));
    assert!(game.inputs().len() > ticks + 2);
}

#[test]
fn a_step_reads_the_buttons_that_are_held_and_closes_the_pause_menu() {
    let mut game = TestApp::playing("steps-held", HALL);
    game.type_keys(&[KeyCode::F4]);
    let ticks = game.inputs().len();
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
    game.type_keys(&[KeyCode::F4]);
    assert_eq!((game.inputs().len(), game.last_input()), (ticks + 1, TickInput::RIGHT));
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!(game.pause(), Some(Pause::Paused));
    game.type_keys(&[KeyCode::F4]);
    assert_eq!((game.inputs().len(), game.pause()), (ticks + 2, Some(Pause::Stepping)));
    game.frames(5);
    assert_eq!(game.inputs().len(), ticks + 2, "time stands still between the steps");
}

#[test]
fn the_debug_view_is_shown_and_hidden_by_its_key() {
    let mut game = TestApp::playing("debug-view", HALL);
    for expected in [true, false, true] {
        game.type_keys(&[KeyCode::F3]);
        assert_eq!(game.app.world().resource::<DebugView>().0, expected);
    }
}

#[test]
fn losing_the_focus_pauses_and_never_having_had_it_does_not() {
    let mut game = TestApp::playing("lost-focus", HALL);
    let mut pause_after = |focused| {
        game.send(WindowFocused { window: Entity::PLACEHOLDER, focused });
        game.frames(2);
        game.pause()
    };
    assert_eq!(pause_after(false), Some(Pause::Running));
    assert_eq!(pause_after(true), Some(Pause::Running));
    assert_eq!(pause_after(false), Some(Pause::Paused));
    assert_eq!(pause_after(true), Some(Pause::Paused), "it does not resume by itself");
}

#[test]
fn the_mouse_alone_gets_out_of_every_screen() {
    let mut game = campaign("by-mouse");
    game.click(1);
    assert_eq!(game.screen(), Screen::LevelList);
    // The entry after the two levels leads back.
    game.click(2);
    assert_eq!(game.screen(), Screen::Title);
    game.click(0);
    assert_eq!(game.screen(), Screen::Playing);
    game.right_click();
    assert_eq!(game.pause(), Some(Pause::Paused));
    game.right_click();
    assert_eq!(game.pause(), Some(Pause::Running));
    game.right_click();
    game.click(5);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn presses_of_one_slow_frame_all_act_in_their_order() {
    let mut game = campaign("slow-frame");
    game.tap_key(KeyCode::ArrowDown);
    game.tap_key(KeyCode::ArrowDown);
    game.tap_key(KeyCode::ArrowUp);
    game.frames(1);
    assert_eq!(game.selected(), Some(1));
    game.tap_key(KeyCode::ArrowUp);
    game.tap_key(KeyCode::Enter);
    game.tap_key(KeyCode::ArrowDown);
    game.frames(3);
    assert_eq!(game.screen(), Screen::Playing, "the first entry was chosen");
}

#[test]
fn one_press_leads_from_a_level_with_errors_back_to_the_list() {
    let levels = [("a.level.ron", BROKEN), ("b.level.ron", HALL)];
    let mut game = TestApp::new("errors", &levels, false);
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!((game.screen(), game.is_loaded()), (Screen::Playing, false));
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!(game.screen(), Screen::LevelList);
}

#[test]
fn a_save_is_played_at_once_on_every_screen() {
    let mut game = TestApp::playing("save", STEP);
    let size = |game: &TestApp| {
        let colliders = game.app.world().get_resource::<Colliders>();
        colliders.map(|colliders| colliders.terrain().size())
    };
    // Over the result of a run.
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Released);
    game.frames(1);
    assert!(game.best_ticks().is_some());
    game.save(HALL);
    game.wait_for(|game| size(game) == Some(UVec2::new(20, 5)));
    assert_eq!(game.screen(), Screen::Playing);
    // Behind the pause menu, which stays.
    game.type_keys(&[KeyCode::Escape]);
    game.save(STEP);
    game.wait_for(|game| size(game) == Some(UVec2::new(6, 3)));
    assert_eq!(game.pause(), Some(Pause::Paused));
    game.type_keys(&[KeyCode::Escape]);
    // A broken one changes nothing.
    game.save(BROKEN);
    game.wait_for(|game| game.has_errors());
    assert_eq!((size(&game), game.screen()), (Some(UVec2::new(6, 3)), Screen::Playing));
    // A best time on one version of a level does not count on another.
    game.save(HALL);
    game.wait_for(|game| size(game) == Some(UVec2::new(20, 5)));
    assert_eq!(game.best_ticks(), None);
}

#[test]
fn no_frame_shows_the_version_before_a_save() {
    let mut game = TestApp::playing("no-stale-frame", STEP);
    let look = |loaded: Res<LoadedLevel>, catalog: Res<LevelCatalog>, levels: Res<Assets<LevelAsset>>| {
        let asset = levels.get(&catalog.current().handle).map(|level| level.hash);
        assert_eq!(loaded.0.map(|loaded| loaded.hash), asset);
    };
    game.app.add_systems(Update, look.in_set(ViewSystems));
    for text in [HALL, STEP, HALL] {
        let before = *game.app.world().resource::<LoadedLevel>();
        game.save(text);
        game.wait_for(|game| *game.app.world().resource::<LoadedLevel>() != before);
    }
}

#[test]
fn no_frame_shows_errors_over_the_corrected_level() {
    let mut game = TestApp::new("corrected", &[("a.level.ron", BROKEN)], true);
    assert!(game.has_errors() && !game.is_loaded());
    let look = |loaded: Res<LoadedLevel>, catalog: Res<LevelCatalog>| {
        assert_eq!(loaded.0.is_some(), catalog.current().report.is_none());
    };
    game.app.add_systems(Update, look.in_set(ViewSystems));
    game.save(HALL);
    game.wait_for(TestApp::is_loaded);
}

#[test]
fn a_level_opened_by_name_leads_to_itself_or_to_the_title_but_never_to_a_list_of_one() {
    let mut game = TestApp::playing("alone", STEP);
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Released);
    game.frames(60);
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!(game.screen(), Screen::Playing, "again");
    // Its pause menu: resume, restart, practice, settings, title.
    let down = KeyCode::ArrowDown;
    game.type_keys(&[KeyCode::Escape, down, down, down, down, KeyCode::Enter]);
    assert_eq!(game.screen(), Screen::Title);
    game.save(BROKEN);
    game.wait_for(|game| game.has_errors());
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!(game.screen(), Screen::Playing);
    assert!(game.is_loaded(), "the last valid version");
}

#[test]
fn the_list_moves_by_pages_and_to_its_ends() {
    let names: Vec<String> = (10..34).map(|number| format!("{number}.level.ron")).collect();
    let levels: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), STEP)).collect();
    let mut game = TestApp::new("pages", &levels, false);
    game.type_keys(&[KeyCode::ArrowDown, KeyCode::Enter]);
    // Eight worlds of three levels; the row after them leads back, and pastes.
    let cases = [(KeyCode::PageDown, 3), (KeyCode::End, 8), (KeyCode::PageUp, 5), (KeyCode::Home, 0)];
    for (key, selected) in cases {
        game.type_keys(&[key]);
        assert_eq!(game.selected(), Some(selected), "{key:?}");
    }
}

#[test]
fn the_list_previews_the_selected_level_once_the_selection_rests() {
    let mut game = TestApp::new("shown", &[("a.level.ron", STEP), ("b.level.ron", HALL)], false);
    let width = |game: &TestApp| {
        let colliders = game.app.world().get_resource::<Colliders>();
        colliders.map(|colliders| colliders.terrain().size().x)
    };
    game.type_keys(&[KeyCode::ArrowDown, KeyCode::Enter]);
    game.frames(30);
    assert_eq!((width(&game), game.app.world().resource::<Presentation>().hud), (Some(6), false));
    game.type_keys(&[KeyCode::ArrowDown]);
    assert_eq!(width(&game), Some(6), "not yet");
    game.frames(30);
    assert_eq!(width(&game), Some(20));
    // What happens behind the list does not belong to the run that follows.
    game.type_keys(&[KeyCode::Enter]);
    assert_eq!((game.screen(), width(&game)), (Screen::Playing, Some(20)));
    assert!(game.inputs().len() < 10 && game.app.world().resource::<Presentation>().hud);
}

#[test]
fn the_wheel_moves_the_selection_row_by_row() {
    let names: Vec<String> = (10..34).map(|number| format!("{number}.level.ron")).collect();
    let levels: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), STEP)).collect();
    let mut game = TestApp::new("wheel", &levels, false);
    game.type_keys(&[KeyCode::ArrowDown, KeyCode::Enter]);
    let mut turn = |y: f32, unit: MouseScrollUnit| {
        game.send(MouseWheel { unit, x: 0.0, y, window: Entity::PLACEHOLDER, phase: TouchPhase::Moved });
        game.frames(2);
        game.selected()
    };
    assert_eq!(turn(-1.0, MouseScrollUnit::Line), Some(1));
    assert_eq!(turn(-37.0, MouseScrollUnit::Pixel), Some(1), "less than a row");
    assert_eq!(turn(-37.0, MouseScrollUnit::Pixel), Some(2), "and now more");
    assert_eq!(turn(2.0, MouseScrollUnit::Line), Some(0));
}

/// Entities of a kind.
fn count<C: Component>(game: &mut TestApp) -> usize {
    let world = game.app.world_mut();
    world.query::<&C>().iter(world).count()
}

#[test]
fn play_is_live_under_the_transition_and_a_press_ends_it() {
    let mut game = campaign("transition");
    game.app.update();
    game.tap_key(KeyCode::Enter);
    game.frames(2);
    assert_eq!((game.screen(), count::<Shutter>(&mut game)), (Screen::Playing, 2));
    let ticks = game.inputs().len();
    game.key(KeyCode::ArrowLeft, bevy::input::ButtonState::Pressed);
    game.frames(1);
    assert_eq!(count::<Shutter>(&mut game), 0, "the press ended it");
    assert!(game.inputs().len() > ticks && game.last_input().holds(TickInput::LEFT));
    game.key(KeyCode::ArrowLeft, bevy::input::ButtonState::Released);
    // Without a press it ends by itself.
    game.type_keys(&[KeyCode::Escape, KeyCode::ArrowUp]);
    game.tap_key(KeyCode::Enter);
    game.frames(2);
    assert_eq!((game.screen(), count::<Shutter>(&mut game)), (Screen::Title, 2));
    assert!(count::<Glide>(&mut game) > 0);
    let frames = (TRANSITION.as_secs_f64() * f64::from(hairline_sim::tuning::TICKS_PER_SECOND)).ceil() as usize;
    game.frames(frames);
    assert_eq!((count::<Shutter>(&mut game), count::<Glide>(&mut game)), (0, 0));
}

#[test]
fn starting_over_has_no_transition_and_reduced_flashes_have_none_at_all() {
    let mut game = TestApp::playing("transition-restart", STEP);
    game.frames(30);
    game.type_keys(&[KeyCode::KeyR]);
    assert_eq!(count::<Shutter>(&mut game), 0);
    game.type_keys(&[KeyCode::Escape, KeyCode::ArrowDown]);
    game.tap_key(KeyCode::Enter);
    game.frames(2);
    assert_eq!((game.pause(), count::<Shutter>(&mut game)), (Some(Pause::Running), 0), "restart from the menu");
    for reduces in [true, false] {
        game.app.world_mut().resource_mut::<Settings>().picture.reduce_flashes = reduces;
        game.type_keys(&[KeyCode::Escape, KeyCode::ArrowUp, KeyCode::ArrowUp]);
        game.tap_key(KeyCode::Enter);
        game.frames(2);
        let moving = count::<Shutter>(&mut game) + count::<Glide>(&mut game);
        assert_eq!((game.screen(), moving > 0), (Screen::Title, !reduces));
        game.type_keys(&[KeyCode::Enter]);
    }
}
