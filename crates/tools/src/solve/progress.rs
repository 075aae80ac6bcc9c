//! One line on a terminal about the search that is going on.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use hairline_sim::tuning::TICKS_PER_SECOND;

/// Time between two lines.
const EVERY: Duration = Duration::from_millis(200);

/// Writes over one line of standard error, and only where that is a terminal.
pub(super) struct Progress {
    is_shown: bool,
    name: String,
    round: String,
    best: Option<u32>,
    started: Instant,
    written: Option<Instant>,
}

impl Progress {
    pub fn new(name: &str) -> Self {
        let is_shown = io::stderr().is_terminal();
        let (name, round) = (name.to_owned(), String::new());
        Self { is_shown, name, round, best: None, started: Instant::now(), written: None }
    }

    pub fn round(&mut self, what: String) {
        self.round = what;
    }

    pub fn best(&mut self, ticks: u32) {
        self.best = Some(ticks);
    }

    pub fn layer(&mut self, ticks: u32, states: usize, left: f32, played: u64) {
        let round = |progress: &Self| format!("{} {states} states, {left:.1} tiles left", progress.round);
        self.line(|progress| format!("{}, {:.2} s into the run", round(progress), seconds(ticks)), played);
    }

    /// How far the shortening is.
    pub fn shortening(&mut self, ticks: u32, played: u64) {
        self.best = Some(ticks);
        self.line(|_| "shortening".to_owned(), played);
    }

    /// Wipes the line.
    pub fn finish(&mut self) {
        if self.written.take().is_some() {
            eprint!("\r\u{1b}[K");
        }
    }

    fn line(&mut self, what: impl FnOnce(&Self) -> String, played: u64) {
        if !self.is_shown || self.written.is_some_and(|written| written.elapsed() < EVERY) {
            return;
        }
        self.written = Some(Instant::now());
        let best = self.best.map_or(String::new(), |ticks| format!(", best {:.3} s", seconds(ticks)));
        let elapsed = self.started.elapsed().as_secs_f32();
        let rate = played as f32 / elapsed.max(1e-3) / 1000.0;
        let line = format!("{}: {elapsed:.0} s, {}{best}, {rate:.0} k ticks/s", self.name, what(self));
        let line: String = line.chars().take(119).collect();
        eprint!("\r\u{1b}[K{line}");
        _ = io::stderr().flush();
    }
}

fn seconds(ticks: u32) -> f32 {
    ticks as f32 / TICKS_PER_SECOND as f32
}
