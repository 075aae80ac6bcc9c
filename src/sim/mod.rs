//! The simulation: the rules of the game over ECS components, in one schedule, [`Simulate`], on a fixed tick of 1/128 s.
//!
//! It is deterministic: the same level and the same inputs give the same bits on every platform. It reads no clock, no
//! file and no picture, iterates over no hash map, and spawns nothing during a run. Input enters as [`input::TickInput`],
//! facts leave as [`facts::Fact`].

pub mod exit;
pub mod facts;
pub mod focus;
pub mod hits;
pub mod input;
pub mod laser;
mod motion;
pub mod ninja;
pub mod patrol;
pub mod replay;
pub mod run;
pub mod shard;
pub mod snapshot;
pub mod spawn;
pub mod tick;
pub mod tuning;

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

use crate::level::Level;

use facts::Fact;
use input::TickInput;
use run::Run;
use snapshot::{RunAccess, Snapshot};

/// The schedule of one tick.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Simulate;

/// Builds [`Simulate`]: [`tick::play_tick`], which lists the rules in the one order that counts.
pub fn simulate_schedule() -> Schedule {
    let mut schedule = Schedule::new(Simulate);
    // Threads would only wait for one another.
    schedule.set_executor(SingleThreadedExecutor::new());
    // No rule has commands: there is nothing to apply at the end.
    schedule.set_apply_final_deferred(false);
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
    schedule.add_systems(tick::play_tick);
    schedule
}

/// Adds the schedule and its messages to an app. Who runs it, and when, is the app's business.
pub fn plugin(app: &mut App) {
    app.add_message::<Fact>().add_schedule(simulate_schedule());
}

/// A world of its own that plays one level without an app: for the tools, the tests and whoever searches for a way.
pub struct Simulation {
    world: World,
    schedule: Schedule,
    access: RunAccess,
}

impl Simulation {
    /// A level at its start.
    pub fn new(level: &Level) -> Self {
        let mut world = World::new();
        spawn::spawn_level(&mut world, level);
        let access = RunAccess::new(&mut world);
        Self { world, schedule: simulate_schedule(), access }
    }

    /// Plays one tick. The facts of the tick before are gone afterwards.
    pub fn tick(&mut self, input: TickInput) {
        self.world.resource_mut::<Messages<Fact>>().clear();
        *self.world.resource_mut::<TickInput>() = input;
        self.schedule.run(&mut self.world);
    }

    /// The facts of the last tick.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.world.resource::<Messages<Fact>>().iter_current_update_messages()
    }

    /// The clocks and the phase.
    pub fn run(&self) -> &Run {
        self.world.resource::<Run>()
    }

    /// The state now.
    pub fn save(&mut self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        self.save_into(&mut snapshot);
        snapshot
    }

    /// The state now, into memory that is used again.
    pub fn save_into(&mut self, snapshot: &mut Snapshot) {
        self.access.save(&mut self.world, snapshot);
    }

    /// Back to a state of the same level.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.access.restore(&mut self.world, snapshot);
    }

    /// The world, to look at.
    pub fn world(&self) -> &World {
        &self.world
    }
}
