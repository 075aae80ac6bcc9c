//! The same level and the same inputs give the same bits: every proof, restored at every tick, and ticks of chance on
//! every level.

mod drawn;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::{Messages, Schedule, World};
use drawn::{shipped_levels, shipped_proofs};
use hairline::geometry::terrain::Terrain;
use hairline::level::Level;
use hairline::sim::facts::Fact;
use hairline::sim::run::input::TickInput;
use hairline::sim::state::snapshot::{RunAccess, Snapshot};
use hairline::sim::state::spawn::spawn_level;
use hairline::sim::tick::play_tick;
use hairline::sim::tuning::*;
use hairline::sim::{Simulate, Simulation, has_only_robots};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

#[test]
fn every_proof_finishes_its_level_in_the_recorded_state() {
    for (name, level, replay) in shipped_proofs() {
        replay.verify(&level).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn the_same_run_restored_at_each_step_ends_the_same() {
    for (name, level, replay) in shipped_proofs() {
        let mut straight = Simulation::new(&level);
        // A second world that plays nothing but the next tick, each time from a state put into it.
        let mut restored = Simulation::new(&level);
        for (tick, &input) in replay.inputs.iter().enumerate() {
            restored.restore(&straight.save());
            straight.tick(input);
            restored.tick(input);
            let (wanted, found) = (straight.save(), restored.save());
            assert_eq!(wanted, found, "{name} at tick {tick}");
            assert_eq!(wanted.hash(), found.hash(), "{name} at tick {tick}");
        }
        assert_eq!(straight.save().hash(), replay.final_hash, "{name}");
    }
}

#[test]
fn the_tick_of_robots_alone_is_the_whole_tick_where_it_is_played() {
    let mut played = 0;
    for (name, level, replay) in shipped_proofs() {
        if !has_only_robots(&level) {
            continue;
        }
        played += 1;
        let mut chosen = Simulation::new(&level);
        let mut whole = Schedule::new(Simulate);
        whole.set_executor(SingleThreadedExecutor::new()).add_systems(play_tick);
        let mut world = World::new();
        spawn_level(&mut world, &level);
        let mut access = RunAccess::new(&mut world);
        let mut state = Snapshot::default();
        for (tick, &input) in replay.inputs.iter().enumerate() {
            chosen.tick(input);
            *world.resource_mut::<TickInput>() = input;
            world.resource_mut::<Messages<Fact>>().clear();
            whole.run(&mut world);
            access.save(&mut world, &mut state);
            assert_eq!(chosen.save(), state, "{name} at tick {tick}");
            let told = world.resource::<Messages<Fact>>().iter_current_update_messages();
            assert!(chosen.facts().eq(told), "{name} at tick {tick}");
        }
    }
    assert!(played >= 6, "only {played} levels");
}

#[test]
fn going_back_and_playing_on_ends_the_same() {
    for (name, level, replay) in shipped_proofs() {
        let mut simulation = Simulation::new(&level);
        let middle = replay.inputs.len() / 2;
        replay.inputs[..middle].iter().for_each(|&input| simulation.tick(input));
        let saved = simulation.save();
        // Somewhere else entirely.
        (0..500).for_each(|_| simulation.tick(TickInput::LEFT.with(TickInput::JUMP)));
        simulation.restore(&saved);
        replay.inputs[middle..].iter().for_each(|&input| simulation.tick(input));
        assert_eq!(simulation.save().hash(), replay.final_hash, "{name}");
    }
}

/// Random ticks on each level: a million in a release build. Else the tests have to stay quick, and all levels together
/// get about as many.
const RANDOM_TICKS: u32 = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

/// Holds random buttons for random times, as a child with a pad does.
struct RandomPlayer {
    chance: Xoshiro256PlusPlus,
    input: TickInput,
    left: u32,
}

impl RandomPlayer {
    fn new(seed: u64) -> Self {
        Self { chance: Xoshiro256PlusPlus::seed_from_u64(seed), input: TickInput::NONE, left: 0 }
    }

    fn next(&mut self) -> TickInput {
        if self.left == 0 {
            self.left = self.chance.random_range(1..48);
            // Restart is left out: the runs are to get far.
            self.input = TickInput::from_bits(self.chance.next_u32() as u8).without(TickInput::RESTART);
        }
        self.left -= 1;
        self.input
    }
}

#[track_caller]
fn assert_sane(name: &str, tick: u32, state: &Snapshot, terrain: &Terrain) {
    let ninja = &state.ninja;
    let size = terrain.size().as_vec2();
    assert!(ninja.position.is_finite() && ninja.velocity.is_finite(), "{name} at {tick}: {ninja:?}");
    // The shipped levels are closed, and a fall out of one would end a little below it.
    let inside = |value: f32, most: f32| (-2.0..most + 2.0).contains(&value);
    assert!(inside(ninja.position.x, size.x) && inside(ninja.position.y, size.y), "{name} at {tick}: {ninja:?}");
    let depth = terrain.depth(ninja.position, BODY_RADIUS);
    assert!(depth <= 1e-3, "{name} at {tick}: {depth} deep in a wall, {ninja:?}");
    assert!(state.focus.meter <= state.focus.meter_max, "{name} at {tick}: {:?}", state.focus);
    for laser in &state.lasers {
        let unit = (laser.direction.length() - 1.0).abs() < 1e-4;
        assert!(laser.position.is_finite() && unit, "{name} at {tick}: {laser:?}");
    }
}

fn play_at_random(name: &str, level: &Level, ticks: u32, immortal: bool) {
    let mut simulation = Simulation::new(level);
    let mut player = RandomPlayer::new(level.hash);
    let mut state = simulation.save();
    for tick in 0..ticks {
        simulation.tick(player.next());
        simulation.save_into(&mut state);
        assert_sane(name, tick, &state, &level.terrain);
        if !state.run.is_running() && immortal {
            // A ninja whom beams do not stop gets to places where he would long be dead.
            state.run.phase = Default::default();
            if state.ninja.position.y < 0.0 {
                state = Simulation::new(level).save();
            }
            simulation.restore(&state);
        }
        if state.run.phase == hairline::sim::run::Phase::Finished {
            simulation.tick(TickInput::RESTART);
        }
    }
}

#[test]
fn random_ticks_keep_every_level_sane() {
    for (name, level) in shipped_levels() {
        play_at_random(&name, &level, RANDOM_TICKS, false);
        play_at_random(&name, &level, RANDOM_TICKS / 5, true);
    }
}

#[test]
fn nobody_dies_at_the_start_of_a_level_without_having_moved() {
    for (name, level) in shipped_levels() {
        let mut simulation = Simulation::new(&level);
        for tick in 0..60 * TICKS_PER_SECOND {
            simulation.tick(TickInput::NONE);
            assert!(simulation.run().is_running(), "{name} kills him at tick {tick}");
        }
    }
}
