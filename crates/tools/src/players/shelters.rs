//! From rest to rest: when to leave each rest of a way so that what shoots misses, with time to spare on both sides.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;

use super::rests::RestingWay;
use super::way::Way;

/// Ticks between two moments at which a rest can be left, and how many there are: over five seconds.
const STEP_TICKS: usize = 8;
const STEPS: usize = 84;
/// So many moments on end must do, so that the one in the middle is safe.
const STEPS_SAFE: usize = 8;
/// Ticks for which the next rest must be safe.
const REST_TICKS: usize = 40;
/// Rests that may be passed without waiting there.
const PASSED_MAX: usize = 6;
/// Stages that are tried.
const STAGES_MAX: usize = 100;
/// Ticks by which a stage counts as another one of the same rest.
const APART_TICKS: usize = 32;

/// The ninja at a rest.
struct Stage {
    rest: usize,
    state: Snapshot,
    inputs: Vec<TickInput>,
    /// The worst number of moments on end that did, up to here.
    safety: usize,
}

/// How a leg ended.
#[derive(Clone, Copy, PartialEq)]
enum Leg {
    Failed,
    Rests,
    Finished,
}

/// The way from rest to rest through a level, if told so with focus held between them; `None` if none is found.
pub fn sheltered(level: &Level, plain: &RestingWay, focus: bool) -> Option<Way> {
    let held = if focus { TickInput::FOCUS } else { TickInput::NONE };
    let plain_inputs: Vec<TickInput> = plain.way.inputs.iter().map(|input| input.with(held)).collect();
    let mut simulation = Simulation::new(level);
    let starts: Vec<usize> = std::iter::once(0).chain(plain.rests.iter().copied()).collect();
    let mut stages = vec![Stage { rest: 0, state: simulation.save(), inputs: vec![], safety: usize::MAX }];
    let mut done: Vec<(usize, usize)> = vec![];
    // A run that finishes with less time to spare.
    let mut narrow: Option<Vec<TickInput>> = None;
    for _ in 0..STAGES_MAX {
        // The farthest one first, of those the safest, then the earliest.
        let key = |stage: &Stage| (stage.rest, stage.safety.min(STEPS_SAFE), usize::MAX - stage.inputs.len());
        let Some(next) = (0..stages.len()).max_by_key(|&index| key(&stages[index])) else { break };
        let stage = stages.swap_remove(next);
        let waits = waits(&mut simulation, &stage);
        let until = |rest: usize| starts.get(rest).copied().unwrap_or(plain_inputs.len());
        let rests = stage.rest + 1..=(stage.rest + PASSED_MAX).min(starts.len());
        let legs = rests.clone().map(|rest| &plain_inputs[until(rest - 1)..until(rest)]);
        let legs: Vec<&[TickInput]> = legs.collect();
        let played: Vec<Vec<Leg>> = waits.iter().map(|wait| play_legs(&mut simulation, wait, &legs)).collect();
        for (index, to) in rests.enumerate() {
            let leg = &plain_inputs[starts[stage.rest]..until(to)];
            let legs: Vec<Leg> = played.iter().map(|legs| legs[index]).collect();
            let mut first = 0;
            for stretch in legs.chunk_by(|a, b| a == b) {
                let end = first + stretch.len();
                let margin = ((stretch.len() - 1) / 2).min(STEPS_SAFE);
                for step in (first + margin..end - margin).step_by(STEPS_SAFE) {
                    if stretch[0] == Leg::Failed {
                        continue;
                    }
                    let mut inputs = stage.inputs.clone();
                    inputs.resize(inputs.len() + step * STEP_TICKS, TickInput::NONE);
                    inputs.extend(leg);
                    let safety = stage.safety.min(stretch.len());
                    if stretch[0] == Leg::Finished && safety >= STEPS_SAFE {
                        return finish(level, inputs);
                    }
                    let is_known =
                        |&(rest, ticks): &(usize, usize)| rest == to && ticks.abs_diff(inputs.len()) < APART_TICKS;
                    if done.iter().any(is_known) {
                        continue;
                    }
                    done.push((to, inputs.len()));
                    if stretch[0] == Leg::Finished {
                        narrow = narrow.or(Some(inputs));
                        continue;
                    }
                    simulation.restore(&waits[step]);
                    leg.iter().for_each(|&input| simulation.tick(input));
                    stages.push(Stage { rest: to, state: simulation.save(), inputs, safety });
                }
                first = end;
            }
        }
    }
    finish(level, narrow?)
}

/// The states at a rest after waits of each length, as long as it is safe.
fn waits(simulation: &mut Simulation, stage: &Stage) -> Vec<Snapshot> {
    simulation.restore(&stage.state);
    let mut waits = Vec::with_capacity(STEPS);
    for _ in 0..STEPS {
        waits.push(simulation.save());
        (0..STEP_TICKS).for_each(|_| simulation.tick(TickInput::NONE));
        if !simulation.run().is_running() {
            break;
        }
    }
    waits
}

/// Plays legs one after the other from a state. Returns how each ends if the ninja rests after it.
fn play_legs(simulation: &mut Simulation, from: &Snapshot, legs: &[&[TickInput]]) -> Vec<Leg> {
    simulation.restore(from);
    let mut ends = Vec::with_capacity(legs.len());
    for leg in legs {
        let end = play(simulation, leg.iter());
        if end != Leg::Rests {
            // Longer ones end there, too.
            ends.resize(legs.len(), end);
            break;
        }
        let rest = simulation.save();
        ends.push(play(simulation, [TickInput::NONE; REST_TICKS].iter()));
        simulation.restore(&rest);
    }
    ends
}

fn play<'i>(simulation: &mut Simulation, inputs: impl Iterator<Item = &'i TickInput>) -> Leg {
    for &input in inputs {
        simulation.tick(input);
        match simulation.run().phase {
            Phase::Running => {}
            Phase::Dead { .. } => return Leg::Failed,
            Phase::Finished => return Leg::Finished,
        }
    }
    Leg::Rests
}

/// The run without what comes after its end.
fn finish(level: &Level, mut inputs: Vec<TickInput>) -> Option<Way> {
    let mut simulation = Simulation::new(level);
    let end = inputs.iter().position(|&input| {
        simulation.tick(input);
        simulation.run().phase == Phase::Finished
    })?;
    inputs.truncate(end + 1);
    Way::new(level, &inputs)
}
