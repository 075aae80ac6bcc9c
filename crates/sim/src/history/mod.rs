//! The history of a sitting: every try at a level, as the inputs that play it from the level's start, and how it ended.
//!
//! A return to a checkpoint undoes what came after it, so the inputs of a try hold neither the deaths nor the detours before it:
//! played by the rules, they are one run without a death but its last. It records what it is told and plays nothing; its
//! modules play runs again: paths, ghosts, deaths in hindsight, time lines.

pub mod ghost;
pub mod hindsight;
pub mod timeline;
pub mod tracer;

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::prelude::*;

use crate::run::input::TickInput;
use crate::state::replay::REPLAY_TICKS_MAX;

/// Most tries that a history keeps; the oldest are dropped first. More of them at once could not be told apart.
pub const TRIES_MAX: usize = 256;
/// Most ticks of all its tries together, a byte each: half a megabyte, over an hour of play.
pub const HISTORY_TICKS_MAX: usize = 1 << 19;

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TryEnd {
    /// The ninja died, with its center here.
    Died(Vec2),
    /// It went through the exit.
    Finished,
    /// The player began anew.
    Restarted,
}

/// A part of play that ended in a death, at the exit or in a restart.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// Plays it from the start of the level, one input a tick.
    pub inputs: Vec<TickInput>,
    /// How many of the inputs only lead to the place where this try began: 0 if it began at the start of the level.
    pub begin: usize,
    /// How it ended, in the tick of its last input.
    pub end: TryEnd,
}

/// The tries at one level since it was entered, oldest first, and the one that is being played.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    tries: VecDeque<Arc<Try>>,
    /// The inputs of all tries together.
    ticks: usize,
    /// The inputs that lead from the start of the level to now.
    line: Vec<TickInput>,
    /// Where in them the present try began.
    begin: usize,
    /// Where in them a return to a checkpoint, or to the last shard, leads.
    checkpoint: usize,
    shard: usize,
    /// The present try has ended.
    is_over: bool,
    /// Inputs alone do not tell what happened since the start, or there were too many.
    is_spoilt: bool,
}

/// Where a run goes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// The start of the level.
    Start,
    /// The checkpoint that was touched last.
    Checkpoint,
    /// The last shard.
    Shard,
}

impl History {
    /// The tries that have ended, oldest first.
    pub fn tries(&self) -> impl DoubleEndedIterator<Item = &Arc<Try>> + ExactSizeIterator {
        self.tries.iter()
    }

    /// The present try, if it has ended at the exit and is kept.
    pub fn finished(&self) -> Option<&Arc<Try>> {
        self.tries.back().filter(|last| self.is_over && !self.is_spoilt && last.end == TryEnd::Finished)
    }

    /// The last try that ended in a death.
    pub fn last_death(&self) -> Option<&Arc<Try>> {
        self.tries().rfind(|one| matches!(one.end, TryEnd::Died(_)))
    }

    /// Forgets everything: another level, or another visit to it.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The run goes on somewhere else from the next input on. A try that has not ended was given up.
    pub fn go_back(&mut self, to: Return) {
        if self.line.len() > self.begin {
            self.end(TryEnd::Restarted);
        }
        let at = match to {
            Return::Start => 0,
            Return::Checkpoint => self.checkpoint,
            Return::Shard => self.shard,
        };
        if to == Return::Start {
            (self.checkpoint, self.is_spoilt) = (0, false);
        }
        self.line.truncate(at);
        (self.begin, self.is_over) = (self.line.len(), false);
        // A shard that was taken after the checkpoint has to be taken again.
        self.shard = self.shard.min(at);
    }

    /// The input of a tick of the present try. In the first after a return to a checkpoint it holds
    /// [`RESTART`](TickInput::RESTART), so that played it leads there.
    pub fn record(&mut self, input: TickInput) {
        if self.is_over {
            return;
        }
        if self.line.len() >= REPLAY_TICKS_MAX as usize {
            self.is_spoilt = true;
        } else {
            self.line.push(input);
        }
    }

    /// In the tick of the last input the ninja touched a checkpoint.
    pub fn note_checkpoint(&mut self) {
        self.checkpoint = self.line.len();
    }

    /// In the tick of the last input the ninja took a shard to which a death may lead back.
    pub fn note_shard(&mut self) {
        self.shard = self.line.len();
    }

    /// Something changed the run that is no input: tries until the next start of the level are not kept.
    pub fn spoil(&mut self) {
        self.is_spoilt = true;
    }

    /// The present try ended in the tick of the last input.
    pub fn end(&mut self, end: TryEnd) {
        if std::mem::replace(&mut self.is_over, true) || self.is_spoilt || self.line.is_empty() {
            return;
        }
        self.ticks += self.line.len();
        self.tries.push_back(Arc::new(Try { inputs: self.line.clone(), begin: self.begin, end }));
        // The newest try always stays: it alone is shorter than the limit.
        while self.tries.len() > TRIES_MAX || self.ticks > HISTORY_TICKS_MAX {
            self.ticks -= self.tries.pop_front().map_or(0, |oldest| oldest.inputs.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: TickInput = TickInput::RIGHT;
    const LEFT: TickInput = TickInput::LEFT;
    const RETURN: TickInput = TickInput::RESTART;

    fn record(history: &mut History, inputs: &[TickInput]) {
        inputs.iter().for_each(|input| history.record(*input));
    }

    #[test]
    fn a_return_to_a_checkpoint_undoes_what_came_after_it() {
        let mut history = History::default();
        record(&mut history, &[RIGHT, RIGHT]);
        history.note_checkpoint();
        record(&mut history, &[LEFT]);
        history.end(TryEnd::Died(Vec2::X));
        // While the ninja lies dead nothing is part of the try.
        record(&mut history, &[LEFT]);
        history.go_back(Return::Checkpoint);
        record(&mut history, &[RETURN, RIGHT]);
        history.end(TryEnd::Finished);
        let tries: Vec<Try> = history.tries().map(|one| (**one).clone()).collect();
        let died = Try { inputs: vec![RIGHT, RIGHT, LEFT], begin: 0, end: TryEnd::Died(Vec2::X) };
        let finished = Try { inputs: vec![RIGHT, RIGHT, RETURN, RIGHT], begin: 2, end: TryEnd::Finished };
        assert_eq!(tries, [died, finished]);
    }

    #[test]
    fn a_try_that_is_given_up_is_kept_and_one_without_a_tick_is_not() {
        let mut history = History::default();
        history.go_back(Return::Start);
        record(&mut history, &[RIGHT]);
        history.go_back(Return::Start);
        history.go_back(Return::Start);
        assert_eq!(history.tries().map(|one| one.end).collect::<Vec<_>>(), [TryEnd::Restarted]);
    }

    #[test]
    fn what_inputs_do_not_tell_is_not_kept_until_the_level_starts_over() {
        let mut history = History::default();
        history.spoil();
        for (to, kept) in [(Return::Checkpoint, 0), (Return::Shard, 0), (Return::Start, 1), (Return::Checkpoint, 2)] {
            history.go_back(to);
            record(&mut history, &[RIGHT]);
            history.end(TryEnd::Finished);
            assert_eq!(history.tries().len(), kept, "{to:?}");
            assert_eq!(history.finished().is_some(), kept > 0, "{to:?}");
        }
    }

    #[test]
    fn the_oldest_tries_are_dropped_at_either_limit() {
        let mut history = History::default();
        for number in 0..TRIES_MAX + 10 {
            record(&mut history, &vec![RIGHT; number + 1]);
            history.go_back(Return::Start);
        }
        let lengths: Vec<usize> = history.tries().map(|one| one.inputs.len()).collect();
        assert_eq!((lengths.len(), lengths[0]), (TRIES_MAX, 11));
        let most = REPLAY_TICKS_MAX as usize;
        for _ in 0..2 {
            record(&mut history, &vec![RIGHT; most]);
            history.go_back(Return::Start);
        }
        assert_eq!(history.tries().map(|one| one.inputs.len()).collect::<Vec<_>>(), [most]);
        record(&mut history, &vec![RIGHT; most + 1]);
        history.go_back(Return::Start);
        assert_eq!(history.tries().len(), 1, "a try over the limit of a replay is not kept");
    }
}
