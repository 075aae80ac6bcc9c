//! What actors of every kind have in common: an index, and state that snapshots keep.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use hairline_level::stable_hash::StableHasher;

/// An actor's index among those of its kind, in the order of the level's file.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorIndex(pub u32);

/// Everything about an actor, or about the run as a whole, that changes while a level is played. `Default` only fills
/// the memory of a snapshot before the state is copied in; `Reflect` lets a test check that every field reaches the
/// hash.
pub trait SimState: Component<Mutability = Mutable> + Reflect + Clone + Default + PartialEq + std::fmt::Debug {
    /// Names the state in hashes. Unique, and never changed: replays are bound to it.
    const KEY: &'static str;

    /// Feeds every field to a hasher.
    fn hash_into(&self, hasher: &mut StableHasher);

    /// Bytes that it holds outside of itself, for a state with a list.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Implements [`SimState`] for a struct by its key and its fields, in the order of the hash; every field must be named.
macro_rules! sim_state {
    ($state:ty, $key:literal, $($field:ident),+) => {
        impl $crate::state::actor::SimState for $state {
            const KEY: &'static str = $key;

            fn hash_into(&self, hasher: &mut hairline_level::stable_hash::StableHasher) {
                let Self { $($field),+ } = self;
                $(hairline_level::stable_hash::StableHash::hash_into($field, hasher);)+
            }
        }
    };
}
pub(crate) use sim_state;
