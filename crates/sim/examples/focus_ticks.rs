//! Prints in which ticks of replays focus is active: a button that is held on an empty meter does nothing.
//!
//! `cargo run -p hairline_sim --example focus_ticks -- levels/proofs/NAME.replay.ron`, for `scripts/drive-window`, which has to know
//! how long each tick takes. A line for each replay: its path, and a letter for each tick, F or -.

use std::path::Path;
use std::process::ExitCode;

use hairline_sim::Simulation;
use hairline_sim::state::replay::Replay;

fn main() -> ExitCode {
    let mut is_well = true;
    for path in std::env::args().skip(1) {
        match ticks(Path::new(&path)) {
            Ok(ticks) => println!("{path} {ticks}"),
            Err(error) => {
                eprintln!("{path}: {error}");
                is_well = false;
            }
        }
    }
    ExitCode::from(u8::from(!is_well))
}

fn ticks(path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let replay = Replay::parse(&std::fs::read(path)?)?;
    let level =
        path.ancestors().skip(1).take(2).map(|folder| folder.join(&replay.level_file)).find(|level| level.exists());
    let mut simulation = Simulation::new(&hairline_level::read(&level.ok_or("no level beside it or one folder up")?)?);
    let mut letter = |input| {
        simulation.tick(input);
        if simulation.run().focus.active { 'F' } else { '-' }
    };
    Ok(replay.inputs.into_iter().map(&mut letter).collect())
}
