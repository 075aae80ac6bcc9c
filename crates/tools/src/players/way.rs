//! A way through a level: a run that finishes it, as a player remembers it, by where the ninja is when the buttons change.

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;

use super::cues::{Cue, cues_of};
use super::node::Node;

/// Buttons that are held from a tick of a way on.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    pub start: u32,
    pub input: TickInput,
    /// What the change to these buttons is timed by.
    pub cue: Cue,
}

/// A run that finishes its level.
#[derive(Clone, Debug)]
pub struct Way {
    /// Before each tick, and after the last one.
    pub nodes: Vec<Node>,
    pub chunks: Vec<Chunk>,
    pub inputs: Vec<TickInput>,
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
            chunks.push(Chunk { start, input: stretch[0], cue: Cue::MOTION });
            start += stretch.len() as u32;
        }
        let cues = cues_of(level, inputs, &nodes, chunks.iter().map(|chunk: &Chunk| chunk.start as usize));
        chunks.iter_mut().zip(cues).for_each(|(chunk, cue)| chunk.cue = cue);
        Some(Self { nodes, chunks, inputs: inputs.to_vec(), success: 0.0 })
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
