//! A level, played: brings it on stage as soon as it is loaded, again when its file has changed, and hides the pointer.

use bevy::prelude::*;
use bevy::window::{CursorOptions, PrimaryWindow, WindowFocused};

use crate::level::Level;
use crate::view::hud::Caption;

use super::drive::{Stage, clear_stage, put_on_stage};
use super::navigation::Step;
use super::shelf::Shelf;
use super::{Pause, Screen};

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Playing), clear_stage)
        .add_systems(Update, stage_level.run_if(in_state(Screen::Playing)))
        .add_systems(Update, pause_on_button.run_if(in_state(Pause::Running)))
        .add_systems(Update, pause_on_lost_focus.run_if(resource_exists::<NextState<Pause>>))
        .add_systems(OnEnter(Pause::Running), |options: Query<&mut CursorOptions, With<PrimaryWindow>>| {
            show_pointer(options, false);
        })
        .add_systems(OnExit(Pause::Running), |options: Query<&mut CursorOptions, With<PrimaryWindow>>| {
            show_pointer(options, true);
        });
}

/// Keeps on stage what the level's file says. A change that the rules cannot see does not disturb the run.
fn stage_level(world: &mut World) {
    let id = world.resource::<Shelf>().current().handle.id();
    let Some(level) = world.resource::<Assets<Level>>().get(id) else { return };
    if world.resource::<Stage>().level == Some((id, level.hash)) {
        return;
    }
    let level = level.clone();
    *world.resource_mut::<Caption>() = Caption { name: level.name.clone(), hint: level.hint.clone() };
    put_on_stage(world, id, &level);
}

fn pause_on_button(mut steps: MessageReader<Step>, mut pause: ResMut<NextState<Pause>>) {
    if steps.read().any(|step| *step == Step::Pause) {
        pause.set(Pause::Paused);
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
