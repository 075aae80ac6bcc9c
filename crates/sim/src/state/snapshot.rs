//! Snapshots: everything that changes during a run, saved, restored and hashed within a few microseconds.
//!
//! Snapshots know no kind of actor. A feature registers each of its state types once; saving, restoring and hashing go
//! over what was registered, in the order of the types' keys. A snapshot leaves out what is derived from state (beams,
//! obstacles' poses) or fixed (terrain, settings). A [`StateArena`] holds many states of one level.

use std::any::Any;
use std::fmt::Debug;

use bevy::ecs::query::QueryState;
use bevy::prelude::*;

use hairline_level::stable_hash::StableHasher;

use super::actor::{ActorIndex, SimState};

/// The state of a run at the end of a tick: a column of states for each registered type.
#[derive(Default)]
pub struct Snapshot(Vec<Box<dyn Column>>);

impl Snapshot {
    /// The states of a type, by [`ActorIndex`]; empty where the level has none.
    pub fn states<S: SimState>(&self) -> &[S] {
        self.0.iter().find_map(|column| column.as_any().downcast_ref::<States<S>>()).map_or(&[], |states| &states.0)
    }

    /// A state of the run as a whole, by its type.
    ///
    /// # Panics
    /// If that type was never registered, or no level was in the world.
    pub fn resource<S: SimState + Resource>(&self) -> &S {
        self.states::<S>().first().expect("the state is registered, and a level was in the world")
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// If that type was never registered, or no level was in the world.
    pub fn resource_mut<S: SimState + Resource>(&mut self) -> &mut S {
        let state = self.0.iter_mut().find_map(|column| column.as_any_mut().downcast_mut::<States<S>>());
        state.and_then(|states| states.0.first_mut()).expect("the state is registered, and a level was in the world")
    }

    /// A hash of every field of the state; equal runs have equal hashes on every platform. Kinds that the level lacks
    /// are left out, so that replays stay valid when kinds are added.
    pub fn hash(&self) -> u64 {
        let mut hasher = StableHasher::new();
        for column in &self.0 {
            column.hash_into(&mut hasher);
        }
        hasher.finish()
    }

    /// The keys of all registered types of state, in the order of the hash, including those that the level lacks.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|column| column.key())
    }

    /// Every state with the key of its type, as reflection sees it: for tests and tools that change single fields.
    pub fn reflect_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut dyn PartialReflect)> {
        self.0.iter_mut().flat_map(|column| {
            let key = column.key();
            column.reflect_mut().map(move |state| (key, state))
        })
    }
}

impl Clone for Snapshot {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|column| column.clone_box()).collect())
    }

    fn clone_from(&mut self, source: &Self) {
        if self.0.len() != source.0.len() {
            return *self = source.clone();
        }
        for (column, source) in self.0.iter_mut().zip(&source.0) {
            column.assign(&**source);
        }
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a.equals(&**b))
    }
}

impl Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}

/// The states of one type, by [`ActorIndex`].
#[derive(Clone, Debug, PartialEq)]
struct States<S>(Vec<S>);

/// [`States`] of any type.
trait Column: Any + Debug + Send + Sync {
    fn key(&self) -> &'static str;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn reflect_mut(&mut self) -> Box<dyn Iterator<Item = &mut dyn PartialReflect> + '_>;
    fn clone_box(&self) -> Box<dyn Column>;
    fn assign(&mut self, source: &dyn Column);
    fn new_empty(&self) -> Box<dyn Column>;
    fn count(&self) -> usize;
    fn bytes(&self) -> usize;
    fn equals(&self, other: &dyn Column) -> bool;
    fn hash_into(&self, hasher: &mut StableHasher);
}

impl<S: SimState> Column for States<S> {
    fn key(&self) -> &'static str {
        S::KEY
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn reflect_mut(&mut self) -> Box<dyn Iterator<Item = &mut dyn PartialReflect> + '_> {
        Box::new(self.0.iter_mut().map(PartialReflect::as_partial_reflect_mut))
    }

    fn clone_box(&self) -> Box<dyn Column> {
        Box::new(self.clone())
    }

    fn assign(&mut self, source: &dyn Column) {
        match source.as_any().downcast_ref::<Self>() {
            Some(source) => self.0.clone_from(&source.0),
            None => unreachable!("columns of one app have one order"),
        }
    }

    fn new_empty(&self) -> Box<dyn Column> {
        Box::new(Self(vec![]))
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|state| size_of::<S>() + state.heap_bytes()).sum()
    }

    fn equals(&self, other: &dyn Column) -> bool {
        other.as_any().downcast_ref::<Self>() == Some(self)
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        if self.0.is_empty() {
            return;
        }
        S::KEY.bytes().for_each(|byte| hasher.write_u32(u32::from(byte)));
        hasher.write_u32(self.0.len() as u32);
        for state in &self.0 {
            state.hash_into(hasher);
        }
    }
}

/// How the states of one type are read from a world and put back.
trait StateAccess: Send + Sync {
    fn key(&self) -> &'static str;
    fn new_column(&self) -> Box<dyn Column>;
    fn save(&mut self, world: &mut World, column: &mut dyn Column);
    /// Saves into a column that holds many runs; the states of this one begin at `first`.
    fn save_at(&mut self, world: &mut World, column: &mut dyn Column, first: usize);
    /// Restores from a column in which the states of the run begin at `first`.
    fn restore(&mut self, world: &mut World, column: &dyn Column, first: usize);
}

/// The states of actors, or the one of the run as a whole: a resource is a component too, on an entity without an index.
struct StateQuery<S: SimState>(QueryState<(Option<&'static ActorIndex>, &'static mut S)>);

impl<S: SimState> StateAccess for StateQuery<S> {
    fn key(&self) -> &'static str {
        S::KEY
    }

    fn new_column(&self) -> Box<dyn Column> {
        Box::new(States::<S>(vec![]))
    }

    fn save(&mut self, world: &mut World, column: &mut dyn Column) {
        let count = self.0.iter(world).len();
        states_mut::<S>(column).resize_with(count, S::default);
        self.save_at(world, column, 0);
    }

    fn save_at(&mut self, world: &mut World, column: &mut dyn Column, first: usize) {
        let states = states_mut::<S>(column);
        let actors = self.0.iter_mut(world);
        if states.len() < first + actors.len() {
            states.resize_with(first + actors.len(), S::default);
        }
        for (index, state) in actors {
            states[first + place(index)].clone_from(&state);
        }
    }

    fn restore(&mut self, world: &mut World, column: &dyn Column, first: usize) {
        let states = states::<S>(column).get(first..).unwrap_or(&[]);
        for (index, mut state) in self.0.iter_mut(world) {
            if let Some(saved) = states.get(place(index)) {
                state.clone_from(saved);
            }
        }
    }
}

/// An actor's place among the states of its type.
fn place(index: Option<&ActorIndex>) -> usize {
    index.map_or(0, |index| index.0 as usize)
}

fn states<S: SimState>(column: &dyn Column) -> &[S] {
    column.as_any().downcast_ref::<States<S>>().map_or(&[], |states| &states.0)
}

fn states_mut<S: SimState>(column: &mut dyn Column) -> &mut Vec<S> {
    &mut column.as_any_mut().downcast_mut::<States<S>>().expect("columns of one app have one order").0
}

/// Every registered type of state, ordered by key.
#[derive(Resource, Default)]
pub(super) struct StateRegistry(Vec<Box<dyn StateAccess>>);

/// Registers a type of state.
///
/// # Panics
/// If its key is taken.
pub(crate) fn register<S: SimState>(world: &mut World) {
    let access = StateQuery::<S>(QueryState::new(world));
    let registry = &mut world.resource_mut::<StateRegistry>().0;
    match registry.binary_search_by_key(&S::KEY, |other| other.key()) {
        Ok(_) => panic!("the state `{}` is registered twice", S::KEY),
        Err(place) => registry.insert(place, Box::new(access)),
    }
}

/// Writes the state of the level in the world into `snapshot`, reusing its memory.
///
/// # Panics
/// If the world lacks the simulation's [`plugin`](crate::plugin).
pub fn save(world: &mut World, snapshot: &mut Snapshot) {
    with_registry(world, |world, registry| {
        if snapshot.0.len() != registry.0.len() {
            snapshot.0 = registry.0.iter().map(|access| access.new_column()).collect();
        }
        for (access, column) in registry.0.iter_mut().zip(&mut snapshot.0) {
            access.save(world, &mut **column);
        }
    });
}

/// Puts the state in the world back to `snapshot`, which must be of the level in the world; state that it lacks is left
/// unchanged.
///
/// # Panics
/// If the world lacks the simulation's [`plugin`](crate::plugin).
pub fn restore(world: &mut World, snapshot: &Snapshot) {
    with_registry(world, |world, registry| {
        for (access, column) in registry.0.iter_mut().zip(&snapshot.0) {
            access.restore(world, &**column, 0);
        }
    });
}

/// Many states of one level, in slots of one size: each type has one column for all of them, so that saving and restoring
/// allocate nothing once the slots have been used. A solver holds its states in arenas.
pub struct StateArena {
    columns: Vec<Box<dyn Column>>,
    /// How many states of each type a slot has.
    counts: Vec<usize>,
    slot_bytes: usize,
}

impl StateArena {
    /// An empty arena for states of the level of which `state` is one.
    pub fn new(state: &Snapshot) -> Self {
        Self {
            columns: state.0.iter().map(|column| column.new_empty()).collect(),
            counts: state.0.iter().map(|column| column.count()).collect(),
            slot_bytes: state.0.iter().map(|column| column.bytes()).sum(),
        }
    }

    /// Bytes of one slot.
    pub fn slot_bytes(&self) -> usize {
        self.slot_bytes
    }

    /// The states of a type in a slot; empty where the level has none, or the slot was never saved.
    pub fn states<S: SimState>(&self, slot: usize) -> &[S] {
        let columns = self.columns.iter().zip(&self.counts);
        let mut found = columns.filter_map(|(column, &count)| {
            column.as_any().downcast_ref::<States<S>>()?.0.get(slot * count..(slot + 1) * count)
        });
        found.next().unwrap_or(&[])
    }

    /// Writes the state of the level in the world into a slot; the arena grows to have it.
    ///
    /// # Panics
    /// If the world lacks the simulation's [`plugin`](crate::plugin).
    pub fn save(&mut self, world: &mut World, slot: usize) {
        with_registry(world, |world, registry| {
            for ((access, column), &count) in registry.0.iter_mut().zip(&mut self.columns).zip(&self.counts) {
                if count > 0 {
                    access.save_at(world, &mut **column, slot * count);
                }
            }
        });
    }

    /// Puts the state in the world back to that of a slot.
    ///
    /// # Panics
    /// If the world lacks the simulation's [`plugin`](crate::plugin).
    pub fn restore(&self, world: &mut World, slot: usize) {
        with_registry(world, |world, registry| {
            for ((access, column), &count) in registry.0.iter_mut().zip(&self.columns).zip(&self.counts) {
                if count > 0 {
                    access.restore(world, &**column, slot * count);
                }
            }
        });
    }
}

/// Takes the registry out of its world and puts it back. `World::resource_scope` would remove the resource each time,
/// and the world remembers each removal until its trackers are cleared: it would grow with every snapshot.
fn with_registry(world: &mut World, work: impl FnOnce(&mut World, &mut StateRegistry)) {
    let mut registry = std::mem::take(&mut *world.resource_mut::<StateRegistry>());
    work(world, &mut registry);
    *world.resource_mut::<StateRegistry>() = registry;
}
