//! Finds the runs against which players race for the medals of a campaign's levels anew, without letting its players play again:
//! `cargo run --release -p hairline_tools --example pace -- levels/campaign.ron`

use std::path::Path;

use rayon::prelude::*;

use hairline_profile::medal::PLAYERS_FILE_NAME;
use hairline_tools::players::pace::{PACED, pace};
use hairline_tools::players::{population, table};
use hairline_tools::rate::medals::medal_times;
use hairline_tools::solve::store::proof_of;

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("name a campaign.ron")?;
    let file = Path::new(&file);
    let campaign = hairline_level::campaign::read(file).map_err(|error| error.to_string())?;
    let paced = |name: &String| {
        let path = file.with_file_name(name);
        let level = hairline_level::read(&path).map_err(|error| error.to_string())?;
        let (proof, _) = proof_of(&path, &level)?;
        let times = medal_times(&path, &level, proof.inputs.len())?;
        // Nobody plays: only the ways are found again.
        let players = population::play(&level, Some(&proof.inputs), 0, 0)?;
        let paced = pace(&level, &proof.inputs, &players, times);
        let shown = PACED.iter().zip(&paced).map(|(medal, paced)| {
            let ticks = paced.as_ref().map_or(0, |paced| paced.ticks);
            format!("{medal:?} {} to {ticks}", times.ticks(*medal))
        });
        println!("{}: {}", level.name, shown.collect::<Vec<_>>().join(", "));
        Ok((level, paced))
    };
    let found: Vec<_> = campaign.all_but_labs().par_iter().map(paced).collect::<Result<_, String>>()?;
    table::set_paces(&file.with_file_name(PLAYERS_FILE_NAME), &found)
}
