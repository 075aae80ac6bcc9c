//! What two states have in common: of those that are alike, a search keeps the best ones.

use bevy_math::Vec2;

use hairline_level::StableHasher;
use hairline_sim::tuning::APEX_SPEED;

use super::paths::raised_bits;
use super::worker::Worker;

/// Hashes of a state.
pub(super) struct Keys {
    /// States in one cell are near enough to keep only the best one.
    pub cell: u64,
    /// Position, speed sideways, hazard time and the shards taken, coarsely: of each place only a few states go on.
    pub place: u64,
    /// Position and speed, coarsely, the shards taken and the channels raised, whatever the time is.
    pub novelty: u64,
    /// The channels that are raised, one bit each.
    pub raised: u32,
    /// The shards taken and the channels raised.
    pub progress: u64,
}

/// The keys of the worker's state, with `fineness` cells per tile and axis.
pub(super) fn keys(worker: &mut Worker, fineness: f32) -> Keys {
    let state = worker.state();
    let (shards, raised) = (state.shards, raised_bits(state.channels, state.now));
    let (run, ninja) = (worker.simulation.run(), worker.simulation.ninja());
    let grid = |value: Vec2, scale: f32| (value * scale).floor().as_ivec2();
    let flags = u32::from(ninja.ground.is_some())
        | u32::from(ninja.jump_held) << 1
        | u32::from(run.focus.active) << 2
        | u32::from(ninja.wall != 0.0) << 3
        | u32::from(ninja.velocity.y > APEX_SPEED) << 4
        | raised << 8;
    let hazards = run.hazard_half_ticks / 24;
    let speed = (ninja.velocity * (fineness / 8.0)).round().as_ivec2();
    let [mut cell, mut place, mut novelty] = [StableHasher::new(); 3];
    let near = grid(ninja.position, fineness / 2.0);
    for (hasher, position, hazards, flags) in [
        (&mut cell, grid(ninja.position, fineness), hazards, flags),
        (&mut place, near, hazards / 2, 0),
        (&mut novelty, near, 0, raised),
    ] {
        hasher.write_u64(shards);
        [position.x, position.y, speed.x].into_iter().for_each(|value| hasher.write_u32(value as u32));
        hasher.write_u32(hazards);
        hasher.write_u32(flags);
    }
    cell.write_u32(speed.y as u32);
    novelty.write_u32(speed.y as u32);
    let mut progress = StableHasher::new();
    progress.write_u64(shards);
    progress.write_u32(raised);
    let [cell, place, novelty, progress] = [cell, place, novelty, progress].map(StableHasher::finish);
    Keys { cell, place, novelty, raised, progress }
}
