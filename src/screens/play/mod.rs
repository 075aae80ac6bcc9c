//! A level, played: brings it on stage as soon as it is loaded, again when its file has changed, and hides the pointer.

pub mod controls;
pub mod debug;
pub mod record;
pub mod reload;
pub mod simulation_driver;

use bevy::prelude::*;
use bevy::window::{CursorOptions, PrimaryWindow, WindowFocused};

use crate::level::Level;
use crate::view::ViewSystems;
use crate::view::hud::Caption;

use crate::screens::flow::{Choice, out_of_level};
use crate::screens::level_catalog::Shelf;
use crate::screens::menus::navigation::{Step, read_steps};
use crate::screens::{Pause, Screen};
use simulation_driver::{Stage, clear_stage, put_on_stage};

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Playing), clear_stage)
        // Before anything is drawn: no frame shows the level as it was.
        .add_systems(Update, stage_level.run_if(in_state(Screen::Playing)).before(ViewSystems))
        .add_systems(Update, leave_result_of_changed_level.run_if(in_state(Screen::Finished)))
        .add_systems(Update, pause_on_button.after(read_steps).run_if(resource_exists::<NextState<Pause>>))
        .add_systems(Update, pause_on_lost_focus.run_if(resource_exists::<NextState<Pause>>))
        .add_systems(OnEnter(Pause::Running), |options: Query<&mut CursorOptions, With<PrimaryWindow>>| {
            show_pointer(options, false);
        })
        .add_systems(OnExit(Pause::Running), |options: Query<&mut CursorOptions, With<PrimaryWindow>>| {
            show_pointer(options, true);
        });
}

/// Keeps on stage what the level's file says. A change that the rules cannot see does not disturb the run.
pub(crate) fn stage_level(world: &mut World) {
    let id = world.resource::<Shelf>().current().handle.id();
    let Some(level) = world.resource::<Assets<Level>>().get(id) else { return };
    let shown = world.resource::<Caption>();
    let is_captioned = shown.name == level.name && shown.hint == level.hint;
    let is_staged = world.resource::<Stage>().level == Some((id, level.hash));
    if is_captioned && is_staged {
        return;
    }
    let level = level.clone();
    *world.resource_mut::<Caption>() = Caption { name: level.name.clone(), hint: level.hint.clone() };
    if !is_staged {
        put_on_stage(world, id, &level);
    }
    // The word that it is loaded comes a frame later: its faults would be shown over the mended level until then.
    let mut shelf = world.resource_mut::<Shelf>();
    let current = shelf.current;
    if shelf.current().hash != Some(level.hash) {
        shelf.entries[current].note_loaded(level.hash);
    }
}

/// A save is in play at once, also over the result of a run on the level as it was.
fn leave_result_of_changed_level(
    shelf: Res<Shelf>,
    levels: Res<Assets<Level>>,
    stage: Res<Stage>,
    mut next: ResMut<NextState<Screen>>,
) {
    let id = shelf.current().handle.id();
    let hash = levels.get(id).map(|level| level.hash);
    if stage.level.is_some_and(|staged| staged.0 == id && hash.is_some_and(|hash| hash != staged.1)) {
        next.set(Screen::Playing);
    }
}

/// Reads on while the game is paused too: the press that closed the pause menu must not open it again. Where there is
/// no level to pause, because its file has faults, the press leads back.
fn pause_on_button(
    mut steps: MessageReader<Step>,
    running: Option<Res<State<Pause>>>,
    stage: Res<Stage>,
    shelf: Res<Shelf>,
    mut pause: ResMut<NextState<Pause>>,
    mut screen: ResMut<NextState<Screen>>,
) {
    let pressed = steps.read().filter(|step| **step == Step::Pause).count() > 0;
    if pressed && running.is_some_and(|pause| *pause.get() != Pause::Paused) {
        match (stage.level, out_of_level(&shelf)) {
            (Some(_), _) => pause.set(Pause::Paused),
            (None, Choice::Title) => screen.set(Screen::Title),
            (None, _) => screen.set(Screen::LevelList),
        }
    }
}

/// A window that never had the focus cannot lose it: some desktops say so once at the start.
fn pause_on_lost_focus(
    mut focus: MessageReader<WindowFocused>,
    mut had_focus: Local<bool>,
    running: Option<Res<State<Pause>>>,
    mut pause: ResMut<NextState<Pause>>,
) {
    let Some(now) = focus.read().last().map(|focus| focus.focused) else { return };
    if *had_focus && !now && running.is_some_and(|pause| *pause.get() == Pause::Running) {
        pause.set(Pause::Paused);
    }
    *had_focus = now;
}

fn show_pointer(mut options: Query<&mut CursorOptions, With<PrimaryWindow>>, visible: bool) {
    for mut options in &mut options {
        options.visible = visible;
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::keyboard::{Key, KeyboardInput};
    use bevy::input::{ButtonState, InputPlugin};
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::screens::flow;
    use crate::screens::menus;
    use crate::screens::menus::{Chosen, Menu, Selection};
    use crate::screens::play::simulation_driver::Attempt;

    /// The ways between play and pause in an app without a window.
    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin))
            .init_resource::<Shelf>()
            .init_resource::<Attempt>()
            .insert_resource(Stage { level: Some((AssetId::invalid(), 0)) })
            .add_message::<Step>()
            .add_message::<Chosen>()
            .add_message::<WindowFocused>()
            .add_message::<bevy::window::CursorMoved>()
            .init_state::<Screen>()
            .add_sub_state::<Pause>()
            .add_systems(Update, (read_steps, menus::use_menu, flow::follow_choices).chain())
            .add_systems(Update, pause_on_button.after(read_steps).run_if(resource_exists::<NextState<Pause>>))
            .add_systems(Update, pause_on_lost_focus.run_if(resource_exists::<NextState<Pause>>))
            .add_systems(OnEnter(Pause::Paused), |mut commands: Commands| {
                let menu = Menu { selection: Selection::new(1), back: Choice::Resume, pause: Choice::Resume };
                commands.spawn((DespawnOnExit(Pause::Paused), menu));
            });
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Playing);
        app.update();
        app
    }

    /// One frame in which `key` goes down, one in which it is let go, and some in which nothing happens.
    fn tap(app: &mut App, key_code: KeyCode) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let window = Entity::PLACEHOLDER;
            let logical_key = Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified);
            app.world_mut().write_message(KeyboardInput {
                key_code,
                logical_key,
                state,
                text: None,
                repeat: false,
                window,
            });
            app.update();
        }
        (0..2).for_each(|_| app.update());
    }

    fn pause(app: &App) -> Pause {
        *app.world().resource::<State<Pause>>().get()
    }

    #[test]
    fn escape_pauses_and_escape_again_plays_on() {
        let mut app = app();
        for _ in 0..3 {
            tap(&mut app, KeyCode::Escape);
            assert_eq!(pause(&app), Pause::Paused);
            tap(&mut app, KeyCode::Escape);
            assert_eq!(pause(&app), Pause::Running);
        }
    }

    #[test]
    fn losing_the_focus_pauses_and_never_having_had_it_does_not() {
        let mut app = app();
        let mut tell = |focused| {
            app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused });
            app.update();
            app.update();
            pause(&app)
        };
        assert_eq!(tell(false), Pause::Running);
        assert_eq!(tell(true), Pause::Running);
        assert_eq!(tell(false), Pause::Paused);
        assert_eq!(tell(true), Pause::Paused, "it does not go on by itself");
    }
}
