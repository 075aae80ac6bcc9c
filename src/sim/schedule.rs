//! The tick: every rule of the game, in the one order that counts.
//!
//! A feature adds its systems to [`Simulate`], each in its own set; nothing but this file orders them.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// The schedule of one tick of 1/128 s; one for every level.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Simulate;

/// The rules of a tick, one set each, in the order in which they run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimulationSystems {
    /// The run starts over if the player asks for it or the time after a death is up.
    Restart,
    /// Focus is decided, the clocks advance, and channels whose time is up are lowered.
    Clocks,
    /// Movers take their poses of this tick.
    Movers,
    /// Doors open and close.
    Doors,
    /// Obstacles carry, push or crush the ninja.
    Carry,
    /// The ninja runs, jumps, falls and collides.
    Ninja,
    /// Switches raise channels.
    Switches,
    /// Keys are taken.
    Keys,
    /// Springs throw the ninja.
    Springs,
    /// Teleports take the ninja.
    Teleports,
    /// Cameras look.
    Cameras,
    /// Lasers move, aim and cast their beams.
    Lasers,
    /// Turrets fire, and bullets fly.
    Turrets,
    /// Orbs bounce.
    Orbs,
    /// Mines are lit and explode.
    Mines,
    /// Spikes kill.
    Spikes,
    /// Lit beams kill, or graze.
    BeamHits,
    /// Shards are taken.
    Shards,
    /// The exit opens, and ends the run.
    Exit,
}

/// The rules of kinds of actors that only some levels have; skipped in a level that has none of them.
///
/// An empty system still fetches its parameters, and these are a quarter of the tick of a level with lasers alone.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionalSystems;

/// Marks the actors that [`OptionalSystems`] are about.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OptionalActor;

fn there_are_optional_actors(actors: Query<(), With<OptionalActor>>) -> bool {
    !actors.is_empty()
}

/// Adds the empty schedule with its order.
pub(super) fn plugin(app: &mut App) {
    use SimulationSystems::*;

    let mut schedule = Schedule::new(Simulate);
    // A tick takes a microsecond or two; handing it to another thread takes several.
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        // The only commands are messages: they leave at the end of the tick, for all systems at once. A `MessageWriter`
        // for each type would fetch a resource a tick, a tenth of Hairline's tick in all.
        auto_insert_apply_deferred: false,
        ..default()
    });
    schedule.configure_sets(
        (
            (Restart, Clocks).chain(),
            // Solid things move, and the ninja among them.
            (Movers, Doors, Carry, Ninja).chain(),
            // What the ninja touches acts on it.
            (Switches, Keys, Springs, Teleports).chain(),
            // Hazards act. The first that kills in this order is the cause of death.
            (Cameras, Lasers, Turrets, Orbs, Mines).chain(),
            // What the ninja touches at the end of the tick; a dead one takes nothing.
            (Spikes, BeamHits, Shards, Exit).chain(),
        )
            .chain(),
    );
    schedule.configure_sets(OptionalSystems.run_if(there_are_optional_actors));
    app.add_schedule(schedule);
}
