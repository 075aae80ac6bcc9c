//! What the player sees of a level: terrain, actors, the ninja, particles, the HUD and the camera.
//!
//! The view reads the simulation and never writes it. It draws whatever level is in the world (the resource
//! [`LevelTerrain`](crate::sim::state::spawn::LevelTerrain)). Everything that moves is painted anew each frame on the
//! [`canvas`], interpolated between the last two ticks ([`interpolation`]); only terrain and the HUD are entities.
//!
//! The screens may use the one camera ([`camera::GameCamera`]), the [`palette`](canvas::palette), [`Presentation`] to
//! turn effects down, [`hud::Caption`] to name the level, and [`ViewSystems`] to run before or after the whole view.

mod actors;
pub mod camera;
pub mod canvas;
pub mod debug;
mod effects;
pub mod hud;
mod interpolation;
mod level_picture;
mod ninja;
mod presentation;
mod schedule;
mod slow_motion;
mod terrain;

use bevy::prelude::*;

pub use presentation::Presentation;
pub use schedule::ViewSystems;

/// Adds the view.
pub fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(canvas::palette::VOID)).add_plugins((
        (schedule::plugin, presentation::plugin, level_picture::plugin, slow_motion::plugin),
        (canvas::plugin, interpolation::plugin, camera::plugin, terrain::plugin, actors::plugin, ninja::plugin),
        (effects::plugin, hud::plugin, debug::plugin),
    ));
}
