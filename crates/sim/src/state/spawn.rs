//! Brings a level into a world: all entities and resources of a run, once. The rules spawn and despawn nothing after that.

use bevy::prelude::*;

use hairline_level::{ActorKind, Level};

use super::actor::ActorIndex;
use super::snapshot::{self, Snapshot};

/// Marks every entity that belongs to the level in play.
#[derive(Component, Clone, Copy, Debug)]
pub struct LevelEntity;

/// The state of a run at the start of its level.
#[derive(Resource, Clone, Debug)]
pub struct LevelStart(pub Snapshot);

/// What spawns the parts of a level, in the order of registration.
#[derive(Resource, Default)]
pub(super) struct Spawners(Vec<Box<dyn Fn(&mut World, &Level) + Send + Sync>>);

/// What removes the resources that a level brought.
#[derive(Resource, Default)]
pub(super) struct Removers(Vec<fn(&mut World)>);

/// Registers how a feature's part of a level is spawned.
pub trait SpawnAppExt {
    /// Runs `spawner` for each level that is loaded. Spawners run in the order of registration.
    fn add_spawner(&mut self, spawner: impl Fn(&mut World, &Level) + Send + Sync + 'static) -> &mut Self;

    /// Removes a resource when the level is unloaded: one whose presence says that there is a level.
    fn remove_on_unload<R: Resource>(&mut self) -> &mut Self;

    /// Spawns an entity for each actor of a kind that only some levels have: its [`ActorIndex`] and the bundle that
    /// `make` returns for its settings.
    fn register_actor<K: ActorKind, B: Bundle>(
        &mut self,
        make: impl Fn(&K, &Level) -> B + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_spawner(move |world, level| {
            for (index, settings) in level.actors::<K>().iter().enumerate() {
                let bundle = make(settings, level);
                world.spawn((LevelEntity, ActorIndex(index as u32), bundle));
            }
        })
    }
}

impl SpawnAppExt for App {
    fn add_spawner(&mut self, spawner: impl Fn(&mut World, &Level) + Send + Sync + 'static) -> &mut Self {
        self.world_mut().resource_mut::<Spawners>().0.push(Box::new(spawner));
        self
    }

    fn remove_on_unload<R: Resource>(&mut self) -> &mut Self {
        self.world_mut().resource_mut::<Removers>().0.push(|world| _ = world.remove_resource::<R>());
        self
    }
}

/// Replaces whatever level is in the world with this one, at its start.
///
/// # Panics
/// If the world lacks the simulation's [`plugin`](crate::plugin), or if the level has more obstacles than
/// [`limits`](hairline_level::limits) allows; no level that was parsed has.
pub fn load_level(world: &mut World, level: &Level) {
    unload_level(world);
    world.resource_scope(|world, spawners: Mut<Spawners>| {
        for spawn in &spawners.0 {
            spawn(world, level);
        }
    });
    let mut start = Snapshot::default();
    snapshot::save(world, &mut start);
    world.insert_resource(LevelStart(start));
}

/// Takes the level out of the world.
pub fn unload_level(world: &mut World) {
    let entities: Vec<Entity> = world.query_filtered::<Entity, With<LevelEntity>>().iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<LevelStart>();
    for remove in world.resource::<Removers>().0.clone() {
        remove(world);
    }
}
