//! The search: forward through time in steps of a few ticks, keeping at each step the most promising states that differ
//! from one another (a beam search over snapshots). A state is promising if little is left of its [path](super::path)
//! through the map; hazards simply kill the states that touch them.

use std::collections::BTreeMap;

use hairline::level::limits::CHANNELS_MAX;
use hairline::level::{Channel, ExitOpens, Level};
use hairline::sim::Simulation;
use hairline::sim::ninja::Ninja;
use hairline::sim::run::input::TickInput;
use hairline::sim::run::shard::ShardState;
use hairline::sim::run::{Phase, Run};
use hairline::sim::state::snapshot::Snapshot;
use hairline::sim::tuning::{FOCUS_TICKS_TO_START, TICKS_PER_SECOND};

use super::Arguments;
use super::path::Paths;

/// One state that the search has reached.
struct Node {
    state: Snapshot,
    /// Index of the step before, in [`Search::steps`].
    step: usize,
    /// How often the buttons were changed.
    changes: u16,
    /// Tiles left, and what the changes cost.
    left: f32,
}

/// Tiles that one change of the buttons costs: of two runs that get as far, the simpler one goes on.
const CHANGE_TILES: f32 = 0.05;

/// A search in one level.
pub struct Search<'a> {
    simulation: Simulation,
    paths: Paths,
    arguments: &'a Arguments,
    /// Each step of each kept run: the step before it, and the input held.
    steps: Vec<(usize, TickInput)>,
}

impl<'a> Search<'a> {
    pub fn new(level: &Level, arguments: &'a Arguments) -> Self {
        let shards = !(arguments.no_shards && level.exit_opens == ExitOpens::AtOnce);
        Self { simulation: Simulation::new(level), paths: Paths::new(level, shards), arguments, steps: Vec::new() }
    }

    /// The first run found that finishes.
    pub fn run(&mut self) -> Result<Vec<TickInput>, String> {
        let start = self.simulation.save();
        let left = self.paths.distance_left(&start);
        if !left.is_finite() {
            return Err("no path leads from the start through the map to the exit".to_owned());
        }
        self.steps.push((usize::MAX, TickInput::NONE));
        let mut nodes = vec![Node { state: start, step: 0, changes: 0, left }];
        let mut best = (left, nodes[0].state.resource::<Ninja>().position);
        for _ in 0..self.arguments.seconds * TICKS_PER_SECOND / self.arguments.hold {
            let mut next: BTreeMap<[i32; 7], Node> = BTreeMap::new();
            for node in &nodes {
                for input in inputs_worth_trying(&node.state, self.arguments) {
                    let (state, finished_after) = self.hold(&node.state, input);
                    if let Some(ticks) = finished_after {
                        return Ok(self.inputs_of(node.step, input, ticks));
                    }
                    // Focus left over counts a little: of two equal runs, the one that saved it gets further.
                    let changes = node.changes + u16::from(self.steps[node.step].1 != input);
                    let left = self.paths.distance_left(&state) - state.resource::<Run>().focus.fraction()
                        + CHANGE_TILES * f32::from(changes);
                    if state.resource::<Run>().phase != Phase::Running || !left.is_finite() {
                        continue;
                    }
                    let key = bucket(&state);
                    let better = next.get(&key).is_none_or(|other| left < other.left);
                    if better {
                        self.steps.push((node.step, input));
                        next.insert(key, Node { state, step: self.steps.len() - 1, changes, left });
                    }
                }
            }
            nodes = next.into_values().collect();
            nodes.sort_by(|a, b| a.left.total_cmp(&b.left));
            self.thin_out(&mut nodes);
            if let Some(node) = nodes.first().filter(|node| node.left < best.0) {
                best = (node.left, node.state.resource::<Ninja>().position);
            }
            if nodes.is_empty() {
                return Err(format!("every run dies; the best came to {:.1}, with {:.1} tiles left", best.1, best.0));
            }
        }
        Err(format!("no run found; the best came to {:.1}, with {:.1} tiles left", best.1, best.0))
    }

    /// Keeps the best, and of each tile and hazard time only a few: many states in a tunnel that is about to be lit must not
    /// displace those that wait outside, or that slowed the hazards down.
    fn thin_out(&self, nodes: &mut Vec<Node>) {
        let most = (self.arguments.width / 1000).max(2);
        let mut counts: BTreeMap<[i32; 5], usize> = BTreeMap::new();
        nodes.retain(|node| {
            let [x, y, speed, _, shards, _, hazards] = bucket(&node.state);
            let here = counts.entry([x / 2, y / 2, speed, shards, hazards / 2]).or_default();
            *here += 1;
            *here <= most
        });
        nodes.truncate(self.arguments.width);
    }

    /// Plays `input` from `state`; also the ticks after which the run finished, if it did.
    fn hold(&mut self, state: &Snapshot, input: TickInput) -> (Snapshot, Option<u32>) {
        self.simulation.restore(state);
        for tick in 1..=self.arguments.hold {
            self.simulation.tick(input);
            match self.simulation.run().phase {
                Phase::Running => {}
                Phase::Dead { .. } => break,
                Phase::Finished => {
                    let state = self.simulation.save();
                    let wanted =
                        self.arguments.no_shards || state.states::<ShardState>().iter().all(|shard| shard.taken);
                    // An exit taken too early is as good as a death.
                    return (state, wanted.then_some(tick));
                }
            }
        }
        (self.simulation.save(), None)
    }

    fn inputs_of(&self, mut step: usize, last: TickInput, ticks: u32) -> Vec<TickInput> {
        let mut chunks = vec![(ticks, last)];
        while step != 0 {
            let (before, input) = self.steps[step];
            chunks.push((self.arguments.hold, input));
            step = before;
        }
        chunks.iter().rev().flat_map(|&(ticks, input)| std::iter::repeat_n(input, ticks as usize)).collect()
    }
}

/// The inputs that can make a difference in this state.
fn inputs_worth_trying(state: &Snapshot, arguments: &Arguments) -> Vec<TickInput> {
    let mut inputs = Vec::new();
    let can_focus = !arguments.no_focus
        && (state.resource::<Run>().focus.active
            || state.resource::<Run>().focus.meter >= 2 * FOCUS_TICKS_TO_START
                && !state.resource::<Run>().focus.exhausted);
    for steer in [TickInput::NONE, TickInput::LEFT, TickInput::RIGHT] {
        for jump in [TickInput::NONE, TickInput::JUMP] {
            inputs.push(steer.with(jump));
            if can_focus {
                inputs.push(steer.with(jump).with(TickInput::FOCUS));
            }
        }
    }
    if state.resource::<Ninja>().ground.is_some_and(|ground| ground.one_way) {
        inputs.push(TickInput::DOWN.with(TickInput::JUMP));
    }
    inputs
}

/// States in one bucket are near enough to keep only the best one.
fn bucket(state: &Snapshot) -> [i32; 7] {
    let (run, ninja) = (state.resource::<Run>(), state.resource::<Ninja>());
    let shards = state
        .states::<ShardState>()
        .iter()
        .enumerate()
        .fold(0, |bits, (index, shard)| bits | i32::from(shard.taken) << (index % 31));
    let raised = (0..CHANNELS_MAX as u8)
        .filter(|&index| run.channels.is_raised(Channel(index), run.hazard_half_ticks))
        .fold(0, |bits, index| bits | 1 << (index + 3));
    let flags = raised
        | i32::from(ninja.ground.is_some())
        | i32::from(ninja.jump_held) << 1
        | i32::from(state.resource::<Run>().focus.active) << 2;
    let cell = (ninja.position * 2.0).floor().as_ivec2();
    let speed = (ninja.velocity / 4.0).round().as_ivec2();
    [cell.x, cell.y, speed.x, speed.y, shards, flags, (run.hazard_half_ticks / 24) as i32]
}
