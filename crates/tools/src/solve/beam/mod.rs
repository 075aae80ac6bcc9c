//! One round of the search: forward through time in steps of a few ticks, keeping at each step the most promising states
//! that differ from one another (a beam search). A state is promising if little is left of its [path](super::paths)
//! through the map; hazards simply kill the states that touch them.
//!
//! A step expands its states in parallel, in chunks of a fixed size, and merges the chunks in their order. Which of two
//! states is kept depends on their values and their order alone, so any number of threads gives the same run.

mod chunk;
mod node;
mod round;
mod selection;

use rayon::prelude::*;

use hairline_sim::run::input::TickInput;

use super::course::Course;
use super::progress::Progress;
use super::search::{Reached, Search};
use super::steps::{Step, inputs_of};
use chunk::{Chunk, INPUTS_MAX};
use node::Node;
pub(super) use round::{FocusUse, Round, RoundOutcome};
use selection::Selection;

/// States that one thread expands at a time.
const CHUNK: usize = 32;

/// Runs one round. What it finds are the inputs from where its course begins.
pub(super) fn run(
    search: &mut Search,
    course: &Course,
    round: Round,
    shards_needed: u32,
    progress: &mut Progress,
) -> RoundOutcome {
    let (workers, paths) = (search.workers, course.paths);
    let mut steps: Vec<Step> = vec![(u32::MAX, TickInput::NONE)];
    let mut layers = [Vec::new(), Vec::new()];
    let mut first = Chunk::new(workers);
    let (left, next) = workers.with_start(|worker| {
        if let Some((states, slot)) = course.from {
            worker.simulation.restore_slot(states, slot);
        }
        worker.simulation.save_slot(&mut first.arena, 0);
        paths.left(worker.state())
    });
    let node = Node {
        at: (0, 0),
        step: 0,
        input: TickInput::NONE,
        changes: 0,
        left,
        score: left,
        key: 0,
        place: 0,
        novelty: 0,
        raised: 0,
        may_switch_focus: true,
    };
    let mut nodes = vec![node];
    layers[0].push(first);
    let mut nearest = Reached { left, position: workers.level.ninja, next, inputs: vec![] };
    let (mut ticks, mut nearest_at) = (0, 0);
    let mut selection = Selection::new(round);
    while ticks < round.ticks_max && ticks - nearest_at < round.patience_ticks && !course.is_behind(nearest.left, ticks)
    {
        if search.is_spent() {
            search.stuck(nearest);
            return RoundOutcome::Spent;
        }
        // A wide step would go far over the end of the budget.
        let affordable = search.ticks_left() / (INPUTS_MAX * u64::from(round.hold));
        nodes.truncate(usize::try_from(affordable).unwrap_or(usize::MAX).max(1));
        let [before, after] = &mut layers;
        let count = nodes.len().div_ceil(CHUNK);
        while after.len() < count {
            after.push(Chunk::new(workers));
        }
        let deaths = &search.deaths;
        nodes.par_chunks(CHUNK).zip(after.par_iter_mut()).for_each(|(nodes, chunk)| {
            workers.with(|worker| chunk.expand(worker, nodes, before, &steps, paths, deaths, round, shards_needed));
        });
        let chunks = &after[..count];
        search.ticks += chunks.iter().map(|chunk| chunk.ticks).sum::<u64>();
        chunks.iter().flat_map(|chunk| &chunk.deaths).for_each(|&place| search.deaths.add(place));
        if let Some(&(ticks, step, input)) =
            chunks.iter().filter_map(|chunk| chunk.finished.as_ref()).min_by_key(|f| f.0)
        {
            return RoundOutcome::Found(inputs_of(&steps, step, input, round.hold, ticks));
        }
        nodes = selection.choose(chunks.iter().map(|chunk| &chunk.nodes.states[..]), ticks);
        if nodes.is_empty() {
            search.stuck(nearest);
            return RoundOutcome::Died;
        }
        for node in &mut nodes {
            steps.push((node.step, node.input));
            node.step = steps.len() as u32 - 1;
        }
        ticks += round.hold;
        let best = nodes.iter().min_by(|a, b| a.left.total_cmp(&b.left)).expect("it is not empty");
        if best.left < nearest.left - 0.05 {
            nearest_at = ticks;
            workers.with(|worker| {
                worker.simulation.restore_slot(&chunks[best.at.0 as usize].arena, best.at.1 as usize);
                let (left, next) = paths.left(worker.state());
                let inputs = inputs_of(&steps, best.step, TickInput::NONE, round.hold, 0);
                nearest = Reached { left, position: worker.simulation.ninja().position, next, inputs };
            });
        }
        layers.swap(0, 1);
        progress.layer(ticks, nodes.len(), nearest.left, search.ticks);
    }
    search.stuck(nearest);
    RoundOutcome::Stuck
}
