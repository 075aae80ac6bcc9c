//! Obstacles: the solid shapes of a level that move, or come and go. Each kind updates its own once a tick; everything
//! else queries them through [`Colliders`](super::colliders::Colliders).
//!
//! Their poses and presence follow from hazard time and from the states of their kinds, so no snapshot holds them.

pub mod broad_phase;
pub mod crumble;
pub mod door;
pub mod mover;
mod spawn;
pub mod vane;

use bevy::prelude::*;

use hairline_geometry::limit::Limit;
use hairline_geometry::shapes::polygon::{Polygon, PolygonOverlap};
use hairline_geometry::shapes::{PlacedShape, ShapeKind};
use hairline_level::MoverSurface;
use hairline_level::limits::OBSTACLES_MAX;

use super::death::Weapon;
use super::state::actor::ActorIndex;
use super::tuning::TICK;
use broad_phase::BroadPhase;

/// Tiles by which an obstacle may move in one substep: under half of the body's radius, so that the nearest surface is
/// always the one that hit.
const SUBSTEP_MAX: f32 = 0.2;
/// The most substeps in a tick; a corner moves by 12.8 tiles then.
const SUBSTEPS_MAX: f32 = 64.0;

/// Adds the kinds of obstacles. [`Obstacles`] lists them in this order, which hashes see.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((mover::plugin, door::plugin, crumble::plugin, vane::plugin));
}

/// The position and the rotation of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The position of the shape's own origin, in tiles.
    pub position: Vec2,
    /// Its rotation.
    pub rotation: Rot2,
}

impl Pose {
    /// A pose without rotation.
    pub fn at(position: Vec2) -> Self {
        Self { position, rotation: Rot2::IDENTITY }
    }

    /// From the shape's own coordinates to the world's.
    pub fn to_world(self, point: Vec2) -> Vec2 {
        self.position + self.rotation * point
    }

    /// From the world's coordinates to the shape's own.
    pub fn to_local(self, point: Vec2) -> Vec2 {
        self.rotation.inverse() * (point - self.position)
    }

    /// The pose at a fraction of the way to a later one.
    fn lerp(self, later: Self, fraction: f32) -> Self {
        Self {
            position: self.position.lerp(later.position, fraction),
            rotation: self.rotation.nlerp(later.rotation, fraction),
        }
    }
}

/// A free body that no obstacle may appear on: where it is as the obstacles begin to move. Derived from the state of its
/// kind, so no snapshot holds it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Body {
    pub(crate) center: Vec2,
    pub(crate) radius: f32,
}

/// The index in [`Obstacles`] of an actor that is an obstacle.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObstacleIndex(pub usize);

/// One obstacle.
#[derive(Clone, Debug)]
struct Obstacle {
    /// Its index among the actors of its kind.
    source: ActorIndex,
    shape: PlacedShape,
    surface: MoverSurface,
    /// The cause of death when it crushes the ninja.
    weapon: Weapon,
    /// At the end of the previous tick.
    previous: Pose,
    /// At the end of this tick.
    pose: Pose,
    /// The pose of `shape`: equal to `pose`, except during the ninja's substeps.
    current: Pose,
    /// Whether it collides with anything.
    is_present: bool,
    /// Tiles from the shape's own origin to its furthest corner.
    radius: f32,
}

/// The obstacles of a level, each known by its index.
#[derive(Clone, Debug)]
pub struct Obstacles {
    obstacles: Vec<Obstacle>,
    broad_phase: BroadPhase,
}

impl Obstacles {
    /// Without obstacles.
    pub(super) fn new() -> Self {
        Self { obstacles: vec![], broad_phase: BroadPhase::default() }
    }

    /// Adds an obstacle and returns its index.
    ///
    /// # Panics
    /// If there are [`OBSTACLES_MAX`] already; no level that was parsed has more.
    pub(super) fn add(
        &mut self,
        source: ActorIndex,
        shape: Polygon,
        surface: MoverSurface,
        weapon: Weapon,
        pose: Pose,
    ) -> usize {
        let index = self.obstacles.len();
        assert!(index < OBSTACLES_MAX, "a level has at most {OBSTACLES_MAX} obstacles");
        let radius = shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::at_least);
        let shape = PlacedShape::new(shape.into(), pose.position);
        let obstacle =
            Obstacle { source, shape, surface, weapon, previous: pose, pose, current: pose, is_present: true, radius };
        self.obstacles.push(obstacle);
        self.place(index, pose);
        index
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.obstacles.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.obstacles.len()
    }

    /// The shape of an obstacle at its current pose.
    pub fn shape(&self, index: usize) -> &PlacedShape {
        &self.obstacles[index].shape
    }

    /// The shapes of all present obstacles at their current poses.
    pub fn shapes(&self) -> impl Iterator<Item = &PlacedShape> {
        self.obstacles.iter().filter(|obstacle| obstacle.is_present).map(|obstacle| &obstacle.shape)
    }

    /// Whether an obstacle collides with anything; a crumble that has given way does not.
    pub fn is_present(&self, index: usize) -> bool {
        self.obstacles[index].is_present
    }

    /// The actor that an obstacle is, by its index among those of its kind.
    pub fn source(&self, index: usize) -> ActorIndex {
        self.obstacles[index].source
    }

    /// What the surface of an obstacle does.
    pub fn surface(&self, index: usize) -> MoverSurface {
        self.obstacles[index].surface
    }

    /// The cause of death when an obstacle crushes the ninja.
    pub(super) fn weapon(&self, index: usize) -> Weapon {
        self.obstacles[index].weapon
    }

    /// The pose of an obstacle at the end of this tick.
    pub fn pose(&self, index: usize) -> Pose {
        self.obstacles[index].pose
    }

    /// Its pose at the end of the previous tick.
    pub fn previous_pose(&self, index: usize) -> Pose {
        self.obstacles[index].previous
    }

    /// Its pose at a fraction of this tick, `0..=1`.
    pub(super) fn pose_within_tick(&self, index: usize, fraction: f32) -> Pose {
        let Obstacle { previous, pose, .. } = self.obstacles[index];
        if fraction >= 1.0 { pose } else { previous.lerp(pose, fraction) }
    }

    /// Tiles by which the point of an obstacle that is now at `point` moved in this tick; half as many during focus.
    pub(crate) fn displacement_at(&self, index: usize, point: Vec2) -> Vec2 {
        let Obstacle { previous, pose, .. } = self.obstacles[index];
        point - previous.to_world(pose.to_local(point))
    }

    /// World velocity of an obstacle's surface at `point`, in tiles a second of the ninja's time; halved during focus.
    pub fn velocity_at(&self, index: usize, point: Vec2) -> Vec2 {
        self.displacement_at(index, point) / TICK
    }

    /// The obstacles whose boxes meet a box.
    pub(crate) fn in_box(&self, bounds: Rect) -> impl Iterator<Item = usize> + use<> {
        self.broad_phase.in_box(bounds)
    }

    /// The obstacles whose boxes meet a segment.
    pub(crate) fn along_segment(&self, from: Vec2, to: Vec2) -> impl Iterator<Item = usize> + use<> {
        self.broad_phase.along_segment(from, to)
    }

    /// How a circle overlaps an obstacle, in the world; `None` if it does not.
    pub fn overlap(&self, index: usize, center: Vec2, radius: f32) -> Option<PolygonOverlap> {
        let Obstacle { shape, current, .. } = &self.obstacles[index];
        let ShapeKind::Polygon(polygon) = shape.shape().kind() else { return None };
        let found = polygon.overlap(current.to_local(center), radius)?;
        Some(PolygonOverlap { point: current.to_world(found.point), normal: current.rotation * found.normal, ..found })
    }

    /// The deepest overlap of a circle with any obstacle, and with which.
    pub(crate) fn deepest_overlap(&self, center: Vec2, radius: f32) -> Option<(usize, PolygonOverlap)> {
        let mut deepest: Option<(usize, PolygonOverlap)> = None;
        for index in self.in_box(Rect { min: center - radius, max: center + radius }) {
            if let Some(found) = self.overlap(index, center, radius)
                && deepest.is_none_or(|(_, deepest)| found.depth > deepest.depth)
            {
                deepest = Some((index, found));
            }
        }
        deepest
    }

    /// The number of substeps in which the obstacles around a circle have to move in this tick, so that none passes its
    /// center within one; 0 if none comes near.
    pub(super) fn substeps_around(&self, center: Vec2, radius: f32) -> u32 {
        let fastest = self.obstacles.iter().map(Obstacle::travel).fold(0.0, f32::at_least);
        let reach = radius + fastest;
        let near = self.in_box(Rect { min: center - reach, max: center + reach });
        let travel = near.map(|index| self.obstacles[index].travel()).reduce(f32::at_least);
        travel.map_or(0, |travel| (travel / SUBSTEP_MAX).ceil().clamp(1.0, SUBSTEPS_MAX) as u32)
    }

    /// Moves every obstacle to its pose at a fraction of this tick, `0..=1`.
    pub(super) fn place_within_tick(&mut self, fraction: f32) {
        for index in 0..self.obstacles.len() {
            if self.obstacles[index].previous != self.obstacles[index].pose {
                self.place(index, self.pose_within_tick(index, fraction));
            }
        }
    }

    /// Sets the poses of an obstacle at the end of the previous tick and of this one.
    pub(super) fn set_poses(&mut self, index: usize, previous: Pose, pose: Pose) {
        let obstacle = &mut self.obstacles[index];
        (obstacle.previous, obstacle.pose) = (previous, pose);
        if obstacle.current != pose {
            self.place(index, pose);
        }
    }

    /// Sets what the surface of an obstacle does.
    pub(super) fn set_surface(&mut self, index: usize, surface: MoverSurface) {
        self.obstacles[index].surface = surface;
    }

    /// Sets whether an obstacle is present: one that is not collides with nothing.
    pub(super) fn set_present(&mut self, index: usize, is_present: bool) {
        let obstacle = &mut self.obstacles[index];
        if std::mem::replace(&mut obstacle.is_present, is_present) == is_present {
            return;
        }
        if is_present {
            let pose = obstacle.pose;
            self.place(index, pose);
        } else {
            self.broad_phase.remove(index);
        }
    }

    fn place(&mut self, index: usize, pose: Pose) {
        let obstacle = &mut self.obstacles[index];
        obstacle.current = pose;
        obstacle.shape.set_pose(pose.position, pose.rotation);
        let ShapeKind::Polygon(polygon) = obstacle.shape.shape().kind() else { return };
        let (mut min, mut max) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for &corner in polygon.corners() {
            let corner = pose.to_world(corner);
            (min, max) = (min.min(corner), max.max(corner));
        }
        if obstacle.is_present {
            self.broad_phase.set(index, Rect { min, max });
        }
    }
}

impl Obstacle {
    /// Tiles by which the fastest corner moves in this tick, at most.
    fn travel(&self) -> f32 {
        let (now, before) = (self.pose.rotation, self.previous.rotation);
        let turned = Vec2::new(now.cos - before.cos, now.sin - before.sin);
        (self.pose.position - self.previous.position).length() + turned.length() * self.radius
    }
}
