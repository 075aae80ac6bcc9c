//! The keys of the debug view: F3 shows and hides it, F4 pauses play and then steps one tick a press. While it is shown,
//! a click moves the ninja to the pointer. Labs open with it.

mod readout;

use bevy::prelude::*;
use bevy::window::{CursorOptions, PrimaryWindow};

use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::theme;
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::loaded_level::LoadedLevel;
use crate::screens::play::simulation_driver::step_tick;
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use crate::view::camera::GameCamera;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::debug::DebugView;
use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::Ninja;
use hairline_sim::state::spawn::LevelStart;
use hairline_sim::tuning::BODY_RADIUS;

pub fn plugin(app: &mut App) {
    app.add_plugins(readout::plugin)
        .init_resource::<DebugView>()
        .add_systems(Update, (toggle_view, step_on_key.run_if(resource_exists::<LevelStart>)))
        .add_systems(Update, show_pointer.run_if(in_state(Pause::Running)))
        .add_systems(
            Update,
            move_on_click
                .run_if(resource_exists::<LevelStart>)
                .run_if(in_state(Pause::Running).or_else(in_state(Pause::Stepping))),
        )
        .add_systems(OnEnter(Screen::Playing), show_in_lab)
        .add_systems(OnExit(Screen::Playing), hide_after_lab)
        .add_systems(OnEnter(Pause::Stepping), spawn_key_hints);
}

fn toggle_view(keys: Res<ButtonInput<KeyCode>>, mut debug: ResMut<DebugView>) {
    if keys.just_pressed(KeyCode::F3) {
        debug.0 = !debug.0;
    }
}

fn show_in_lab(catalog: Res<LevelCatalog>, mut debug: ResMut<DebugView>) {
    if catalog.outline.is_lab(catalog.current) {
        debug.0 = true;
    }
}

/// Looks at the loaded level: the catalog's current one may already be the next.
fn hide_after_lab(loaded: Res<LoadedLevel>, catalog: Res<LevelCatalog>, mut debug: ResMut<DebugView>) {
    let Some(loaded) = loaded.0 else { return };
    let index = catalog.entries.iter().position(|entry| entry.handle.id() == loaded.id);
    if index.is_some_and(|index| catalog.outline.is_lab(index)) {
        debug.0 = false;
    }
}

/// A click needs a visible pointer.
fn show_pointer(debug: Res<DebugView>, windows: Query<&mut CursorOptions, With<PrimaryWindow>>) {
    for mut options in windows {
        if options.visible != debug.0 {
            options.visible = debug.0;
        }
    }
}

/// Moves the ninja to the pointer, at rest, if there is room for it. The run does not count from then on.
fn move_on_click(
    debug: Res<DebugView>,
    mouse: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    cameras: Query<(&Camera, &GlobalTransform), With<GameCamera>>,
    colliders: Res<Colliders>,
    mut ninja: ResMut<Ninja>,
    mut attempt: ResMut<Attempt>,
) {
    let (Some(pointer), Some((camera, transform))) = (window.cursor_position(), cameras.iter().next()) else { return };
    let Ok(position) = camera.viewport_to_world_2d(transform, pointer) else { return };
    let terrain = colliders.terrain();
    let has_room = terrain.contains_point(position) && terrain.depth(position, BODY_RADIUS) <= 0.0;
    if debug.0 && mouse.just_pressed(MouseButton::Left) && has_room {
        *ninja = Ninja::new(position);
        attempt.standing = Standing::Debugged;
    }
}

/// Stepping shows the debug view, since its purpose is to see what a tick does.
fn step_on_key(world: &mut World) {
    let is_played = world.get_resource::<State<Screen>>().is_some_and(|screen| *screen.get() == Screen::Playing);
    if !is_played || !world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::F4) {
        return;
    }
    let pause = world.get_resource::<State<Pause>>().map_or(Pause::Running, |pause| *pause.get());
    // What is only seen again must not become play.
    if matches!(pause, Pause::LastDeath | Pause::Watching) {
        return;
    }
    world.resource_mut::<DebugView>().0 = true;
    if pause != Pause::Running {
        step_tick(world);
    }
    // The pause menu closes, because it would cover the level.
    if pause != Pause::Stepping {
        world.resource_mut::<NextState<Pause>>().set(Pause::Stepping);
    }
}

/// One line in the strip below the level, in place of the level's hint.
fn spawn_key_hints(mut commands: Commands, words: Res<Words>) {
    let (node, layer) = theme::strip();
    let node = Node { justify_content: JustifyContent::Center, ..node };
    let strip = (DespawnOnExit(Pause::Stepping), node, layer, FillTint::of(theme::BACKGROUND));
    commands.spawn(strip).with_child(theme::label(&words.get("debug-stepping"), theme::size::BODY, theme::TEXT));
}
