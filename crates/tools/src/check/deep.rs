//! What only playing shows: whether there is a run at all, and places without a way on. What it says of a place is certain,
//! since it played until the ninja was there; that it found no run says only that.

use std::ops::Range;
use std::path::Path;

use super::labels::labels;
use super::options::CheckOptions;
use super::soft_locks;
use crate::reach::map::out_of_reach;
use crate::solve::options::Shards;
use crate::solve::why_not::{WhyNot, why_not};
use crate::solve::{Reason, Settings, find, store};
use crate::weapon::actor_words;
use hairline_level::diagnostics::faults;
use hairline_level::{Inspection, Level};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::{Replay, proof_path};

/// Warns of a level without a run, and of a place without a way on.
pub(super) fn warn(inspection: &mut Inspection, path: &Path, options: &CheckOptions) {
    let Some(level) = inspection.level.clone() else { return };
    let proof = proof_of(inspection, path, &level).map(|proof| proof.inputs);
    let run = proof.or_else(|| run_or_warning(inspection, &level, options));
    soft_locks::warn(inspection, &level, run.as_deref(), options.search_budget().0);
}

/// The proof beside a level, if it finishes the level; warns of one that does not.
fn proof_of(inspection: &mut Inspection, path: &Path, level: &Level) -> Option<Replay> {
    let found = store::proof_of(path, level).ok();
    if found.is_none() && proof_path(path).is_file() {
        let place = vec![(inspection.places.ninja.clone(), "the run would start here".to_owned())];
        let message = "the proof beside this level does not finish it any more";
        let help = "`hairline verify` says why; record it anew, or run `hairline solve`";
        inspection.warn(&faults::STALE_PROOF, message, place, help);
    }
    found.map(|(replay, _)| replay)
}

/// A run of a level; or a warning that none was found, and why.
fn run_or_warning(inspection: &mut Inspection, level: &Level, options: &CheckOptions) -> Option<Vec<TickInput>> {
    let settings = Settings { shards: Shards::All, focus: true, first: true, seed: 0, memory: 1 << 30 };
    let (whole, spent) = options.search_budget();
    let whole = whole.with_a_quarter_for_why_not();
    let mut answer = find(level, settings, whole, None);
    let reason = answer.reason.clone();
    // The plain check already reports impossible levels.
    let Some(reason @ Reason::NotWithinBudget { position, next, .. }) = &reason else {
        return answer.run.map(|run| run.inputs);
    };
    let Some(why) = why_not(inspection, settings, &mut answer, whole) else {
        return answer.run.map(|run| run.inputs);
    };
    let that_takes = if level.shards.is_empty() { "" } else { " that takes every shard" };
    let no_run = format!("no run{that_takes} was found in {spent}");
    let there = format!("the search came this far on the way to {}", next.words(Some(inspection)));
    let mut labels = labels(inspection, *position, &there, "searched from here");
    let mut help = vec![reason.words(Some(inspection))];
    help.extend(why.cause(inspection));
    help.extend(out_of_reach(inspection));
    help.push("this does not say that there is none: `hairline solve` searches longer".to_owned());
    let help = help.join("\n");
    let Some(remedy) = why.remedy(inspection) else {
        inspection.warn(&faults::NO_RUN_FOUND, &no_run, labels, &help);
        return None;
    };
    if let Some(culprit) = culprit_label(inspection, &why) {
        labels.insert(0, culprit);
    }
    inspection.warn(&faults::ONE_CHANGE_AWAY, &format!("{no_run}; {remedy}"), labels, &help);
    None
}

/// A label at the actor whose change makes a run possible.
fn culprit_label(inspection: &Inspection, why: &WhyNot) -> Option<(Range<usize>, String)> {
    let actor = why.changed_actor()?;
    let place = inspection.places.actor_named(actor.0, actor.1)?;
    Some((place.span.clone(), format!("with {} changed, a run was found", actor_words(inspection, actor))))
}
