//! `hairline playtest`: a population of players that can miss plays a level. It says how many tries the first finish takes, how
//! many give up, and where and by what they die.

pub mod campaign;
pub mod deaths;
mod follow;
pub mod knobs;
mod knowledge;
mod node;
pub mod pace;
pub mod person;
pub mod population;
mod rests;
mod routes;
pub mod session;
mod shelters;
mod steady;
pub mod table;
mod watch;
mod way;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use hairline_level::Level;
use hairline_level::campaign::CAMPAIGN_FILE_NAME;
use hairline_level::diagnostics::escape::escape_path;
use hairline_profile::medal::MedalTimes;
use hairline_sim::run::input::TickInput;

use super::files::for_each_level;
use super::given;
use super::output::status::ExitStatus;
use super::solve::store;

use deaths::Deaths;
use population::{Medals, PLAYERS, Population};

/// `hairline playtest`.
#[derive(Args, Clone, Debug)]
pub struct PlaytestOptions {
    /// Level files, folders with levels in them, or a campaign.ron: the levels of a campaign
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// How many players play each level; fewer take less time and say less
    #[arg(long, default_value_t = PLAYERS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub players: u32,
    /// Other players
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Write the figures into a table, each in place of the one of its level
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Print a map of the deaths, too
    #[arg(long)]
    pub deaths: bool,
    /// Threads; as many as the machine has cores if not given. The answer does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Lets players play level files, and says how they fared.
pub fn playtest(options: &PlaytestOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let threads = options.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
    let mut finished = Vec::new();
    let mut unwritten = None;
    let mut worst = for_each_level(&options.levels, "play", out, |file| {
        let Played { line, row, finishes } = pool.install(|| played(file, options))?;
        finished.push(finishes);
        if let (Some(table), Some(row)) = (&options.write, row)
            && let Err(reason) = table::write(table, &[row])
        {
            unwritten = Some(format!("cannot write {}: {reason}", escape_path(table)));
        }
        Ok(line)
    })?;
    if let [file] = &options.levels[..]
        && file.file_name().is_some_and(|name| name == CAMPAIGN_FILE_NAME)
        && worst == ExitStatus::Fine
        && let Ok(campaign) = hairline_level::campaign::read(file)
    {
        writeln!(out, "{}", campaign::words(&campaign.outline, &finished))?;
    }
    if let Some(reason) = unwritten {
        worst = ExitStatus::CouldNotRun;
        writeln!(out, "{reason}")?;
    }
    Ok(worst)
}

/// How players fared at a level.
struct Played {
    /// For people.
    line: String,
    /// In the table, if there is one to write.
    row: Option<String>,
    /// Which players finish.
    finishes: Vec<bool>,
}

fn played(path: &Path, options: &PlaytestOptions) -> Result<Played, String> {
    let inspection = given::inspect(path).map_err(|error| error.to_string())?;
    let level = inspection.level.as_ref().ok_or_else(|| format!("\n{}", inspection.diagnostics))?;
    let proof = store::proof_of(path, level).ok().map(|(replay, _)| replay.inputs);
    let population = population::play(level, proof.as_deref(), options.players, options.seed)?;
    let ways = population.seconds_of_ways();
    let ways = ways.iter().map(|[new, old]| format!("{new:.0} / {old:.0} s")).collect::<Vec<_>>().join(", ");
    let figures = population.figures();
    let mut line = format!(
        "{}: {}; its ways take pilots {ways}; {:.1} million ticks",
        given::shown(path),
        figures.words(),
        population.simulated() as f64 / 1e6
    );
    if options.deaths {
        line = format!("{line}\n{}", Deaths::of(&population.sessions).map(&inspection, level));
    }
    let finishes = population.sessions.iter().map(|session| session.tries.is_some()).collect();
    // Only the table holds medals, and to play for them takes as long as all first finishes.
    let row = options.write.is_some().then(|| row(level, proof.as_deref(), &population, options));
    Ok(Played { line, row, finishes })
}

/// The row of a level, with the times of medals and runs to race against.
fn row(level: &Level, proof: Option<&[TickInput]>, population: &Population, options: &PlaytestOptions) -> String {
    let medals = population.medals(level);
    let Medals { bronze, silver, gold } = medals;
    let paced = match (bronze, silver, gold, proof) {
        (Some(bronze), Some(silver), Some(gold), Some(proof)) => {
            let times = MedalTimes::measured([bronze, silver, gold], proof.len() as u32);
            let ways: Vec<&[TickInput]> = population.ways().iter().map(|way| &way.inputs[..]).collect();
            pace::pace(level, proof, &ways, times)
        }
        _ => Default::default(),
    };
    table::row(level, options.players, &population.figures(), medals, &paced)
}
