//! The player's attempt at a level: what was pressed, how often it ended in death, and how it counts.

use bevy::prelude::*;

use hairline_sim::run::input::TickInput;

#[derive(Resource, Clone, Debug, Default)]
pub struct Attempt {
    /// The inputs since the run began, one a tick.
    pub inputs: Vec<TickInput>,
    /// Deaths on this level since it was opened.
    pub deaths: u32,
    /// When each shard was taken, in ticks since the run began.
    pub splits: Vec<u32>,
    pub standing: Standing,
    /// The hash of the state in which the run reached the exit.
    pub final_hash: Option<u64>,
}

/// How a run counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// In full.
    #[default]
    Clean,
    /// On a board of its own: the player had help.
    Assisted,
    /// Not at all: the player practiced.
    Practiced,
    /// Not at all: the debug view moved the ninja.
    Debugged,
}

impl Attempt {
    pub(super) fn begin_run(&mut self) {
        self.inputs.clear();
        self.splits.clear();
        self.standing = Standing::Clean;
        self.final_hash = None;
    }
}
