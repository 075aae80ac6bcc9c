//! Obstacles: the solid shapes that move through a level, movers and doors. Where each stands in this tick is worked out
//! once, by [`move_obstacles`]; beams, bullets, orbs, sight and the ninja then meet them through [`Surroundings`].
//!
//! A mover's pose is a function of hazard time alone. A door's openness is state.

use bevy::prelude::*;

use crate::geometry::polygon::Polygon;
use crate::geometry::ray::RayDirection;
use crate::geometry::scene::{LayerMask, Scene, SceneCast};
use crate::geometry::shape::{PlacedShape, Shape};
use crate::geometry::terrain::{Layer, Platforms, SweepHit, Terrain};
use crate::level::fingerprint::Fingerprint;
use crate::level::{DoorSettings, Gate, MoverSettings, MoverSurface};

use super::actor::ActorState;
use super::patrol::Patrol;
use super::run::Run;

/// The obstacles of a level as they stand in this tick, movers first, then doors, each by its
/// [`ActorIndex`](super::actor::ActorIndex). Derived from the clocks and the doors, so no snapshot holds them.
#[derive(Resource, Clone, Debug, Default)]
pub struct Obstacles {
    shapes: Vec<PlacedShape>,
    surfaces: Vec<MoverSurface>,
}

impl Obstacles {
    /// Adds a mover at its start; movers come before doors.
    pub(super) fn add_mover(&mut self, mover: &Mover) {
        self.shapes.push(PlacedShape::new(Shape::Polygon(mover.settings.shape.clone()), mover.settings.position));
        self.surfaces.push(mover.surface());
    }

    /// Adds a closed door.
    pub(super) fn add_door(&mut self, door: &Door) {
        let half = door.settings.size / 2.0;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec2::new(x, y) * half);
        let shape = Polygon::new(corners.to_vec()).expect("a level's doors have an area");
        self.shapes.push(PlacedShape::new(Shape::Polygon(shape), door.settings.position));
        self.surfaces.push(MoverSurface::Plain);
    }

    /// Their shapes, where they stand now.
    pub fn shapes(&self) -> &[PlacedShape] {
        &self.shapes
    }

    /// What the surface of one does.
    pub fn surface(&self, index: usize) -> MoverSurface {
        self.surfaces[index]
    }
}

/// All that is solid: the tiles and the obstacles among them.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The tiles.
    pub terrain: &'a Terrain,
    /// What moves among them.
    pub obstacles: &'a Obstacles,
}

/// What a map without obstacles has.
static NO_OBSTACLES: Obstacles = Obstacles { shapes: Vec::new(), surfaces: Vec::new() };

impl<'a> From<&'a Terrain> for Surroundings<'a> {
    /// The tiles alone.
    fn from(terrain: &'a Terrain) -> Self {
        Self { terrain, obstacles: &NO_OBSTACLES }
    }
}

impl Surroundings<'_> {
    fn scene(&self) -> Scene<'_> {
        Scene { terrain: self.terrain, shapes: self.obstacles.shapes() }
    }

    /// Casts a ray over the tiles that stop light and the obstacles; from outside the map there is no cast.
    pub fn cast_light(&self, origin: Vec2, direction: RayDirection, limit: f32) -> SceneCast {
        if !self.terrain.contains_point(origin) {
            return SceneCast { end: origin, hit: None };
        }
        self.scene().cast_ray(LayerMask::LIGHT | LayerMask::SHAPES, origin, direction, limit)
    }

    /// Where a beam of light ends, and whether it ends on something; [`Self::cast_light`] without a look at the hit.
    pub fn light_end(&self, origin: Vec2, direction: RayDirection, limit: f32) -> (Vec2, bool) {
        if self.obstacles.shapes.is_empty() {
            return self.terrain.light_end(origin, direction, limit);
        }
        let cast = self.cast_light(origin, direction, limit);
        (cast.end, cast.hit.is_some())
    }

    /// Whether nothing stops light between two points.
    pub fn line_of_sight(&self, a: Vec2, b: Vec2) -> bool {
        if !self.terrain.line_of_sight(a, b, Layer::Light) {
            return false;
        }
        let distance = a.distance(b);
        let Ok(direction) = RayDirection::new(b - a) else { return true };
        self.obstacles.shapes().iter().all(|shape| shape.cast_ray(a, direction, distance).is_none())
    }

    /// The first touch of a moving circle with tiles that stop bodies, platforms if asked for, and obstacles; with the
    /// place of the obstacle if it is one.
    pub fn sweep_circle(
        &self,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        platforms: Platforms,
    ) -> Option<(SweepHit, Option<usize>)> {
        self.scene().sweep_circle(center, radius, delta, platforms)
    }
}

/// A shape that stands, follows a path or turns; nothing here changes during a run.
#[derive(Component, Clone, Debug)]
pub struct Mover {
    settings: MoverSettings,
    patrol: Option<Patrol>,
}

impl Mover {
    /// A mover as a level describes it.
    pub fn new(settings: &MoverSettings) -> Self {
        Self { settings: settings.clone(), patrol: settings.path.as_ref().map(Patrol::new) }
    }

    /// The points of its path, a closing leg included; nothing for one that stays where it is.
    pub fn path(&self) -> Option<&[Vec2]> {
        self.patrol.as_ref().map(Patrol::points)
    }

    /// What its surface does.
    pub fn surface(&self) -> MoverSurface {
        self.settings.surface
    }
}

/// A wall that slides away; nothing here changes during a run.
#[derive(Component, Clone, Debug)]
pub struct Door {
    settings: DoorSettings,
}

impl Door {
    /// A door as a level describes it.
    pub fn new(settings: &DoorSettings) -> Self {
        Self { settings: *settings }
    }

    /// Its centre while it is closed.
    pub fn position(&self) -> Vec2 {
        self.settings.position
    }

    /// How far its centre goes until it is open, in tiles.
    pub fn slide(&self) -> Vec2 {
        self.settings.slide
    }

    /// When it opens.
    pub fn gate(&self) -> Gate {
        self.settings.when
    }

    /// Whether it crushes what is in its way.
    pub fn crushes(&self) -> bool {
        self.settings.crushes
    }

    /// Its width and height in tiles.
    pub fn size(&self) -> Vec2 {
        self.settings.size
    }
}

/// What of a door changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct DoorState {
    /// How far it is open, `0..=1`.
    pub openness: f32,
}

impl ActorState for DoorState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_f32(self.openness);
    }
}

/// Moves every obstacle to where it stands in this tick.
pub fn move_obstacles(_run: Res<Run>, _obstacles: ResMut<Obstacles>) {}
