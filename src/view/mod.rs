//! What the player sees of a level: terrain, actors, the ninja, particles, the HUD and the camera.
//!
//! The view reads the simulation and never writes it. It draws whatever level is in the world (the resource
//! [`Colliders`](hairline_sim::colliders::Colliders)). Everything that moves is painted anew each frame on the [`canvas`],
//! interpolated between the last two ticks; only terrain and the HUD are entities.
//!
//! The screens may use the one camera ([`camera::GameCamera`]), the [`palette`](canvas::palette), [`Presentation`] to
//! turn effects down, [`hud::Caption`] to name the level, and [`ViewSystems`] to run before or after the whole view.

mod actors;
pub mod camera;
pub mod canvas;
pub mod darkness;
pub mod debug;
mod effects;
mod frame;
mod frame_rate;
pub mod history;
pub mod hud;
mod ninja;
pub mod precognition;
mod presentation;
pub mod resolution;
pub mod terrain;
#[cfg(test)]
mod tests;
pub mod thumbnail;
pub mod windowless;

use bevy::prelude::*;

pub use frame::schedule::ViewSystems;
pub use presentation::Presentation;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        (frame::plugin, presentation::plugin, canvas::plugin, effects::plugin, camera::plugin),
        (resolution::plugin, terrain::plugin, actors::plugin, ninja::plugin, darkness::plugin),
        (hud::plugin, debug::plugin, frame_rate::plugin, precognition::plugin, history::plugin),
    ));
}
