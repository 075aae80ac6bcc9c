//! Tells the sound what is on screen and what happens in menus.

use bevy::prelude::*;

use crate::audio::engine::output::HasDevice;
use crate::audio::engine::volume::AudioLevels;
use crate::audio::menu::MenuCue;
use crate::audio::scene::AudioScene;

use crate::screens::flow::Choice;
use crate::screens::menus;
use crate::screens::menus::theme;
use crate::screens::menus::{Chosen, Menu};
use crate::screens::{Pause, Screen};

/// The line that says whether the game is muted, and by which key; or that there is nothing to play sound on.
#[derive(Component, Clone, Copy, Debug)]
struct MuteLine;

/// Adds what the screens tell the sound.
pub fn plugin(app: &mut App) {
    // What is told stands ready whether anybody listens or not.
    app.init_resource::<AudioScene>()
        .init_resource::<AudioLevels>()
        .init_resource::<HasDevice>()
        .add_message::<MenuCue>();
    app.add_systems(
        Update,
        (tell_setting, tell_moves.after(menus::use_menu), tell_choices.after(menus::use_menu), show_mute_line),
    )
    .add_systems(OnEnter(Pause::Paused), |mut cues: MessageWriter<MenuCue>| _ = cues.write(MenuCue::Left));
}

/// The line for a menu; it follows the key.
pub fn mute_line() -> impl Bundle {
    (MuteLine, theme::label("", theme::size::BODY, theme::GREY))
}

fn tell_setting(screen: Res<State<Screen>>, pause: Option<Res<State<Pause>>>, mut setting: ResMut<AudioScene>) {
    let is_paused = pause.is_some_and(|pause| *pause.get() != Pause::Running);
    setting.set_if_neq(match screen.get() {
        Screen::Title | Screen::LevelList | Screen::End => AudioScene::Menu,
        Screen::Playing if is_paused => AudioScene::Paused,
        Screen::Playing => AudioScene::Playing,
        Screen::Finished => AudioScene::Results,
    });
}

fn tell_moves(
    menu: Option<Single<(Entity, &Menu)>>,
    mut last: Local<Option<(Entity, usize)>>,
    mut cues: MessageWriter<MenuCue>,
) {
    let now = menu.map(|menu| (menu.0, menu.1.selection.index));
    if let (Some((menu, index)), Some((menu_before, index_before))) = (now, *last)
        && menu == menu_before
        && index != index_before
    {
        cues.write(MenuCue::Moved);
    }
    *last = now;
}

fn tell_choices(mut chosen: MessageReader<Chosen>, mut cues: MessageWriter<MenuCue>) {
    for Chosen(choice) in chosen.read() {
        match choice {
            Choice::Stay => {}
            Choice::List | Choice::Title | Choice::Quit => _ = cues.write(MenuCue::Left),
            Choice::Play | Choice::Level(_) | Choice::Next | Choice::Again | Choice::Resume => {
                cues.write(MenuCue::Accepted);
            }
        }
    }
}

fn show_mute_line(levels: Res<AudioLevels>, device: Res<HasDevice>, mut lines: Query<(&mut Text, Ref<MuteLine>)>) {
    let words = match (device.0, levels.is_muted) {
        (false, _) => "NO SOUND DEVICE",
        (true, true) => "M  SOUND IS OFF",
        (true, false) => "M  SOUND IS ON",
    };
    for (mut text, line) in &mut lines {
        if levels.is_changed() || line.is_added() {
            text.0 = words.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::screens::menus::Selection;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin))
            .init_state::<Screen>()
            .add_sub_state::<Pause>()
            .init_resource::<AudioScene>()
            .init_resource::<AudioLevels>()
            .add_message::<Chosen>()
            .add_message::<MenuCue>()
            .add_plugins(plugin);
        app.update();
        app
    }

    fn cues(app: &mut App) -> Vec<MenuCue> {
        app.update();
        app.world_mut().resource_mut::<Messages<MenuCue>>().drain().collect()
    }

    #[test]
    fn the_sound_knows_what_is_on_screen() {
        let mut app = app();
        let mut setting = |screen, pause| {
            app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
            app.update();
            if let Some(mut next) = app.world_mut().get_resource_mut::<NextState<Pause>>() {
                next.set(pause);
                app.update();
            }
            *app.world().resource::<AudioScene>()
        };
        assert_eq!(setting(Screen::LevelList, Pause::Running), AudioScene::Menu);
        assert_eq!(setting(Screen::Playing, Pause::Running), AudioScene::Playing);
        assert_eq!(setting(Screen::Playing, Pause::Paused), AudioScene::Paused);
        assert_eq!(setting(Screen::Finished, Pause::Running), AudioScene::Results);
        assert_eq!(setting(Screen::Title, Pause::Running), AudioScene::Menu);
    }

    #[test]
    fn moving_is_heard_and_a_menu_that_opens_is_not() {
        let mut app = app();
        let menu = |index| Menu { selection: Selection::at(index, 3), back: Choice::Stay, pause: Choice::Stay };
        let first = app.world_mut().spawn(menu(0)).id();
        assert_eq!(cues(&mut app), []);
        app.world_mut().entity_mut(first).insert(menu(1));
        assert_eq!(cues(&mut app), [MenuCue::Moved]);
        assert_eq!(cues(&mut app), []);
        app.world_mut().despawn(first);
        app.world_mut().spawn(menu(2));
        assert_eq!(cues(&mut app), []);
    }

    #[test]
    fn a_choice_is_heard_unless_it_leads_nowhere() {
        let mut app = app();
        for (choice, heard) in
            [(Choice::Play, [MenuCue::Accepted].as_slice()), (Choice::Title, &[MenuCue::Left]), (Choice::Stay, &[])]
        {
            app.world_mut().write_message(Chosen(choice));
            assert_eq!(cues(&mut app), heard, "{choice:?}");
        }
    }

    #[test]
    fn the_line_in_the_menu_follows_the_key() {
        let mut app = app();
        app.insert_resource(HasDevice(true));
        let line = app.world_mut().spawn(mute_line()).id();
        for is_muted in [false, true, false] {
            app.world_mut().resource_mut::<AudioLevels>().is_muted = is_muted;
            app.update();
            let text = &app.world().get::<Text>(line).expect("it is type").0;
            assert_eq!(text.ends_with("OFF"), is_muted, "{text}");
        }
    }

    #[test]
    fn without_a_device_the_line_does_not_say_that_sound_is_on() {
        let mut app = app();
        let line = app.world_mut().spawn(mute_line()).id();
        app.update();
        assert_eq!(app.world().get::<Text>(line).expect("it is type").0, "NO SOUND DEVICE");
    }
}
