//! Brings a level into a world: all entities of a run, once. The rules spawn and despawn nothing after that.

use std::sync::Arc;

use bevy::prelude::*;

use crate::geometry::terrain::Terrain;
use crate::level::Level;

use super::exit::Exit;
use super::facts::Fact;
use super::focus::Focus;
use super::input::TickInput;
use super::laser::{Laser, LaserIndex};
use super::ninja::Ninja;
use super::run::Run;
use super::shard::{Shard, ShardIndex};
use super::snapshot::{RunAccess, Snapshot, Start};

/// The terrain of the level in play.
#[derive(Resource, Clone, Debug)]
pub struct LevelTerrain(pub Arc<Terrain>);

/// Marks every entity that belongs to the level in play.
#[derive(Component, Clone, Copy, Debug)]
pub struct LevelEntity;

/// Replaces whatever level is in the world by this one, at its start.
pub fn spawn_level(world: &mut World, level: &Level) {
    despawn_level(world);
    world.init_resource::<Messages<Fact>>();
    world.insert_resource(LevelTerrain(level.terrain.clone()));
    world.insert_resource(TickInput::NONE);
    world.insert_resource(Run::default());
    world.insert_resource(Focus::new(level.focus));
    world.spawn((LevelEntity, Ninja::new(level.ninja)));
    world.spawn((LevelEntity, Exit::new(level.exit, level.exit_opens)));
    for (index, &position) in level.shards.iter().enumerate() {
        world.spawn((LevelEntity, ShardIndex(index as u32), Shard { position, taken: false }));
    }
    for (index, settings) in level.lasers.iter().enumerate() {
        let (laser, state) = Laser::new(settings);
        let beams = laser.cast(&state, 0, &level.terrain);
        world.spawn((LevelEntity, LaserIndex(index as u32), laser, state, beams));
    }
    let mut start = Snapshot::default();
    RunAccess::new(world).save(world, &mut start);
    world.insert_resource(Start(start));
}

/// Takes the level out of the world.
pub fn despawn_level(world: &mut World) {
    let entities: Vec<Entity> = world.query_filtered::<Entity, With<LevelEntity>>().iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<Start>();
    world.remove_resource::<LevelTerrain>();
}
