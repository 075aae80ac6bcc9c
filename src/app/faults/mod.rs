//! What goes wrong outside of the rules: computers that cannot draw, panics, graphics devices that are lost.

mod crash_log;
mod panic_messages;

use bevy::prelude::*;
use bevy::render::error_handler::{ErrorType, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::settings::RenderCreation;

use hairline_profile::store::ProfileStore;

pub use panic_messages::{check_display, install_hook};

pub fn plugin(app: &mut App) {
    app.add_plugins(crash_log::plugin).insert_resource(RenderErrorHandler(|error, world, _| {
        let is_saved = world.resource_mut::<ProfileStore>().flush();
        // To a driver's update or to sleep.
        if matches!(error.ty, ErrorType::DeviceLost) {
            warn!("the graphics device was lost and is opened again: {}", error.description);
            return RenderErrorPolicy::Recover(RenderCreation::default());
        }
        let progress = if is_saved { "progress is saved" } else { "progress could not be saved" };
        eprintln!("hairline: drawing failed, and the game ends; {progress}: {}", error.description);
        world.write_message(AppExit::error());
        RenderErrorPolicy::StopRendering
    }));
}
