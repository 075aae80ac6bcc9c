//! Gates: when an actor that listens to channels is enabled. Most listen to one channel; a [`Condition`] joins several.
//! Knows nothing of files.

use crate::stable_hash::{StableHash, StableHasher};

/// A channel of a level, by its index in [`Level::channels`](crate::Level::channels). Some actors raise it,
/// others listen to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Channel(pub u8);

/// A condition of a level, by its index in [`Level::conditions`](crate::Level::conditions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionIndex(pub u8);

/// When an actor that listens to channels is enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// While the channel is raised.
    Raised(Channel),
    /// While it is lowered.
    Lowered(Channel),
    /// While a condition on several channels holds.
    Holds(ConditionIndex),
}

/// A condition on channels. `Not` is not among them: it turns `Raised` into `Lowered` and `All` into `Any`, so every
/// condition can be written without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The channel is raised.
    Raised(Channel),
    /// The channel is lowered.
    Lowered(Channel),
    /// Each of these holds; at least two.
    All(Vec<Condition>),
    /// At least one of these holds; at least two.
    Any(Vec<Condition>),
}

impl Gate {
    /// The condition that the gate stands for. `conditions` are those of its level.
    pub fn condition(self, conditions: &[Condition]) -> Condition {
        match self {
            Self::Raised(channel) => Condition::Raised(channel),
            Self::Lowered(channel) => Condition::Lowered(channel),
            Self::Holds(index) => conditions[usize::from(index.0)].clone(),
        }
    }
}

/// The conditions of gates have a section of their own.
impl StableHash for Option<Gate> {
    fn hash_into(&self, hasher: &mut StableHasher) {
        let (kind, index) = match *self {
            None => (0, 0),
            Some(Gate::Raised(Channel(index))) => (1, index),
            Some(Gate::Lowered(Channel(index))) => (2, index),
            Some(Gate::Holds(ConditionIndex(index))) => (3, index),
        };
        hasher.write_u32(kind);
        hasher.write_u32(u32::from(index));
    }
}

impl StableHash for Gate {
    fn hash_into(&self, hasher: &mut StableHasher) {
        Some(*self).hash_into(hasher);
    }
}

impl StableHash for Channel {
    fn hash_into(&self, hasher: &mut StableHasher) {
        self.0.hash_into(hasher);
    }
}

impl Condition {
    /// Whether it holds, where `is_raised` says which channels are raised.
    pub fn holds(&self, is_raised: &impl Fn(Channel) -> bool) -> bool {
        self.may_hold(is_raised, &|channel| !is_raised(channel))
    }

    /// Whether it may hold at some time, given which channels may be raised and which may be lowered. Over-approximates: parts
    /// that exclude each other count as holding together.
    pub fn may_hold(&self, may_raise: &impl Fn(Channel) -> bool, may_lower: &impl Fn(Channel) -> bool) -> bool {
        match self {
            Self::Raised(channel) => may_raise(*channel),
            Self::Lowered(channel) => may_lower(*channel),
            Self::All(parts) => parts.iter().all(|part| part.may_hold(may_raise, may_lower)),
            Self::Any(parts) => parts.iter().any(|part| part.may_hold(may_raise, may_lower)),
        }
    }

    /// The condition that holds exactly while this one does not.
    #[must_use]
    pub fn negated(&self) -> Self {
        let negate = |parts: &[Self]| parts.iter().map(Self::negated).collect();
        match self {
            Self::Raised(channel) => Self::Lowered(*channel),
            Self::Lowered(channel) => Self::Raised(*channel),
            Self::All(parts) => Self::Any(negate(parts)),
            Self::Any(parts) => Self::All(negate(parts)),
        }
    }

    /// Calls `visit` with each channel that it names, and whether it asks for it raised.
    pub fn for_each_channel(&self, visit: &mut impl FnMut(Channel, bool)) {
        match self {
            Self::Raised(channel) => visit(*channel, true),
            Self::Lowered(channel) => visit(*channel, false),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.for_each_channel(visit)),
        }
    }

    /// The channels that it asks for raised, each once.
    pub fn raised_channels(&self) -> Vec<Channel> {
        let mut channels = Vec::new();
        self.for_each_channel(&mut |channel, raised| {
            if raised && !channels.contains(&channel) {
                channels.push(channel);
            }
        });
        channels
    }

    /// `Some(true)` if it holds whatever is raised, `Some(false)` if it never does. Tries each set of its channels.
    pub fn constant(&self) -> Option<bool> {
        let mut channels = Vec::new();
        self.for_each_channel(&mut |channel, _| channels.push(channel));
        channels.sort_unstable();
        channels.dedup();
        let holds_for = |raised: u32| {
            self.holds(&|channel| {
                channels.iter().position(|other| *other == channel).is_some_and(|at| raised >> at & 1 == 1)
            })
        };
        let first = holds_for(0);
        (1..1 << channels.len()).all(|raised| holds_for(raised) == first).then_some(first)
    }
}

impl StableHash for Condition {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_u32(match self {
            Self::Raised(_) => 1,
            Self::Lowered(_) => 2,
            Self::All(_) => 3,
            Self::Any(_) => 4,
        });
        match self {
            Self::Raised(channel) | Self::Lowered(channel) => channel.hash_into(hasher),
            Self::All(parts) | Self::Any(parts) => parts.hash_into(hasher),
        }
    }
}
