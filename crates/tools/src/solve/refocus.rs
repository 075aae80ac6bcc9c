//! Keeps a run's buttons and searches for other moments to focus. Focus halves the speed of hazards but not of the ninja: unless
//! doors or lifts are on it, the way stays the same and meets every beam at another moment. A variant that dies may survive so.

use rayon::prelude::*;

use hairline_level::StableHasher;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::StateArena;

use super::distinct::{Alike, Distinct};
use super::keys::keys;
use super::search::Search;
use super::track::{Track, Variant};
use super::worker::Worker;

/// Ticks for which focus is held or not.
const HOLD: usize = 8;
/// Most states kept at each step: they differ in how far the hazards are, and in the meter.
const STATES_MAX: usize = 160;
/// Focus may change from so many ticks before a variant on.
const BEFORE_TICKS: usize = 384;
/// The last input is held for so many ticks more, at most.
const HELD_ON_TICKS: usize = 16;
/// Cells per tile and axis; of the states in a cell, the one with the fullest meter is kept.
const FINENESS: f32 = 8.0;

/// Tries variants with other focus and takes the best of them, if it is better than the run; returns whether it is.
pub(super) fn refocus(search: &mut Search, track: &mut Track, variants: &[Variant]) -> bool {
    if search.is_spent() {
        return false;
    }
    let (workers, run) = (search.workers, &*track);
    let ticks_max = search.ticks_left() / variants.len().max(1) as u64;
    let found: Vec<(u64, Option<Vec<TickInput>>)> = variants
        .par_iter()
        .with_max_len(1)
        .map(|variant| workers.with(|worker| search_focus(worker, run, variant, ticks_max)))
        .collect();
    search.ticks += found.iter().map(|(played, _)| played).sum::<u64>();
    let best = found.into_iter().filter_map(|(_, inputs)| inputs).min_by_key(Vec::len);
    let new = best.and_then(|inputs| Track::new(search, inputs, track.shards_needed()));
    let Some(new) = new.filter(|new| new.inputs.len() < track.inputs.len()) else { return false };
    *track = new;
    true
}

/// [`HOLD`] ticks of play: the index of the step before, and whether focus is held.
type Step = (u32, bool);

#[derive(Clone, Copy)]
struct Node {
    step: u32,
    key: u64,
    meter: u32,
}

impl Alike for Node {
    fn key(&self) -> u64 {
        self.key
    }

    fn is_better_than(&self, other: &Self) -> bool {
        self.meter > other.meter
    }
}

/// The inputs of a variant that finishes earlier than the run does, with other focus; beside the ticks played.
fn search_focus(
    worker: &mut Worker,
    track: &Track,
    variant: &Variant,
    ticks_max: u64,
) -> (u64, Option<Vec<TickInput>>) {
    let from = variant.from.saturating_sub(BEFORE_TICKS);
    let kept = track.inputs[from..variant.from].iter().chain(&variant.instead).chain(&track.inputs[variant.to..]);
    let mut buttons: Vec<TickInput> = kept.map(|input| input.without(TickInput::FOCUS)).collect();
    // The variant may reach the exit a few ticks late, so its last input is held.
    let longest = (track.inputs.len() - from).saturating_sub(1).min(buttons.len() + HELD_ON_TICKS);
    buttons.resize(longest, *buttons.last().unwrap_or(&TickInput::NONE));
    worker.simulation.restore_slot(&track.states, from);
    let start = worker.simulation.save();
    let mut arenas = [StateArena::new(&start), StateArena::new(&start)];
    worker.simulation.save_slot(&mut arenas[0], 0);
    let mut steps: Vec<Step> = vec![(u32::MAX, false)];
    let mut nodes = vec![Node { step: 0, key: 0, meter: 0 }];
    let mut children = Distinct::new();
    let mut played = 0;
    for (number, held) in buttons.chunks(HOLD).enumerate() {
        let [before, after] = &mut arenas;
        for (slot, node) in nodes.iter().enumerate() {
            for focuses in [false, true] {
                worker.simulation.restore_slot(before, slot);
                if focuses && !worker.can_focus() || played >= ticks_max {
                    continue;
                }
                let ticks = play(worker, held, focuses);
                played += ticks as u64;
                let step = (node.step, focuses);
                let phase = worker.simulation.run().phase;
                match phase {
                    Phase::Running => {
                        if let Some(slot) = keep(worker, &mut children) {
                            worker.simulation.save_slot(after, slot);
                            steps.push(step);
                            children.states[slot].step = steps.len() as u32 - 1;
                        }
                    }
                    Phase::Finished if worker.shards_taken() >= track.shards_needed() => {
                        steps.push(step);
                        let mut rest = with_focus(&buttons, &steps);
                        rest.truncate(number * HOLD + ticks);
                        return (played, Some([&track.inputs[..from], &rest].concat()));
                    }
                    Phase::Finished | Phase::Dead { .. } => {}
                }
            }
        }
        nodes = children.take();
        arenas.swap(0, 1);
    }
    (played, None)
}

/// Plays the buttons until the run ends, with focus or without; returns the ticks played.
fn play(worker: &mut Worker, buttons: &[TickInput], focuses: bool) -> usize {
    let focus = if focuses { TickInput::FOCUS } else { TickInput::NONE };
    for (tick, input) in buttons.iter().enumerate() {
        worker.simulation.tick(input.with(focus));
        if worker.simulation.run().phase != Phase::Running {
            return tick + 1;
        }
    }
    buttons.len()
}

/// The slot in which to save the worker's state; `None` if its cell has a state with as full a meter, or all slots are taken.
fn keep(worker: &mut Worker, nodes: &mut Distinct<Node>) -> Option<usize> {
    let (cell, run) = (keys(worker, FINENESS).cell, worker.simulation.run());
    // A cell is coarse in hazard time, in which most states of a step differ.
    let mut hasher = StableHasher::new();
    hasher.write_u64(cell);
    hasher.write_u32(run.hazard_half_ticks);
    let node = Node { step: 0, key: hasher.finish(), meter: run.focus.meter };
    if nodes.states.len() >= STATES_MAX && !nodes.has(node.key) {
        return None;
    }
    nodes.keep(node)
}

/// The buttons with focus as in the steps that lead to the last one.
fn with_focus(buttons: &[TickInput], steps: &[Step]) -> Vec<TickInput> {
    let mut focuses = vec![];
    let mut step = steps.len() as u32 - 1;
    while step != 0 {
        let (before, is_held) = steps[step as usize];
        focuses.push(is_held);
        step = before;
    }
    let held = focuses.iter().rev().flat_map(|&is_held| std::iter::repeat_n(is_held, HOLD));
    buttons
        .iter()
        .zip(held)
        .map(|(&input, is_held)| if is_held { input.with(TickInput::FOCUS) } else { input })
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use hairline_level::Level;
    use hairline_testing::drawn_with;

    use super::*;
    use crate::logic::LevelLogic;
    use crate::solve::budget::Budget;
    use crate::solve::maps::Maps;
    use crate::solve::worker::Workers;

    /// The beam is dark for the first 0.9 s, and then for as long after each 1.2 s.
    pub fn beam_in_a_corridor() -> Level {
        drawn_with(
            "
            ########################
            #           a          #
            #                      #
            # @                  X #
            ########################
            ",
            "'a': Laser(aim: Fixed(angle: 270), cycle: (charge: 0.2, on: 1.0, off: 0.9, offset: 1.2))",
        )
    }

    #[test]
    fn a_run_that_waits_for_a_beam_passes_it_with_focus() {
        let level = beam_in_a_corridor();
        let (logic, workers) = (LevelLogic::new(&level), Workers::new(&level));
        let maps = Maps::new(&level, &logic, &workers, 0);
        let mut search = Search::new(&level, &workers, &maps.plain, Budget::new(None, Some(1_000_000)));
        let waiting = |ticks: usize| [vec![TickInput::NONE; ticks], vec![TickInput::RIGHT; 400]].concat();
        let mut run = |ticks: usize| Track::new(&mut search, waiting(ticks), 0);
        assert!(run(0).is_none(), "the beam kills who does not wait");
        let mut track = run(160).expect("it is dark again then");
        let cut = Variant { from: 0, to: 160, instead: vec![] };
        assert!(track.improve(&mut search, vec![cut.clone()]).is_none(), "it dies without focus");
        let before = track.inputs.len();
        assert!(refocus(&mut search, &mut track, &[cut]));
        assert!(track.inputs.len() < before - 150, "{} of {before}", track.inputs.len());
        assert!(track.inputs.iter().any(|input| input.holds(TickInput::FOCUS)));
    }
}
