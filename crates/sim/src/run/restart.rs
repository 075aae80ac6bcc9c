//! Restarts: at the player's request, and some time after a death.

use bevy::prelude::*;

use crate::schedule::{Simulate, SimulationSystems};
use crate::state::snapshot;
use crate::state::spawn::LevelStart;

use super::checkpoint::{SavedRun, put};
use super::input::TickInput;
use super::{Phase, RestartPoint, Run, RunRestarted};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Simulate, restart_run.run_if(is_restart_wanted).in_set(SimulationSystems::Restart));
}

fn is_restart_wanted(input: Res<TickInput>, run: Res<Run>) -> bool {
    run.is_restart_due() || input.holds(TickInput::RESTART)
}

/// Goes back to the checkpoint that was touched last, or to the start of the level.
fn restart_run(world: &mut World, saved_run: &mut QueryState<&mut SavedRun>) {
    let (run, input) = (*world.resource::<Run>(), *world.resource::<TickInput>());
    // With restart and down held, and after the exit, a restart leads to the start.
    let skips_checkpoint = run.phase == Phase::Finished || input.holds(TickInput::RESTART.with(TickInput::DOWN));
    let saved = saved_run.query(world).iter().next().cloned().unwrap_or_default();
    let to = match saved.state() {
        Some((state, checkpoint)) if !skips_checkpoint => {
            snapshot::restore(world, state);
            let mut restored = world.resource_mut::<Run>();
            // The time that counts runs on, while the ninja lies dead too; the assist is as it is now.
            let dead_ticks = if let Phase::Dead { ticks } = run.phase { u32::from(ticks) } else { 0 };
            (restored.ticks, restored.assist) = (run.ticks.saturating_add(dead_ticks), run.assist);
            put(world, saved_run, &saved);
            RestartPoint::Checkpoint(checkpoint)
        }
        _ => {
            // Taken and put back: `resource_scope` would remove the resource, and the world remembers each removal.
            let start = std::mem::take(&mut world.resource_mut::<LevelStart>().0);
            snapshot::restore(world, &start);
            world.resource_mut::<LevelStart>().0 = start;
            RestartPoint::Start
        }
    };
    world.write_message(RunRestarted { after_death: run.is_restart_due(), to });
}
