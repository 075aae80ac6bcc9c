//! The keys of the debug view: F3 shows and hides it, F4 pauses play and then steps one tick a press. While it is shown,
//! a click moves the ninja to the pointer. Labs open with it.

mod readout;

use bevy::prelude::*;
use bevy::window::{CursorOptions, PrimaryWindow};

use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::theme;
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::simulation_driver::{LoadedLevel, step_tick};
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use crate::view::camera::GameCamera;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::debug::DebugView;
use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::Ninja;
use hairline_sim::state::spawn::LevelStart;
use hairline_sim::tuning::BODY_RADIUS;

/// Adds the keys.
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
    if catalog.is_lab(catalog.current) {
        debug.0 = true;
    }
}

/// Looks at the loaded level: the catalog's current one may already be the next.
fn hide_after_lab(loaded: Res<LoadedLevel>, catalog: Res<LevelCatalog>, mut debug: ResMut<DebugView>) {
    let Some(loaded) = loaded.0 else { return };
    let index = catalog.entries.iter().position(|entry| entry.handle.id() == loaded.id);
    if index.is_some_and(|index| catalog.is_lab(index)) {
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
fn move_on_click(world: &mut World, cameras: &mut QueryState<(&Camera, &GlobalTransform), With<GameCamera>>) {
    if !world.resource::<DebugView>().0 || !world.resource::<ButtonInput<MouseButton>>().just_pressed(MouseButton::Left)
    {
        return;
    }
    let Some(position) = pointer_position(world, cameras) else { return };
    let terrain = world.resource::<Colliders>().terrain();
    if terrain.depth(position, BODY_RADIUS) > 0.0 || !terrain.contains_point(position) {
        return;
    }
    *world.resource_mut::<Ninja>() = Ninja::new(position);
    world.resource_mut::<Attempt>().standing = Standing::Debugged;
}

/// The pointer's position in the level.
fn pointer_position(
    world: &mut World,
    cameras: &mut QueryState<(&Camera, &GlobalTransform), With<GameCamera>>,
) -> Option<Vec2> {
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    let pointer = windows.single(world).ok()?.cursor_position()?;
    let (camera, transform) = cameras.iter(world).next()?;
    camera.viewport_to_world_2d(transform, pointer).ok()
}

/// Stepping shows the debug view, since its purpose is to see what a tick does.
fn step_on_key(world: &mut World) {
    let is_played = world.get_resource::<State<Screen>>().is_some_and(|screen| *screen.get() == Screen::Playing);
    if !is_played || !world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::F4) {
        return;
    }
    world.resource_mut::<DebugView>().0 = true;
    let pause = world.get_resource::<State<Pause>>().map_or(Pause::Running, |pause| *pause.get());
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
    let node = Node {
        position_type: PositionType::Absolute,
        bottom: px(0),
        width: percent(100),
        height: Val::VMin(4.4),
        min_height: px(22),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let strip = (DespawnOnExit(Pause::Stepping), node, FillTint::of(theme::BACKGROUND), GlobalZIndex(10));
    commands.spawn(strip).with_child(theme::label(&words.get("debug-stepping"), theme::size::BODY, theme::TEXT));
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::screens::play::simulation_driver;
    use crate::view::debug::TickTime;
    use hairline_sim::run::Run;

    /// A level in play, without a window.
    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin))
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<ButtonInput<MouseButton>>()
            .init_resource::<LevelCatalog>()
            .init_resource::<TickTime>()
            .init_resource::<hairline_profile::settings::Settings>()
            .init_state::<Screen>()
            .add_sub_state::<Pause>()
            .add_plugins((hairline_sim::plugin, simulation_driver::plugin, plugin));
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/first-light.level.ron");
        let level = hairline_level::read(&path).expect("the level is shipped");
        simulation_driver::start_level(app.world_mut(), AssetId::default(), &level);
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Playing);
        app.update();
        app
    }

    fn tap(app: &mut App, key: KeyCode) {
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
        app.update();
        let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.release(key);
        keys.clear();
        app.update();
    }

    #[test]
    fn stepping_pauses_first_and_then_plays_one_tick_for_each_press() {
        let mut app = app();
        let pause = |app: &App| *app.world().resource::<State<Pause>>().get();
        tap(&mut app, KeyCode::F4);
        assert_eq!(pause(&app), Pause::Stepping);
        let before = *app.world().resource::<Run>();
        for steps in 1..=3 {
            tap(&mut app, KeyCode::F4);
            assert_eq!(app.world().resource::<Run>().ticks, before.ticks + steps);
        }
        (0..3).for_each(|_| app.update());
        assert_eq!(app.world().resource::<Run>().ticks, before.ticks + 3, "time stands still between the steps");
        // From the pause menu a press steps at once and closes the menu.
        app.world_mut().resource_mut::<NextState<Pause>>().set(Pause::Paused);
        app.update();
        tap(&mut app, KeyCode::F4);
        assert_eq!(pause(&app), Pause::Stepping);
        assert_eq!(app.world().resource::<Run>().ticks, before.ticks + 4);
        app.update();
        assert_eq!(app.world().resource::<Run>().ticks, before.ticks + 4, "and time stands still meanwhile");
    }

    #[test]
    fn a_step_reads_the_buttons_that_are_held() {
        let mut app = app();
        tap(&mut app, KeyCode::F4);
        let mut at = || {
            tap(&mut app, KeyCode::F4);
            let position = app.world().resource::<Ninja>().position;
            app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ArrowRight);
            position.x
        };
        let start = at();
        assert!((0..8).map(|_| at()).last() > Some(start));
    }

    #[test]
    fn the_view_is_shown_and_hidden_by_its_key() {
        let mut app = app();
        for expected in [true, false, true] {
            tap(&mut app, KeyCode::F3);
            assert_eq!(app.world().resource::<DebugView>().0, expected);
        }
    }
}
