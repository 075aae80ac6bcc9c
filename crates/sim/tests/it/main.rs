//! The tests of the rules, as one program.

mod allocations;
mod bad_replays;
mod beams;
mod broad_phase;
mod cameras;
mod channels;
mod checkpoints;
mod colliders;
mod crumbles;
mod determinism;
mod gates;
mod ghosts;
mod hindsight;
mod history;
mod lookahead;
mod mines;
mod mirrors;
mod ninja;
mod obstacles;
mod obstacles_random;
mod orbs;
mod paths;
mod run;
mod saved_state;
mod sensors;
mod spikes;
mod systems;
mod timeline;
mod triggers;
mod turrets;

#[global_allocator]
static ALLOCATOR: hairline_testing::counting::Counting = hairline_testing::counting::Counting;
