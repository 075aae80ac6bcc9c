//! The command line, nothing else.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use hairline::tools::{check, verify};

/// It could not be done at all, as opposed to done with faults found.
const COULD_NOT_RUN: u8 = 2;

/// Hairline, a precision platformer: robots cast laser beams, the ninja slows time.
///
/// Without a command it plays the campaign.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print how long it takes until the title is on screen, and quit
    #[arg(long)]
    time_start: bool,
}

const EXAMPLES: &str = "\
Examples:
  hairline                                          play the campaign
  hairline play my.level.ron                        try a level while editing it
  hairline check levels                             look for faults in level files
  hairline verify levels/proofs/*.replay.ron        prove that levels can be finished

In the game:
  arrows or A, D   run          Space, Up, W or Z  jump (hold it: higher)
  Shift            slow time    Down + jump      drop through a thin platform
  R                restart      Escape           pause
  M                sound off, on
  F3               debug view   F4               stop, then step single ticks
  A gamepad works too: stick or d-pad, south jumps, right trigger slows time, north or
  select restarts, start pauses.

Environment:
  HAIRLINE_LEVELS  a folder with another campaign.ron to play";

#[derive(Subcommand)]
enum Command {
    /// Play one level file; it is reloaded whenever it is saved
    ///
    /// A save with faults leaves the last good level running and shows what is wrong until it is mended.
    #[command(after_help = "\
Examples:
  hairline play levels/first-light.level.ron
  hairline play my.level.ron --record my.replay.ron")]
    Play {
        /// The level file
        level: PathBuf,
        /// Write a replay of each run that reaches the exit; the last one stays
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
    },
    /// Look for faults in level files and campaigns
    ///
    /// Exit code 0: all are right. 1: faults were found. 2: a path could not be checked.
    #[command(after_help = "\
Examples:
  hairline check levels
  hairline check my.level.ron other.level.ron")]
    Check {
        /// Level files, or folders with all that is in them
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Play replays back and see whether each still finishes its level
    ///
    /// The level is looked for beside the replay and in the folder above. A line for each: level, time, ticks and the
    /// hash of the last state. Exit code 0: all finish. 1: one does not. 2: one could not be played.
    #[command(after_help = "\
Examples:
  hairline verify levels/proofs/*.replay.ron")]
    Verify {
        /// Replay files
        #[arg(required = true, value_name = "REPLAY")]
        replays: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    // Wrong usage is told by clap, with exit code 2.
    let started = Instant::now();
    let line = CommandLine::parse();
    match line.command {
        None => play(None, None, line.time_start.then_some(started)),
        Some(Command::Play { level, record }) => play(Some(level), record, None),
        Some(Command::Check { paths }) => {
            print(|out| Ok(check::check(&paths, out, check::color_is_wanted())?.exit_code()))
        }
        Some(Command::Verify { replays }) => print(|out| Ok(verify::verify(&replays, out)?.exit_code())),
    }
}

/// Runs a tool that writes to standard output. A reader who has seen enough (`| head`) is no failure of the tool.
fn print(tool: impl FnOnce(&mut dyn Write) -> io::Result<u8>) -> ExitCode {
    let mut out = io::stdout().lock();
    match tool(&mut out).and_then(|code| out.flush().map(|()| code)) {
        Ok(code) => code.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => refuse(&format!("the output cannot be written: {error}")),
    }
}

fn refuse(reason: &str) -> ExitCode {
    eprintln!("hairline: {reason}");
    COULD_NOT_RUN.into()
}

#[cfg(feature = "desktop")]
fn play(level: Option<PathBuf>, record: Option<PathBuf>, time_start_from: Option<Instant>) -> ExitCode {
    match hairline::app::run(hairline::app::Options { level, record, time_start_from }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => refuse(&reason),
    }
}

#[cfg(not(feature = "desktop"))]
fn play(_level: Option<PathBuf>, _record: Option<PathBuf>, _time_start_from: Option<Instant>) -> ExitCode {
    refuse("this build has no window: build it with the feature `desktop` (on by default) to play")
}
