//! Obstacles: the solid shapes that move through a level, movers and doors. Where each stands in this tick is worked out
//! once, by [`move_obstacles`]; beams, bullets, orbs, sight and the ninja then meet them through [`Surroundings`].
//!
//! A mover's pose is a function of hazard time alone. A door's openness is state.

pub(crate) mod bins;
pub(crate) mod bounds;
pub mod door;
pub mod queries;

use bevy::prelude::*;

use crate::geometry::shapes::polygon::{Polygon, PolygonOverlap};
use crate::geometry::shapes::{PlacedShape, ShapeKind};
use crate::level::{MoverSettings, MoverSurface};

use crate::sim::facts::Fact;
use crate::sim::motion::aim::TickedAim;
use crate::sim::motion::patrol::Patrol;
use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;
use crate::sim::tuning::{BODY_RADIUS, TICK};
use bins::places;
use bounds::Bounds;

pub use door::{Door, DoorState};
pub use queries::Surroundings;

/// Where a shape stands and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where its own origin stands, in tiles.
    pub position: Vec2,
    /// How it is turned.
    pub rotation: Rot2,
}

impl Pose {
    /// From the shape's own coordinates to the world's.
    pub fn to_world(self, point: Vec2) -> Vec2 {
        self.position + self.rotation * point
    }

    /// From the world's coordinates to the shape's own.
    pub fn to_local(self, point: Vec2) -> Vec2 {
        self.rotation.inverse() * (point - self.position)
    }

    /// The pose a fraction of the way to a later one.
    fn towards(self, later: Self, fraction: f32) -> Self {
        Self {
            position: self.position.lerp(later.position, fraction),
            rotation: self.rotation.nlerp(later.rotation, fraction),
        }
    }
}

/// The obstacles of a level as they stand in this tick, movers first, then doors, each by its [`ActorIndex`]. Derived from
/// the clocks and the doors, so no snapshot holds them.
#[derive(Resource, Clone, Debug)]
pub struct Obstacles {
    shapes: Vec<PlacedShape>,
    surfaces: Vec<MoverSurface>,
    before: Vec<Pose>,
    now: Vec<Pose>,
    /// Where the shapes stand: as now, but while the ninja meets them step by step.
    stands: Vec<Pose>,
    /// Tiles from each shape's own origin to its furthest corner.
    radii: Vec<f32>,
    bounds: Bounds,
    /// Tiles by which the fastest corner of any has moved in this tick, at most: a rough bound.
    fastest: f32,
    /// The hazard time (half ticks) that the movers' poses are of.
    posed_at: Option<u32>,
}

impl Obstacles {
    /// None, and no room for any.
    pub(crate) const fn none() -> Self {
        Self {
            shapes: Vec::new(),
            surfaces: Vec::new(),
            before: Vec::new(),
            now: Vec::new(),
            stands: Vec::new(),
            radii: Vec::new(),
            bounds: Bounds::none(),
            fastest: 0.0,
            posed_at: None,
        }
    }

    /// None yet, on a map.
    pub(crate) fn on_map(size: UVec2) -> Self {
        Self { bounds: Bounds::on_map(size), ..Self::none() }
    }

    /// Adds a mover at its start; movers come before doors.
    ///
    /// # Panics
    /// If there are [`OBSTACLES_MAX`](crate::level::limits::OBSTACLES_MAX) already: no level that is read has more.
    pub(crate) fn add_mover(&mut self, mover: &Mover) {
        self.add(mover.shape.clone(), mover.surface, mover.pose_at(0));
    }

    /// Adds a door as open as it is at the start.
    pub(crate) fn add_door(&mut self, door: &Door, state: DoorState) {
        let half = door.size() / 2.0;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec2::new(x, y) * half);
        let shape = Polygon::new(corners.to_vec()).expect("a level's doors have an area");
        self.add(shape, MoverSurface::Plain, door.pose_at(state.openness));
    }

    fn add(&mut self, shape: Polygon, surface: MoverSurface, pose: Pose) {
        let index = self.shapes.len();
        self.radii.push(shape.corners().iter().map(|corner| corner.length()).fold(0.0, f32::max));
        self.shapes.push(PlacedShape::new(shape.into(), pose.position));
        self.surfaces.push(surface);
        self.before.push(pose);
        self.now.push(pose);
        self.stands.push(pose);
        self.stand(index, pose);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Their shapes, where they stand now.
    pub fn shapes(&self) -> &[PlacedShape] {
        &self.shapes
    }

    /// What the surface of one does.
    pub fn surface(&self, index: usize) -> MoverSurface {
        self.surfaces[index]
    }

    /// Where one stands at the end of this tick.
    pub fn pose(&self, index: usize) -> Pose {
        self.now[index]
    }

    /// Where it stood at the end of the tick before.
    pub fn pose_before(&self, index: usize) -> Pose {
        self.before[index]
    }

    /// The tiles by which what is now at a point of one has moved in this tick; during focus half as many.
    pub fn displacement_at(&self, index: usize, point: Vec2) -> Vec2 {
        point - self.before[index].to_world(self.now[index].to_local(point))
    }

    /// The velocity of what is now at a point of one, in tiles a second of the ninja's time; during focus half of what it
    /// is in hazard time.
    pub fn velocity_at(&self, index: usize, point: Vec2) -> Vec2 {
        self.displacement_at(index, point) / TICK
    }

    /// Which obstacles' boxes meet a box: a bit for each index.
    #[inline]
    pub fn near(&self, bounds: Rect) -> u64 {
        self.bounds.near(bounds)
    }

    /// Whether any of them may stand in some cells: a quick look.
    #[inline]
    pub(crate) fn may_be_in(&self, cells: IRect) -> bool {
        self.bounds.may_be_in(cells)
    }

    /// Which obstacles' boxes meet a segment: a bit for each index.
    #[inline]
    pub fn along(&self, from: Vec2, to: Vec2) -> u64 {
        self.bounds.along(from, to)
    }

    /// How a circle lies in one, in the world; `None` if it is free of it.
    pub fn overlap(&self, index: usize, center: Vec2, radius: f32) -> Option<PolygonOverlap> {
        let ShapeKind::Polygon(polygon) = self.shapes[index].shape().kind() else { return None };
        let pose = self.stands[index];
        let found = polygon.overlap(pose.to_local(center), radius)?;
        Some(PolygonOverlap { point: pose.to_world(found.point), normal: pose.rotation * found.normal, ..found })
    }

    /// The deepest overlap of a circle with any, and with which.
    pub fn deepest(&self, center: Vec2, radius: f32) -> Option<(usize, PolygonOverlap)> {
        let mask = self.near(Rect { min: center - radius, max: center + radius });
        let mut deepest: Option<(usize, PolygonOverlap)> = None;
        for index in places(mask) {
            if let Some(found) = self.overlap(index, center, radius)
                && deepest.is_none_or(|(_, deepest)| found.depth > deepest.depth)
            {
                deepest = Some((index, found));
            }
        }
        deepest
    }

    /// In how many steps this tick's motion of the obstacles around a circle has to be taken, so that none gets past its
    /// center within a step; 0 if none comes near.
    pub(crate) fn steps_around(&self, center: Vec2, radius: f32) -> u32 {
        let near = |reach: f32| self.near(Rect { min: center - reach, max: center + reach });
        if near(radius + self.fastest) == 0 {
            return 0;
        }
        let fastest = (0..self.shapes.len()).map(|index| self.way(index)).fold(0.0, f32::max);
        let mut way: Option<f32> = None;
        for index in places(near(radius + fastest)) {
            way = Some(self.way(index).max(way.unwrap_or(0.0)));
        }
        way.map_or(0, |way| (way / STEP_MAX).ceil().clamp(1.0, STEPS_MAX) as u32)
    }

    /// Puts every obstacle where it stands a fraction of this tick after its beginning, `0..=1`.
    pub(crate) fn stand_within_tick(&mut self, fraction: f32) {
        for index in 0..self.shapes.len() {
            if self.before[index] != self.now[index] {
                self.stand(index, self.pose_within_tick(index, fraction));
            }
        }
    }

    /// Where one stands a fraction of this tick after its beginning, `0..=1`.
    pub(crate) fn pose_within_tick(&self, index: usize, fraction: f32) -> Pose {
        let (before, now) = (self.before[index], self.now[index]);
        if fraction >= 1.0 { now } else { before.towards(now, fraction) }
    }

    /// Tiles by which the fastest corner of one moves in this tick, at most.
    fn way(&self, index: usize) -> f32 {
        let (by, turned) = moved(self.before[index], self.now[index]);
        by.length() + turned.length() * self.radii[index]
    }

    /// Moves one from where it stood a tick ago to where it stands now.
    fn set(&mut self, index: usize, before: Pose, now: Pose) {
        (self.before[index], self.now[index]) = (before, now);
        if before != now {
            let (by, turned) = moved(before, now);
            let roughly = |vector: Vec2| vector.abs().element_sum();
            self.fastest = self.fastest.max(roughly(by) + roughly(turned) * self.radii[index]);
        }
        if self.stands[index] != now {
            self.stand(index, now);
        }
    }

    fn stand(&mut self, index: usize, pose: Pose) {
        self.stands[index] = pose;
        self.shapes[index].set_pose(pose.position, pose.rotation);
        let ShapeKind::Polygon(polygon) = self.shapes[index].shape().kind() else { return };
        let (mut min, mut max) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for &corner in polygon.corners() {
            let corner = pose.to_world(corner);
            (min, max) = (min.min(corner), max.max(corner));
        }
        self.bounds.set(index, Rect { min, max });
    }
}

/// How far an origin has moved from one pose to another, and how far a point at one tile from it by turning.
fn moved(before: Pose, now: Pose) -> (Vec2, Vec2) {
    let turned = Vec2::new(now.rotation.cos - before.rotation.cos, now.rotation.sin - before.rotation.sin);
    (now.position - before.position, turned)
}

/// Tiles by which an obstacle may move in one step: under half of the body's radius, so that the nearest surface is
/// always the one that came.
const STEP_MAX: f32 = 0.2;
/// The most steps in a tick, at which a corner moves by 12.8 tiles.
const STEPS_MAX: f32 = 64.0;

/// A shape that stands, follows a path or turns; nothing here changes during a run.
#[derive(Component, Clone, Debug)]
pub struct Mover {
    shape: Polygon,
    surface: MoverSurface,
    position: Vec2,
    patrol: Option<Patrol>,
    /// How it is turned at the start; what it stays at if its turn is fixed.
    rotation: Rot2,
    turn: TickedAim,
}

impl Mover {
    /// A mover as a level describes it.
    pub fn new(settings: &MoverSettings) -> Self {
        let (turn, angle) = TickedAim::new(settings.turn);
        Self {
            shape: settings.shape.clone(),
            surface: settings.surface,
            position: settings.position,
            patrol: settings.path.as_ref().map(Patrol::new),
            rotation: Rot2::radians(angle),
            turn,
        }
    }

    /// What its surface does.
    pub fn surface(&self) -> MoverSurface {
        self.surface
    }

    /// The points of its path, a closing leg included; nothing for one that stays where it is.
    pub fn path(&self) -> Option<&[Vec2]> {
        self.patrol.as_ref().map(Patrol::points)
    }

    /// Where it stands at a hazard time in half ticks.
    pub fn pose_at(&self, hazard_half_ticks: u32) -> Pose {
        let position = self.patrol.as_ref().map_or(self.position, |patrol| patrol.position(hazard_half_ticks));
        let rotation = self.turn.angle_at(hazard_half_ticks).map_or(self.rotation, Rot2::radians);
        Pose { position, rotation }
    }
}

/// The movers of a level.
pub type Movers<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Mover)>;

/// The doors of a level.
pub type Doors<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Door, &'static mut DoorState)>;

/// Moves every obstacle to where it stands in this tick, and opens and closes the doors.
///
/// Where it stood a tick ago is worked out as well and not remembered: a run that was restored from a snapshot knows
/// nothing of the tick before.
pub fn move_obstacles(
    run: &Run,
    channels: &Channels,
    ninja: &Ninja,
    obstacles: &mut Obstacles,
    movers: &Movers,
    doors: &mut Doors,
    facts: &mut MessageWriter<Fact>,
) {
    obstacles.fastest = 0.0;
    let (now, before) = (run.hazard_half_ticks, run.hazard_half_ticks.saturating_sub(run.hazard_step));
    let mut first_door = 0;
    // Where a mover stands follows from the time alone, so what was worked out for the time before still holds.
    let is_known = obstacles.posed_at == Some(before);
    obstacles.posed_at = Some(now);
    for (index, mover) in movers {
        first_door += 1;
        let index = index.0 as usize;
        let pose_before = if is_known { obstacles.now[index] } else { mover.pose_at(before) };
        obstacles.set(index, pose_before, mover.pose_at(now));
    }
    for (index, door, mut state) in doors {
        let index = first_door + index.0 as usize;
        let before = door.pose_at(state.openness);
        let wanted = door.openness_after(*state, channels, run);
        if wanted != state.openness {
            if let Some(opens) = door.turned(channels, run) {
                facts.write(Fact::DoorMoved { position: door.position(), opens });
            }
            obstacles.stand(index, before);
            let shape = &obstacles.shapes[index];
            let way = door.pose_at(wanted).position - before.position;
            // As it comes at him by its way, so he comes at it by the opposite one.
            let ninja_is_in_the_way =
                || run.is_running() && shape.sweep_circle(ninja.position, BODY_RADIUS, -way).is_some();
            if door.crushes() || !ninja_is_in_the_way() {
                state.openness = wanted;
            }
        }
        obstacles.set(index, before, door.pose_at(state.openness));
    }
}
