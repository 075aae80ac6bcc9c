//! The simulation: the rules of the game as ECS systems in one schedule, [`Simulate`], on a fixed tick of 1/128 s.
//!
//! It is deterministic: the same level and the same inputs give the same bits on every platform. It reads no clock, no
//! file and nothing of the view, iterates over no hash map, and spawns nothing during a run. Input enters as
//! [`TickInput`](run::input::TickInput); events leave as messages of the features, at the end of each tick.
//!
//! A feature is a file with its components, its rule as a system, its messages and a `plugin` that registers them:
//!
//! - [`state`]: what all features share: how they are registered, spawning, indices, snapshots, replays.
//! - [`death`]: what kills, in one form for every weapon.
//! - [`history`]: the tries of a sitting, and what plays them again. [`lookahead`]: what comes next.
//! - [`run`]: clocks, focus, channels, shards, the exit, restarts.
//! - [`ninja`]: the player's body. [`colliders`]: everything solid, and the queries against it.
//! - [`obstacles`], [`hazards`], [`triggers`]: the actors.

#![warn(missing_docs, clippy::disallowed_methods)]

pub mod colliders;
pub mod death;
pub mod hazards;
pub mod history;
pub mod lookahead;
mod motion;
pub mod ninja;
pub mod obstacles;
pub mod run;
pub mod schedule;
mod simulation;
pub mod state;
pub mod triggers;
pub mod tuning;

use bevy::prelude::*;

pub use schedule::{Simulate, SimulationSystems};
pub use simulation::Simulation;
pub use state::spawn::{load_level, unload_level};

/// Adds every rule to [`Simulate`]. [`load_level`] brings a level into the world; the app decides when the schedule
/// runs.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        schedule::plugin,
        state::plugin,
        run::plugin,
        colliders::plugin,
        obstacles::plugin,
        ninja::plugin,
        triggers::plugin,
        hazards::plugin,
    ));
}
