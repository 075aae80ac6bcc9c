//! One search: what it is asked for, what it has spent, and how near it came.

use bevy_math::Vec2;

use hairline_level::Level;
use hairline_sim::run::input::TickInput;

use super::budget::Budget;
use super::death_cells::DeathCells;
use super::options::Shards;
use super::paths::Paths;
use super::worker::Workers;

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub shards: Shards,
    pub focus: bool,
    /// Whether the first run is enough.
    pub first: bool,
    /// Changes which of two states that are about as good is followed; 0 for none.
    pub seed: u64,
    /// Most bytes that the states of the search take, roughly.
    pub memory: u64,
}

/// The state nearest to the exit.
pub(super) struct Reached {
    pub left: f32,
    pub position: Vec2,
    /// The target that it had to go to next.
    pub next: usize,
    /// What led there.
    pub inputs: Vec<TickInput>,
}

/// One search in one level.
pub(super) struct Search<'l> {
    pub workers: &'l Workers<'l>,
    pub paths: &'l Paths,
    pub budget: Budget,
    pub ticks: u64,
    pub nearest: Option<Reached>,
    pub deaths: DeathCells,
}

impl<'l> Search<'l> {
    pub fn new(level: &Level, workers: &'l Workers<'l>, paths: &'l Paths, budget: Budget) -> Self {
        let deaths = DeathCells::new(level.terrain.size().as_ivec2());
        Self { workers, paths, budget, ticks: 0, nearest: None, deaths }
    }

    pub fn is_spent(&self) -> bool {
        self.budget.is_spent(self.ticks)
    }

    /// Ticks that may still be played.
    pub fn ticks_left(&self) -> u64 {
        self.budget.ticks_left(self.ticks)
    }

    /// Notes how near a round came.
    pub fn stuck(&mut self, reached: Reached) {
        if self.nearest.as_ref().is_none_or(|nearest| reached.left < nearest.left) {
            self.nearest = Some(reached);
        }
    }
}
