//! Deaths of a player who nearly plays a proof: the shipped proofs with one slip of the hand each, up to where the ninja dies.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::history::{Try, TryEnd};
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Ticks for which the last input is held on where a disturbed proof ends without the exit.
const HOLD_TICKS: usize = 256;
/// Slips that are tried for each death that is wanted; a level in which most of them do no harm has fewer deaths.
const SLIPS_PER_DEATH: usize = 8;

/// At most `count` deaths in a level, the same for the same seed: each by its inputs from the start of the level.
pub fn deaths(level: &Level, proof: &[TickInput], seed: u64, count: usize) -> Vec<Try> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut simulation = Simulation::new(level);
    let start = simulation.save();
    let slips = (0..count * SLIPS_PER_DEATH).filter_map(|_| {
        let mut inputs = slip(proof, &mut random);
        simulation.restore(&start);
        for (tick, &input) in inputs.iter().enumerate() {
            simulation.tick(input);
            match simulation.run().phase {
                Phase::Running => {}
                Phase::Finished => return None,
                Phase::Dead { .. } => {
                    inputs.truncate(tick + 1);
                    return Some(Try { inputs, begin: 0, end: TryEnd::Died(simulation.ninja().position) });
                }
            }
        }
        None
    });
    slips.take(count).collect()
}

/// Some inputs with one slip at a random place where they change: that change comes 2 to 20 ticks late or early, with or without
/// everything after it, or it is left out.
fn slip(inputs: &[TickInput], random: &mut Xoshiro256PlusPlus) -> Vec<TickInput> {
    let changes: Vec<usize> = (1..inputs.len()).filter(|&tick| inputs[tick] != inputs[tick - 1]).collect();
    let place = random.random_range(0..changes.len());
    let (at, next) = (changes[place], changes.get(place + 1).copied().unwrap_or(inputs.len()));
    let ticks = random.random_range(2..=20);
    let mut slipped = inputs.to_vec();
    match random.random_range(0..5) {
        0 => slipped[at..(at + ticks).min(next)].fill(inputs[at - 1]),
        1 => slipped[at.saturating_sub(ticks)..at].fill(inputs[at]),
        2 => _ = slipped.splice(at..at, vec![inputs[at - 1]; ticks]),
        3 => _ = slipped.drain(at.saturating_sub(ticks)..at),
        _ => slipped[at..next].fill(inputs[at - 1]),
    }
    slipped.extend([slipped[slipped.len() - 1]; HOLD_TICKS]);
    slipped
}
