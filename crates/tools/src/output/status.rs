//! How a command ends, and whether it may color what it prints.

use std::io::{self, IsTerminal};

/// How a command ended, worse from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// It did what it was asked to, perhaps with warnings.
    Fine,
    /// It ran, and found an error: in a level, a replay or a map, or no run of a level.
    Failed,
    /// It could not do all of it: a path is missing, unreadable or cannot be written.
    CouldNotRun,
}

impl ExitStatus {
    /// The exit code of the process: 0, 1 or 2.
    pub fn exit_code(self) -> u8 {
        self as u8
    }
}

/// Whether to color what goes to standard output: only on a terminal, and not where `NO_COLOR` is set (no-color.org).
pub fn color_is_wanted() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
