//! The roles, names and values that the menus expose to screen readers.

use std::collections::BTreeSet;

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
fn accessible_nodes(game: &mut TestApp) -> Vec<(Role, String)> {
    let world = game.app.world_mut();
    let mut nodes = world.query_filtered::<Option<&AccessibilityNode>, With<FocusPlace>>();
    let role_and_name = |node: Option<&AccessibilityNode>| {
        let node = node.expect("it has a node");
        (node.role(), node.label().unwrap_or_default().to_owned())
    };
    let all: Vec<_> = nodes.iter(world).map(role_and_name).collect();
    assert!(!all.is_empty());
    for (role, name) in &all {
        assert!(*role != Role::Unknown && !name.is_empty(), "{role:?} {name:?} of {all:?}");
    }
    all
}

/// What has the focus.
fn focused(game: &TestApp) -> &AccessibilityNode {
    let world = game.app.world();
    let focus = world.resource::<InputFocus>().get().expect("something has the focus");
    world.get::<AccessibilityNode>(focus).expect("it has a node")
}

/// The name of what has the focus.
fn focused_name(game: &TestApp) -> &str {
    focused(game).label().expect("it has a name")
}

#[test]
fn everything_that_can_have_the_focus_has_a_role_and_a_name_on_every_page() {
    let mut game = TestApp::new("reader-pages", &[("a.level.ron", STEP)], false);
    game.frames(3);
    accessible_nodes(&mut game);
    game.type_keys(&[ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::LevelList);
    assert!(accessible_nodes(&mut game).contains(&(Role::Button, "Step: not finished yet".into())));
    game.type_keys(&[Escape, ArrowDown, ArrowDown, Enter]);
    for has_sliders in [true, true, false, true] {
        let found = accessible_nodes(&mut game);
        let has = |role| found.iter().any(|(found, _)| *found == role);
        assert!(has(Role::TabList) && has(Role::CheckBox) && has(Role::Slider) == has_sliders, "{found:?}");
        game.type_keys(&[PageDown]);
    }
    game.type_keys(&[Escape, ArrowDown, ArrowDown, ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::Credits);
    accessible_nodes(&mut game);
    game.type_keys(&[Escape, Enter, Escape]);
    assert_eq!(game.pause(), Some(Pause::Paused));
    accessible_nodes(&mut game);
    game.type_keys(&[Escape]);
    game.key(ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    accessible_nodes(&mut game);
    game.frames(60);
    game.tap_key(Enter);
    game.frames(3);
    assert_eq!(game.screen(), Screen::End);
    accessible_nodes(&mut game);
}

#[test]
fn values_are_exposed() {
    let mut game = TestApp::new("reader-values", &[("a.level.ron", STEP)], false);
    game.type_keys(&[ArrowDown, ArrowDown, Enter]);
    assert_eq!(focused_name(&game), "Settings: Picture");
    game.type_keys(&[ArrowDown]);
    assert_eq!(focused_name(&game), "Window: window");
    assert_eq!(focused(&game).description(), Some("F11 does the same at any time."));
    game.type_keys(&[ArrowRight]);
    assert_eq!(focused_name(&game), "Window: full screen");
    game.type_keys(&[PageDown, ArrowDown, ArrowDown]);
    assert_eq!((focused_name(&game), focused(&game).numeric_value()), ("Volume", Some(80.0)));
    game.type_keys(&[ArrowRight]);
    assert_eq!(focused(&game).numeric_value(), Some(90.0));
    game.type_keys(&[Escape, ArrowDown, Enter]);
    assert_eq!(game.screen(), Screen::LevelList);
    assert_eq!(focused(&game).description(), Some("no deaths"));
}

#[test]
fn each_slot_of_an_action_has_a_name_of_its_own() {
    let mut game = TestApp::new("reader-slots", &[("a.level.ron", STEP)], false);
    game.type_keys(&[ArrowDown, ArrowDown, Enter, PageDown, PageDown]);
    assert_eq!(focused_name(&game), "Settings: Controls");
    game.bind(Action::Jump, "KeyJ");
    game.frames(2);
    let names: Vec<String> = accessible_nodes(&mut game).into_iter().map(|(_, name)| name).collect();
    assert!(names.contains(&"Jump, first key: J".to_owned()), "{names:?}");
    assert!(names.contains(&"Restart, second key: empty".to_owned()), "{names:?}");
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
}

#[test]
fn the_open_tab_is_selected() {
    let mut game = TestApp::new("reader-tabs", &[("a.level.ron", STEP)], false);
    game.type_keys(&[ArrowDown, ArrowDown, Enter, PageDown]);
    let world = game.app.world_mut();
    let mut nodes = world.query::<&AccessibilityNode>();
    let mut tabs: Vec<_> = nodes.iter(world).filter(|node| node.role() == Role::Tab).collect();
    tabs.retain(|tab| tab.is_selected() == Some(true));
    assert_eq!(tabs.iter().map(|tab| tab.label()).collect::<Vec<_>>(), [Some("Sound")]);
}
