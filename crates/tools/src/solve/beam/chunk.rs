//! Expands a part of a round's states by one step, on one thread: tries every input that can make a difference.

use bevy_math::Vec2;

use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::StateArena;

use super::node::Node;
use super::round::{FocusUse, Round};
use crate::solve::death_cells::DeathCells;
use crate::solve::distinct::Distinct;
use crate::solve::keys::{Keys, keys};
use crate::solve::noise::noise;
use crate::solve::paths::Paths;
use crate::solve::steps::{CHANGE_TILES, Step};
use crate::solve::worker::{Worker, Workers};

/// Tiles by which a seed moves a state's place in the queue, at most.
const NOISE_TILES: f32 = 0.75;

/// Ticks (1/2 s) between two moments at which held focus may begin or end near places of death.
const SWITCH_TICKS: u32 = 64;
/// The most inputs that are tried in a state: three directions with jump or not, and a drop, each with focus or not.
pub(super) const INPUTS_MAX: u64 = 14;

/// The children of a chunk of states.
pub(super) struct Chunk {
    /// The states of the nodes, in their order.
    pub arena: StateArena,
    pub nodes: Distinct<Node>,
    /// Ticks played.
    pub ticks: u64,
    /// The fewest ticks in which a child reached the exit, with its parent's step and its input.
    pub finished: Option<(u32, u32, TickInput)>,
    /// Where children died.
    pub deaths: Vec<Vec2>,
}

impl Chunk {
    pub fn new(workers: &Workers) -> Self {
        let arena = StateArena::new(&workers.start);
        Self { arena, nodes: Distinct::new(), ticks: 0, finished: None, deaths: Vec::new() }
    }

    /// Plays every input that can make a difference from each of `nodes`, and keeps the best child of each kind.
    pub fn expand(
        &mut self,
        worker: &mut Worker,
        nodes: &[Node],
        before: &[Self],
        steps: &[Step],
        paths: &Paths,
        deaths: &DeathCells,
        round: Round,
        shards_needed: u32,
    ) {
        self.nodes.clear();
        self.deaths.clear();
        self.ticks = 0;
        self.finished = None;
        for node in nodes {
            let arena = &before[node.at.0 as usize].arena;
            worker.simulation.restore_slot(arena, node.at.1 as usize);
            let mut is_restored = true;
            for input in inputs_worth_trying(worker, round.focus, node.may_switch_focus) {
                if !std::mem::take(&mut is_restored) {
                    worker.simulation.restore_slot(arena, node.at.1 as usize);
                }
                let (ticks, phase) = worker.hold(input, round.hold);
                self.ticks += u64::from(ticks);
                match phase {
                    Phase::Running => {
                        let changed = steps[node.step as usize].1 != input;
                        self.keep(worker, node, input, changed, paths, deaths, round);
                    }
                    // An exit taken too early is as good as a death.
                    Phase::Finished if worker.shards_taken() >= shards_needed => {
                        if self.finished.is_none_or(|finished| ticks < finished.0) {
                            self.finished = Some((ticks, node.step, input));
                        }
                    }
                    Phase::Finished => {}
                    Phase::Dead { .. } => self.deaths.push(worker.simulation.ninja().position),
                }
            }
        }
    }

    /// Keeps the state of the worker unless a better one is in the same cell.
    fn keep(
        &mut self,
        worker: &mut Worker,
        parent: &Node,
        input: TickInput,
        changed: bool,
        paths: &Paths,
        deaths: &DeathCells,
        round: Round,
    ) {
        let (left, _) = paths.left(worker.state());
        if !left.is_finite() {
            return;
        }
        let Keys { cell: key, place, novelty, raised, .. } = keys(worker, round.fineness);
        let run = worker.simulation.run();
        let is_on_the_grid = run.ticks % SWITCH_TICKS < round.hold;
        let may_switch_focus = raised != parent.raised
            || round.focus == FocusUse::Held && is_on_the_grid && deaths.are_near(worker.simulation.ninja().position);
        let changes = parent.changes.saturating_add(u16::from(changed));
        // Focus left over counts a little: of two equal runs, the one that saved it gets further.
        let score = left - worker.simulation.run().focus.fraction()
            + CHANGE_TILES * f32::from(changes)
            + NOISE_TILES * noise(key, round.seed);
        let at = (0, 0);
        let node =
            Node { at, step: parent.step, input, changes, left, score, key, place, novelty, raised, may_switch_focus };
        if let Some(index) = self.nodes.keep(node) {
            worker.simulation.save_slot(&mut self.arena, index);
        }
    }
}

/// The inputs that can make a difference in the state of the worker.
fn inputs_worth_trying(
    worker: &Worker,
    focus_use: FocusUse,
    may_switch: bool,
) -> impl Iterator<Item = TickInput> + use<> {
    let (run, ninja) = (worker.simulation.run(), worker.simulation.ninja());
    let is_free = focus_use == FocusUse::Free || focus_use != FocusUse::Never && may_switch;
    let focused = (worker.can_focus() && (is_free || run.focus.active)).then_some(TickInput::FOCUS);
    let unfocused = (focused.is_none() || is_free).then_some(TickInput::NONE);
    let can_drop = ninja.ground.is_some_and(|ground| ground.one_way);
    let steers = [TickInput::NONE, TickInput::LEFT, TickInput::RIGHT];
    let moves = steers.into_iter().flat_map(|steer| [steer, steer.with(TickInput::JUMP)]);
    let moves = moves.chain(can_drop.then_some(TickInput::DOWN.with(TickInput::JUMP)));
    moves.flat_map(move |input| [unfocused, focused].into_iter().flatten().map(move |focus| input.with(focus)))
}
