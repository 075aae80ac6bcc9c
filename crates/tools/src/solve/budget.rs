//! When a search ends: by the clock, by the ticks it played, or because somebody pressed Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by Ctrl-C: every search ends soon and keeps its best run.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end the searches instead of the process, where there are signals; a second one ends the process at once.
pub(super) fn catch_interrupts() {
    #[cfg(any(unix, windows))]
    {
        // Fails only where a handler is installed already, as in tests that solve twice.
        _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    }
}

pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Ticks a second of a search whose pace is not known yet.
const PACE_GUESSED: f64 = 500_000.0;

/// What one search may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    started: Instant,
    wall: Option<Duration>,
    ticks: Option<u64>,
    /// Whether a search that has found nothing leaves a quarter of it, to find out why.
    leaves_a_quarter: bool,
}

impl Budget {
    /// From now on: at most so much time and so many ticks. Only a budget without `wall` ends at the same place each time.
    pub fn new(wall: Option<Duration>, ticks: Option<u64>) -> Self {
        Self { started: Instant::now(), wall, ticks, leaves_a_quarter: false }
    }

    /// A search that has found nothing ends after three quarters of it; [`why_not`](super::why_not) uses the rest.
    #[must_use]
    pub fn with_a_quarter_for_why_not(self) -> Self {
        Self { leaves_a_quarter: true, ..self }
    }

    /// The part of it that may pass before anything is found.
    pub(super) fn until_found(self) -> Self {
        if !self.leaves_a_quarter {
            return self;
        }
        let (wall, ticks) = (self.wall.map(|wall| wall * 3 / 4), self.ticks.map(|ticks| ticks - ticks / 4));
        Self { wall, ticks, ..self }
    }

    /// Ticks that are left after so many; by time, as many as are played in it at the pace so far.
    pub(super) fn ticks_left(&self, played: u64) -> u64 {
        let by_ticks = self.ticks.map(|most| most.saturating_sub(played));
        let elapsed = self.elapsed().as_secs_f64();
        let pace = if played == 0 { PACE_GUESSED } else { played as f64 / elapsed.max(1e-3) };
        let by_time = self.wall.map(|most| (pace * (most.as_secs_f64() - elapsed).max(0.0)) as u64);
        by_ticks.unwrap_or(u64::MAX).min(by_time.unwrap_or(u64::MAX))
    }

    /// The same end by time, and an end after so many ticks from now.
    pub fn with_ticks(self, ticks: u64) -> Self {
        Self { ticks: Some(ticks), leaves_a_quarter: false, ..self }
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
