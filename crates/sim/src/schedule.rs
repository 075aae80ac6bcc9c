//! The tick: every rule of the game, in order.
//!
//! A feature adds its systems to [`Simulate`], each in its own set; nothing but this file orders them. The first parameter of
//! a rule about a kind of actor is [`Populated`]: in a level without that kind, Bevy skips the rule before it fetches anything
//! else, an eighth of the tick of a level with lasers and doors. `add_rule` adds a rule that only some levels need;
//! lasers, shards and the exit, which nearly every level has, are systems like any other.

use bevy::ecs::component::ComponentId;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// The schedule of one tick of 1/128 s, the same for every level.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Simulate;

/// The rules of a tick, one set each, in the order in which they run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimulationSystems {
    /// The run starts over if the player asks for it or the time after a death is up.
    Restart,
    /// Focus is decided, the clocks advance, channels whose time is up are lowered, and conditions on several are decided.
    Clocks,
    /// Orbs say where they are, so that nothing appears on them.
    Bodies,
    /// Movers take their poses of this tick.
    Movers,
    /// Doors open and close.
    Doors,
    /// Crumbles crack, give way and come back.
    Crumbles,
    /// Vanes turn.
    Vanes,
    /// Obstacles carry, push or crush the ninja; then it runs, jumps, falls and collides.
    Ninja,
    /// Switches raise channels.
    Switches,
    /// Keys are taken.
    Keys,
    /// Springs throw the ninja.
    Springs,
    /// Teleports move the ninja.
    Teleports,
    /// Cameras turn and scan.
    Cameras,
    /// Lasers move, aim and cast their beams.
    Lasers,
    /// Turrets fire, and bullets fly.
    Turrets,
    /// Orbs bounce.
    Orbs,
    /// Mines are lit and explode.
    Mines,
    /// Sensors feel lit beams and raise channels; what listens acts in the next tick.
    Sensors,
    /// Spikes kill.
    Spikes,
    /// Lit beams kill, or graze.
    BeamHits,
    /// Shards are taken.
    Shards,
    /// The exit opens, and ends the run.
    Exit,
    /// A checkpoint saves the run.
    Checkpoints,
}

/// Rules about kinds of actors that only some levels have; a level without any such actor skips all of them at once.
///
/// [`Populated`] skips them too, but one by one: a sixth of the tick of a level with lasers alone.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OptionalSystems;

/// Beside each component that a rule of [`OptionalSystems`] is about: those rules run only in a level that has this.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct HasOptionalRule;

/// The rules of `OptionalSystems`, in the order of registration: the component that each is about, and its set.
#[derive(Resource, Clone, Debug, Default)]
pub struct OptionalRules(pub Vec<(ComponentId, SimulationSystems)>);

/// Adds the schedule, empty, with the order of its sets.
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
            (Bodies, Movers, Doors, Crumbles, Vanes, Ninja).chain(),
            // What the ninja touches acts on it.
            (Switches, Keys, Springs, Teleports).chain(),
            // Hazards act. The first that kills in this order is the cause of death.
            (Cameras, Lasers, Turrets, Orbs, Mines).chain(),
            Sensors,
            // What the ninja touches at the end of the tick; a dead ninja takes nothing.
            (Spikes, BeamHits, Shards, Exit, Checkpoints).chain(),
        )
            .chain(),
    );
    schedule.configure_sets(OptionalSystems.run_if(any_with_component::<HasOptionalRule>));
    app.add_schedule(schedule).init_resource::<OptionalRules>();
}
