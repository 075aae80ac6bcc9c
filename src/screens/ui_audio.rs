//! The sound of the screens: the audio scene and the world of its music, the cues of menus, and the line that shows whether
//! sound is on. Makes no sound itself.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::devices::hints::Hints;
use super::menus::focus::FocusPlace;
use super::menus::theme::{self, LabelWords};
use super::menus::{Choice, Chosen, MenuSystems};
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
        Screen::Title
        | Screen::LevelList
        | Screen::Settings
        | Screen::Daily
        | Screen::Credits
        | Screen::End
        | Screen::Unsaved => AudioScene::Menu,
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

fn emit_choice_cues(mut chosen: MessageReader<Chosen>, mut cues: MessageWriter<MenuCue>) {
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
            | Choice::LastDeath
            | Choice::Practice
            | Choice::WatchRun
            | Choice::WatchBest(_)
            | Choice::Settings
            | Choice::Daily
            | Choice::See(_)
            | Choice::Copy
            | Choice::Paste
            | Choice::Film
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
