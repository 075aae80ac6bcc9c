//! A state that a round has reached.

use hairline_sim::run::input::TickInput;

use crate::solve::distinct::Alike;

#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The chunk and the slot that hold it.
    pub at: (u32, u32),
    /// Index of the step that led here.
    pub step: u32,
    pub input: TickInput,
    pub changes: u16,
    /// Tiles left.
    pub left: f32,
    /// Tiles left, and what changes and noise cost; the lowest score goes on.
    pub score: f32,
    /// Its cell; this and the next three are of its [`Keys`](crate::solve::keys::Keys).
    pub key: u64,
    pub place: u64,
    pub novelty: u64,
    pub raised: u32,
    /// Whether a round that holds focus may begin or end it in the next step.
    pub may_switch_focus: bool,
}

impl Alike for Node {
    fn key(&self) -> u64 {
        self.key
    }

    fn is_better_than(&self, other: &Self) -> bool {
        self.score < other.score
    }
}
