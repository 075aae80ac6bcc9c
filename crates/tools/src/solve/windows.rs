//! Improves a run window by window: a narrow beam search from the run's state at some tick, until it joins the run again, at
//! about the place and speed that the run has there, and earlier. What comes after is played as it was.

use rayon::prelude::*;

use hairline_sim::ninja::Ninja;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::{Snapshot, StateArena};

use super::distinct::{Alike, Distinct};
use super::keys::keys;
use super::noise::noise;
use super::paths::Paths;
use super::search::Search;
use super::steps::{CHANGE_TILES, Step, inputs_of};
use super::track::{Track, Variant};
use super::worker::Worker;

/// Ticks for which an input is held, states, and ticks of a window.
type Shape = (u32, usize, usize);

const SHAPES: [Shape; 4] = [(4, 40, 160), (6, 80, 400), (2, 40, 80), (8, 120, 800)];
/// Windows that are searched together.
const BATCH: usize = 8;
/// Joins of one window that are tried.
const JOINS_MAX: usize = 6;
/// Joins of one window that win as many ticks as one another.
const ALIKE_MAX: u32 = 2;
/// Most ticks that a join wins.
const GAIN_MAX: usize = 96;
/// A join differs from the run by less than this.
const JOIN_TILES: f32 = 0.3;
const JOIN_SPEED: f32 = 3.0;
/// Ticks that a tile of difference is worth, and a tile a second: the rest of the run is less likely to work.
const TICKS_PER_TILE: f32 = 24.0;
const TICKS_PER_SPEED: f32 = 3.0;
/// Cells per tile and axis.
const FINENESS: f32 = 6.0;
/// Tiles by which the seed moves a state's place in the queue, at most.
const NOISE_TILES: f32 = 0.3;

/// How far the windows over a run are.
pub(super) struct Windows {
    seed: u64,
    shape: usize,
    /// Where the next window begins.
    at: usize,
    /// Sweeps over the run since it last got better.
    idle: usize,
    sweeps: u64,
}

impl Windows {
    pub fn new(seed: u64) -> Self {
        Self { seed, shape: 0, at: 0, idle: 0, sweeps: 0 }
    }

    /// Another run is to be improved.
    pub fn restart(&mut self) {
        self.idle = 0;
    }

    pub fn is_done(&self) -> bool {
        self.idle > SHAPES.len()
    }

    /// Searches a batch of windows; returns whether the run got better.
    pub fn step(&mut self, search: &mut Search, track: &mut Track, can_focus: bool) -> bool {
        let (hold, width, length) = SHAPES[self.shape];
        let starts: Vec<usize> =
            (0..BATCH).map(|number| self.at + number * length / 2).take_while(|&at| at < track.inputs.len()).collect();
        let (workers, paths, seed) = (search.workers, search.paths, self.seed ^ self.sweeps << 32);
        let (start, run) = (&workers.start, &*track);
        let ticks_max = search.ticks_left() / starts.len().max(1) as u64;
        let found: Vec<(u64, Vec<Variant>)> = starts
            .par_iter()
            .with_max_len(1)
            .map(|&from| {
                let until = from + length;
                let window = Window { track: run, paths, start, hold, width, until, ticks_max, can_focus, seed };
                workers.with(|worker| window.search(worker, from))
            })
            .collect();
        search.ticks += found.iter().map(|(ticks, _)| ticks).sum::<u64>();
        let variants = found.into_iter().flat_map(|(_, variants)| variants).collect();
        self.at += BATCH * length / 2;
        if self.at >= track.inputs.len() {
            self.sweeps += 1;
            self.idle += 1;
            self.shape = (self.shape + 1) % SHAPES.len();
            // Each sweep begins a little elsewhere.
            self.at = (self.sweeps as usize * 37) % (SHAPES[self.shape].2 / 2);
        }
        let better = track.improve(search, variants).is_some();
        if better {
            self.idle = 0;
        }
        better
    }
}

struct Window<'t> {
    track: &'t Track,
    paths: &'t Paths,
    start: &'t Snapshot,
    hold: u32,
    width: usize,
    until: usize,
    /// Ticks of play after which the search ends.
    ticks_max: u64,
    can_focus: bool,
    seed: u64,
}

#[derive(Clone, Copy)]
struct Node {
    slot: usize,
    step: u32,
    input: TickInput,
    changes: u16,
    score: f32,
    key: u64,
    ninja: Ninja,
    progress: u64,
}

impl Alike for Node {
    fn key(&self) -> u64 {
        self.key
    }

    fn is_better_than(&self, other: &Self) -> bool {
        self.score < other.score
    }
}

/// A state from which the run may go on as it did from one of its later ticks.
struct Join {
    /// Ticks won, less what the difference is worth.
    worth: f32,
    step: u32,
    ticks: usize,
    to: usize,
}

impl Window<'_> {
    /// What replaces the window, the most promising first; beside the ticks played.
    fn search(&self, worker: &mut Worker, from: usize) -> (u64, Vec<Variant>) {
        let track = self.track;
        let mut arenas = [StateArena::new(self.start), StateArena::new(self.start)];
        worker.simulation.restore_slot(&track.states, from);
        worker.simulation.save_slot(&mut arenas[0], 0);
        let mut steps: Vec<Step> = vec![(u32::MAX, TickInput::NONE)];
        let input = from.checked_sub(1).map_or(TickInput::NONE, |before| track.inputs[before]);
        let ninja = track.ninjas[from];
        let mut nodes = vec![Node { slot: 0, step: 0, input, changes: 0, score: 0.0, key: 0, ninja, progress: 0 }];
        let mut children = Distinct::new();
        let (mut tick, mut played, mut joins) = (from, 0, Vec::<Join>::new());
        while tick < self.until.min(track.inputs.len()) && !nodes.is_empty() {
            let [before, after] = &mut arenas;
            for node in &nodes {
                if played >= self.ticks_max {
                    break;
                }
                for input in self.inputs(tick) {
                    worker.simulation.restore_slot(before, node.slot);
                    let (ticks, phase) = worker.hold(input, self.hold);
                    played += u64::from(ticks);
                    let end = tick + ticks as usize;
                    if phase == Phase::Finished && end < track.inputs.len() {
                        let worth = (track.inputs.len() - end) as f32;
                        steps.push((node.step, input));
                        joins.push(Join {
                            worth,
                            step: steps.len() as u32 - 1,
                            ticks: end - from,
                            to: track.inputs.len(),
                        });
                    }
                    if phase == Phase::Running {
                        self.keep(worker, after, &mut children, node, input);
                    }
                }
            }
            nodes = children.take();
            nodes.sort_by(|a, b| a.score.total_cmp(&b.score));
            nodes.truncate(self.width);
            tick += self.hold as usize;
            for node in &mut nodes {
                steps.push((node.step, node.input));
                node.step = steps.len() as u32 - 1;
                self.join(node, tick, tick - from, &mut joins);
            }
            arenas.swap(0, 1);
        }
        joins.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        // The same way joins the run again and again: of all that win as much, a few are enough.
        let mut alike = [0; GAIN_MAX + 1];
        joins.retain(|join| {
            let gain = join.to - from - join.ticks;
            alike[gain.min(GAIN_MAX)] += 1;
            alike[gain.min(GAIN_MAX)] <= ALIKE_MAX
        });
        let variants = joins.iter().take(JOINS_MAX).map(|join| {
            let (before, input) = steps[join.step as usize];
            let last = join.ticks as u32 - (join.ticks as u32 - 1) / self.hold * self.hold;
            let instead = inputs_of(&steps, before, input, self.hold, last);
            Variant { from, to: join.to, instead }
        });
        (played, variants.collect())
    }

    /// The inputs that are tried at a tick: with focus only where the run has it.
    fn inputs(&self, tick: usize) -> impl Iterator<Item = TickInput> + use<> {
        let focuses = self.can_focus && self.track.inputs[tick].holds(TickInput::FOCUS);
        let steers = [TickInput::NONE, TickInput::LEFT, TickInput::RIGHT];
        let moves = steers.into_iter().flat_map(|steer| [steer, steer.with(TickInput::JUMP)]);
        moves.flat_map(move |input| [Some(input), focuses.then_some(input.with(TickInput::FOCUS))]).flatten()
    }

    fn keep(
        &self,
        worker: &mut Worker,
        arena: &mut StateArena,
        nodes: &mut Distinct<Node>,
        parent: &Node,
        input: TickInput,
    ) {
        let (left, _) = self.paths.left(worker.state());
        if !left.is_finite() {
            return;
        }
        let keys = keys(worker, FINENESS);
        let changes = parent.changes + u16::from(parent.input != input);
        let (focus, ninja) = (worker.simulation.run().focus, *worker.simulation.ninja());
        let score =
            left - focus.fraction() + CHANGE_TILES * f32::from(changes) + NOISE_TILES * noise(keys.cell, self.seed);
        let (key, progress) = (keys.cell, keys.progress);
        let node = Node { slot: 0, step: parent.step, input, changes, score, key, ninja, progress };
        if let Some(slot) = nodes.keep(node) {
            nodes.states[slot].slot = slot;
            worker.simulation.save_slot(arena, slot);
        }
    }

    /// Notes where the run may go on from a state, earlier than it did.
    fn join(&self, node: &Node, tick: usize, ticks: usize, joins: &mut Vec<Join>) {
        let track = self.track;
        for to in tick + 1..(tick + GAIN_MAX).min(track.inputs.len()) {
            let there = &track.ninjas[to];
            if node.progress != track.progress[to] || node.ninja.ground.is_some() != there.ground.is_some() {
                continue;
            }
            let tiles = node.ninja.position.distance(there.position);
            let speed = node.ninja.velocity.distance(there.velocity);
            let worth = (to - tick) as f32 - TICKS_PER_TILE * tiles - TICKS_PER_SPEED * speed;
            if tiles < JOIN_TILES && speed < JOIN_SPEED && worth > 0.0 {
                joins.push(Join { worth, step: node.step, ticks, to });
            }
        }
    }
}
