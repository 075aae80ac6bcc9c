//! Tells the sound what is on screen and what happens in menus.

use bevy::prelude::*;

use crate::audio::Setting;
use crate::audio::cues::Cue;
use crate::audio::levels::AudioLevels;

use super::flow::Choice;
use super::look;
use super::menu::{self, Chosen, Menu};
use super::{Pause, Screen};

/// The line that says whether the game is muted, and by which key.
#[derive(Component, Clone, Copy, Debug)]
struct MuteLine;

/// Adds what the screens tell the sound.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (tell_setting, tell_moves.after(menu::use_menu), tell_choices.after(menu::use_menu), show_mute_line),
    )
    .add_systems(OnEnter(Pause::Paused), |mut cues: MessageWriter<Cue>| _ = cues.write(Cue::Left));
}

/// The line for a menu; it follows the key.
pub fn mute_line() -> impl Bundle {
    (MuteLine, look::label("", look::size::BODY, look::GREY))
}

fn tell_setting(screen: Res<State<Screen>>, pause: Option<Res<State<Pause>>>, mut setting: ResMut<Setting>) {
    let is_paused = pause.is_some_and(|pause| *pause.get() == Pause::Paused);
    setting.set_if_neq(match screen.get() {
        Screen::Title | Screen::LevelList | Screen::End => Setting::Menu,
        Screen::Playing if is_paused => Setting::Pause,
        Screen::Playing => Setting::Play,
        Screen::Finished => Setting::Result,
    });
}

fn tell_moves(
    menu: Option<Single<(Entity, &Menu)>>,
    mut last: Local<Option<(Entity, usize)>>,
    mut cues: MessageWriter<Cue>,
) {
    let now = menu.map(|menu| (menu.0, menu.1.selection.index));
    if let (Some((menu, index)), Some((menu_before, index_before))) = (now, *last)
        && menu == menu_before
        && index != index_before
    {
        cues.write(Cue::Moved);
    }
    *last = now;
}

fn tell_choices(mut chosen: MessageReader<Chosen>, mut cues: MessageWriter<Cue>) {
    for Chosen(choice) in chosen.read() {
        match choice {
            Choice::Stay => {}
            Choice::List | Choice::Title | Choice::Quit => _ = cues.write(Cue::Left),
            Choice::Play | Choice::Level(_) | Choice::Next | Choice::Again | Choice::Resume => {
                cues.write(Cue::Accepted);
            }
        }
    }
}

fn show_mute_line(levels: Res<AudioLevels>, mut lines: Query<(&mut Text, Ref<MuteLine>)>) {
    for (mut text, line) in &mut lines {
        if levels.is_changed() || line.is_added() {
            text.0 = if levels.is_muted { "M  SOUND IS OFF" } else { "M  SOUND IS ON" }.to_owned();
        }
    }
}
