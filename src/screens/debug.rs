//! The keys of the debug view: F3 shows and hides it, F4 steps one tick while the game is paused, and pauses it first.

use bevy::prelude::*;

use crate::sim::snapshot::Start;
use crate::view::debug::DebugView;

use super::drive::step_tick;
use super::look;
use super::pause::PauseVeil;
use super::{Pause, Screen};

/// Adds the keys.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (toggle_view, step_on_key.run_if(resource_exists::<Start>)))
        .add_systems(Update, clear_veil.run_if(in_state(Pause::Paused)));
}

fn toggle_view(keys: Res<ButtonInput<KeyCode>>, mut debug: ResMut<DebugView>) {
    if keys.just_pressed(KeyCode::F3) {
        debug.0 = !debug.0;
    }
}

/// Who steps wants to see what a step does: the debug view is on from then on.
fn step_on_key(world: &mut World) {
    let is_played = world.get_resource::<State<Screen>>().is_some_and(|screen| *screen.get() == Screen::Playing);
    if !is_played || !world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::F4) {
        return;
    }
    world.resource_mut::<DebugView>().0 = true;
    match world.get_resource::<State<Pause>>().map(|pause| *pause.get()) {
        Some(Pause::Paused) => step_tick(world),
        _ => world.resource_mut::<NextState<Pause>>().set(Pause::Paused),
    }
}

/// While the debug view is on, the level is not veiled by the pause.
fn clear_veil(debug: Res<DebugView>, veils: Query<(&mut Node, &mut BackgroundGradient), With<PauseVeil>>) {
    if !debug.0 {
        return;
    }
    let (page, color, _) = look::clear_page();
    for (mut node, mut background) in veils {
        node.align_items = page.align_items;
        background.set_if_neq(color.clone());
    }
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::super::drive;
    use super::*;
    use crate::level;
    use crate::sim::ninja::Ninja;
    use crate::sim::run::Run;
    use crate::view::debug::TickTime;

    /// A level that is played, without a window.
    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin))
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<DebugView>()
            .init_resource::<TickTime>()
            .init_state::<Screen>()
            .add_sub_state::<Pause>()
            .add_plugins((crate::sim::plugin, drive::plugin, plugin));
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/first-light.level.ron");
        let level = level::read(&path).expect("the level is shipped");
        drive::put_on_stage(app.world_mut(), AssetId::default(), &level);
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
        tap(&mut app, KeyCode::F4);
        assert_eq!(*app.world().resource::<State<Pause>>().get(), Pause::Paused);
        let before = *app.world().resource::<Run>();
        for steps in 1..=3 {
            tap(&mut app, KeyCode::F4);
            assert_eq!(app.world().resource::<Run>().ticks, before.ticks + steps);
        }
        (0..3).for_each(|_| app.update());
        assert_eq!(app.world().resource::<Run>().ticks, before.ticks + 3, "it stands still between the steps");
    }

    #[test]
    fn a_step_hears_the_buttons_that_are_held() {
        let mut app = app();
        tap(&mut app, KeyCode::F4);
        let mut at = || {
            tap(&mut app, KeyCode::F4);
            let mut ninja = app.world_mut().query::<&Ninja>();
            let position = ninja.single(app.world()).expect("there is one").position;
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
