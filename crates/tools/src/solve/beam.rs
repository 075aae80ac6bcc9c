//! One round of the search: forward through time in steps of a few ticks, keeping at each step the most promising states
//! that differ from one another (a beam search). A state is promising if little is left of its [path](super::paths)
//! through the map; hazards simply kill the states that touch them.
//!
//! A step expands its states in parallel, in chunks of a fixed size, and merges the chunks in their order. Which of two
//! states is kept depends on their values and their order alone, so any number of threads gives the same run.

use bevy_math::Vec2;
use hashbrown::HashTable;
use rayon::prelude::*;

use hairline_level::StableHasher;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::StateArena;
use hairline_sim::tuning::{APEX_SPEED, TICKS_PER_SECOND};

use super::course::Course;
use super::death_cells::DeathCells;
use super::noise::noise;
use super::paths::{Paths, raised_bits};
use super::progress::Progress;
use super::search::{Reached, Search};
use super::worker::{Worker, Workers};

/// States that one thread expands at a time.
const CHUNK: usize = 32;
/// Tiles that one change of the buttons costs: of two runs that get as far, the simpler one goes on.
pub(super) const CHANGE_TILES: f32 = 0.05;
/// Tiles by which a seed moves a state's place in the queue, at most.
const NOISE_TILES: f32 = 0.75;

/// Tiles by which a state counts as farther away for each second since its place and speed were first seen, and at most: less
/// finds fewer of the ways that begin with a detour, more leaves the place where one has to wait for a beam.
const STALE_TILES_PER_SECOND: f32 = 15.0;
const STALE_TILES_MAX: f32 = 15.0;

/// Guards of one place, at most.
const GUARDS_PER_PLACE: u32 = 2;

/// Ticks (1/2 s) from one moment to the next at which held focus may begin or end near places of death.
const SWITCH_TICKS: u32 = 64;
/// The most inputs that are tried in a state: three directions with jump or not, and a drop, each with focus or not.
const INPUTS_MAX: u64 = 14;

#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// Ticks for which one input is held.
    pub hold: u32,
    /// Most states kept at each step.
    pub width: usize,
    /// Cells a tile and side: states in one cell with about one speed count as one.
    pub fineness: f32,
    pub focus: FocusUse,
    /// Whether states at places that are known for long make room for others.
    pub explores: bool,
    /// Ends after so many ticks of play.
    pub ticks_max: u32,
    /// Ends once no state has come nearer to the exit for so many ticks of play.
    pub patience_ticks: u32,
    /// 0 for none: changes which of two states that are about as good goes on.
    pub seed: u64,
    /// Most states of one place, at about one speed and hazard time, that go on.
    pub per_place: u32,
    /// So many states at most are guards, which are [spread over places](GUARDS_PER_PLACE): they go on when all others die at once.
    pub guards: usize,
}

/// When the ninja may focus in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FocusUse {
    Never,
    /// It begins and ends only where a channel changes, and is held in between.
    FromChannels,
    /// Near places of death too, at times: a tenth of the states of [`Self::Free`].
    Held,
    Free,
}

pub(super) enum RoundOutcome {
    Found(Vec<TickInput>),
    /// No state is left.
    Died,
    /// It came no nearer, or the most ticks of play were over.
    Stuck,
    Spent,
}

/// One state that the round has reached.
#[derive(Clone, Copy)]
struct Node {
    /// The chunk and the slot that hold it.
    at: (u32, u32),
    /// Index of the step that led here.
    step: u32,
    input: TickInput,
    changes: u16,
    /// Tiles left.
    left: f32,
    /// Tiles left, and what changes and noise cost; the least goes on.
    score: f32,
    key: u64,
    /// Where it is, roughly: of each place only a few states go on.
    place: u64,
    /// Where it is and how fast, roughly, whatever the time is.
    novelty: u64,
    /// The channels that are raised, one bit each.
    raised: u32,
    /// Whether a round that holds focus may begin or end it in the next step.
    may_switch_focus: bool,
}

/// One step of a kept run: the step before it, and the input held.
pub(super) type Step = (u32, TickInput);

/// What the expansion of a chunk of states gives.
struct Chunk {
    arena: StateArena,
    nodes: Vec<Node>,
    table: HashTable<u32>,
    ticks: u64,
    /// The least ticks in which a child reached the exit, with its parent's step and its input.
    finished: Option<(u32, u32, TickInput)>,
    /// Where children died.
    deaths: Vec<Vec2>,
}

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
    let mut table = HashTable::new();
    let mut seen = round.explores.then(Seen::default);
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
        nodes = merge(chunks, &mut table, seen.as_mut(), ticks, round);
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

impl Chunk {
    fn new(workers: &Workers) -> Self {
        let arena = StateArena::new(&workers.start);
        Self { arena, nodes: Vec::new(), table: HashTable::new(), ticks: 0, finished: None, deaths: Vec::new() }
    }

    /// Plays every input that can make a difference from each of `nodes`, and keeps the best child of each kind.
    fn expand(
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
        self.table.clear();
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
        if let Some(index) = keep_best(&mut self.nodes, &mut self.table, node) {
            worker.simulation.save_slot(&mut self.arena, index);
        }
    }
}

/// Keeps a node unless a better one has its key. Returns the index at which it is kept.
fn keep_best(nodes: &mut Vec<Node>, table: &mut HashTable<u32>, node: Node) -> Option<usize> {
    match table.find(node.key, |&index| nodes[index as usize].key == node.key) {
        Some(&index) => {
            let known = &mut nodes[index as usize];
            (node.score < known.score).then(|| {
                *known = node;
                index as usize
            })
        }
        None => {
            nodes.push(node);
            let index = nodes.len() - 1;
            table.insert_unique(node.key, index as u32, |&index| nodes[index as usize].key);
            Some(index)
        }
    }
}

/// Merges the chunks: keeps the best state of each cell, and [limits](of_each_place) how many share a place.
fn merge(chunks: &[Chunk], table: &mut HashTable<u32>, seen: Option<&mut Seen>, ticks: u32, round: Round) -> Vec<Node> {
    table.clear();
    let mut nodes: Vec<Node> = Vec::new();
    for (number, chunk) in chunks.iter().enumerate() {
        for (slot, node) in chunk.nodes.iter().enumerate() {
            keep_best(&mut nodes, table, Node { at: (number as u32, slot as u32), ..*node });
        }
    }
    if let Some(seen) = seen {
        for node in &mut nodes {
            node.score += seen.staleness(node.novelty, ticks);
        }
    }
    nodes.sort_by(|a, b| a.score.total_cmp(&b.score));
    of_each_place(nodes, table, round)
}

/// Keeps at most `width` of the states, which come best first, and at most `per_place` of each place: many states in a tunnel that is
/// about to be lit must not displace those that wait outside, or that slowed the hazards down.
fn of_each_place(nodes: Vec<Node>, table: &mut HashTable<u32>, round: Round) -> Vec<Node> {
    table.clear();
    let mut places: Vec<(u64, u32)> = Vec::new();
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    for node in nodes {
        let index = match table.find(node.place, |&index| places[index as usize].0 == node.place) {
            Some(&index) => index,
            None => {
                places.push((node.place, 0));
                let index = places.len() as u32 - 1;
                *table.insert_unique(node.place, index, |&index| places[index as usize].0).get()
            }
        };
        let count = &mut places[index as usize].1;
        *count += 1;
        if *count <= GUARDS_PER_PLACE && kept.len() < round.guards {
            kept.push(node);
        } else if *count <= round.per_place {
            others.push(node);
        }
    }
    others.truncate(round.width - kept.len());
    kept.append(&mut others);
    kept.sort_by(|a, b| a.score.total_cmp(&b.score));
    kept
}

/// When the round first saw each place and speed.
#[derive(Default)]
struct Seen(HashTable<(u64, u32)>);

impl Seen {
    /// Tiles by which a state counts as farther away, the more the longer its place and speed have been known: those that wait
    /// at a dead end make room for others that come later and get further.
    fn staleness(&mut self, novelty: u64, ticks: u32) -> f32 {
        let known = self.0.entry(novelty, |known| known.0 == novelty, |known| known.0);
        let first = known.or_insert((novelty, ticks)).get().1;
        let seconds = (ticks - first) as f32 / TICKS_PER_SECOND as f32;
        (STALE_TILES_PER_SECOND * seconds).min(STALE_TILES_MAX)
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

/// The cell of a state, and its place: states in one cell are near enough to keep only the best one.
pub(super) struct Keys {
    pub cell: u64,
    place: u64,
    novelty: u64,
    raised: u32,
    /// The shards taken and the channels raised.
    pub progress: u64,
}

pub(super) fn keys(worker: &mut Worker, fineness: f32) -> Keys {
    let state = worker.state();
    let (shards, raised) = (state.shards, raised_bits(state.channels, state.now));
    let (run, ninja) = (worker.simulation.run(), worker.simulation.ninja());
    let grid = |value: Vec2, scale: f32| (value * scale).floor().as_ivec2();
    let flags = u32::from(ninja.ground.is_some())
        | u32::from(ninja.jump_held) << 1
        | u32::from(run.focus.active) << 2
        | u32::from(ninja.wall != 0.0) << 3
        | u32::from(ninja.velocity.y > APEX_SPEED) << 4
        | raised << 8;
    let hazards = run.hazard_half_ticks / 24;
    let speed = (ninja.velocity * (fineness / 8.0)).round().as_ivec2();
    let [mut cell, mut place, mut novelty] = [StableHasher::new(); 3];
    let near = grid(ninja.position, fineness / 2.0);
    for (hasher, position, hazards, flags) in [
        (&mut cell, grid(ninja.position, fineness), hazards, flags),
        (&mut place, near, hazards / 2, 0),
        (&mut novelty, near, 0, raised),
    ] {
        hasher.write_u64(shards);
        [position.x, position.y, speed.x].into_iter().for_each(|value| hasher.write_u32(value as u32));
        hasher.write_u32(hazards);
        hasher.write_u32(flags);
    }
    cell.write_u32(speed.y as u32);
    novelty.write_u32(speed.y as u32);
    let mut progress = StableHasher::new();
    progress.write_u64(shards);
    progress.write_u32(raised);
    let [cell, place, novelty, progress] = [cell, place, novelty, progress].map(StableHasher::finish);
    Keys { cell, place, novelty, raised, progress }
}

/// One input a tick: those of the steps up to `step`, and the last for so many ticks.
pub(super) fn inputs_of(steps: &[Step], mut step: u32, last: TickInput, hold: u32, ticks: u32) -> Vec<TickInput> {
    let mut held = vec![(ticks, last)];
    while step != 0 {
        let (before, input) = steps[step as usize];
        held.push((hold, input));
        step = before;
    }
    held.iter().rev().flat_map(|&(ticks, input)| std::iter::repeat_n(input, ticks as usize)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the 12 states that are kept of 24: the best 20 are at places 0 and 1 by turns, the others at places 2 to 5.
    fn places(per_place: u32, guards: usize) -> Vec<u64> {
        let node = |index: usize| Node {
            at: (0, 0),
            step: 0,
            input: TickInput::NONE,
            changes: 0,
            left: 0.0,
            score: index as f32,
            key: index as u64,
            place: if index < 20 { index as u64 % 2 } else { index as u64 - 18 },
            novelty: 0,
            raised: 0,
            may_switch_focus: false,
        };
        let round = Round {
            hold: 4,
            width: 12,
            fineness: 2.0,
            focus: FocusUse::Never,
            explores: false,
            ticks_max: 100,
            patience_ticks: 100,
            seed: 0,
            per_place,
            guards,
        };
        of_each_place((0..24).map(node).collect(), &mut HashTable::new(), round).iter().map(|node| node.place).collect()
    }

    #[test]
    fn few_states_of_one_place_leave_room_for_others() {
        assert_eq!(places(2, 0), [0, 1, 0, 1, 2, 3, 4, 5]);
        assert_eq!(places(u32::MAX, 0), [0, 1].repeat(6));
    }

    #[test]
    fn guards_go_on_beside_many_states_of_one_place() {
        assert_eq!(places(8, 6), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3]);
    }
}
