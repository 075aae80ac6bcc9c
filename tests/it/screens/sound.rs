//! What the screens tell the sound: the scene, the cues of menus; and the line that shows whether sound is on.

use bevy::prelude::*;
use hairline::audio::engine::output::HasDevice;
use hairline::audio::menu::MenuCue;
use hairline::audio::scene::AudioScene;
use hairline::screens::Screen;
use hairline::screens::menus::theme::LabelWords;
use hairline_profile::settings::Settings;

use super::test_app::{HALL, STEP, TestApp};

#[test]
fn the_audio_scene_follows_the_screen_and_the_pause() {
    let mut game = TestApp::new("sound-scene", &[("a.level.ron", STEP)], false);
    let scene = |game: &TestApp| *game.app.world().resource::<AudioScene>();
    assert_eq!(scene(&game), AudioScene::Menu);
    for expected in [AudioScene::Playing, AudioScene::Paused, AudioScene::Playing] {
        game.type_keys(&[if game.screen() == Screen::Title { KeyCode::Enter } else { KeyCode::Escape }]);
        assert_eq!(scene(&game), expected);
    }
    game.key(KeyCode::ArrowRight, bevy::input::ButtonState::Pressed);
    game.wait_for(|game| game.screen() == Screen::Finished);
    game.frames(1);
    assert_eq!(scene(&game), AudioScene::Results);
    game.frames(60);
    game.type_keys(&[KeyCode::Escape]);
    assert_eq!((game.screen(), scene(&game)), (Screen::LevelList, AudioScene::Menu));
}

#[derive(Resource, Default)]
struct Heard(Vec<MenuCue>);

#[test]
fn moving_the_focus_and_each_choice_make_one_cue_and_opening_a_menu_makes_none() {
    use KeyCode::{ArrowDown, ArrowUp, Enter, Escape};
    use MenuCue::{Accepted, Left, Moved};
    let mut game = TestApp::new("sound-cues", &[("a.level.ron", HALL)], false);
    let listen = |mut cues: MessageReader<MenuCue>, mut heard: ResMut<Heard>| heard.0.extend(cues.read());
    game.app.init_resource::<Heard>().add_systems(Last, listen);
    let cases = [
        ("nothing is behind the title", Escape, None),
        ("the next entry", ArrowDown, Some(Moved)),
        ("the first entry", ArrowUp, Some(Moved)),
        ("play", Enter, Some(Accepted)),
        ("nothing to move in play", ArrowDown, None),
        ("pause", Escape, Some(Left)),
        ("restart", ArrowDown, Some(Moved)),
        ("settings", ArrowDown, Some(Moved)),
        ("open them", Enter, Some(Accepted)),
        ("close them", Escape, Some(Left)),
        ("resume", Escape, Some(Accepted)),
    ];
    for (what, key, expected) in cases {
        game.type_keys(&[key]);
        let heard = std::mem::take(&mut game.app.world_mut().resource_mut::<Heard>().0);
        assert_eq!(heard, Vec::from_iter(expected), "{what}");
    }
}

#[test]
fn the_pause_menu_says_whether_sound_is_on_and_whether_there_is_a_device() {
    let mut game = TestApp::playing("sound-line", HALL);
    game.type_keys(&[KeyCode::Escape]);
    let mut line = |device: bool, enabled: bool| {
        game.app.insert_resource(HasDevice(device));
        game.app.world_mut().resource_mut::<Settings>().sound.enabled = enabled;
        game.frames(2);
        let world = game.app.world_mut();
        let mut labels = world.query::<&LabelWords>();
        let found: Vec<String> = labels.iter(world).map(|label| label.0.clone()).collect();
        found.into_iter().find(|label| label.to_lowercase().contains("sound")).expect("the menu has the line")
    };
    assert_eq!(line(false, true), "No sound device");
    for is_on in [false, true, false] {
        let shown = line(true, is_on);
        assert_eq!(shown.ends_with("off"), !is_on, "{shown}");
    }
}
