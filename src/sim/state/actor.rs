//! What actors of every kind have in common: their place among those of their kind, and state that a snapshot keeps.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use crate::stable_hash::StableHasher;

/// An actor's place among those of its kind in the level, in the order of the file: what snapshots go by.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActorIndex(pub u32);

/// All that changes of one actor during a run. `Default` only fills a snapshot before the state is copied in.
pub trait ActorState: Component<Mutability = Mutable> + Clone + Default {
    /// Takes every bit of it into a hash.
    fn hash_into(&self, hasher: &mut StableHasher);
}
