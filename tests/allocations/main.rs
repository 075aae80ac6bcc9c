//! What must not allocate, by a counting allocator: a tick, saving and restoring, and the sound device's thread.

mod counting;
#[path = "../drawn/mod.rs"]
mod drawn;
#[cfg(feature = "desktop")]
mod sound;
#[path = "../drawn/stress_level.rs"]
mod stress_level;
mod ticks;
