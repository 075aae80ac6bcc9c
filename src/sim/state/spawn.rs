//! Brings a level into a world: all entities of a run, once. The rules spawn and despawn nothing after that.

use std::sync::Arc;

use bevy::prelude::*;

use crate::geometry::terrain::Terrain;
use crate::level::{
    CameraSettings, DoorSettings, KeySettings, LaserSettings, Level, MineSettings, MoverSettings, MoverSurface,
    OrbSettings, SpringSettings, SwitchSettings, TeleportSettings, TurretSettings,
};

use super::actor::ActorIndex;
use super::snapshot::{RunAccess, Snapshot, Start};
use crate::sim::facts::Fact;
use crate::sim::hazards::camera::SecurityCamera;
use crate::sim::hazards::laser::{Beams, Laser, LaserState};
use crate::sim::hazards::mine::{Mine, MineState};
use crate::sim::hazards::orb::Orb;
use crate::sim::hazards::reflection::Reflections;
use crate::sim::hazards::spikes::Spikes;
use crate::sim::hazards::turret::Turret;
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::{Door, Mover, Obstacles, Surroundings};
use crate::sim::run::Run;
use crate::sim::run::exit::Exit;
use crate::sim::run::focus::Focus;
use crate::sim::run::input::TickInput;
use crate::sim::run::shard::Shard;
use crate::sim::triggers::channel::Channels;
use crate::sim::triggers::spring::{Spring, SpringState};
use crate::sim::triggers::switch::{Key, KeyState, Switch, SwitchState};
use crate::sim::triggers::teleport::{Teleport, TeleportState};

/// The terrain of the level in play.
#[derive(Resource, Clone, Debug)]
pub struct LevelTerrain(pub Arc<Terrain>);

/// Marks every entity that belongs to the level in play.
#[derive(Component, Clone, Copy, Debug)]
pub struct LevelEntity;

/// Replaces whatever level is in the world by this one, at its start.
///
/// # Panics
/// If it has more actors of a kind than [`limits`](crate::level::limits) allows; no level that is read has.
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
        world.spawn((LevelEntity, ActorIndex(index as u32), Shard { position, taken: false }));
    }
    spawn_actors(world, level);
    let mirrors = level.has_mirrors();
    let mirrors_move = level.actors::<MoverSettings>().iter().any(|mover| mover.surface == MoverSurface::Mirror);
    for (index, settings) in level.actors::<LaserSettings>().iter().enumerate() {
        let (mut laser, state) = Laser::new(settings);
        laser.find_walls(&state, &level.terrain);
        laser.find_mirrors(mirrors_move);
        let mut robot = world.spawn((LevelEntity, ActorIndex(index as u32), laser, state, Beams::default()));
        if mirrors && settings.bounces > 0 {
            robot.insert(Reflections::with_room(usize::from(settings.beams), settings.bounces));
        }
    }
    cast_first_beams(world);
    let mut start = Snapshot::default();
    RunAccess::new(world).save(world, &mut start);
    world.insert_resource(Start(start));
}

/// Casts the beams as they stand at the start, before the first tick.
fn cast_first_beams(world: &mut World) {
    let mut lasers = world.query::<(&Laser, &LaserState, &mut Beams, Option<&mut Reflections>)>();
    world.resource_scope(|world, terrain: Mut<LevelTerrain>| {
        world.resource_scope(|world, obstacles: Mut<Obstacles>| {
            let around = Surroundings { terrain: &terrain.0, obstacles: &obstacles };
            for (laser, state, mut beams, reflections) in lasers.iter_mut(world) {
                let phase = laser.phase_at(&Channels::default(), 0);
                *beams = laser.cast(state, phase, &around, reflections.map(Mut::into_inner));
            }
        });
    });
}

/// Spawns every actor that is no laser robot.
fn spawn_actors(world: &mut World, level: &Level) {
    world.insert_resource(Channels::default());
    world.insert_resource(Spikes::of(&level.terrain));
    let mut obstacles = Obstacles::on_map(level.terrain.size());
    for (index, settings) in indexed(level.actors::<MoverSettings>()) {
        let mover = Mover::new(settings);
        obstacles.add_mover(&mover);
        world.spawn((LevelEntity, index, mover));
    }
    for (index, settings) in indexed(level.actors::<DoorSettings>()) {
        let (door, state) = Door::new(settings);
        obstacles.add_door(&door, state);
        world.spawn((LevelEntity, index, door, state));
    }
    world.insert_resource(obstacles);
    for (index, settings) in indexed(level.actors::<TurretSettings>()) {
        world.spawn((LevelEntity, index, Turret::new(settings)));
    }
    for (index, settings) in indexed(level.actors::<CameraSettings>()) {
        world.spawn((LevelEntity, index, SecurityCamera::new(settings)));
    }
    for (index, settings) in indexed(level.actors::<OrbSettings>()) {
        world.spawn((LevelEntity, index, Orb::new(settings)));
    }
    for (index, settings) in indexed(level.actors::<SwitchSettings>()) {
        world.spawn((LevelEntity, index, Switch::new(settings), SwitchState::default()));
    }
    for (index, settings) in indexed(level.actors::<KeySettings>()) {
        world.spawn((LevelEntity, index, Key::new(settings), KeyState::default()));
    }
    for (index, settings) in indexed(level.actors::<SpringSettings>()) {
        world.spawn((LevelEntity, index, Spring::new(settings), SpringState::default()));
    }
    for (index, settings) in indexed(level.actors::<MineSettings>()) {
        world.spawn((LevelEntity, index, Mine::new(settings), MineState::default()));
    }
    for (index, settings) in indexed(level.actors::<TeleportSettings>()) {
        world.spawn((LevelEntity, index, Teleport { ends: settings.ends }, TeleportState::default()));
    }
}

fn indexed<T>(settings: &[T]) -> impl Iterator<Item = (ActorIndex, &T)> {
    settings.iter().enumerate().map(|(index, settings)| (ActorIndex(index as u32), settings))
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
