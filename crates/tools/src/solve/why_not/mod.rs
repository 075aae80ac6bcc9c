//! Why a search found no run: what its tries died of near the place nearest to the exit, what bars the way there, and the
//! smallest change of the level with which a run is found. It blames nothing that it has not tried: a change is named only if a
//! run of the changed level was played, and that run does not finish the level as it is.

mod barrier;
mod candidates;
mod change;
mod trials;
mod words;

use bevy_math::Vec2;

use hairline_level::Inspection;

use super::budget::Budget;
use super::tally::{Ends, Tally};
use super::{Answer, Attempt, Settings};
use crate::logic::LevelLogic;
use crate::weapon::ActorId;
use barrier::Barrier;
use candidates::Case;
use change::Change;
use trials::{Trials, Verdict};

/// Why there is no run, as far as it is known.
#[derive(Clone, Debug)]
pub struct WhyNot {
    /// The place nearest to the exit.
    pub place: Vec2,
    /// What became of the tries that came there.
    pub(super) ends: Ends,
    /// What bars the way on from there.
    pub(super) barrier: Option<Barrier>,
    /// The smallest change that was found to make a run possible.
    pub(super) remedy: Option<Remedy>,
}

/// A change with which a run was found.
#[derive(Clone, Debug)]
pub(super) struct Remedy {
    pub change: Change,
    /// Ticks that the search in the changed level played.
    pub ticks: u64,
}

/// Finds out why a search found no run, within what its budget leaves. The same answer and budget of ticks give the same result. A
/// run of the level as it is, found on the way, becomes the answer's.
pub fn why_not(inspection: &Inspection, settings: Settings, answer: &mut Answer, budget: Budget) -> Option<WhyNot> {
    let level = inspection.level.as_ref()?;
    let logic = LevelLogic::new(level);
    let unknown = || Attempt {
        inputs: vec![],
        position: level.ninja,
        left: level.ninja.distance(level.exit),
        target: level.exit,
        tally: Tally::new(level.terrain.size().as_ivec2()),
    };
    let attempt = answer.attempt.clone().unwrap_or_else(unknown);
    let ends = attempt.tally.around(attempt.position);
    let barrier = barrier::ahead(level, &logic, attempt.position, attempt.target);
    let case = Case { inspection, level, logic: &logic, attempt: &attempt, ends: &ends, barrier };
    let changes = candidates::all(&case);
    let mut trials = Trials::new(level, settings, &attempt, budget, answer.ticks);
    let verdict = trials.first_that_helps(&changes);
    answer.ticks += trials.played;
    answer.elapsed = budget.elapsed();
    let remedy = match verdict {
        Some(Verdict::Run(run)) => {
            (answer.run, answer.reason, answer.attempt) = (Some(run), None, None);
            answer.first = Some((answer.elapsed, answer.ticks));
            return None;
        }
        Some(Verdict::Remedy(remedy)) => Some(remedy),
        None => None,
    };
    Some(WhyNot { place: attempt.position, ends, barrier, remedy })
}

impl WhyNot {
    /// The actor whose change makes a run possible.
    pub(crate) fn changed_actor(&self) -> Option<ActorId> {
        self.remedy.as_ref()?.change.actor()
    }
}
