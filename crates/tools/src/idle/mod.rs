//! `hairline idle`: beams, walls, actors and shards that no good run needs to heed. `judge.rs` says what that means.

pub mod judge;
pub mod parts;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use hairline_level::diagnostics::escape::escape_path;
use hairline_sim::state::replay::proof_path;

use super::files::levels_of;
use super::given;
use super::output::status::ExitStatus;
use super::solve::store;

use parts::LevelPart;

/// `hairline idle`.
#[derive(Args, Clone, Debug)]
pub struct IdleOptions {
    /// Level files, folders with levels in them, or a campaign.ron: the levels of a campaign
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Ticks of play for each search; more of them find more ways that something bars
    #[arg(long, default_value_t = 300_000, value_name = "TICKS", value_parser = clap::value_parser!(u64).range(1..))]
    pub ticks: u64,
}

/// Lists what is idle, a line each, and a line with the count for each level.
pub fn idle(options: &IdleOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let (files, mut worst) = levels_of(&options.levels, |_, reason| writeln!(out, "cannot judge {reason}"))?;
    // One level after the other on all cores would leave most of them waiting in its short searches.
    for files in files.chunks(rayon::current_num_threads().max(1)) {
        let answers: Vec<_> = files.par_iter().map(|file| judge_file(file, options.ticks)).collect();
        for (file, answer) in files.iter().zip(answers) {
            worst = worst.max(print(file, answer, out)?);
        }
        out.flush()?;
    }
    Ok(worst)
}

/// What is idle in a level, and how many parts it has.
fn judge_file(path: &Path, ticks: u64) -> Result<(Vec<LevelPart>, usize), String> {
    let inspection = given::inspect(path).map_err(|error| error.to_string())?;
    let level = inspection.level.as_ref().ok_or_else(|| format!("\n{}", inspection.diagnostics))?;
    let (replay, score) = store::proof_of(path, level)?;
    if (score.shards() as usize) < level.shards.len() {
        return Err(format!("{} does not take every shard", escape_path(&proof_path(path))));
    }
    let parts = LevelPart::all(&inspection);
    let idle = judge::idle(level, &replay.inputs, &parts, ticks);
    Ok((idle, parts.len()))
}

fn print(file: &Path, answer: Result<(Vec<LevelPart>, usize), String>, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let file = given::shown(file);
    let (idle, count) = match answer {
        Ok(answer) => answer,
        Err(reason) => {
            writeln!(out, "cannot judge {file}: {reason}")?;
            return Ok(ExitStatus::CouldNotRun);
        }
    };
    for part in &idle {
        let place = part.position().map_or(String::new(), |at| format!(":{}:{}", at.line, at.column));
        writeln!(out, "{file}{place}: {part} is idle")?;
    }
    let are = if idle.len() == 1 { "is" } else { "are" };
    writeln!(out, "{file}: {} of {count} parts {are} idle", idle.len())?;
    Ok(ExitStatus::Fine)
}
