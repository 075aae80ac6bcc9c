//! What the menus expose to screen readers: roles, names, values and texts; and what they do at a reader's request.

use std::collections::BTreeSet;

use accesskit::{Action as AccessAction, ActionData, ActionRequest, Live, NodeId, Role, TreeId};
use bevy::a11y::{AccessibilityNode, ActionRequest as ActionRequestMessage};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use hairline::screens::menus::focus::FocusPlace;
use hairline::screens::{Pause, Screen};
use hairline_profile::settings::{Action, Settings};

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
    game.type_keys(&[Escape, ArrowDown, ArrowDown, ArrowDown, Enter]);
    for has_sliders in [true, true, false, true] {
        let found = accessible_nodes(&mut game);
        let has = |role| found.iter().any(|(found, _)| *found == role);
        assert!(has(Role::TabList) && has(Role::CheckBox) && has(Role::Slider) == has_sliders, "{found:?}");
        game.type_keys(&[PageDown]);
    }
    game.type_keys(&[Escape, ArrowDown, ArrowDown, ArrowDown, ArrowDown, Enter]);
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
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter]);
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
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter, PageDown, PageDown]);
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
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter, PageDown]);
    let world = game.app.world_mut();
    let mut nodes = world.query::<&AccessibilityNode>();
    let mut tabs: Vec<_> = nodes.iter(world).filter(|node| node.role() == Role::Tab).collect();
    tabs.retain(|tab| tab.is_selected() == Some(true));
    assert_eq!(tabs.iter().map(|tab| tab.label()).collect::<Vec<_>>(), [Some("Sound")]);
}

/// What has a role and a name.
#[track_caller]
fn find(game: &mut TestApp, role: Role, name: &str) -> Entity {
    let world = game.app.world_mut();
    let mut nodes = world.query::<(Entity, &AccessibilityNode)>();
    let is_it = |node: &AccessibilityNode| node.role() == role && node.label() == Some(name);
    nodes.iter(world).find(|(_, node)| is_it(node)).expect("the page has it").0
}

/// A screen reader asks something of an entity.
fn request(game: &mut TestApp, entity: Entity, action: AccessAction, data: Option<ActionData>) {
    let target_node = NodeId(entity.to_bits());
    let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node, data };
    game.app.world_mut().write_message(ActionRequestMessage(request));
}

/// A screen reader asks something of what has a role and a name.
#[track_caller]
fn ask(game: &mut TestApp, role: Role, name: &str, action: AccessAction, data: Option<ActionData>) {
    let entity = find(game, role, name);
    let node = game.app.world().get::<AccessibilityNode>(entity).expect("it was just found");
    assert!(node.supports_action(action), "{name} declares it");
    request(game, entity, action, data);
    game.frames(2);
}

#[test]
fn a_screen_reader_moves_the_focus_changes_values_and_chooses() {
    use AccessAction::{Click, Decrement, Focus, Increment, SetValue};
    let number = |value| Some(ActionData::NumericValue(value));
    let mut game = TestApp::new("reader-asks", &[("a.level.ron", STEP)], false);
    game.frames(3);
    ask(&mut game, Role::Button, "Settings", Focus, None);
    assert_eq!(focused_name(&game), "Settings");
    ask(&mut game, Role::Button, "Settings", Click, None);
    assert_eq!(game.screen(), Screen::Settings);
    ask(&mut game, Role::CheckBox, "Reduce flashes", Click, None);
    ask(&mut game, Role::Slider, "Screen shake", Decrement, None);
    ask(&mut game, Role::Slider, "Particles", SetValue, number(38.0));
    ask(&mut game, Role::Slider, "Glow", SetValue, number(f64::NAN));
    let picture = game.app.world().resource::<Settings>().picture.clone();
    assert_eq!((picture.reduce_flashes, picture.shake, picture.particles, picture.bloom), (true, 90, 40, 100));
    assert_eq!(focused_name(&game), "Glow");
    ask(&mut game, Role::Tab, "Sound", Click, None);
    assert_eq!(focused_name(&game), "Settings: Sound", "not a row of the tab that was left");
    ask(&mut game, Role::Slider, "Music", SetValue, number(40.0));
    ask(&mut game, Role::Slider, "Music", Increment, None);
    assert_eq!(game.app.world().resource::<Settings>().sound.music, 50);
    ask(&mut game, Role::Button, "Back", Click, None);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn requests_to_what_is_gone_or_has_to_wait_do_nothing() {
    use AccessAction::{Click, Decrement, Focus};
    let mut game = TestApp::new("reader-busy", &[("a.level.ron", STEP)], false);
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter]);
    let [back, shake] =
        [(Role::Button, "Back"), (Role::Slider, "Screen shake")].map(|(role, name)| find(&mut game, role, name));
    request(&mut game, back, Click, None);
    request(&mut game, shake, Decrement, None);
    game.frames(2);
    assert_eq!(game.screen(), Screen::Title);
    request(&mut game, shake, Decrement, None);
    request(&mut game, shake, Focus, None);
    game.frames(2);
    assert_eq!(game.app.world().resource::<Settings>().picture.shake, 100);
    assert_eq!(focused_name(&game), "Play");
    // While a slot waits for a key, nothing else is chosen.
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter, PageDown, PageDown]);
    ask(&mut game, Role::Button, "Jump, first key: Space", Click, None);
    let waiting = focused(&game).label().map(str::to_owned);
    for action in [Focus, Click] {
        let back = find(&mut game, Role::Button, "Back");
        request(&mut game, back, action, None);
        game.frames(2);
    }
    assert_eq!((focused(&game).label().map(str::to_owned), game.screen()), (waiting, Screen::Settings));
    game.type_keys(&[Escape, Escape, Enter]);
    game.key(ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.frames(2);
    ask(&mut game, Role::Button, "Again", Click, None);
    assert_eq!(game.screen(), Screen::Finished, "the page has just opened");
    game.frames(60);
    ask(&mut game, Role::Button, "Again", Click, None);
    assert_eq!(game.screen(), Screen::Playing);
}

/// The texts of the page outside of widgets, and whether each is read out by itself.
fn texts(game: &mut TestApp) -> Vec<(String, bool)> {
    let world = game.app.world_mut();
    let mut nodes = world.query::<&AccessibilityNode>();
    let texts = nodes.iter(world).filter(|node| node.role() == Role::Label && !node.is_hidden());
    texts.map(|node| (node.value().unwrap_or_default().to_owned(), node.live() == Some(Live::Polite))).collect()
}

#[test]
fn the_texts_of_a_page_are_exposed_and_a_result_is_read_out() {
    let mut game = TestApp::new("reader-texts", &[("a.level.ron", STEP)], false);
    game.type_keys(&[ArrowDown, ArrowDown, ArrowDown, Enter]);
    let found = texts(&mut game);
    assert!(found.contains(&("Settings".into(), false)), "{found:?}");
    assert!(!found.iter().any(|(text, _)| text == "Particles"), "the names of widgets are theirs: {found:?}");
    game.type_keys(&[ArrowDown]);
    assert!(texts(&mut game).contains(&("F11 does the same at any time.".into(), false)), "the text has changed");
    game.type_keys(&[Escape, Enter]);
    game.key(ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.frames(2);
    assert_eq!(texts(&mut game), [("Finished. 0.101. no deaths. first time".into(), true)]);
}

#[test]
fn a_reader_gets_to_every_part_of_a_page_from_its_root() {
    let mut game = TestApp::new("reader-tree", &[("a.level.ron", STEP)], false);
    game.frames(3);
    let pages = [
        (&[][..], Screen::Title),
        (&[ArrowDown, Enter], Screen::LevelList),
        (&[Escape, ArrowDown, ArrowDown, ArrowDown, Enter], Screen::Settings),
        (&[Escape, ArrowDown, ArrowDown, ArrowDown, ArrowDown, Enter], Screen::Credits),
    ];
    for (keys, screen) in pages {
        game.type_keys(keys);
        assert_eq!(game.screen(), screen);
        let world = game.app.world_mut();
        let mut parts = world.query_filtered::<Entity, Or<(With<FocusPlace>, With<AccessibilityNode>)>>();
        let parts: Vec<Entity> = parts.iter(world).collect();
        assert!(parts.len() > 5, "{screen:?}");
        for part in parts {
            let mut entity = part;
            while let Some(parent) = world.get::<ChildOf>(entity).map(ChildOf::parent) {
                assert!(world.get::<AccessibilityNode>(parent).is_some(), "a box cuts off a part of {screen:?}");
                entity = parent;
            }
        }
    }
}
