//! Soft locks in words: a place from which the exit cannot be reached any more, what was touched before, and what is
//! out of reach from there.

use std::ops::Range;

use super::dead_ends::{DeadEnd, dead_end};
use super::labels::labels;
use crate::logic::LevelLogic;
use crate::solve::budget::Budget;
use crate::weapon::actor_words;
use hairline_level::diagnostics::faults;
use hairline_level::{Inspection, Level};
use hairline_sim::run::input::TickInput;

/// Warns of the first place without a way on that play comes to. `run` is a run of the level, if one is known.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, run: Option<&[TickInput]>, budget: Budget) {
    let logic = LevelLogic::new(level);
    let Some(end) = dead_end(level, &logic, run.unwrap_or_default(), budget) else { return };
    let DeadEnd { place, touched, shard } = end;
    let what = if shard.is_some() { "a shard for which the exit waits" } else { "the exit" };
    let at = format!("from ({:.1}, {:.1}) {what} cannot be reached any more", place.x, place.y);
    let ids: Vec<(&str, usize)> =
        touched.iter().map(|&actor| (logic.actors[actor].kind, logic.actors[actor].index)).collect();
    let words: Vec<String> = ids.iter().map(|&id| actor_words(inspection, id)).collect();
    let after = match words.as_slice() {
        [] => String::new(),
        [one] => format!(", after {one}"),
        [rest @ .., last] => format!(", after {} and {last}", rest.join(", ")),
    };
    let mut labels = labels(inspection, place, "no way on from here", "reached alive from here");
    labels.extend(shard.map(|shard| (inspection.places.shards[shard].clone(), "out of reach".to_owned())));
    let spans = ids.iter().filter_map(|&(kind, index)| Some(inspection.places.actor_named(kind, index)?.span.clone()));
    let touched: Vec<(Range<usize>, String)> = spans.map(|span| (span, "touched before".to_owned())).collect();
    labels.extend(touched);
    let help = "the player must restart there: leave a way back, or make the place deadly";
    inspection.warn(&faults::SOFT_LOCK, &format!("{at}{after}"), labels, help);
}
