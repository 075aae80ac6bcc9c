//! The simulation: the rules of the game as ECS systems in one schedule, [`Simulate`], on a fixed tick of 1/128 s.
//!
//! It is deterministic: the same level and the same inputs give the same bits on every platform. It reads no clock, no
//! file and no picture, iterates over no hash map, and spawns nothing during a run. Input enters as [`input::TickInput`],
//! facts leave as [`facts::Fact`].

pub mod facts;
pub mod hazards;
pub mod motion;
pub mod ninja;
pub mod obstacles;
pub mod run;
pub mod state;
pub mod tick;
pub mod triggers;
pub mod tuning;

use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use crate::level::{KINDS, LaserSettings, Level};

use facts::Fact;
use run::Run;
use run::input::TickInput;
use state::snapshot::{RunAccess, Snapshot};

/// The schedule of one tick.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Simulate;

/// Builds [`Simulate`] for a level: [`tick::play_tick`], or the quicker [`tick::play_tick_of_robots`] where that is the same.
pub fn simulate_schedule(level: &Level) -> Schedule {
    let mut schedule = Schedule::new(Simulate);
    // A tick takes about a microsecond, handing it to another thread several.
    schedule.set_executor(SingleThreadedExecutor::new());
    // No rule has commands: there is nothing to apply at the end.
    schedule.set_apply_final_deferred(false);
    if has_only_robots(level) {
        schedule.add_systems(tick::play_tick_of_robots);
    } else {
        schedule.add_systems(tick::play_tick);
    }
    schedule
}

/// Whether nothing in a level acts but the ninja and robots that listen to no channel.
pub fn has_only_robots(level: &Level) -> bool {
    let lasers = level.actors::<LaserSettings>();
    let actors: usize = KINDS.iter().map(|kind| level.actors.count_of(kind.word())).sum();
    actors == lasers.len() && lasers.iter().all(|laser| laser.when.is_none()) && !level.has_spikes()
}

/// Adds the simulation's messages to an app. [`load_level`] brings a level and its schedule into it; who runs that, and
/// when, is the app's business.
pub fn plugin(app: &mut App) {
    app.add_message::<Fact>();
}

/// Replaces whatever level is in the world by this one, at its start, and [`Simulate`] by this level's.
pub fn load_level(world: &mut World, level: &Level) {
    state::spawn::spawn_level(world, level);
    world.add_schedule(simulate_schedule(level));
}

/// A world of its own that plays one level without an app: for the tools, the tests and whoever searches for a way.
pub struct Simulation {
    world: World,
    schedule: Schedule,
    access: RunAccess,
    /// What goes into a tick and what comes out of it.
    desk: SystemState<(ResMut<'static, TickInput>, ResMut<'static, Messages<Fact>>)>,
}

impl Simulation {
    /// A level at its start.
    pub fn new(level: &Level) -> Self {
        let mut world = World::new();
        state::spawn::spawn_level(&mut world, level);
        let (access, desk) = (RunAccess::new(&mut world), SystemState::new(&mut world));
        Self { world, schedule: simulate_schedule(level), access, desk }
    }

    /// Plays one tick. The facts of the tick before are gone afterwards.
    pub fn tick(&mut self, input: TickInput) {
        let (mut next, mut facts) = self.desk.get_mut(&mut self.world).expect("a level is in the world");
        *next = input;
        facts.clear();
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
