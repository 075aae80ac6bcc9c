//! Verifies every proof and plays random input on every level, and prints hashes of what it saw. Another processor prints the
//! same (`scripts/test-targets`).
//!
//! `cargo run --release -p hairline_sim --example play_hashes -- TICKS`, the ticks that are played in all. Each line has the hash
//! of all states and beams of a level up to its tick, so that the first line that differs shows where two targets part.

use std::process::ExitCode;

use hairline_level::{Level, StableHasher};
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::run::input::TickInput;
use hairline_testing::courses::{dangerous_course, mill, obstacle_course};
use hairline_testing::random::RandomPlayer;
use hairline_testing::stress_level::stress_level;
use hairline_testing::{revive, shipped_levels, shipped_proofs};

/// Ticks from one line to the next.
const LINE_TICKS: u32 = 1000;
/// Ticks of random play from one start to the next.
const RESTART_TICKS: u32 = 1500;

fn main() -> ExitCode {
    let Some(ticks) = std::env::args().nth(1).and_then(|ticks| ticks.parse::<u32>().ok()) else {
        eprintln!("usage: play_hashes TICKS");
        return ExitCode::from(2);
    };
    let mut is_well = true;
    for (name, level, replay) in shipped_proofs() {
        let verified = replay.verify(&level);
        is_well &= verified.is_ok();
        println!("{name}: {}", verified.map_or_else(|error| error.to_string(), |_| "verified".to_owned()));
    }
    let mut levels = vec![
        ("every kind of actor".to_owned(), stress_level()),
        ("dangerous course".to_owned(), dangerous_course()),
        ("obstacle course".to_owned(), obstacle_course()),
    ];
    levels.extend((1..=3).map(|seed| (format!("mill {seed}"), mill(seed))));
    levels.extend(shipped_levels());
    let ticks_of_each = ticks.div_ceil(levels.len() as u32);
    for (seed, (name, level)) in (1..).zip(&levels) {
        play(name, level, seed, ticks_of_each);
    }
    println!("{} ticks", ticks_of_each * levels.len() as u32);
    ExitCode::from(u8::from(!is_well))
}

fn play(name: &str, level: &Level, seed: u64, ticks: u32) {
    let (mut simulation, mut player) = (Simulation::new(level), RandomPlayer::new(seed));
    let mut lasers = simulation.world_mut().query::<(&LaserState, &Beams)>();
    let (mut state, mut hasher) = (simulation.save(), StableHasher::new());
    for tick in 1..=ticks {
        let input = if tick % RESTART_TICKS == 0 { TickInput::RESTART } else { player.next_input() };
        simulation.tick(input);
        simulation.save_into(&mut state);
        hasher.write_u64(state.hash());
        for (laser, beams) in lasers.iter(simulation.world()) {
            for beam in beams.iter(laser.position) {
                beam.end.to_array().into_iter().for_each(|value| hasher.write_u32(value.to_bits()));
            }
        }
        revive(&mut simulation);
        if tick % LINE_TICKS == 0 || tick == ticks {
            println!("{name}, tick {tick}: {:016x}", hasher.finish());
        }
    }
}
