//! What screen readers are told of the menus.

use accesskit::Role;
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use hairline::profile::settings::Action;
use hairline::screens::menus::focus::FocusPlace;
use hairline::screens::{Pause, Screen};

use super::test_app::{STEP, TestApp};

use KeyCode::{ArrowDown, ArrowRight, Enter, Escape, PageDown};

/// Role and name of everything on the page that can have the focus, in no order.
#[track_caller]
fn told(game: &mut TestApp) -> Vec<(Role, String)> {
    let world = game.app.world_mut();
    let mut nodes = world.query_filtered::<Option<&AccessibilityNode>, With<FocusPlace>>();
    let told = |node: Option<&AccessibilityNode>| {
        let node = node.expect("screen readers are told of it");
        (node.role(), node.label().unwrap_or_default().to_owned())
    };
    let all: Vec<_> = nodes.iter(world).map(told).collect();
    assert!(!all.is_empty());
    for (role, name) in &all {
        assert!(*role != Role::Unknown && !name.is_empty(), "{role:?} {name:?} of {all:?}");
    }
    all
}

/// The name of what has the focus.
fn focused(game: &TestApp) -> &str {
    let world = game.app.world();
    let focus = world.resource::<InputFocus>().get().expect("something has the focus");
    world.get::<AccessibilityNode>(focus).and_then(|node| node.label()).expect("it has a name")
}

#[test]
fn everything_that_can_have_the_focus_has_a_role_and_a_name_on_every_page() {
    let mut game = TestApp::new("reader-pages", &[("a.level.ron", STEP)], false);
    game.frames(3);
    told(&mut game);
    game.type_keys(&[ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::LevelList);
    assert!(told(&mut game).contains(&(Role::Button, "Step: not finished yet".into())));
    game.type_keys(&[Escape, ArrowDown, ArrowDown, Enter]);
    for has_sliders in [true, true, false, true] {
        let found = told(&mut game);
        let has = |role| found.iter().any(|(found, _)| *found == role);
        assert!(has(Role::TabList) && has(Role::CheckBox) && has(Role::Slider) == has_sliders, "{found:?}");
        game.type_keys(&[PageDown]);
    }
    game.type_keys(&[Escape, ArrowDown, ArrowDown, ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::Credits);
    told(&mut game);
    game.type_keys(&[Escape, Enter, Escape]);
    assert_eq!(game.pause(), Some(Pause::Paused));
    told(&mut game);
    game.type_keys(&[Escape]);
    game.key(ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    told(&mut game);
    game.frames(60);
    game.tap_key(Enter);
    game.frames(3);
    assert_eq!(game.screen(), Screen::End);
    told(&mut game);
}

#[test]
fn values_are_told_with_the_names_of_what_has_them() {
    let mut game = TestApp::new("reader-values", &[("a.level.ron", STEP)], false);
    game.type_keys(&[ArrowDown, ArrowDown, Enter]);
    assert_eq!(focused(&game), "Settings: Picture");
    game.type_keys(&[ArrowDown]);
    assert_eq!(focused(&game), "Window: window");
    game.type_keys(&[ArrowRight]);
    assert_eq!(focused(&game), "Window: full screen");
    game.type_keys(&[PageDown, PageDown]);
    assert_eq!(focused(&game), "Settings: Controls");
    game.bind(Action::Jump, "KeyJ");
    game.frames(2);
    assert!(told(&mut game).contains(&(Role::Button, "Jump: J".into())));
    assert!(told(&mut game).iter().any(|(_, name)| name == "Restart: (not bound)"));
}
