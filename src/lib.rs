//! Hairline, a precision platformer: robots cast laser beams through a tilemap, and the ninja slows time.
//!
//! # A map of the code
//!
//! | crate or module | what it is | what it never does |
//! |---|---|---|
//! | [`hairline_geometry`] | tile shapes, bit grids, exact rays, shapes, sweeps | know the ECS, files or rules |
//! | [`hairline_level`] | the RON format, its checks and its diagnostics; the hash behind levels and snapshots | know the ECS |
//! | [`hairline_sim`] | components and systems in the one schedule [`Simulate`](hairline_sim::Simulate); snapshots; replays | read a clock, a file or the view |
//! | [`hairline_lines`] | levels and runs as lines of text | read files, trust a line |
//! | [`hairline_painter`] | the look of the game, without a window | change what the simulation holds |
//! | [`hairline_profile`] | what the game remembers of its player, and the one way to replace a file | know a rule or a screen |
//! | [`hairline_tools`] | the commands without a window | open a window, end the process |
//! | [`hairline_import`] | levels from maps of other editors | know more of those editors than their files |
//! | [`view`] | draws what the simulation holds | write what the simulation holds |
//! | [`film`] | plays a run and writes what it looks like as a GIF or as raw video | open a window |
//! | [`audio`] | makes every sound from the simulation's state and messages | write what the simulation holds; need a sound device |
//! | [`screens`] | title, list, settings, play, pause, results; input becomes [`TickInput`](hairline_sim::run::input::TickInput) | contain a rule of the game |
//! | [`app`] | puts the desktop app together | |
//!
//! Imports go downwards only. Cargo holds that between crates: game → import → tools → painter → sim → level → geometry,
//! tools → profile, and tools → lines → sim. Between the game's own modules `tests/it/architecture.rs` holds it: `screens → view, audio, film` and `film → view`; `app`,
//! this file
//! and `main.rs` see everything. It also holds that files do not import each other in a circle. `docs/ARCHITECTURE.md`
//! follows a tick and a level file through the code, and shows how to add an actor.
//!
//! # Invariants
//!
//! - The rules run in one schedule, [`hairline_sim::Simulate`], on a tick of exactly 1/128 s, in the order of
//!   [`hairline_sim::SimulationSystems`]; any two systems that conflict and are not ordered are an error. The game, the tools, the
//!   tests and the search for proofs run that schedule and no other.
//! - The same level and the same inputs give the same bits on every platform: no clock, no hash map, no thread, no
//!   transcendental function of std, nor its `min` and `max` of floats, within it (`clippy.toml` bans them).
//! - Everything that changes during a run is registered as a [`SimState`](hairline_sim::state::actor::SimState), so a
//!   [`Snapshot`](hairline_sim::state::snapshot::Snapshot) holds it; beams and obstacles' poses are derived from it. The rules spawn
//!   and despawn nothing, and a tick allocates nothing once its buffers have grown, but for the tick
//!   in which a checkpoint saves the run.
//! - No rule caches anything across levels: [`hairline_sim::load_level`] replaces all that a level brings.
//! - Input enters as [`TickInput`](hairline_sim::run::input::TickInput). Events leave as messages: each type is in its feature's
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
//!   and takes no more memory than the caps in [`hairline_level::limits`] allow.
//!

pub mod app;
pub mod audio;
pub mod film;
pub mod screens;
pub mod view;
