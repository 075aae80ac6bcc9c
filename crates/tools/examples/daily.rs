//! `hairline daily` without the rest of the game, which takes long to build.

use std::io;

use clap::Parser;
use hairline_tools::daily::{DailyOptions, daily};

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    options: DailyOptions,
}

fn main() -> io::Result<()> {
    daily(&CommandLine::parse().options, &mut io::stdout().lock()).map(|_| ())
}
