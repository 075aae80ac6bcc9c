//! How the actors that are obstacles come into a level: each adds its shape to the obstacles and has an entity.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::run::Run;
use crate::run::channels::Channels;
use crate::state::actor::ActorIndex;
use crate::state::feature::FeatureAppExt;
use crate::state::spawn::{LevelEntity, SpawnStage};
use hairline_level::ActorKind;

use super::{ObstacleIndex, Obstacles};

/// Registers how obstacles of a kind are spawned.
pub(super) trait ObstacleAppExt {
    /// Spawns an entity for each actor of a kind that is an obstacle. `make` gets its settings, the channels at the start, the
    /// obstacles, to which it adds the actor's shape, and its index; it returns the index of the shape and the other
    /// components.
    fn register_obstacle<K: ActorKind, B: Bundle>(
        &mut self,
        make: impl Fn(&K, &Channels, &mut Obstacles, ActorIndex) -> (ObstacleIndex, B) + Send + Sync + 'static,
    ) -> &mut Self;
}

impl ObstacleAppExt for App {
    fn register_obstacle<K: ActorKind, B: Bundle>(
        &mut self,
        make: impl Fn(&K, &Channels, &mut Obstacles, ActorIndex) -> (ObstacleIndex, B) + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_spawner(SpawnStage::Obstacles, move |world, level| {
            let channels = world.resource::<Run>().channels;
            for (index, settings) in level.actors::<K>().iter().enumerate() {
                let index = ActorIndex(index as u32);
                let mut colliders = world.resource_mut::<Colliders>();
                let (obstacle, bundle) = make(settings, &channels, colliders.obstacles_mut(), index);
                world.spawn((LevelEntity, index, obstacle, bundle));
            }
        })
    }
}
