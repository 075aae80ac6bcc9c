//! A way through a level: a run that finishes it, as a player remembers it, by where the ninja is when the buttons change.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;

use super::node::Node;

/// Buttons that are held from a tick of a way on.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    pub start: u32,
    pub input: TickInput,
}

/// Ticks at one place that are a rest.
const REST_TICKS: usize = 8;
/// Tiles within which that is one place.
const REST_TILES: f32 = 0.05;

/// A run that finishes its level.
#[derive(Clone, Debug)]
pub struct Way {
    /// Before each tick, and after the last one.
    pub nodes: Vec<Node>,
    pub chunks: Vec<Chunk>,
    pub inputs: Vec<TickInput>,
    /// For each tick of a rest the one at which it is left; for any other itself.
    leaves: Vec<usize>,
    /// The share of pilots that finish on it without a death.
    pub success: f32,
}

impl Way {
    /// Of a run; `None` if it does not finish the level.
    pub fn new(level: &Level, inputs: &[TickInput]) -> Option<Self> {
        let mut simulation = Simulation::new(level);
        let mut nodes = Vec::with_capacity(inputs.len() + 1);
        for &input in inputs {
            nodes.push(Node::of(&simulation));
            simulation.tick(input);
        }
        nodes.push(Node::of(&simulation));
        if simulation.run().phase != Phase::Finished {
            return None;
        }
        let mut start = 0;
        let mut chunks = Vec::new();
        for stretch in inputs.chunk_by(|a, b| a == b) {
            chunks.push(Chunk { start, input: stretch[0] });
            start += stretch.len() as u32;
        }
        let leaves = leaves_of(&nodes, &chunks);
        Some(Self { nodes, chunks, inputs: inputs.to_vec(), leaves, success: 0.0 })
    }

    /// The tick at which the rest is left to which a tick belongs; that tick itself if it belongs to none.
    pub fn leave(&self, tick: usize) -> usize {
        self.leaves[tick]
    }

    /// The first tick of the next rest; the last one of the way if there is none.
    pub fn next_rest(&self, tick: usize) -> usize {
        (tick..self.end()).find(|&tick| self.leaves[tick] > tick).unwrap_or(self.end())
    }

    /// The last tick.
    pub fn end(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The buttons that it holds at a tick, by their chunk.
    pub fn chunk_at(&self, tick: usize) -> usize {
        self.chunks.partition_point(|chunk| chunk.start as usize <= tick).max(1) - 1
    }

    /// The tick most like a moment, of those from `first` to `last` in steps, and how unlike it is, in square tiles.
    pub fn nearest(&self, node: &Node, first: usize, last: usize, step: usize) -> (usize, f32) {
        let mut best = (first.min(self.end()), f32::INFINITY);
        for tick in (first..=last.min(self.end())).step_by(step) {
            let difference = self.nodes[tick].difference(node);
            if difference < best.1 {
                best = (tick, difference);
            }
        }
        best
    }
}

/// When each rest is left: at the last change of the buttons in it.
fn leaves_of(nodes: &[Node], chunks: &[Chunk]) -> Vec<usize> {
    let mut leaves: Vec<usize> = (0..nodes.len()).collect();
    let stays = |a: &Node, b: &Node| {
        a.is_at_rest() && b.is_at_rest() && a.position.distance_squared(b.position) < REST_TILES * REST_TILES
    };
    let mut first = 0;
    for stretch in nodes.chunk_by(stays) {
        let last = first + stretch.len() - 1;
        if stretch.len() >= REST_TICKS {
            let change = chunks.iter().rev().map(|chunk| chunk.start as usize).find(|start| (first + 1..=last).contains(start));
            let leave = change.unwrap_or(last);
            leaves[first..leave].fill(leave);
        }
        first = last + 1;
    }
    leaves
}
