//! The same level and the same inputs give the same bits: every proof, restored at every tick, and ticks of chance on
//! every level.

mod drawn;

use drawn::random::{LONG_RUN_TICKS, RandomPlayer};
use drawn::{RunState, shipped_levels, shipped_proofs};
use hairline::geometry::terrain::Terrain;
use hairline::level::Level;
use hairline::sim::Simulation;
use hairline::sim::hazards::laser::LaserState;
use hairline::sim::run::input::TickInput;
use hairline::sim::run::{Phase, Run};
use hairline::sim::state::snapshot::Snapshot;
use hairline::sim::tuning::*;

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

#[track_caller]
fn assert_sane(name: &str, tick: u32, state: &Snapshot, terrain: &Terrain) {
    let ninja = &state.ninja();
    let size = terrain.size().as_vec2();
    assert!(ninja.position.is_finite() && ninja.velocity.is_finite(), "{name} at {tick}: {ninja:?}");
    // The shipped levels are closed, and a fall out of one would end a little below it.
    let inside = |value: f32, most: f32| (-2.0..most + 2.0).contains(&value);
    assert!(inside(ninja.position.x, size.x) && inside(ninja.position.y, size.y), "{name} at {tick}: {ninja:?}");
    let depth = terrain.depth(ninja.position, BODY_RADIUS);
    assert!(depth <= 1e-3, "{name} at {tick}: {depth} deep in a wall, {ninja:?}");
    assert!(state.run().focus.meter <= state.run().focus.meter_max, "{name} at {tick}: {:?}", state.run().focus);
    for laser in state.states::<LaserState>() {
        let unit = (laser.direction.length() - 1.0).abs() < 1e-4;
        assert!(laser.position.is_finite() && unit, "{name} at {tick}: {laser:?}");
    }
}

fn play_at_random(name: &str, level: &Level, ticks: u32, immortal: bool) {
    let mut simulation = Simulation::new(level);
    let mut player = RandomPlayer::new(level.hash);
    let mut state = simulation.save();
    for tick in 0..ticks {
        simulation.tick(player.next_input());
        simulation.save_into(&mut state);
        assert_sane(name, tick, &state, &level.terrain);
        match state.run().phase {
            Phase::Finished => simulation.tick(TickInput::RESTART),
            Phase::Dead { .. } if immortal && state.ninja().position.y < 0.0 => simulation.tick(TickInput::RESTART),
            // A ninja that nothing stops gets to places that no mortal one reaches.
            Phase::Dead { .. } if immortal => simulation.world_mut().resource_mut::<Run>().phase = Phase::Running,
            _ => {}
        }
    }
}

#[test]
fn random_ticks_keep_every_level_sane() {
    for (name, level) in shipped_levels() {
        play_at_random(&name, &level, LONG_RUN_TICKS, false);
        play_at_random(&name, &level, LONG_RUN_TICKS / 5, true);
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
