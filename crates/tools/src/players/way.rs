//! A way through a level: a run that finishes it, as a player remembers it, by where the ninja is when the buttons change.

use std::sync::Arc;

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;

use super::node::Node;

/// Buttons that are held from a tick of a way on.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    pub start: u32,
    pub input: TickInput,
}

/// Ticks between two anchors at least, and by how many more one is later to be on the ground.
const SEGMENT_TICKS: usize = 64;
const GROUND_TICKS: usize = 64;

/// A state of a way to which a player comes back who is near it.
#[derive(Debug)]
pub struct Anchor {
    pub tick: usize,
    pub state: Snapshot,
    /// The anchor to which a death leads back then, if there is a checkpoint.
    pub checkpoint: Option<usize>,
}

/// A run that finishes its level.
#[derive(Clone, Debug)]
pub struct Way {
    /// Before each tick, and after the last one.
    pub nodes: Vec<Node>,
    pub chunks: Vec<Chunk>,
    pub inputs: Vec<TickInput>,
    pub anchors: Arc<[Anchor]>,
    /// The share of pilots that finish on it without a death: of those who are new to the level, and of those at home in it.
    pub success: [f32; 2],
}

impl Way {
    /// Of a run; `None` if it does not finish the level.
    pub fn new(level: &Level, inputs: &[TickInput]) -> Option<Self> {
        let mut simulation = Simulation::new(level);
        let mut nodes = Vec::with_capacity(inputs.len() + 1);
        let mut anchors: Vec<Anchor> = Vec::new();
        let (mut checkpoint, mut reached) = (None, None);
        for (tick, &input) in inputs.iter().enumerate() {
            let node = Node::of(&simulation);
            nodes.push(node);
            let now = simulation.checkpoint();
            let is_new = now != checkpoint;
            let since = anchors.last().map_or(usize::MAX, |last| tick - last.tick);
            if is_new || since >= SEGMENT_TICKS && node.is_grounded || since >= SEGMENT_TICKS + GROUND_TICKS {
                if is_new {
                    (checkpoint, reached) = (now, Some(anchors.len()));
                }
                anchors.push(Anchor { tick, state: simulation.save(), checkpoint: reached });
            }
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
        Some(Self { nodes, chunks, inputs: inputs.to_vec(), anchors: anchors.into(), success: [0.0; 2] })
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
