//! Hairline, a precision platformer: robots cast laser beams through a tilemap, and the ninja slows time.
//!
//! # A map of the code
//!
//! | module | what it is | what it never does |
//! |---|---|---|
//! | [`geometry`] | tile shapes, bit grids, exact rays, shapes, sweeps | know the ECS, files or rules |
//! | [`level`] | the RON format, its checks and its diagnostics | know the ECS, except for the asset loader |
//! | [`palette`] | the colors of the worlds as numbers, read from a file | paint |
//! | [`sim`] | components and systems in the one schedule [`Simulate`](sim::Simulate); snapshots; replays | read a clock, a file or the view |
//! | [`profile`] | what the game remembers of its player, and the one way to replace a file | know a rule or a screen |
//! | [`tools`] | the commands without a window | open a window, end the process |
//! | `view` | draws what the simulation holds | write what the simulation holds |
//! | `audio` | makes every sound from the simulation's state and messages | write what the simulation holds; need a sound device |
//! | `screens` | title, list, settings, play, pause, results; input becomes [`TickInput`](sim::run::input::TickInput) | contain a rule of the game |
//! | `app` | puts the desktop app together | |
//! | [`stable_hash`] | the hash behind levels and snapshots | change its numbers |
//!
//! Imports go downwards only: `screens → view, audio → sim → level → geometry`, and `tools → sim, level`; `screens` and
//! `tools` see `profile` too, and `profile` sees `level`; `view` and `tools` take colors from `palette`. This file, `app` and `main.rs` see everything. Inside a module, files do not import each
//! other in a circle, except a parent and its own children. `tests/architecture.rs` checks both. `docs/ARCHITECTURE.md`
//! follows a tick and a level file through the code, and shows how to add an actor.
//!
//! # Invariants
//!
//! - The rules run in one schedule, [`sim::Simulate`], on a tick of exactly 1/128 s, in the order of
//!   [`sim::SimulationSystems`]; any two systems that conflict and are not ordered are an error. The game, the tools, the
//!   tests and the search for proofs run that schedule and no other.
//! - The same level and the same inputs give the same bits on every platform: no clock, no hash map, no thread, no
//!   transcendental function of std (`clippy.toml` bans them) within it.
//! - Everything that changes during a run is registered as a [`SimState`](sim::state::actor::SimState), so a
//!   [`Snapshot`](sim::state::snapshot::Snapshot) holds it; beams and obstacles' poses are derived from it. The rules spawn
//!   and despawn nothing, and a tick allocates nothing once its buffers have grown, but for the tick
//!   in which a checkpoint saves the run.
//! - No rule caches anything across levels: [`sim::load_level`] replaces all that a level brings.
//! - Input enters as [`TickInput`](sim::run::input::TickInput). Events leave as messages: each type is in its feature's
//!   file and carries the index of the actor that caused it. They arrive at the end of the tick.
//! - During focus the hazards advance by half a tick for each of the ninja's. The ninja's own tick is never scaled: a jump
//!   clears the same at any speed of time.
//! - The segments that a tick casts are what kills in it. The view interpolates between the last two ticks, beams
//!   included, so a drawn beam is never more than a tick away from the lethal one.
//! - The systems of a frame run one after the other: every schedule of the desktop app has Bevy's single-threaded executor, since
//!   handing systems of microseconds to threads takes longer than running them. Sound and files have threads of their own.
//! - The game makes its own sounds, the same on every platform, and only where there is a device to play them. One mixer
//!   plays them all; the game sends it commands and never waits for it.
//! - Reading a level file, whatever its bytes, ends in a level or in diagnostics with their positions; it never panics,
//!   and takes no more memory than the caps in [`level::limits`] allow.
//!
//! The feature `desktop` (on by default) adds `view`, `audio`, `screens` and `app`. Without it everything else builds and
//! tests without a window.

#[cfg(feature = "desktop")]
pub mod app;
#[cfg(feature = "desktop")]
pub mod audio;
pub mod geometry;
pub mod level;
pub mod palette;
pub mod profile;
#[cfg(feature = "desktop")]
pub mod screens;
pub mod sim;
pub mod stable_hash;
pub mod tools;
#[cfg(feature = "desktop")]
pub mod view;
