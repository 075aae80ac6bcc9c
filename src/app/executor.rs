//! Runs the systems of a frame on one thread. Most take microseconds, less than handing them to another thread costs: the game's
//! part of a frame fell from 4.9 to 1.7 ms in release on two cores (`examples/frame_time.rs`). What takes longer, such as making
//! sounds, has threads of its own.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy::render::{ExtractSchedule, RenderApp};

/// Gives every schedule of the main and the render world a [`SingleThreadedExecutor`]. Schedules that are added after plugins have
/// finished keep theirs.
pub struct SingleThreadedPlugin;

impl Plugin for SingleThreadedPlugin {
    fn build(&self, _: &mut App) {}

    fn finish(&self, app: &mut App) {
        make_single_threaded(app.world_mut());
        if let Some(render) = app.get_sub_app_mut(RenderApp) {
            make_single_threaded(render.world_mut());
            // As Bevy sets it: commands wait until the main world is taken out of the render world again.
            render.edit_schedule(ExtractSchedule, |schedule| _ = schedule.set_apply_final_deferred(false));
        }
    }
}

fn make_single_threaded(world: &mut World) {
    for (_, schedule) in world.resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}
