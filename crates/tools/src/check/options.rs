//! The options of `hairline check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::solve::budget::Budget;
use crate::solve::options::duration;

/// How diagnostics are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// With the lines of the file, for people.
    #[default]
    Text,
    /// A JSON object on a line for each fault: file, line, column, severity, code, message, help.
    Json,
}

/// What `hairline check` is asked to do.
#[derive(Args, Clone, Debug)]
pub struct CheckOptions {
    /// Level files, folders with everything in them, or lines; `-` is a level or a line on standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Play the levels too: find a run where no proof lies beside, and places without a way on
    #[arg(long)]
    pub deep: bool,
    /// The time for each level without a proof that `--deep` searches
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = duration)]
    pub budget: Duration,
    /// Ticks that each of these searches may play, instead of `--budget`: the same answer on every machine
    #[arg(long, value_name = "TICKS", value_parser = clap::value_parser!(u64).range(1..))]
    pub ticks: Option<u64>,
    /// How diagnostics are printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: CheckFormat,
}

impl CheckOptions {
    /// The plain check of some paths.
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let (deep, budget, format) = (false, Duration::from_secs(20), CheckFormat::Text);
        Self { paths: paths.into_iter().collect(), deep, budget, ticks: None, format }
    }

    /// What each search may use, from now on; and that in words.
    pub(super) fn search_budget(&self) -> (Budget, String) {
        match self.ticks {
            Some(ticks) => (Budget::new(None, Some(ticks)), format!("{ticks} ticks")),
            None => (Budget::new(Some(self.budget), None), format!("{} s", self.budget.as_secs_f32())),
        }
    }
}
