//! Prints, for each tick of a level's proof, whether focus is active. A button held on an empty meter does nothing.
//!
//! `cargo run -p hairline_sim --example focus_ticks -- there-and-back.level.ron` prints a letter for each tick, F or -.
//! `scripts/drive-window` needs to know how long each tick lasts.

use std::process::ExitCode;

use hairline_sim::Simulation;
use hairline_testing::shipped_proofs;

fn main() -> ExitCode {
    let Some(wanted) = std::env::args().nth(1) else {
        eprintln!("usage: focus_ticks LEVEL");
        return ExitCode::from(2);
    };
    let Some((_, level, replay)) = shipped_proofs().into_iter().find(|(file, ..)| *file == wanted) else {
        eprintln!("{wanted}: no such level");
        return ExitCode::from(2);
    };
    let mut simulation = Simulation::new(&level);
    for input in replay.inputs {
        simulation.tick(input);
        print!("{}", if simulation.run().focus.active { 'F' } else { '-' });
    }
    println!();
    ExitCode::SUCCESS
}
