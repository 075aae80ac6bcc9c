//! The sound of the screens: the audio scene and the world of its music, the cues of menus, and the line that shows whether
//! sound is on. Makes no sound itself.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::devices::hints::Hints;
use super::flow::Choice;
use super::menus::focus::FocusPlace;
use super::menus::theme::{self, LabelWords};
use super::menus::{Chosen, MenuSystems};
use super::{Pause, Screen};
use crate::audio::engine::output::HasDevice;
use crate::audio::menu::MenuCue;
use crate::audio::scene::{AudioScene, MusicWorld};
use crate::view::canvas::palette::Scenery;
use hairline_profile::settings::Settings;

/// The line of a menu that shows whether sound is on, and the key for it; or that there is no sound device.
#[derive(Component, Clone, Copy, Debug)]
struct MuteLine;

pub fn plugin(app: &mut App) {
    // An app without sound has these too, so that the screens need not check.
    app.init_resource::<AudioScene>()
        .init_resource::<MusicWorld>()
        .init_resource::<Scenery>()
        .init_resource::<Settings>()
        .init_resource::<HasDevice>()
        .add_message::<MenuCue>();
    app.add_systems(
        Update,
        ((update_scene, update_world), (emit_focus_cues, emit_choice_cues).after(MenuSystems::Choose), show_mute_line),
    );
    // Back from the settings the choice to close them has a cue already.
    for exited in [Pause::Running, Pause::Stepping] {
        let pauses = OnTransition { exited, entered: Pause::Paused };
        app.add_systems(pauses, |mut cues: MessageWriter<MenuCue>| _ = cues.write(MenuCue::Left));
    }
}

/// The line of a menu that shows whether sound is on.
pub fn mute_line() -> impl Bundle {
    (MuteLine, theme::label("", theme::size::BODY, theme::TEXT_MUTED))
}

fn update_scene(screen: Res<State<Screen>>, pause: Option<Res<State<Pause>>>, mut scene: ResMut<AudioScene>) {
    let is_paused = pause.is_some_and(|pause| *pause.get() != Pause::Running);
    scene.set_if_neq(match screen.get() {
        Screen::Title | Screen::LevelList | Screen::Settings | Screen::Credits | Screen::End | Screen::Unsaved => {
            AudioScene::Menu
        }
        Screen::Playing if is_paused => AudioScene::Paused,
        Screen::Playing => AudioScene::Playing,
        Screen::Finished => AudioScene::Results,
    });
}

fn update_world(scenery: Res<Scenery>, mut world: ResMut<MusicWorld>) {
    world.set_if_neq(MusicWorld(scenery.0));
}

/// A focus that went from one widget of a page to another makes a cue; the first one of a new page makes none.
fn emit_focus_cues(
    focus: Res<InputFocus>,
    places: Query<(), With<FocusPlace>>,
    mut last: Local<Option<Entity>>,
    mut cues: MessageWriter<MenuCue>,
) {
    let now = focus.get().filter(|widget| places.contains(*widget));
    if now != *last && now.is_some() && last.is_some_and(|last| places.contains(last)) {
        cues.write(MenuCue::Moved);
    }
    *last = now;
}

fn emit_choice_cues(mut chosen: MessageReader<Chosen<Choice>>, mut cues: MessageWriter<MenuCue>) {
    for Chosen(choice) in chosen.read() {
        match choice {
            Choice::Stay => {}
            Choice::List | Choice::Title | Choice::Quit | Choice::QuitUnsaved | Choice::CloseSettings => {
                _ = cues.write(MenuCue::Left)
            }
            Choice::Play
            | Choice::Level(_)
            | Choice::Next
            | Choice::Again
            | Choice::Resume
            | Choice::Settings
            | Choice::Credits => {
                cues.write(MenuCue::Accepted);
            }
        }
    }
}

fn show_mute_line(
    settings: Res<Settings>,
    device: Res<HasDevice>,
    hints: Hints,
    mut lines: Query<(&mut LabelWords, Ref<MuteLine>)>,
) {
    let key = match (device.0, settings.sound.enabled) {
        (false, _) => "sound-none",
        (true, false) => "sound-off",
        (true, true) => "sound-on",
    };
    for (mut words, line) in &mut lines {
        if settings.is_changed() || device.is_changed() || hints.is_changed() || line.is_added() {
            words.0 = hints.get(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin))
            .init_state::<Screen>()
            .add_sub_state::<Pause>()
            .add_message::<Chosen<Choice>>()
            .init_resource::<InputFocus>()
            .add_message::<bevy::input::keyboard::KeyboardInput>()
            .add_message::<bevy::input::mouse::MouseButtonInput>()
            .add_message::<bevy::input::gamepad::GamepadButtonStateChangedEvent>()
            .add_plugins((crate::screens::devices::plugin, plugin));
        app.update();
        app
    }

    fn cues(app: &mut App) -> Vec<MenuCue> {
        app.update();
        app.world_mut().resource_mut::<Messages<MenuCue>>().drain().collect()
    }

    #[test]
    fn the_audio_scene_follows_the_screen_and_the_pause() {
        let mut app = app();
        let mut scene = |screen, pause| {
            app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
            app.update();
            if let Some(mut next) = app.world_mut().get_resource_mut::<NextState<Pause>>() {
                next.set(pause);
                app.update();
            }
            *app.world().resource::<AudioScene>()
        };
        assert_eq!(scene(Screen::LevelList, Pause::Running), AudioScene::Menu);
        assert_eq!(scene(Screen::Playing, Pause::Running), AudioScene::Playing);
        assert_eq!(scene(Screen::Playing, Pause::Paused), AudioScene::Paused);
        assert_eq!(scene(Screen::Finished, Pause::Running), AudioScene::Results);
        assert_eq!(scene(Screen::Title, Pause::Running), AudioScene::Menu);
    }

    #[test]
    fn moving_the_focus_makes_a_cue_and_opening_a_menu_makes_none() {
        let mut app = app();
        let [first, second] = [0, 1].map(|row| app.world_mut().spawn(FocusPlace::row(row)).id());
        let focus = |app: &mut App, widget| {
            app.world_mut().resource_mut::<InputFocus>().set(widget, bevy::input_focus::FocusCause::Navigated);
            cues(app)
        };
        assert_eq!(focus(&mut app, first), []);
        assert_eq!(focus(&mut app, second), [MenuCue::Moved]);
        assert_eq!(focus(&mut app, second), []);
        app.world_mut().despawn(second);
        let third = app.world_mut().spawn(FocusPlace::row(0)).id();
        assert_eq!(focus(&mut app, third), []);
    }

    #[test]
    fn a_choice_makes_a_cue_unless_it_does_nothing() {
        let mut app = app();
        for (choice, expected) in
            [(Choice::Play, [MenuCue::Accepted].as_slice()), (Choice::Title, &[MenuCue::Left]), (Choice::Stay, &[])]
        {
            app.world_mut().write_message(Chosen(choice));
            assert_eq!(cues(&mut app), expected, "{choice:?}");
        }
    }

    #[test]
    fn pausing_makes_one_cue_and_so_does_closing_the_settings() {
        let mut app = app();
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Playing);
        app.update();
        let mut cues_of = |pause, choice| {
            app.world_mut().resource_mut::<NextState<Pause>>().set(pause);
            app.world_mut().write_message_batch(choice);
            cues(&mut app)
        };
        assert_eq!(cues_of(Pause::Paused, None), [MenuCue::Left]);
        assert_eq!(cues_of(Pause::Settings, Some(Chosen(Choice::Settings))), [MenuCue::Accepted]);
        assert_eq!(cues_of(Pause::Paused, Some(Chosen(Choice::CloseSettings))), [MenuCue::Left]);
    }

    #[test]
    fn the_mute_line_follows_the_setting() {
        let mut app = app();
        app.insert_resource(HasDevice(true));
        let line = app.world_mut().spawn(mute_line()).id();
        for is_muted in [false, true, false] {
            app.world_mut().resource_mut::<Settings>().sound.enabled = !is_muted;
            app.update();
            let words = &app.world().get::<LabelWords>(line).expect("it has words").0;
            assert_eq!(words.ends_with("off"), is_muted, "{words}");
        }
    }

    #[test]
    fn without_a_sound_device_the_mute_line_says_so() {
        let mut app = app();
        let line = app.world_mut().spawn(mute_line()).id();
        app.update();
        assert_eq!(app.world().get::<LabelWords>(line).expect("it has words").0, "No sound device");
    }
}
