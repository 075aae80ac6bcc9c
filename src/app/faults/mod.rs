//! What goes wrong outside of the rules: computers that cannot draw, panics, graphics devices that are lost.

mod crash_log;
mod panic_messages;

use bevy::prelude::*;
use bevy::render::error_handler::{ErrorType, RenderErrorHandler, RenderErrorPolicy};

use hairline_profile::store::ProfileStore;

pub use panic_messages::{check_display, install_hook};

pub fn plugin(app: &mut App) {
    app.add_plugins(crash_log::plugin).insert_resource(RenderErrorHandler(|error, world, _| {
        let is_saved = world.resource_mut::<ProfileStore>().flush();
        let progress = if is_saved { "progress is saved" } else { "progress could not be saved" };
        // A lost device cannot be opened again: bevy_ecs_tilemap keeps pipelines and buffers of the first one.
        let fault = match error.ty {
            ErrorType::DeviceLost => "the graphics device was lost, to sleep or to an update of its driver",
            _ => "drawing failed",
        };
        let sentence = format!("hairline: {fault}, and the game ends; {progress}: {}", error.description);
        // The description may be empty.
        eprintln!("{}", sentence.trim_end_matches(": "));
        world.write_message(AppExit::error());
        RenderErrorPolicy::StopRendering
    }));
}
