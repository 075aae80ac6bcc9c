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
        world.resource_mut::<ProfileStore>().flush();
        // To a driver's update or to sleep.
        if matches!(error.ty, ErrorType::DeviceLost) {
            warn!("the graphics device was lost and is opened again: {}", error.description);
            return RenderErrorPolicy::Recover(RenderCreation::default());
        }
        eprintln!("hairline: drawing failed, and the game ends; progress is saved: {}", error.description);
        world.write_message(AppExit::error());
        RenderErrorPolicy::StopRendering
    }));
}
