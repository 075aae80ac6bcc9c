//! Renews the medal times of a campaign's levels, and the runs to race against, from the proofs, new searches and the runs in the table
//! of players. No simulated player plays again, so no time gets shorter: `cargo run --release -p hairline_tools --example pace --
//! levels/campaign.ron`

use std::path::Path;

use rayon::prelude::*;

use hairline_lines::Line;
use hairline_profile::medal::PLAYERS_FILE_NAME;
use hairline_sim::run::input::TickInput;
use hairline_tools::players::pace::{PACED, pace};
use hairline_tools::players::table;
use hairline_tools::rate::medals::medal_table;
use hairline_tools::solve::store::proof_of;

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("name a campaign.ron")?;
    let file = Path::new(&file);
    let campaign = hairline_level::campaign::read(file).map_err(|error| error.to_string())?;
    let table_file = file.with_file_name(PLAYERS_FILE_NAME);
    let medals = medal_table(&table_file)?;
    let paced = |name: &String| {
        let path = file.with_file_name(name);
        let level = hairline_level::read(&path).map_err(|error| error.to_string())?;
        let (proof, _) = proof_of(&path, &level)?;
        let times = medals.times(level.hash, proof.inputs.len() as u32);
        let lines = PACED.iter().filter_map(|&medal| medals.run(level.hash, medal));
        let lines = lines.map(|line| Line::parse(line).map_err(|error| format!("{name}: {error}")));
        let lines: Vec<Line> = lines.collect::<Result<_, String>>()?;
        let kept: Vec<&[TickInput]> = lines.iter().filter_map(|line| Some(&line.run()?.inputs[..])).collect();
        let paced = pace(&level, &proof.inputs, &kept, times);
        let shown = PACED.iter().zip(&paced).map(|(medal, paced)| {
            let ticks = paced.as_ref().map_or(0, |paced| paced.ticks);
            format!("{medal:?} {} to {ticks}", times.ticks(*medal))
        });
        println!("{}: {}", level.name, shown.collect::<Vec<_>>().join(", "));
        Ok((level, paced))
    };
    let found: Vec<_> = campaign.all_but_labs().par_iter().map(paced).collect::<Result<_, String>>()?;
    table::set_paces(&table_file, &found)
}
