//! What a round of the search is to do, and how it may end.

use hairline_sim::run::input::TickInput;

#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Ticks for which one input is held.
    pub hold: u32,
    /// Most states kept at each step.
    pub width: usize,
    /// Cells per tile and axis: of the states in one cell, at about one speed, one is kept.
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
    /// So many of the states that go on, at most, are guards: the best two of each place, so that some live when all others die at once.
    pub guards: usize,
}

/// When the ninja may focus in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusUse {
    Never,
    /// It begins and ends only where a channel changes, and is held in between.
    FromChannels,
    /// Also near places of death, every half second. About a tenth of the states of [`Self::Free`].
    Held,
    Free,
}

pub enum RoundOutcome {
    Found(Vec<TickInput>),
    /// No state is left.
    Died,
    /// It came no nearer, or the most ticks of play were over.
    Stuck,
    Spent,
}
