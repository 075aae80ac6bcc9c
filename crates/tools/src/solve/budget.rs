//! When a search ends: by the clock, by the ticks it played, or because somebody pressed Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by Ctrl-C: every search ends soon and keeps its best run.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end the searches instead of the process; a second one ends the process at once.
pub(super) fn catch_interrupts() {
    // Fails only where a handler is installed already, as in tests that solve twice.
    _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// What one search may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    started: Instant,
    wall: Option<Duration>,
    ticks: Option<u64>,
}

impl Budget {
    /// From now on: at most so much time and so many ticks. Only a budget without `wall` ends at the same place each time.
    pub fn new(wall: Option<Duration>, ticks: Option<u64>) -> Self {
        Self { started: Instant::now(), wall, ticks }
    }

    /// The same from its beginning, but only a share of it.
    pub(super) fn share(self, share: f32) -> Self {
        let ticks = self.ticks.map(|ticks| (ticks as f64 * f64::from(share)) as u64);
        Self { wall: self.wall.map(|wall| wall.mul_f32(share)), ticks, ..self }
    }

    /// Whether a search that has played so many ticks must end.
    pub fn is_spent(&self, ticks: u64) -> bool {
        is_interrupted()
            || self.ticks.is_some_and(|most| ticks >= most)
            || self.wall.is_some_and(|most| self.started.elapsed() >= most)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
