//! The rules and what moves in their picture, in an app without a window: for films, and for tests of the view.

use std::time::Duration;

use bevy::gizmos::GizmoAsset;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::camera::Framing;
use super::canvas::Canvas;
use super::canvas::palette::{Palette, Scenery};
use super::frame::interpolation::{Interpolation, find_moment};
use super::frame::schedule::PaintSystems;
use super::history::tries::{self, Tries};
use super::presentation::Presentation;
use super::{actors, canvas, effects, frame, ninja, presentation};
use hairline_level::{Level, LevelWorld};
use hairline_painter::painter::Painter;
use hairline_sim::Simulate;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::input::TickInput;

/// A level at its start, whose picture is painted on the [`Canvas`] in each update, so many seconds after the one
/// before. It plays no tick by itself.
pub fn windowless(level: &Level, frame_seconds: f64) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, AssetPlugin::default()))
        // The assets that a renderer would have added.
        .init_asset::<Mesh>()
        .init_asset::<GizmoAsset>()
        .init_asset::<Font>()
        .init_resource::<Framing>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(frame_seconds)))
        .add_plugins((hairline_sim::plugin, frame::plugin, presentation::plugin, canvas::plugin))
        .add_plugins((effects::plugin, actors::plugin, ninja::plugin, tries::plugin));
    hairline_sim::load_level(app.world_mut(), level);
    app
}

/// A level that is played tick by tick, and its picture after each tick: the tick itself, and no moment before it.
pub struct Playback(App);

impl Playback {
    /// A level at its start. The presentation says what is shown and how strongly; the tries run along if they are shown.
    pub fn new(level: &Level, world: LevelWorld, presentation: Presentation, tries: Tries) -> Self {
        let mut app = windowless(level, 0.0);
        app.insert_resource(Scenery(world))
            .insert_resource(presentation)
            .insert_resource(tries)
            .add_systems(Update, show_whole_ticks.in_set(PaintSystems::Clear).after(find_moment));
        app.finish();
        app.cleanup();
        app.update();
        Self(app)
    }

    /// Plays a tick, which is seen for some time.
    pub fn tick(&mut self, input: TickInput, duration: Duration) {
        let world = self.0.world_mut();
        *world.resource_mut::<TickInput>() = input;
        world.run_schedule(Simulate);
        *world.resource_mut::<TimeUpdateStrategy>() = TimeUpdateStrategy::ManualDuration(duration);
        self.0.update();
    }

    /// What is painted over the tiles, from the back to the front.
    pub fn layers(&self) -> [&Painter; 3] {
        let Canvas { behind, front, beams } = self.0.world().resource();
        [behind, front, beams]
    }

    /// The center of the ninja.
    pub fn ninja(&self) -> Vec2 {
        self.0.world().resource::<Ninja>().position
    }

    /// The colors of the level's world.
    pub fn palette(&self) -> Palette {
        *self.0.world().resource()
    }
}

fn show_whole_ticks(mut interpolation: ResMut<Interpolation>) {
    interpolation.fraction = 1.0;
}
