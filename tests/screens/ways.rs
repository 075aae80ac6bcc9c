//! The ways through the screens, by keys, by pad and by mouse, and what a save does in each of them.

use bevy::input::gamepad::{GamepadAxis, GamepadButton};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use hairline::level::Level;
use hairline::screens::level_catalog::Shelf;
use hairline::screens::play::simulation_driver::Stage;
use hairline::screens::{Pause, Screen};
use hairline::view::{Presentation, ViewSystems};

use super::desk::{Desk, HALL, STEP};

const BROKEN: &str = "(version: 1, name: \"Broken\"";

fn campaign(name: &str) -> Desk {
    Desk::new(name, &[("a.level.ron", STEP), ("b.level.ron", STEP)], false)
}

#[test]
fn by_keys_alone_one_comes_through_every_screen_and_back_to_the_title() {
    use KeyCode::{ArrowDown, ArrowUp, Enter, Escape};
    let mut desk = campaign("by-keys");
    assert_eq!(desk.screen(), Screen::Title);
    desk.type_keys(&[ArrowDown, Enter]);
    assert_eq!(desk.screen(), Screen::LevelList);
    desk.type_keys(&[Escape]);
    assert_eq!(desk.screen(), Screen::Title);
    desk.type_keys(&[Enter]);
    assert_eq!((desk.screen(), desk.pause()), (Screen::Playing, Some(Pause::Running)));
    desk.type_keys(&[Escape]);
    assert_eq!(desk.pause(), Some(Pause::Paused));
    desk.type_keys(&[Escape]);
    assert_eq!(desk.pause(), Some(Pause::Running));
    for next in [Screen::Playing, Screen::End] {
        desk.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
        desk.wait_for(|desk| desk.screen() == Screen::Finished);
        desk.key(KeyCode::ArrowRight, bevy::input::ButtonState::Released);
        // The result is deaf for a moment, so that a jump into the exit chooses nothing.
        desk.type_keys(&[Enter]);
        assert_eq!(desk.screen(), Screen::Finished);
        desk.frames(60);
        desk.type_keys(&[Enter]);
        assert_eq!(desk.screen(), next);
    }
    desk.type_keys(&[ArrowUp, Enter]);
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn by_pad_alone_one_comes_into_a_level_and_out_of_it() {
    let mut desk = campaign("by-pad");
    let pad = desk.pad();
    let tap = |desk: &mut Desk, button| {
        desk.tap_button(pad, button);
        desk.frames(3);
    };
    desk.axis(pad, GamepadAxis::LeftStickY, -1.0);
    desk.frames(2);
    desk.axis(pad, GamepadAxis::LeftStickY, 0.0);
    desk.frames(2);
    assert_eq!(desk.chosen(), Some(1));
    tap(&mut desk, GamepadButton::South);
    assert_eq!(desk.screen(), Screen::LevelList);
    tap(&mut desk, GamepadButton::DPadDown);
    assert_eq!(desk.chosen(), Some(1));
    tap(&mut desk, GamepadButton::South);
    assert_eq!(desk.screen(), Screen::Playing);
    tap(&mut desk, GamepadButton::Start);
    for _ in 0..2 {
        tap(&mut desk, GamepadButton::DPadDown);
    }
    tap(&mut desk, GamepadButton::South);
    assert_eq!(desk.screen(), Screen::LevelList);
    tap(&mut desk, GamepadButton::East);
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn single_steps_have_no_menu_and_escape_leads_to_it_and_back_to_the_play() {
    let mut desk = Desk::playing("steps", HALL);
    desk.type_keys(&[KeyCode::F4]);
    assert_eq!((desk.pause(), desk.chosen()), (Some(Pause::Stepping), None));
    let ticks = desk.inputs().len();
    desk.type_keys(&[KeyCode::F4, KeyCode::F4]);
    assert_eq!((desk.inputs().len(), desk.pause()), (ticks + 2, Some(Pause::Stepping)));
    desk.type_keys(&[KeyCode::Escape]);
    assert_eq!((desk.pause(), desk.chosen()), (Some(Pause::Paused), Some(0)));
    desk.frames(5);
    assert_eq!(desk.inputs().len(), ticks + 2, "time stands in the menu, too");
    desk.type_keys(&[KeyCode::Escape]);
    assert_eq!(desk.pause(), Some(Pause::Running));
    assert!(desk.inputs().len() > ticks + 2);
}

/// Presses an entry of the menu on screen, as the pointer does.
fn press(desk: &mut Desk, index: usize) {
    let world = desk.app.world_mut();
    let mut entries = world.query::<(&hairline::screens::menus::MenuEntry, &mut Interaction)>();
    let found = entries.iter_mut(world).find(|(entry, _)| entry.index == index);
    *found.expect("there is such an entry").1 = Interaction::Pressed;
    desk.frames(4);
}

#[test]
fn by_mouse_alone_no_screen_is_a_dead_end() {
    let mut desk = campaign("by-mouse");
    press(&mut desk, 1);
    assert_eq!(desk.screen(), Screen::LevelList);
    // After the two levels comes the way back.
    press(&mut desk, 2);
    assert_eq!(desk.screen(), Screen::Title);
    press(&mut desk, 0);
    assert_eq!(desk.screen(), Screen::Playing);
    desk.right_click();
    assert_eq!(desk.pause(), Some(Pause::Paused));
    desk.right_click();
    assert_eq!(desk.pause(), Some(Pause::Running));
    desk.right_click();
    press(&mut desk, 3);
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn presses_of_one_slow_frame_are_all_heard_and_in_their_order() {
    let mut desk = campaign("slow-frame");
    desk.tap_key(KeyCode::ArrowDown);
    desk.tap_key(KeyCode::ArrowDown);
    desk.tap_key(KeyCode::ArrowUp);
    desk.frames(1);
    assert_eq!(desk.chosen(), Some(1));
    desk.tap_key(KeyCode::ArrowUp);
    desk.tap_key(KeyCode::Enter);
    desk.tap_key(KeyCode::ArrowDown);
    desk.frames(3);
    assert_eq!(desk.screen(), Screen::Playing, "the first entry was taken");
}

#[test]
fn a_pointer_that_rests_on_an_entry_does_not_choose_it_again() {
    let mut desk = campaign("resting-pointer");
    let moved = || bevy::window::CursorMoved { window: Entity::PLACEHOLDER, position: Vec2::ZERO, delta: None };
    let world = desk.app.world_mut();
    let mut entries = world.query::<(&hairline::screens::menus::MenuEntry, &mut Interaction)>();
    let third = entries.iter_mut(world).find(|(entry, _)| entry.index == 2);
    *third.expect("the title has three entries").1 = Interaction::Hovered;
    desk.frames(2);
    assert_eq!(desk.chosen(), Some(0), "it came to lie there by itself");
    desk.send(moved());
    desk.frames(2);
    assert_eq!(desk.chosen(), Some(2));
    desk.type_keys(&[KeyCode::ArrowUp]);
    assert_eq!(desk.chosen(), Some(1));
    desk.send(moved());
    desk.frames(1);
    assert_eq!(desk.chosen(), Some(2));
}

#[test]
fn a_level_with_faults_leads_back_to_the_list_by_one_press() {
    let levels = [("a.level.ron", BROKEN), ("b.level.ron", HALL)];
    let mut desk = Desk::new("faults", &levels, false);
    desk.type_keys(&[KeyCode::Enter]);
    assert_eq!((desk.screen(), desk.is_staged()), (Screen::Playing, false));
    desk.type_keys(&[KeyCode::Escape]);
    assert_eq!(desk.screen(), Screen::LevelList);
}

#[test]
fn a_save_is_in_play_at_once_whatever_is_on_screen() {
    let mut desk = Desk::playing("save", STEP);
    let size = |desk: &Desk| {
        let terrain = desk.app.world().get_resource::<hairline::sim::state::spawn::LevelTerrain>();
        terrain.map(|terrain| terrain.0.size())
    };
    // Over the result of a run.
    desk.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
    desk.wait_for(|desk| desk.screen() == Screen::Finished);
    desk.key(KeyCode::ArrowRight, bevy::input::ButtonState::Released);
    desk.frames(1);
    assert!(desk.best_ticks().is_some());
    desk.save(HALL);
    desk.wait_for(|desk| size(desk) == Some(UVec2::new(20, 5)));
    assert_eq!(desk.screen(), Screen::Playing);
    // Over the pause menu, which stays.
    desk.type_keys(&[KeyCode::Escape]);
    desk.save(STEP);
    desk.wait_for(|desk| size(desk) == Some(UVec2::new(6, 3)));
    assert_eq!(desk.pause(), Some(Pause::Paused));
    desk.type_keys(&[KeyCode::Escape]);
    // A broken one changes nothing.
    desk.save(BROKEN);
    desk.wait_for(|desk| desk.has_fault());
    assert_eq!((size(&desk), desk.screen()), (Some(UVec2::new(6, 3)), Screen::Playing));
    // A best time on a level is none on another one.
    desk.save(HALL);
    desk.wait_for(|desk| size(desk) == Some(UVec2::new(20, 5)));
    assert_eq!(desk.best_ticks(), None);
}

#[test]
fn no_frame_shows_a_level_as_it_was_before_a_save() {
    let mut desk = Desk::playing("no-stale-frame", STEP);
    let look = |stage: Res<Stage>, shelf: Res<Shelf>, levels: Res<Assets<Level>>| {
        let loaded = levels.get(&shelf.current().handle).map(|level| level.hash);
        assert_eq!(stage.level.map(|staged| staged.1), loaded);
    };
    desk.app.add_systems(Update, look.in_set(ViewSystems));
    for text in [HALL, STEP, HALL] {
        let before = desk.app.world().resource::<Stage>().level;
        desk.save(text);
        desk.wait_for(|desk| desk.app.world().resource::<Stage>().level != before);
    }
}

#[test]
fn no_frame_shows_faults_over_the_level_that_was_mended() {
    let mut desk = Desk::new("mended", &[("a.level.ron", BROKEN)], true);
    assert!(desk.has_fault() && !desk.is_staged());
    let look = |stage: Res<Stage>, shelf: Res<Shelf>| {
        assert_eq!(stage.level.is_some(), shelf.current().fault.is_none());
    };
    desk.app.add_systems(Update, look.in_set(ViewSystems));
    desk.save(HALL);
    desk.wait_for(Desk::is_staged);
}

#[test]
fn a_level_that_was_opened_by_name_leads_back_to_itself_or_out_and_never_to_a_list_of_one() {
    let mut desk = Desk::playing("alone", STEP);
    desk.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
    desk.wait_for(|desk| desk.screen() == Screen::Finished);
    desk.key(KeyCode::ArrowRight, bevy::input::ButtonState::Released);
    desk.frames(60);
    desk.type_keys(&[KeyCode::Enter]);
    assert_eq!(desk.screen(), Screen::Playing, "again");
    // Its pause menu: on, restart, title.
    desk.type_keys(&[KeyCode::Escape, KeyCode::ArrowDown, KeyCode::ArrowDown, KeyCode::Enter]);
    assert_eq!(desk.screen(), Screen::Title);
    desk.save(BROKEN);
    desk.wait_for(|desk| desk.has_fault());
    desk.type_keys(&[KeyCode::Enter]);
    assert_eq!(desk.screen(), Screen::Playing);
    assert!(desk.is_staged(), "the last good one");
}

#[test]
fn the_list_goes_by_pages_and_to_its_ends() {
    let names: Vec<String> = (10..34).map(|number| format!("{number}.level.ron")).collect();
    let levels: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), STEP)).collect();
    let mut desk = Desk::new("pages", &levels, false);
    desk.type_keys(&[KeyCode::ArrowDown, KeyCode::Enter]);
    let cases = [(KeyCode::PageDown, 10), (KeyCode::End, 24), (KeyCode::PageUp, 14), (KeyCode::Home, 0)];
    for (key, chosen) in cases {
        desk.type_keys(&[key]);
        assert_eq!(desk.chosen(), Some(chosen), "{key:?}");
    }
}

#[test]
fn the_list_shows_the_chosen_level_once_the_choice_rests() {
    let mut desk = Desk::new("shown", &[("a.level.ron", STEP), ("b.level.ron", HALL)], false);
    let width = |desk: &Desk| {
        let terrain = desk.app.world().get_resource::<hairline::sim::state::spawn::LevelTerrain>();
        terrain.map(|terrain| terrain.0.size().x)
    };
    desk.type_keys(&[KeyCode::ArrowDown, KeyCode::Enter]);
    desk.frames(30);
    assert_eq!((width(&desk), desk.app.world().resource::<Presentation>().hud), (Some(6), false));
    desk.type_keys(&[KeyCode::ArrowDown]);
    assert_eq!(width(&desk), Some(6), "not yet");
    desk.frames(30);
    assert_eq!(width(&desk), Some(20));
    // What happens behind the list is no part of the run that follows.
    desk.type_keys(&[KeyCode::Enter]);
    assert_eq!((desk.screen(), width(&desk)), (Screen::Playing, Some(20)));
    assert!(desk.inputs().len() < 10 && desk.app.world().resource::<Presentation>().hud);
}

#[test]
fn the_wheel_moves_a_long_list_and_the_chosen_row_with_it_as_far_as_there_is_more() {
    let names: Vec<String> = (10..24).map(|number| format!("{number}.level.ron")).collect();
    let levels: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), STEP)).collect();
    let mut desk = Desk::new("wheel", &levels, false);
    desk.type_keys(&[KeyCode::ArrowDown, KeyCode::Enter]);
    let mut turn = |y: f32, unit: MouseScrollUnit| {
        desk.send(MouseWheel { unit, x: 0.0, y, window: Entity::PLACEHOLDER, phase: TouchPhase::Moved });
        desk.frames(2);
        desk.chosen()
    };
    // Three of fourteen rows lie beyond the page.
    assert_eq!(turn(-1.0, MouseScrollUnit::Line), Some(1));
    assert_eq!(turn(-60.0, MouseScrollUnit::Pixel), Some(1), "less than a row");
    assert_eq!(turn(-60.0, MouseScrollUnit::Pixel), Some(2), "and now more");
    assert_eq!(turn(-1000.0, MouseScrollUnit::Line), Some(3));
    assert_eq!(turn(1000.0, MouseScrollUnit::Line), Some(0));
}
