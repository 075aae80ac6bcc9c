//! A run that is improved: the state before each of its ticks, and how variants of it end.

use rayon::prelude::*;

use hairline_sim::ninja::Ninja;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::snapshot::StateArena;

use super::keys::keys;
use super::search::Search;
use super::worker::Worker;

/// Ticks from one comparison of a variant with the run to the next.
const MARK_TICKS: usize = 32;
/// A variant that is so many tiles behind the run does not catch up.
const BEHIND_TILES: f32 = 8.0;
/// Further variants of a batch that are tried once the best of them was taken.
const FURTHER_MAX: usize = 8;

/// A run with the ticks from `from` to `to` replaced by others.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub from: usize,
    pub to: usize,
    pub instead: Vec<TickInput>,
}

/// A run, and the state before each of its ticks.
pub(super) struct Track {
    pub inputs: Vec<TickInput>,
    pub states: StateArena,
    pub ninjas: Vec<Ninja>,
    /// A key of the shards taken and the channels raised before each tick.
    pub progress: Vec<u64>,
    marks: Vec<Mark>,
    changes: usize,
    shards_needed: u32,
}

/// The run at a multiple of [`MARK_TICKS`].
struct Mark {
    run: Run,
    left: f32,
}

impl Track {
    /// `None` if the inputs do not finish the level with the shards that are needed.
    pub fn new(search: &mut Search, mut inputs: Vec<TickInput>, shards_needed: u32) -> Option<Self> {
        let mut states = StateArena::new(&search.workers.start);
        let (mut ninjas, mut progress, mut marks) = (vec![], vec![], vec![]);
        let finished = search.workers.with_start(|worker| {
            for (tick, &input) in inputs.iter().enumerate() {
                worker.simulation.save_slot(&mut states, tick);
                ninjas.push(*worker.simulation.ninja());
                progress.push(keys(worker, 1.0).progress);
                if tick % MARK_TICKS == 0 {
                    let left = search.paths.left(worker.state()).0;
                    marks.push(Mark { run: *worker.simulation.run(), left });
                }
                worker.simulation.tick(input);
                match worker.simulation.run().phase {
                    Phase::Finished => return (worker.shards_taken() >= shards_needed).then_some(tick + 1),
                    // A run may go through deaths, where checkpoints are.
                    Phase::Running | Phase::Dead { .. } => {}
                }
            }
            None
        });
        search.ticks += inputs.len() as u64;
        inputs.truncate(finished?);
        Some(Self { changes: changes_of(&inputs), inputs, states, ninjas, progress, marks, shards_needed })
    }

    pub fn shards_needed(&self) -> u32 {
        self.shards_needed
    }

    /// Judges a batch of variants and takes the best, if it is better than the run, and with it others of the batch
    /// that make it better still. Variants that would be played beyond the end of the budget are left out. Returns the
    /// tick at which the best differs.
    pub fn improve(&mut self, search: &mut Search, mut batch: Vec<Variant>) -> Option<usize> {
        let longest = (self.inputs.len() as u64).max(1);
        batch.truncate(usize::try_from(search.ticks_left() / longest).unwrap_or(usize::MAX).max(1));
        let workers = search.workers;
        let judged: Vec<(u64, Option<usize>)> = batch
            .par_iter()
            .with_max_len(8)
            .map(|variant| workers.with(|worker| self.judge(search, worker, variant)))
            .collect();
        search.ticks += judged.iter().map(|(played, _)| played).sum::<u64>();
        let scored = judged.iter().zip(batch).filter_map(|(&(_, ticks), variant)| {
            let inputs = self.with(&variant, ticks?);
            let score = (inputs.len(), changes_of(&inputs));
            (score < (self.inputs.len(), self.changes)).then_some((score, variant))
        });
        let mut better: Vec<((usize, usize), Variant)> = scored.collect();
        better.sort_by_key(|(score, _)| *score);
        let mut better = better.into_iter().map(|(_, variant)| variant);
        let (mut taken, mut tried) = (Vec::<Variant>::new(), 0);
        while let Some(mut variant) =
            better.next().filter(|_| tried < FURTHER_MAX && (tried == 0 || !search.is_spent()))
        {
            // Where the variants before it moved it; one that overlaps them is left out.
            let Some(offset) = offset_of(&variant, &taken) else { continue };
            tried += 1;
            (variant.from, variant.to) =
                (variant.from.wrapping_add_signed(offset), variant.to.wrapping_add_signed(offset));
            // The run may end before the variant does, earlier than by the ticks that it won.
            if variant.to > self.inputs.len() {
                continue;
            }
            let (played, ticks) = workers.with(|worker| self.judge(search, worker, &variant));
            search.ticks += played;
            let Some(inputs) = ticks.map(|ticks| self.with(&variant, ticks)) else { continue };
            if (inputs.len(), changes_of(&inputs)) < (self.inputs.len(), self.changes)
                && let Some(track) = Self::new(search, inputs, self.shards_needed)
            {
                *self = track;
                taken.push(variant);
            }
        }
        taken.first().map(|variant| variant.from)
    }

    /// The ticks in which a variant reaches the exit, if that is no later than this run does; beside the ticks played.
    fn judge(&self, search: &Search, worker: &mut Worker, variant: &Variant) -> (u64, Option<usize>) {
        worker.simulation.restore_slot(&self.states, variant.from);
        let differs_until = variant.from + variant.instead.len();
        let mut played = 0;
        for (tick, input) in (variant.from + 1..=self.inputs.len()).zip(self.rest(variant)) {
            worker.simulation.tick(input);
            played += 1;
            let phase = worker.simulation.run().phase;
            match phase {
                Phase::Running => {}
                Phase::Finished if worker.shards_taken() >= self.shards_needed => return (played, Some(tick)),
                Phase::Finished | Phase::Dead { .. } => return (played, None),
            }
            if tick % MARK_TICKS == 0 && tick >= differs_until && tick < self.inputs.len() {
                let mark = &self.marks[tick / MARK_TICKS];
                // All that is left may differ in what the run does not meet: it is played to the end before it is taken.
                let is_same = worker.simulation.run() == &mark.run && worker.simulation.ninja() == &self.ninjas[tick];
                if is_same && differs_until == variant.to {
                    return (played, Some(self.inputs.len()));
                }
                if search.paths.left(worker.state()).0 > mark.left + BEHIND_TILES {
                    return (played, None);
                }
            }
        }
        (played, None)
    }

    /// The inputs of a variant that finishes after so many ticks.
    fn with(&self, variant: &Variant, ticks: usize) -> Vec<TickInput> {
        self.inputs[..variant.from].iter().copied().chain(self.rest(variant)).take(ticks).collect()
    }

    /// The inputs of a variant from where it differs; the last one is held on.
    fn rest<'a>(&'a self, variant: &'a Variant) -> impl Iterator<Item = TickInput> + 'a {
        let last = *self.inputs.last().unwrap_or(&TickInput::NONE);
        variant.instead.iter().chain(&self.inputs[variant.to..]).copied().chain(std::iter::repeat(last))
    }
}

/// By how many ticks variants that were taken, in this order, move one of the same batch; none if it overlaps one of them.
fn offset_of(variant: &Variant, taken: &[Variant]) -> Option<isize> {
    taken.iter().try_fold(0_isize, |offset, other| {
        let (from, to) = (variant.from.wrapping_add_signed(offset), variant.to.wrapping_add_signed(offset));
        if to <= other.from {
            Some(offset)
        } else if from >= other.to {
            Some(offset + other.instead.len() as isize - (other.to - other.from) as isize)
        } else {
            None
        }
    })
}

/// How often the buttons change in a run.
pub(super) fn changes_of(inputs: &[TickInput]) -> usize {
    inputs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}
