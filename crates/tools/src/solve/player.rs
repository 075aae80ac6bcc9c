//! Plays many runs of one level.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::state::snapshot::Snapshot;

pub(crate) struct Player {
    simulation: Simulation,
    start: Snapshot,
    /// How many shards a run has to take.
    shards: u32,
    /// Ticks of all runs together.
    pub played: u64,
}

/// How a run ends, and after how many ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// At the exit, with its shards.
    Finished(u32),
    /// At the exit, without one of them.
    TooEarly(u32),
    Dead(u32),
    /// The inputs were over first.
    Open,
}

impl Player {
    /// For runs that have to take every shard.
    pub fn new(level: &Level) -> Self {
        let mut simulation = Simulation::new(level);
        let start = simulation.save();
        Self { simulation, start, shards: level.shards.len() as u32, played: 0 }
    }

    /// For runs that have to take as many shards as this one, which finishes the level.
    pub fn like(level: &Level, inputs: &[TickInput]) -> Self {
        let mut player = Self::new(level);
        player.end_of(inputs.iter().copied());
        player.shards = ShardState::count_taken(&player.simulation.save());
        Self { played: 0, ..player }
    }

    /// How many shards a run has to take.
    pub fn shards(&self) -> u32 {
        self.shards
    }

    pub fn end_of(&mut self, inputs: impl IntoIterator<Item = TickInput>) -> End {
        self.simulation.restore(&self.start);
        for input in inputs {
            self.simulation.tick(input);
            self.played += 1;
            let ticks = self.simulation.run().ticks;
            match self.simulation.run().phase {
                Phase::Running => {}
                Phase::Dead { .. } => return End::Dead(ticks),
                Phase::Finished => {
                    let taken = ShardState::count_taken(&self.simulation.save());
                    return if taken >= self.shards { End::Finished(ticks) } else { End::TooEarly(ticks) };
                }
            }
        }
        End::Open
    }
}
