//! Brings a level into a world: all entities and resources of a run, once. The rules spawn and despawn nothing after that.

use bevy::prelude::*;

use hairline_level::Level;

use super::snapshot::{self, Snapshot};

/// Marks every entity that belongs to the level in play.
#[derive(Component, Clone, Copy, Debug)]
pub struct LevelEntity;

/// The state of a run at the start of its level.
#[derive(Resource, Clone, Debug)]
pub struct LevelStart(pub Snapshot);

/// When a part of a level is spawned. Each part may read what earlier stages brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SpawnStage {
    /// The resources that each level has: the run, the ninja, the tiles.
    Resources,
    /// What is added to the colliders.
    Obstacles,
    /// Everything else.
    Actors,
}

pub(super) type Spawner = Box<dyn Fn(&mut World, &Level) + Send + Sync>;

/// What spawns the parts of a level, by stage and then in the order of registration.
#[derive(Resource, Default)]
pub(super) struct Spawners(Vec<(SpawnStage, Spawner)>);

impl Spawners {
    pub(super) fn add(&mut self, stage: SpawnStage, spawner: Spawner) {
        let place = self.0.partition_point(|(other, _)| *other <= stage);
        self.0.insert(place, (stage, spawner));
    }
}

/// What removes the resources that a level brought.
#[derive(Resource, Default)]
pub(super) struct Removers(pub(super) Vec<fn(&mut World)>);

/// Replaces whatever level is in the world with this one, at its start.
///
/// # Panics
/// If the world lacks the simulation's [`plugin`](crate::plugin), or if the level has more obstacles than
/// [`limits`](hairline_level::limits) allows; no level that was parsed has.
pub fn load_level(world: &mut World, level: &Level) {
    unload_level(world);
    world.resource_scope(|world, spawners: Mut<Spawners>| {
        for (_, spawn) in &spawners.0 {
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
