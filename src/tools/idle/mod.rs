//! `hairline idle`: beams, walls, actors and shards that no good run needs to heed. `judge.rs` says what that means.

pub mod judge;
pub mod pieces;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use crate::level;
use crate::level::diagnostics::escape::escape_path;
use crate::sim::state::replay::proof_path;

use super::check::Outcome;
use super::files::level_files;
use super::solve::store;

use pieces::Piece;

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
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn idle(options: &IdleOptions, out: &mut dyn Write) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    for path in &options.levels {
        let (files, unread) = level_files(path);
        for reason in unread {
            worst = Outcome::CouldNotRun;
            writeln!(out, "cannot judge {reason}")?;
        }
        // One level after the other on all cores would leave most of them waiting in its short searches.
        for files in files.chunks(rayon::current_num_threads().max(1)) {
            let answers: Vec<_> = files.par_iter().map(|file| judge_file(file, options.ticks)).collect();
            for (file, answer) in files.iter().zip(answers) {
                worst = worst.max(print(file, answer, out)?);
            }
            out.flush()?;
        }
    }
    Ok(worst)
}

/// What is idle in a level, and how many pieces it has.
fn judge_file(path: &Path, ticks: u64) -> Result<(Vec<Piece>, usize), String> {
    let inspection = level::read_inspected(path).map_err(|error| error.to_string())?;
    let level = inspection.level.as_ref().ok_or_else(|| format!("\n{}", inspection.diagnostics))?;
    let proof = proof_path(path);
    let (replay, score) = store::valid_replay(&proof, level)
        .ok_or_else(|| format!("{} does not prove it; `hairline solve` finds a proof", escape_path(&proof)))?;
    if (score.shards() as usize) < level.shards.len() {
        return Err(format!("{} does not take every shard", escape_path(&proof)));
    }
    let pieces = Piece::all(&inspection);
    let idle = judge::idle(level, &replay.inputs, &pieces, ticks);
    Ok((idle, pieces.len()))
}

fn print(file: &Path, answer: Result<(Vec<Piece>, usize), String>, out: &mut dyn Write) -> io::Result<Outcome> {
    let file = escape_path(file);
    let (idle, count) = match answer {
        Ok(answer) => answer,
        Err(reason) => {
            writeln!(out, "cannot judge {file}: {reason}")?;
            return Ok(Outcome::CouldNotRun);
        }
    };
    for piece in &idle {
        let place = piece.position().map_or(String::new(), |at| format!(":{}:{}", at.line, at.column));
        writeln!(out, "{file}{place}: {piece} is idle")?;
    }
    writeln!(out, "{file}: {} of {count} pieces are idle", idle.len())?;
    Ok(Outcome::Fine)
}
