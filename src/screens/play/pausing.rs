//! When play pauses, by button or because the window loses the focus; and the pointer, which is hidden during play and kept in
//! the window while buttons of the mouse are bound.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorOptions, PrimaryWindow, WindowFocused};

use super::controls::Bindings;
use super::loaded_level::LoadedLevel;
use crate::screens::flow::screen_after_leaving;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::MenuSystems;
use crate::screens::menus::navigation::NavAction;
use crate::screens::{Pause, Screen};
use hairline_profile::settings::Settings;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (pause_on_button.after(MenuSystems::ReadInput), pause_on_lost_focus))
        .add_systems(OnEnter(Pause::Running), hide_pointer)
        .add_systems(Update, hide_pointer.run_if(in_state(Pause::Running).and_then(resource_changed::<Bindings>)))
        .add_systems(OnExit(Pause::Running), show_pointer);
}

/// Reads its messages while the game is paused, too: the press that closes the pause menu must not open it again. If the
/// level's file has errors and there is no level to pause, the press leads out of the level.
///
/// The right button of the mouse pauses, too; if it is bound to an action, turning the wheel pauses instead.
fn pause_on_button(
    mut actions: MessageReader<NavAction>,
    mut wheel: MessageReader<MouseWheel>,
    bindings: Res<Bindings>,
    pause: Option<Res<State<Pause>>>,
    loaded: Res<LoadedLevel>,
    catalog: Res<LevelCatalog>,
    mut next_pause: ResMut<NextState<Pause>>,
    mut next_screen: ResMut<NextState<Screen>>,
) {
    let is_right_bound = bindings.has_mouse_button(MouseButton::Right);
    let is_turned = wheel.read().filter(|turn| turn.y != 0.0).count() > 0;
    let pauses = |action: &NavAction| match action {
        NavAction::Pause => true,
        NavAction::PauseByMouse => !is_right_bound,
        _ => false,
    };
    let is_pressed = actions.read().filter(|action| pauses(action)).count() > 0 || (is_right_bound && is_turned);
    if is_pressed && pause.is_some_and(|pause| matches!(pause.get(), Pause::Running | Pause::Stepping)) {
        match loaded.0 {
            Some(_) => next_pause.set(Pause::Paused),
            None => next_screen.set(screen_after_leaving(&catalog)),
        }
    }
}

/// A player may want a gamepad to count in the background. A window that never had the focus cannot lose it: some desktops report
/// a loss once at the start. A button of the mouse that is released over another window counts as released.
fn pause_on_lost_focus(
    mut focus: MessageReader<WindowFocused>,
    mut had_focus: Local<bool>,
    mut mouse: Option<ResMut<ButtonInput<MouseButton>>>,
    bindings: Res<Bindings>,
    options: Query<&mut CursorOptions, With<PrimaryWindow>>,
    settings: Res<Settings>,
    gamepads: Query<(), With<Gamepad>>,
    pause: Option<Res<State<Pause>>>,
    mut next: ResMut<NextState<Pause>>,
) {
    let Some(has_focus) = focus.read().last().map(|focus| focus.focused) else { return };
    let plays_on = settings.controls.pad_in_background && !gamepads.is_empty();
    let is_running = pause.is_some_and(|pause| *pause.get() == Pause::Running);
    if !has_focus && let Some(mouse) = &mut mouse {
        mouse.release_all();
    }
    if *had_focus && !has_focus && !plays_on && is_running {
        next.set(Pause::Paused);
    }
    if has_focus && is_running {
        hide_pointer(bindings, options);
    } else {
        show_pointer(options);
    }
    *had_focus = has_focus;
}

/// A click of play beside the window would go to another one.
fn hide_pointer(bindings: Res<Bindings>, mut options: Query<&mut CursorOptions, With<PrimaryWindow>>) {
    for mut options in &mut options {
        options.visible = false;
        options.grab_mode = if bindings.has_mouse() { CursorGrabMode::Confined } else { CursorGrabMode::None };
    }
}

fn show_pointer(mut options: Query<&mut CursorOptions, With<PrimaryWindow>>) {
    for mut options in &mut options {
        options.visible = true;
        options.grab_mode = CursorGrabMode::None;
    }
}
