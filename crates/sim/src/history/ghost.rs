//! A run to race against: where its ninja is at each tick of the time that counts, and when it reached what is to be reached.

use bevy::prelude::*;

use hairline_level::Level;

use crate::Simulation;
use crate::run::Phase;
use crate::run::checkpoint::CheckpointState;
use crate::run::input::TickInput;
use crate::run::shard::ShardState;
use crate::state::actor::ActorIndex;

/// Something on the way whose time can be compared, by its index among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// A shard was taken.
    Shard(ActorIndex),
    /// A checkpoint was touched.
    Checkpoint(ActorIndex),
}

/// When a run reached its milestones, in ticks of the time that counts, the earliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splits(Vec<(Milestone, u32)>);

impl Splits {
    /// Takes in which milestones are reached at the end of a tick: a return to a checkpoint undoes some. Returns one that is new.
    pub fn note(&mut self, now: impl Iterator<Item = (Milestone, bool)>, ticks: u32) -> Option<Milestone> {
        let mut new = None;
        for (milestone, is_reached) in now {
            match (self.0.iter().position(|(known, _)| *known == milestone), is_reached) {
                (None, true) => {
                    self.0.push((milestone, ticks));
                    new = Some(milestone);
                }
                (Some(place), false) => _ = self.0.remove(place),
                _ => {}
            }
        }
        new
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// When a milestone was reached.
    pub fn of(&self, milestone: Milestone) -> Option<u32> {
        self.0.iter().find(|(known, _)| *known == milestone).map(|(_, ticks)| *ticks)
    }

    /// All milestones with their ticks.
    pub fn iter(&self) -> impl Iterator<Item = (Milestone, u32)> + '_ {
        self.0.iter().copied()
    }
}

/// The milestones of a level with whether they are reached.
pub fn milestones<'a>(
    shards: impl Iterator<Item = (&'a ActorIndex, &'a ShardState)>,
    checkpoints: impl Iterator<Item = (&'a ActorIndex, &'a CheckpointState)>,
) -> impl Iterator<Item = (Milestone, bool)> {
    let shards = shards.map(|(index, shard)| (Milestone::Shard(*index), shard.taken));
    shards.chain(checkpoints.map(|(index, checkpoint)| (Milestone::Checkpoint(*index), checkpoint.is_touched)))
}

/// A finished run.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// The ninja's center at each tick of the time that counts, from 0 on.
    path: Vec<Vec2>,
    /// When it reached what.
    pub splits: Splits,
}

impl Ghost {
    /// Ticks that the run took.
    pub fn ticks(&self) -> u32 {
        (self.path.len() - 1) as u32
    }

    /// Where the ninja is after so many ticks; `None` once it is through the exit. A position that jumps is not interpolated.
    pub fn at(&self, ticks: f32) -> Option<Vec2> {
        // Tiles. Nothing moves farther in a tick.
        const STEP_MAX: f32 = 0.75;
        let before = *self.path.get(ticks.floor() as usize)?;
        let after = self.path.get(ticks.floor() as usize + 1)?;
        let is_jump = before.distance_squared(*after) > STEP_MAX * STEP_MAX;
        Some(if is_jump { before } else { before.lerp(*after, ticks.fract()) })
    }
}

/// Where a run lost the most time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Ticks that it lost there.
    pub ticks: u32,
    /// From which of its milestones on, in the order in which it reached them: 0 is the start, 1 the first milestone.
    pub from: usize,
    /// To which: one more than it has milestones is the exit.
    pub to: usize,
}

/// Where a run of so many ticks lost the most time against another, between two of its milestones that the other reached, too.
pub fn greatest_loss(splits: &Splits, ticks: u32, against: &Ghost) -> Option<Loss> {
    let times = splits.iter().enumerate().filter_map(|(number, (milestone, mine))| {
        against.splits.of(milestone).map(|theirs| (number + 1, i64::from(mine) - i64::from(theirs)))
    });
    let end = (splits.0.len() + 1, i64::from(ticks) - i64::from(against.ticks()));
    let (mut last, mut greatest) = ((0, 0), None::<Loss>);
    for (number, behind) in times.chain([end]) {
        let lost = u32::try_from(behind - last.1).unwrap_or(0);
        if lost > greatest.map_or(0, |greatest| greatest.ticks) {
            greatest = Some(Loss { ticks: lost, from: last.0, to: number });
        }
        last = (number, behind);
    }
    greatest
}

/// Plays a run and keeps what is needed to race against it. The work is cut into pieces, so that a game can spread it over its frames.
pub struct GhostRecorder {
    simulation: Simulation,
    inputs: Vec<TickInput>,
    next: usize,
    ghost: Ghost,
    shards: QueryState<(&'static ActorIndex, &'static ShardState)>,
    checkpoints: QueryState<(&'static ActorIndex, &'static CheckpointState)>,
}

impl GhostRecorder {
    /// For a run of this level from its start.
    pub fn new(level: &Level, inputs: Vec<TickInput>) -> Self {
        let mut simulation = Simulation::new(level);
        let ghost = Ghost { path: vec![simulation.ninja().position], splits: Splits::default() };
        let (shards, checkpoints) = (simulation.world_mut().query(), simulation.world_mut().query());
        Self { simulation, inputs, next: 0, ghost, shards, checkpoints }
    }

    /// Plays up to `ticks` more ticks. Returns whether there is more to play.
    pub fn advance(&mut self, ticks: u32) -> bool {
        for _ in 0..ticks {
            let Some(&input) = self.inputs.get(self.next).filter(|_| !self.is_finished()) else { return false };
            self.simulation.tick(input);
            self.next += 1;
            let run = self.simulation.run();
            let (count, phase) = (run.ticks, run.phase);
            // A restart begins anew; at a return to a checkpoint the time that the ninja lay dead is added at once.
            let last = self.ghost.path.last().copied().unwrap_or_default();
            self.ghost.path.resize(count as usize, last);
            self.ghost.path.push(self.simulation.ninja().position);
            if matches!(phase, Phase::Running | Phase::Finished) {
                let world = self.simulation.world();
                let now = milestones(self.shards.iter_manual(world), self.checkpoints.iter_manual(world));
                self.ghost.splits.note(now, count);
            }
        }
        true
    }

    fn is_finished(&self) -> bool {
        self.simulation.run().phase == Phase::Finished
    }

    /// The run, if it went through the exit.
    pub fn finish(self) -> Option<Ghost> {
        self.is_finished().then_some(self.ghost)
    }
}
