//! The solver against exhaustive search, on levels that are so small that one ends.
//!
//! The search knows nothing of the solver's rounds, distances and refinements. It goes tick by tick over whole snapshots and
//! plays every run that changes the buttons at most [`CHANGES_MAX`] times, each at any tick. It drops a state only if the same
//! state was reached in that tick with the same buttons and no more changes, if the ninja died, or if it is too far from the
//! exit or from a shard to get there in time at the highest speed that the rules allow. The levels have no focus, so that the
//! buttons are left, right or neither, each with or without jump.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bevy_math::Vec2;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::state::snapshot::StateArena;
use hairline_sim::tuning::{
    EXIT_REACH, JUMP_SPEED, RUN_SPEED, SHARD_REACH, TERMINAL_FALL, TICKS_PER_SECOND, WALL_JUMP_SPEED_AWAY,
};
use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::options::Shards;
use hairline_tools::solve::{Settings, find};
use rayon::prelude::*;

/// How much longer than the optimum a run of the solver may take.
const TOLERANCE: f32 = 1.05;
/// Ticks of play for the solver.
const SOLVER_TICKS: u64 = 3_000_000;
/// The most changes of the buttons in a run, the first press not counted.
const CHANGES_MAX: u32 = 3;
/// More states in one tick than this mean that a level is not tiny.
const STATES_MAX: usize = 2_000_000;

/// The most tiles that the ninja moves in a tick, along each axis, in levels without springs, bumpers and teleports.
const STRIDE: Vec2 = Vec2::new(
    (if WALL_JUMP_SPEED_AWAY > RUN_SPEED { WALL_JUMP_SPEED_AWAY } else { RUN_SPEED }) / TICKS_PER_SECOND as f32,
    (if TERMINAL_FALL > JUMP_SPEED { TERMINAL_FALL } else { JUMP_SPEED }) / TICKS_PER_SECOND as f32,
);

fn inputs() -> [TickInput; 6] {
    let steer = [TickInput::NONE, TickInput::LEFT, TickInput::RIGHT];
    let [none, left, right] = steer;
    [none, left, right, none.with(TickInput::JUMP), left.with(TickInput::JUMP), right.with(TickInput::JUMP)]
}

/// The least ticks in which the ninja could be within `reach` tiles of a target.
fn ticks_to(from: Vec2, target: Vec2, reach: f32) -> u32 {
    // A thousandth of a tile for the rounding of positions.
    let away = ((target - from).abs() - reach - 0.001).max(Vec2::ZERO) / STRIDE;
    away.max_element().ceil() as u32
}

/// A state that was reached: the buttons held last, and how often they changed.
#[derive(Clone, Copy)]
struct Reached {
    held: Option<TickInput>,
    changes: u32,
}

/// The fewest ticks in which a run takes every shard and reaches the exit, if that is `ticks_max` or fewer.
fn optimum(level: &Level, ticks_max: u32) -> Option<u32> {
    let mut simulation = Simulation::new(level);
    let start = simulation.save();
    let (mut states, mut next_states) = (StateArena::new(&start), StateArena::new(&start));
    simulation.save_slot(&mut states, 0);
    let mut reached = vec![Reached { held: None, changes: 0 }];
    for tick in 1..=ticks_max {
        // By the state's hash and the buttons: its index among those of the next tick.
        let mut seen: HashMap<(u64, TickInput), usize> = HashMap::new();
        let mut next: Vec<Reached> = Vec::new();
        for (slot, from) in reached.iter().enumerate() {
            for input in inputs() {
                let changes = from.changes + u32::from(from.held.is_some_and(|held| held != input));
                if changes > CHANGES_MAX {
                    continue;
                }
                simulation.restore_slot(&states, slot);
                simulation.tick(input);
                match end(&mut simulation, level, ticks_max - tick) {
                    End::Finished => return Some(tick),
                    End::Hopeless => continue,
                    End::Open(hash) => {
                        let index = *seen.entry((hash, input)).or_insert(next.len());
                        if index == next.len() {
                            simulation.save_slot(&mut next_states, index);
                            next.push(Reached { held: Some(input), changes });
                        }
                        next[index].changes = next[index].changes.min(changes);
                    }
                }
            }
        }
        let count = next.len();
        assert!(count <= STATES_MAX, "{} has {count} states after {tick} ticks: it is not tiny", level.name);
        std::mem::swap(&mut states, &mut next_states);
        reached = next;
    }
    None
}

enum End {
    /// It has every shard and is at the exit.
    Finished,
    /// It is dead, left too early, or too far away.
    Hopeless,
    /// It goes on, from the state with this hash.
    Open(u64),
}

fn end(simulation: &mut Simulation, level: &Level, ticks_left: u32) -> End {
    let here = simulation.save();
    let taken = here.states::<ShardState>();
    match simulation.run().phase {
        Phase::Finished if taken.iter().all(|shard| shard.taken) => return End::Finished,
        Phase::Finished | Phase::Dead { .. } => return End::Hopeless,
        Phase::Running => {}
    }
    let at = simulation.ninja().position;
    let missing = level.shards.iter().zip(taken).filter(|(_, state)| !state.taken);
    let to_shards = missing.map(|(&shard, _)| ticks_to(at, shard, SHARD_REACH)).max().unwrap_or(0);
    let needed = to_shards.max(ticks_to(at, level.exit, EXIT_REACH));
    if needed <= ticks_left { End::Open(here.hash()) } else { End::Hopeless }
}

fn level_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tiny/levels");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("listed").path()).collect();
    files.sort();
    files
}

/// The ticks of the solver's run, and the fewest possible.
fn compare(path: &Path) -> (String, u32, u32) {
    let level = hairline_level::read(path).unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { shards: Shards::All, focus: false, first: false, seed: 0, memory: 128 << 20 };
    let answer = find(&level, settings, Budget::new(None, Some(SOLVER_TICKS)), None);
    let run = answer.run.unwrap_or_else(|| panic!("{} has no run", level.name));
    let ticks = run.inputs.len() as u32;
    // The solver may change the buttons more often, and be faster by that; but a level without any run of few changes would
    // compare it with nothing.
    let limits = [ticks, ticks + 2, ticks + ticks / 4];
    let best = limits.into_iter().find_map(|limit| optimum(&level, limit));
    let best = best.unwrap_or_else(|| {
        panic!(
            "{}: no run with at most {CHANGES_MAX} changes in {} ticks, the solver's has {ticks}",
            level.name, limits[2]
        )
    });
    println!("{}: {ticks} ticks, {best} at best", level.name);
    (level.name, ticks, best)
}

/// Minutes without optimization; `scripts/test` runs it in release.
#[test]
#[cfg_attr(debug_assertions, ignore = "searches exhaustively")]
fn the_solvers_time_is_within_a_twentieth_of_the_optimum() {
    let files = level_files();
    assert!(files.len() >= 20, "{} levels", files.len());
    let compared: Vec<_> = files.par_iter().map(|file| compare(file)).collect();
    for (name, ticks, best) in compared {
        assert!(ticks as f32 <= TOLERANCE * best as f32, "{name}: {ticks} ticks, and {best} at best");
    }
}

#[test]
fn the_exhaustive_search_finds_a_run_that_is_known_and_none_before_it() {
    // Over flat ground nothing is faster than to hold right from the start.
    // Away from every wall, since a jump off a wall is faster.
    let text = "(version: 1, name: \"Flat\", focus: (max: 0, start: 0), map: r\"\n#########\n#   @ X #\n#########\n\")";
    let level = hairline_level::parse(text, "flat").unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&level);
    let held = (1..200).find(|_| {
        simulation.tick(TickInput::RIGHT);
        simulation.run().phase == Phase::Finished
    });
    let held = held.expect("it gets there");
    assert_eq!(optimum(&level, held), Some(held));
    assert_eq!(optimum(&level, held - 1), None);
}
