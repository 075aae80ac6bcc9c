//! Plays one level in a world of its own, without an app: for tools, tests and the search for proofs.

use bevy::ecs::message::MessageRegistry;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use hairline_level::Level;

use super::ninja::Ninja;
use super::run::Run;
use super::run::checkpoint::SavedRun;
use super::run::input::TickInput;
use super::schedule::Simulate;
use super::state::actor::ActorIndex;
use super::state::snapshot::{self, Snapshot, StateArena};
use super::state::spawn::load_level;

/// Ticks between two updates of the message buffers: rare enough to cost nothing, often enough to stay small.
const MESSAGE_UPDATE_TICKS: u32 = 128;

/// A level that is played headless, tick by tick.
pub struct Simulation {
    world: World,
    schedule: Schedule,
    /// Finds the input without a search by its type.
    input: SystemState<ResMut<'static, TickInput>>,
    ticks_to_update: u32,
}

impl Simulation {
    /// A level at its start.
    pub fn new(level: &Level) -> Self {
        let mut app = App::empty();
        app.add_plugins(super::plugin);
        load_level(app.world_mut(), level);
        let mut world = std::mem::take(app.world_mut());
        // Owned here, so that a tick does not take it out of the world and put it back.
        let schedule = world.resource_mut::<Schedules>().remove(Simulate).expect("the plugin adds the schedule");
        let input = SystemState::new(&mut world);
        Self { world, schedule, input, ticks_to_update: MESSAGE_UPDATE_TICKS }
    }

    /// Plays one tick.
    pub fn tick(&mut self, input: TickInput) {
        *self.input.get_mut(&mut self.world).expect("every level brings the resource") = input;
        self.schedule.run(&mut self.world);
        self.ticks_to_update -= 1;
        if self.ticks_to_update == 0 {
            self.ticks_to_update = MESSAGE_UPDATE_TICKS;
            self.update_messages();
        }
    }

    /// Swaps the message buffers, which drops messages older than two updates.
    fn update_messages(&mut self) {
        let last_change_tick = self.world.last_change_tick();
        // Taken and put back: `resource_scope` would remove the resource, and the world remembers each removal.
        let mut registry = std::mem::take(&mut *self.world.resource_mut::<MessageRegistry>());
        registry.run_updates(&mut self.world, last_change_tick);
        *self.world.resource_mut::<MessageRegistry>() = registry;
    }

    /// The messages of a type since they were last drained, oldest first. Messages that wait for over 128 ticks may be
    /// gone.
    pub fn drain<M: Message>(&mut self) -> Vec<M> {
        self.world.resource_mut::<Messages<M>>().drain().collect()
    }

    /// The clocks, the phase, focus and channels.
    pub fn run(&self) -> &Run {
        self.world.resource::<Run>()
    }

    /// The ninja.
    pub fn ninja(&self) -> &Ninja {
        self.world.resource::<Ninja>()
    }

    /// The checkpoint to which a restart goes; `None` is the start of the level.
    pub fn checkpoint(&mut self) -> Option<ActorIndex> {
        self.world.query::<&SavedRun>().iter(&self.world).next().and_then(SavedRun::checkpoint)
    }

    /// The state now.
    pub fn save(&mut self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        self.save_into(&mut snapshot);
        snapshot
    }

    /// The state now, into the memory of an earlier snapshot.
    pub fn save_into(&mut self, snapshot: &mut Snapshot) {
        snapshot::save(&mut self.world, snapshot);
    }

    /// Back to a state of the same level.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        snapshot::restore(&mut self.world, snapshot);
    }

    /// The state now, into a slot of an arena of the same level.
    pub fn save_slot(&mut self, arena: &mut StateArena, slot: usize) {
        arena.save(&mut self.world, slot);
    }

    /// Back to the state in a slot of an arena of the same level. A slot that was never saved changes nothing.
    pub fn restore_slot(&mut self, arena: &StateArena, slot: usize) {
        arena.restore(&mut self.world, slot);
    }

    /// The world, for reading.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, for queries and for tests that change it between two ticks.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
}
