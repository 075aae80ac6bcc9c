//! A level at rest, as it is before its first tick, for what does not move: pages and thumbnails. It shows what a moment of play
//! does not: what hazards sweep over, and which way they turn.

use std::f32::consts::TAU;

use bevy::ecs::world::EntityRef;
use bevy_math::Vec2;

use crate::actors::marks::MarkRow;
use crate::goals::{ExitLook, ShardLook};
use crate::look::{Look, Moment};
use crate::painter::Painter;
use crate::palette::{Role, Tint};
use hairline_geometry::ray::{RayDirection, unit};
use hairline_geometry::terrain::Layer;
use hairline_level::{
    ActorKind, Aim, CameraSettings, Channel, CheckpointSettings, CrumbleSettings, DoorSettings, ExitOpens,
    LaserSettings, Level, MineSettings, MoverSettings, OrbSettings, Patrol, ShardOrder, TeleportSettings,
    TurretSettings,
};
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::sensor::Sensor;
use hairline_sim::obstacles::ObstacleIndex;
use hairline_sim::obstacles::vane::Vane;
use hairline_sim::run::shard::Shard;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::key::Key;
use hairline_sim::triggers::spring::Spring;
use hairline_sim::triggers::switch::Switch;

/// Radians between two rays of a swept area.
const FINE: f32 = TAU / 360.0;

/// A kind of actor that is drawn at rest in another way than in play, or in several layers; others are a [`Look`].
pub(crate) trait Draw: ActorKind {
    /// Draws the actor with this index among those of its kind.
    fn draw(&self, index: usize, scene: &Scene, still: &mut Still);
}

/// How each kind is drawn at rest; `tests/it/stills.rs` holds that no kind is missing. Later ones cover earlier ones.
const DRAWN: &[fn(&Scene, &mut Still)] = &[
    draw_all::<MoverSettings>,
    draw_all::<CrumbleSettings>,
    draw_all::<DoorSettings>,
    draw_looks::<Vane>,
    draw_all::<LaserSettings>,
    draw_all::<TurretSettings>,
    draw_all::<CameraSettings>,
    draw_all::<TeleportSettings>,
    draw_looks::<Sensor>,
    draw_looks::<Switch>,
    draw_looks::<Spring>,
    draw_all::<CheckpointSettings>,
    draw_all::<MineSettings>,
    draw_all::<OrbSettings>,
    draw_looks::<Key>,
];

/// What drawings at rest depend on besides the actor itself.
pub(crate) struct Scene<'a> {
    pub level: &'a Level,
    pub simulation: &'a Simulation,
    pub colliders: &'a Colliders,
}

impl Scene<'_> {
    /// The outline of the area that light from a point sweeps over.
    pub fn swept(&self, at: Vec2, from: f32, sweep: f32, reach: f32) -> Vec<Vec2> {
        let rays = (sweep.abs() / FINE).ceil().clamp(2.0, 720.0) as u32;
        let is_whole = sweep.abs() >= TAU;
        let (from, sweep) = if sweep < 0.0 { (from + sweep, -sweep) } else { (from, sweep) };
        let mut points = if is_whole { vec![] } else { vec![at] };
        for ray in 0..=rays {
            let angle = from + sweep * ray as f32 / rays as f32;
            points.push(self.colliders.cast_ray(Layer::Light, at, RayDirection::at_angle(angle), reach).end);
        }
        // Points in a row on one wall are one edge.
        let mut corners: Vec<Vec2> = Vec::new();
        for point in points {
            if let [.., a, b] = corners[..]
                && (b - a).perp_dot(point - b).abs() < 1e-3 * (b - a).length() * (point - b).length().max(1e-3)
            {
                corners.pop();
            }
            corners.push(point);
        }
        corners
    }
}

/// The layers of a level at rest, but for its tiles and the ninja; each covers the one before.
#[derive(Debug, Default)]
pub struct Still {
    /// Areas that are swept or seen, rails and paths.
    pub under: Painter,
    /// What is solid.
    pub obstacles: Painter,
    /// Beams and lines of fire.
    pub beams: Painter,
    /// All other actors, shards and the exit.
    pub actors: Painter,
}

impl Still {
    /// Draws a level.
    pub fn new(level: &Level) -> Self {
        let simulation = &Simulation::new(level);
        let scene = Scene { level, simulation, colliders: simulation.world().resource() };
        let mut still = Self::default();
        DRAWN.iter().for_each(|draw| draw(&scene, &mut still));
        for path in level.actors.paths() {
            if let Some(gate) = path.timing.when {
                MarkRow::on_path(&path.points).paint(&mut still.actors, gate, &level.conditions, lowered);
            }
        }
        for index in 0..level.shards.len() {
            let Shard { position: at, after: waits_for } = Shard::new(level, index);
            let in_order = level.shard_order == ShardOrder::InOrder;
            ShardLook { at, turn: 0.4, waits_for, in_order }.paint(&mut still.actors);
        }
        let open = if level.exit_opens == ExitOpens::AtOnce { 1.0 } else { 0.0 };
        let exit = ExitLook { at: level.exit, open, seconds: 0.6, shards_left: level.shards.len() as u32 };
        exit.paint(&mut still.actors);
        still
    }
}

fn draw_all<K: Draw>(scene: &Scene, still: &mut Still) {
    for (index, actor) in scene.level.actors::<K>().iter().enumerate() {
        actor.draw(index, scene, still);
    }
}

fn draw_looks<L: Look>(scene: &Scene, still: &mut Still) {
    let world = scene.simulation.world();
    let mut query = world.try_query::<(EntityRef, &ActorIndex, &L, &L::State)>();
    let painter = if L::IS_OBSTACLE { &mut still.obstacles } else { &mut still.actors };
    for (entity, index, actor, state) in query.iter_mut().flat_map(|query| query.iter(world)) {
        let pose = entity.get::<ObstacleIndex>().map(|obstacle| scene.colliders.obstacles().pose(obstacle.0));
        let run = scene.simulation.run();
        let conditions = &scene.level.conditions;
        let moment = Moment { run, conditions, hazard_half_ticks: 0.0, ticks: 0.0, seconds: 0.0, index: index.0, pose };
        actor.paint(state, &moment, painter);
    }
}

/// No channel is raised at rest.
pub(crate) fn lowered(_: Channel) -> bool {
    false
}

/// The points of a path, with the first once more at the end of a closed one.
pub(crate) fn stops(path: Option<&Patrol>) -> Vec<Vec2> {
    let Some(path) = path else { return Vec::new() };
    path.points.iter().chain(path.points.first().filter(|_| path.closed)).copied().collect()
}

/// An arrow round an actor that turns all the way.
pub(crate) fn paint_turn(painter: &mut Painter, at: Vec2, aim: Aim) {
    let Aim::Spin { from, clockwise, .. } = aim else { return };
    let sweep = if clockwise { -1.9 } else { 1.9 };
    let (start, radius) = (from + sweep * 0.25, 0.85);
    painter.arc(at, radius - 0.035, radius + 0.035, start, sweep, Role::Steel);
    let out = unit(start + sweep);
    paint_head(painter, at + out * radius, out.perp() * sweep.signum(), 0.18, Role::Steel);
}

/// An arrowhead in a unit direction.
pub(crate) fn paint_head(painter: &mut Painter, at: Vec2, along: Vec2, size: f32, color: impl Into<Tint>) {
    let side = along.perp() * (size * 0.75);
    painter.polygon(&[at + along * size, at + side, at - side], color);
}
