//! Tests of the whole view, in an app without a window.

mod beams;
mod cones;
mod flashes;
mod frames;
mod hit_stop;
mod kinds;
mod throws;

use std::time::Duration;

use bevy::gizmos::GizmoAsset;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::camera::Framing;
use super::{actors, canvas, effects, frame, ninja, presentation};
use hairline_level::Level;

/// The rules, and what the view paints of a level on its canvas, in frames of this many seconds.
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
        .add_plugins((effects::plugin, actors::plugin, ninja::plugin));
    hairline_sim::load_level(app.world_mut(), level);
    app
}
