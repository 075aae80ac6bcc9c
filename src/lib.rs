//! Hairline, a precision platformer: robots cast laser beams through a tilemap, and the ninja slows time.
//!
//! # A map of the code
//!
//! | module | what it is | what it never does |
//! |---|---|---|
//! | [`geometry`] | tile shapes, bit grids, exact rays, sweeps | know the ECS, files or rules |
//! | [`level`] | the RON format, its checks and its diagnostics | know the ECS, but for the asset loader |
//! | [`sim`] | components and systems in the one schedule `Simulate`; snapshots; replays | read a clock, a file or the picture |
//! | [`tools`] | what the command line does without a window | open a window, end the process |
//! | `view` | draws what the rules hold | write what the rules hold |
//! | `audio` | makes every sound, from what the rules hold and say | write what the rules hold; need a sound device |
//! | `screens` | title, list, play, pause, results; input becomes `TickInput` | hold a rule of the game |
//! | `app` | puts the desktop app together | |
//!
//! Imports go downwards only: `screens → view, audio → sim → level → geometry`, and `tools → sim, level`. This file, `app` and
//! `main.rs` see everything. `tests/architecture.rs` holds it.
//!
//! # What is always true
//!
//! - The rules run in one schedule, [`sim::Simulate`], on a tick of exactly 1/128 s, in the order that
//!   [`sim::tick::play_tick`] states. The game, the tools, the tests and the search for proofs run that schedule and no
//!   other.
//! - The same level and the same inputs give the same bits on every platform: no clock, no hash map, no thread, no
//!   transcendental function of std (`clippy.toml` bans them) within it.
//! - All that changes during a run is in [`sim::snapshot::Snapshot`], but for what is derived from it (beams, where
//!   obstacles stand). The rules spawn and despawn nothing, and a tick allocates nothing.
//! - A schedule belongs to the level for which it was made: it looks up once what stays as it is.
//! - Input enters as [`sim::input::TickInput`]; facts leave as [`sim::facts::Fact`]. They are one message with a case for
//!   each fact, and not a type each: they keep their order, and a tick pays for one buffer.
//! - During focus the hazards advance by half a tick for each of the ninja's. His own tick is never scaled: what a jump
//!   clears is the same at any speed of time.
//! - What kills is the segment that a tick cast. The picture stands between two ticks, and so do the beams in it: each is
//!   drawn between its last two segments, so that it is never more than a tick away from the one that kills.
//! - Sounds are made by the game itself, the same on every platform, and only where there is a device to play them. One
//!   mixer plays them all; the game gives it orders and never waits for it.
//! - Whatever a file holds, reading it ends in a level or in a fault with its place; it never panics, and takes no more
//!   memory than the caps in [`level::limits`] allow.
//!
//! The feature `desktop` (on by default) adds `view`, `audio`, `screens` and `app`. Without it the rest builds and tests without a
//! window.

#[cfg(feature = "desktop")]
pub mod app;
#[cfg(feature = "desktop")]
pub mod audio;
pub mod geometry;
pub mod level;
#[cfg(feature = "desktop")]
pub mod screens;
pub mod sim;
pub mod stable_hash;
pub mod tools;
#[cfg(feature = "desktop")]
pub mod view;
