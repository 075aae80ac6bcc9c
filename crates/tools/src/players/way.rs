//! A way through a level: a run that finishes it, as a player remembers it, by where the ninja is when the buttons change.

use std::ops::Range;
use std::sync::Arc;

use hairline_level::{Channel, Level};

use hairline_level::limits::CHANNELS_MAX;
use hairline_sim::Simulation;
use hairline_sim::hazards::mine::MineState;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::actor::ActorIndex;
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

/// A stretch of a way from its start or a checkpoint to the next checkpoint or the exit: what a death makes a player play again.
#[derive(Clone, Debug)]
pub struct Section {
    /// The anchor at which it begins.
    pub first: usize,
    /// The anchor at which the next section begins, if it is not the last.
    pub end: Option<usize>,
    from: SectionStart,
    /// What it takes pilots: those who are new to the level, and those at home in it.
    pub cost: [Cost; 2],
}

/// What another way must share at a checkpoint for a player to go over to it. Clocks and focus may differ: who comes there at another time
/// finds other ones.
#[derive(Clone, Debug, PartialEq)]
struct SectionStart {
    checkpoint: Option<ActorIndex>,
    shards: Vec<ShardState>,
    /// Whether each channel is raised for the rest of the run, by a key or a lasting switch.
    raised: Vec<bool>,
    mines_spent: Vec<bool>,
}

impl SectionStart {
    fn of(checkpoint: Option<ActorIndex>, state: &Snapshot, run: &Run) -> Self {
        let is_raised = |channel| run.channels.raised_until(Channel(channel), run.hazard_half_ticks) == Some(u32::MAX);
        Self {
            checkpoint,
            shards: state.states::<ShardState>().to_vec(),
            raised: (0..CHANNELS_MAX as u8).map(is_raised).collect(),
            mines_spent: state.states::<MineState>().iter().map(|mine| mine.spent).collect(),
        }
    }
}

/// What a section takes a player until it passes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Seconds of real time, those of tries that fail included.
    pub seconds: f32,
    /// Tries that fail before one passes.
    pub failures: f32,
}

impl Cost {
    /// In seconds, where a failure is worth so many beyond those that it loses.
    pub fn in_seconds(&self, failure_seconds: f32) -> f32 {
        self.seconds + failure_seconds * self.failures
    }
}

impl Section {
    /// Whether another one begins at the same checkpoint, with the same shards, keys and mines.
    pub fn begins_like(&self, other: &Self) -> bool {
        self.from == other.from
    }
}

/// A run that finishes its level.
#[derive(Clone, Debug)]
pub struct Way {
    /// Before each tick, and after the last one.
    pub nodes: Vec<Node>,
    pub chunks: Vec<Chunk>,
    pub inputs: Vec<TickInput>,
    pub anchors: Arc<[Anchor]>,
    /// From its start to its end.
    pub sections: Vec<Section>,
}

impl Way {
    /// Of a run; `None` if it does not finish the level.
    pub fn new(level: &Level, inputs: &[TickInput]) -> Option<Self> {
        let mut simulation = Simulation::new(level);
        let mut nodes = Vec::with_capacity(inputs.len() + 1);
        let mut anchors: Vec<Anchor> = Vec::new();
        let (mut checkpoint, mut reached) = (None, None);
        let mut sections: Vec<Section> = Vec::new();
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
                let state = simulation.save();
                if is_new || sections.is_empty() {
                    if let Some(last) = sections.last_mut() {
                        last.end = reached;
                    }
                    let from = SectionStart::of(checkpoint, &state, simulation.run());
                    sections.push(Section { first: anchors.len(), end: None, from, cost: [Cost::default(); 2] });
                }
                anchors.push(Anchor { tick, state, checkpoint: reached });
            }
            simulation.tick(input);
            if !simulation.run().is_running() {
                break;
            }
        }
        let inputs = &inputs[..nodes.len()];
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
        Some(Self { nodes, chunks, inputs: inputs.to_vec(), anchors: anchors.into(), sections })
    }

    /// The section in which an anchor lies.
    pub fn section_at(&self, anchor: usize) -> usize {
        self.sections.partition_point(|section| section.first <= anchor).max(1) - 1
    }

    /// The seconds that the way takes pilots from a section on, where a failure is worth so many beyond those that it loses.
    pub fn seconds_from(&self, section: usize, is_at_home: bool, failure_seconds: f32) -> f32 {
        let cost = |section: &Section| section.cost[usize::from(is_at_home)].in_seconds(failure_seconds);
        self.sections[section..].iter().map(cost).sum()
    }

    /// The ticks of a section.
    pub fn ticks_of(&self, section: &Section) -> Range<usize> {
        self.anchors[section.first].tick..section.end.map_or(self.end(), |end| self.anchors[end].tick)
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

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "
        ####################
        #                  #
        # @    f     *  g X#
        ####################
        ";
    const FLAGS: &str = "'f': Checkpoint(), 'g': Checkpoint(),";

    fn walked(map: &str) -> Way {
        let level = hairline_testing::drawn_with(map, FLAGS);
        let mut simulation = Simulation::new(&level);
        let ticks = (1..4096).find(|_| {
            simulation.tick(TickInput::RIGHT);
            !simulation.run().is_running()
        });
        Way::new(&level, &vec![TickInput::RIGHT; ticks.expect("it ends")]).expect("it finishes")
    }

    #[test]
    fn sections_lead_from_flag_to_flag() {
        let way = walked(MAP);
        assert_eq!(way.sections.len(), 3);
        let ticks: Vec<Range<usize>> = way.sections.iter().map(|section| way.ticks_of(section)).collect();
        assert_eq!((ticks[0].start, ticks[2].end), (0, way.end()));
        assert!(ticks.windows(2).all(|pair| pair[0].end == pair[1].start && !pair[0].is_empty()), "{ticks:?}");
        let sections = (0..way.anchors.len()).map(|anchor| way.section_at(anchor));
        let own = |anchor: usize| way.sections[way.section_at(anchor)].first;
        assert!(sections.is_sorted());
        assert!((0..way.anchors.len()).all(|anchor| own(anchor) == way.anchors[anchor].checkpoint.unwrap_or(0)));
    }

    #[test]
    fn sections_of_two_ways_begin_alike_at_one_flag_with_the_same_shards() {
        let (way, other) = (walked(MAP), walked(&MAP.replace("f     *", "f  *   ")));
        let alike = |a: usize, b: usize| way.sections[a].begins_like(&other.sections[b]);
        assert!((0..3).all(|section| alike(section, section)));
        assert!(!alike(1, 2));
        let without = walked(&MAP.replace("# @", "#*@").replace("*  g", "   g"));
        assert!(!way.sections[2].begins_like(&without.sections[2]), "the shard behind the start is left");
    }
}
