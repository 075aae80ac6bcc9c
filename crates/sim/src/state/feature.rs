//! How a feature registers its parts: its state, what it brings into a level, and its rules.

use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;

use hairline_level::{ActorKind, Level};

use crate::schedule::{HasOptionalRule, OptionalRules, OptionalSystems, Simulate, SimulationSystems};

use super::actor::{ActorIndex, SimState};
use super::snapshot;
use super::spawn::{LevelEntity, Removers, SpawnStage, Spawners};

pub(crate) trait FeatureAppExt {
    /// Registers the state of a kind of actor, a component beside an [`ActorIndex`], or of the run as a whole, a resource.
    ///
    /// # Panics
    /// If its key is taken.
    fn register_state<S: SimState>(&mut self) -> &mut Self;

    /// Runs `spawner` for each level that is loaded.
    fn add_spawner(
        &mut self,
        stage: SpawnStage,
        spawner: impl Fn(&mut World, &Level) + Send + Sync + 'static,
    ) -> &mut Self;

    /// Spawns an entity for each actor of a kind: its [`ActorIndex`] and the bundle that `make` returns for its settings.
    fn register_actor<K: ActorKind, B: Bundle>(&mut self, make: impl Fn(&K) -> B + Send + Sync + 'static) -> &mut Self {
        self.add_spawner(SpawnStage::Actors, move |world, level| {
            for (index, settings) in level.actors::<K>().iter().enumerate() {
                world.spawn((LevelEntity, ActorIndex(index as u32), make(settings)));
            }
        })
    }

    /// Removes a resource when the level is unloaded: one whose presence says that there is a level.
    fn remove_on_unload<R: Resource>(&mut self) -> &mut Self;

    /// Adds a rule about the entities with a component, alone in its set: it runs in the levels that have any. Its first
    /// parameter is a [`Populated`] query for the component.
    fn add_rule<C: Component, M>(
        &mut self,
        set: SimulationSystems,
        rule: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self;
}

impl FeatureAppExt for App {
    fn register_state<S: SimState>(&mut self) -> &mut Self {
        snapshot::register::<S>(self.world_mut());
        self
    }

    fn add_spawner(
        &mut self,
        stage: SpawnStage,
        spawner: impl Fn(&mut World, &Level) + Send + Sync + 'static,
    ) -> &mut Self {
        self.world_mut().resource_mut::<Spawners>().add(stage, Box::new(spawner));
        self
    }

    fn remove_on_unload<R: Resource>(&mut self) -> &mut Self {
        self.world_mut().resource_mut::<Removers>().0.push(|world| _ = world.remove_resource::<R>());
        self
    }

    fn add_rule<C: Component, M>(
        &mut self,
        set: SimulationSystems,
        rule: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self {
        let world = self.world_mut();
        // It fails only for the second rule of a component, when the first has done it.
        _ = world.try_register_required_components::<C, HasOptionalRule>();
        let component = world.register_component::<C>();
        world.resource_mut::<OptionalRules>().0.push((component, set));
        self.add_systems(Simulate, rule.in_set(set).in_set(OptionalSystems))
    }
}
