//! Tries changes of a level one after the other: a short search in the changed level goes on from a part of what was played in
//! the level as it is, then a longer one from its start.

use std::ops::RangeInclusive;

use hairline_level::{ExitOpens, Level};
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::tuning::TICKS_PER_SECOND;

use super::Remedy;
use super::change::Change;
use crate::logic::LevelLogic;
use crate::solve::beam::{FocusUse, Round, RoundOutcome};
use crate::solve::budget::Budget;
use crate::solve::course::Course;
use crate::solve::maps::Maps;
use crate::solve::progress::Progress;
use crate::solve::rounds::PER_PLACE_MIN;
use crate::solve::search::Search;
use crate::solve::worker::Workers;
use crate::solve::{Attempt, Run, Settings, beam, find};

/// Short searches of a pass: how many ticks before the end of what was played they begin, and after how many without coming nearer
/// they end.
const PASSES: [(u32, u32); 3] = [
    (TICKS_PER_SECOND, 2 * TICKS_PER_SECOND),
    (4 * TICKS_PER_SECOND, 3 * TICKS_PER_SECOND),
    (u32::MAX, 5 * TICKS_PER_SECOND),
];
/// Ticks (10 s) without coming nearer after which a search that may wait for a mover ends.
const RIDE_TICKS: u32 = 10 * TICKS_PER_SECOND;
/// Tiles a second that a run comes nearer, with its detours and waits.
const PACE: f32 = 4.0;
/// Ticks for which a short search holds an input, and the inputs that it tries in a state, about.
const HOLD: u32 = 8;
const INPUTS: u64 = 6;
/// The fewest and the most states that it keeps: it is rather narrow than cut off.
const WIDTHS: RangeInclusive<f32> = 8.0..=500.0;
/// How many times the share of others focus gets, since it doubles the inputs.
const FOCUS_SHARE: u64 = 3;
/// Changes that are tried by a whole search.
const WHOLE_SEARCHES: usize = 3;
/// Steps in which a longer time is looked for, in seconds.
const STEP_SECONDS: f32 = 0.1;

/// What trying changes came to.
pub(super) enum Verdict {
    Remedy(Remedy),
    /// This run finishes the level as it is.
    Run(Run),
}

/// Tries changes of a level.
pub(super) struct Trials<'l> {
    level: &'l Level,
    settings: Settings,
    shards_needed: u32,
    /// What was played in the level as it is.
    attempt: &'l Attempt,
    budget: Budget,
    ticks_left: u64,
    /// Ticks of all trials.
    pub played: u64,
}

impl<'l> Trials<'l> {
    /// For what is left of a budget after some ticks.
    pub fn new(level: &'l Level, settings: Settings, attempt: &'l Attempt, budget: Budget, ticks: u64) -> Self {
        let shards_needed = shards_needed(level, settings);
        let ticks_left = budget.ticks_left(ticks);
        Self { level, settings, shards_needed, attempt, budget, ticks_left, played: 0 }
    }

    /// The first change that helps in the cheapest pass in which one does; before it is named, those before it have another try.
    pub fn first_that_helps(&mut self, changes: &[Change]) -> Option<Verdict> {
        let mut levels: Vec<(&Change, Level)> =
            changes.iter().filter_map(|change| Some((change, self.changed(change)?))).collect();
        for pass in 0..PASSES.len() {
            // The deeper a pass, the fewer changes it tries.
            let count = (levels.len() >> pass).max(WHOLE_SEARCHES).min(levels.len());
            let share = self.ticks_left / (2 * count.max(1) as u64);
            for index in 0..count {
                let (change, level) = &levels[index];
                if let Some(verdict) = self.judge(change, level, |trials| trials.goes_on(level, change, pass, share)) {
                    let smaller = &levels[..index];
                    return Some(self.with_another_try_for(smaller, pass, share, verdict));
                }
            }
        }
        levels.truncate(WHOLE_SEARCHES);
        levels.iter().enumerate().find_map(|(index, (change, level))| {
            let share = self.ticks_left / (levels.len() - index) as u64;
            self.judge(change, level, |trials| trials.searches(level, change, share))
        })
    }

    /// A verdict, unless one of the smaller changes helps too when its search is longer.
    fn with_another_try_for(
        &mut self,
        smaller: &[(&Change, Level)],
        pass: usize,
        share: u64,
        verdict: Verdict,
    ) -> Verdict {
        let Verdict::Remedy(Remedy { ticks, .. }) = &verdict else { return verdict };
        let most = self.ticks_left / smaller.len().max(1) as u64;
        let share = (4 * ticks).max(2 * share).min(most);
        let pass = (pass + 1).min(PASSES.len() - 1);
        let better = smaller
            .iter()
            .find_map(|(change, level)| self.judge(change, level, |trials| trials.goes_on(level, change, pass, share)));
        better.unwrap_or(verdict)
    }

    /// The level of a trial. Without focus in the search, that with it is a change too.
    fn changed(&self, change: &Change) -> Option<Level> {
        let is_allowed = *change == Change::Focus && !self.settings.focus && self.level.focus.max > 0.0;
        change.of(self.level).or_else(|| is_allowed.then(|| self.level.clone()))
    }

    /// What a run of a changed level shows, if the search finds one.
    fn judge(
        &mut self,
        change: &Change,
        level: &Level,
        search: impl FnOnce(&mut Self) -> Option<Vec<TickInput>>,
    ) -> Option<Verdict> {
        if self.budget.with_ticks(self.ticks_left).is_spent(0) {
            return None;
        }
        let before = self.played;
        let inputs = search(self)?;
        let ticks = self.played - before;
        let is_allowed = self.settings.focus || !inputs.iter().any(|input| input.holds(TickInput::FOCUS));
        if let Some(run) = finishes(self.level, &inputs, self.shards_needed).filter(|_| is_allowed) {
            return Some(Verdict::Run(run));
        }
        finishes(level, &inputs, shards_needed(level, self.settings))?;
        Some(Verdict::Remedy(Remedy { change: self.least(change, &inputs), ticks }))
    }

    /// A change of the same kind, as small as the run that was found allows.
    fn least(&self, change: &Change, inputs: &[TickInput]) -> Change {
        let Change::Longer(actor, _) = *change else { return change.clone() };
        let of_steps = |steps: u32| Change::Longer(actor, steps as f32 * STEP_SECONDS);
        let is_enough = |steps| {
            let changed = of_steps(steps).of(self.level);
            changed.is_some_and(|level| finishes(&level, inputs, self.shards_needed).is_some())
        };
        // No longer than the run takes, with slow time.
        let (mut short, mut long) = (0, 2 + (2 * inputs.len() as u32 * 10) / TICKS_PER_SECOND);
        if !is_enough(long) {
            return change.clone();
        }
        while long - short > 1 {
            let middle = short.midpoint(long);
            if is_enough(middle) { long = middle } else { short = middle }
        }
        of_steps(long)
    }

    /// Goes on from what was played, as far as it lives in the changed level.
    fn goes_on(&mut self, level: &Level, change: &Change, pass: usize, share: u64) -> Option<Vec<TickInput>> {
        let (back, patience_ticks) = PASSES[pass];
        let patience_ticks = if change.is_ridden() { patience_ticks.max(RIDE_TICKS) } else { patience_ticks };
        let lives = alive_for(level, &self.attempt.inputs);
        let begun = &self.attempt.inputs[..lives.saturating_sub(back as usize)];
        let share = if *change == Change::Focus { FOCUS_SHARE * share } else { share };
        let needed = shards_needed(level, self.settings);
        let (workers, logic) = (Workers::after(level, begun), LevelLogic::new(level));
        let maps = Maps::new(level, &logic, &workers, needed);
        let budget = self.budget.with_ticks(share);
        let mut search = Search::new(level, &workers, &maps.plain, budget);
        let focus = (self.settings.focus && pass > 0 || *change == Change::Focus) && level.focus.max > 0.0;
        let inputs = if focus { 2 * INPUTS } else { INPUTS };
        let played_again = self.attempt.inputs.len() - begun.len();
        let ticks = played_again as f32 + (1.0 + self.attempt.left.min(1.0e4) / PACE) * TICKS_PER_SECOND as f32;
        let width = (share as f32 / (inputs as f32 * ticks)).clamp(*WIDTHS.start(), *WIDTHS.end()) as usize;
        let round = Round {
            hold: HOLD,
            width,
            fineness: 2.0,
            focus: if focus { FocusUse::Free } else { FocusUse::Never },
            explores: true,
            ticks_max: 60 * TICKS_PER_SECOND,
            patience_ticks,
            seed: self.settings.seed,
            per_place: PER_PLACE_MIN as u32,
            guards: 0,
        };
        let outcome = beam::run(&mut search, &Course::new(&maps.plain), round, needed, &mut Progress::new(&level.name));
        self.spend(search.ticks);
        match outcome {
            RoundOutcome::Found(inputs) => Some(begun.iter().copied().chain(inputs).collect()),
            _ => None,
        }
    }

    /// Searches the changed level from its start.
    fn searches(&mut self, level: &Level, change: &Change, share: u64) -> Option<Vec<TickInput>> {
        let focus = self.settings.focus || *change == Change::Focus;
        let settings = Settings { first: true, focus, ..self.settings };
        let answer = find(level, settings, self.budget.with_ticks(share), None);
        self.spend(answer.ticks);
        answer.run.map(|run| run.inputs)
    }

    fn spend(&mut self, ticks: u64) {
        self.played += ticks;
        self.ticks_left = self.ticks_left.saturating_sub(ticks);
    }
}

/// How many shards a run of a level has to take.
fn shards_needed(level: &Level, settings: Settings) -> u32 {
    let count = level.shards.len() as u32;
    if level.exit_opens == ExitOpens::AfterAllShards { count } else { settings.shards.of(count) }
}

/// The run of some inputs, if it finishes a level with so many shards; its inputs end at the exit.
fn finishes(level: &Level, inputs: &[TickInput], shards_needed: u32) -> Option<Run> {
    let mut simulation = Simulation::new(level);
    for (tick, &input) in inputs.iter().enumerate() {
        simulation.tick(input);
        match simulation.run().phase {
            Phase::Running => {}
            Phase::Dead { .. } => return None,
            Phase::Finished => {
                let shards = ShardState::count_taken(&simulation.save());
                let inputs = inputs[..=tick].to_vec();
                return (shards >= shards_needed).then_some(Run { inputs, shards });
            }
        }
    }
    None
}

/// How many of some inputs are played before the run ends.
fn alive_for(level: &Level, inputs: &[TickInput]) -> usize {
    let mut simulation = Simulation::new(level);
    let ends = |input: &TickInput| {
        simulation.tick(*input);
        simulation.run().phase != Phase::Running
    };
    inputs.iter().position(ends).unwrap_or(inputs.len())
}
