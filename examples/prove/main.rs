//! Searches for a run that finishes a level with every shard, and writes it as the level's proof replay.
//!
//! `cargo run --release --no-default-features --example prove -- levels/NAME.level.ron…`
//!
//! [`search`] finds a run, guided by the distance left along the [`path`]s through the map; [`simplify`] makes that run easier
//! to play and measures how exact one has to be. With `--without`, the same search shows whether a level needs an actor: it
//! runs in the level [without it](ablation), and the run found is played in the whole level.

mod ablation;
mod path;
mod search;
mod simplify;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use hairline::level;
use hairline::level::Level;
use hairline::profile::disk::replace;
use hairline::sim::state::replay::Replay;
use hairline::sim::tuning::TICKS_PER_SECOND;

use ablation::Part;
use search::Search;

#[derive(Parser)]
#[command(about = "Finds a run that finishes a level with every shard, and writes its proof replay")]
struct Arguments {
    /// Level files; the proof of NAME.level.ron goes to proofs/NAME.replay.ron beside it.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// States kept at each step.
    #[arg(long, default_value_t = 3000)]
    width: usize,
    /// Seconds of play after which the search gives up.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// Ticks for which one input is held.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=128))]
    hold: u32,
    /// Finish without the shards where the exit does not ask for them.
    #[arg(long)]
    no_shards: bool,
    /// Search without focus, to see whether a level needs it; nothing is written.
    #[arg(long)]
    no_focus: bool,
    /// Take these out of the level, to see whether it needs them; nothing is written.
    #[arg(long, value_delimiter = ',')]
    without: Vec<Part>,
    /// Only measure how exactly the existing proof has to be played.
    #[arg(long)]
    measure: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut failed = false;
    for path in &arguments.levels {
        let result = prove(path, &arguments);
        match &result {
            Ok(text) => println!("{}: {text}", path.display()),
            Err(text) => eprintln!("{}: {text}", path.display()),
        }
        failed |= result.is_err();
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn prove(path: &Path, arguments: &Arguments) -> Result<String, String> {
    let level = level::read(path).map_err(|error| error.to_string())?;
    let file = path.file_name().and_then(|name| name.to_str()).ok_or("the file's name is not text")?;
    let folder = path.parent().unwrap_or(Path::new(".")).join("proofs");
    let stem = file.strip_suffix(level::LEVEL_FILE_ENDING).unwrap_or(file);
    let target = folder.join(format!("{stem}.replay.ron"));
    let seconds = |ticks: usize| ticks as f32 / TICKS_PER_SECOND as f32;
    if arguments.measure {
        let bytes = std::fs::read(&target).map_err(|error| error.to_string())?;
        let replay = Replay::parse(&bytes).map_err(|error| error.to_string())?;
        replay.verify(&level).map_err(|error| error.to_string())?;
        return Ok(format!("{:.3} s, {}", seconds(replay.inputs.len()), simplify::measure(&level, replay.inputs)));
    }
    if !arguments.without.is_empty() {
        return search_without(&level, arguments);
    }
    let inputs = Search::new(&level, arguments).run()?;
    if arguments.no_focus {
        return Ok(format!("{:.3} s without focus", seconds(inputs.len())));
    }
    let inputs = simplify::simplify(&level, inputs);
    let time = seconds(inputs.len());
    let measured = simplify::measure(&level, inputs.clone());
    let replay = Replay::record(file, &level, inputs);
    replay.verify(&level).map_err(|error| error.to_string())?;
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    replace(&target, replay.to_ron().as_bytes()).map_err(|error| error.to_string())?;
    Ok(format!("{time:.3} s, {measured}, written to {}", target.display()))
}

/// Finds a run in the level without some parts, and plays it in the whole level, begun after several waits. If it finishes
/// less often there than without those parts, they matter to the player.
fn search_without(level: &Level, arguments: &Arguments) -> Result<String, String> {
    /// How many waits are tried, and the ticks (1/16 s) from one to the next.
    const WAITS: u32 = 64;
    const WAIT_TICKS: u32 = 8;
    let rest = ablation::without(level, &arguments.without);
    let inputs = Search::new(&rest, arguments).run()?;
    let finished =
        |level| (0..WAITS).filter(|wait| simplify::finishes_after(level, wait * WAIT_TICKS, &inputs)).count();
    let (there, here) = (finished(&rest), finished(level));
    let time = inputs.len() as f32 / TICKS_PER_SECOND as f32;
    Ok(format!("{time:.3} s; after {WAITS} waits that run finishes {there} times, and {here} in the whole level"))
}
