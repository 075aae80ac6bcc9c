//! A graphics device that is lost, to a driver's update or to sleep, is opened again. Any other fault of drawing ends the game,
//! with the progress saved.

use bevy::prelude::*;
use bevy::render::error_handler::{ErrorType, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::settings::RenderCreation;

use hairline_profile::store::ProfileStore;

/// Adds the recovery.
pub fn plugin(app: &mut App) {
    app.insert_resource(RenderErrorHandler(|error, world, _| {
        world.resource_mut::<ProfileStore>().flush();
        if matches!(error.ty, ErrorType::DeviceLost) {
            warn!("the graphics device was lost and is opened again: {}", error.description);
            return RenderErrorPolicy::Recover(RenderCreation::default());
        }
        eprintln!("hairline: drawing failed, and the game ends; progress is saved: {}", error.description);
        world.write_message(AppExit::error());
        RenderErrorPolicy::StopRendering
    }));
}
