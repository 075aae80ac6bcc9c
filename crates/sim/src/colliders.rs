//! Everything solid: the tiles and the obstacles among them, and the queries against both. Without obstacles every answer
//! is the terrain's own.

use std::sync::Arc;

use bevy::prelude::*;

use hairline_geometry::limit::Limit;
use hairline_geometry::ray::{RayCast, RayDirection, RayHit, Surface};
use hairline_geometry::shapes::{cast_ray_closest, sweep_circle_closest};
use hairline_geometry::sweep::{Platforms, SweepHit};
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;
use hairline_level::MoverSurface;

use super::obstacles::Obstacles;
use super::state::feature::FeatureAppExt;
use super::state::spawn::SpawnStage;

/// Margin in tiles around the box of a motion: more than rounding can move a circle.
const MOTION_MARGIN: f32 = 1.0 / 256.0;

/// The tiles and the obstacles of the level in play.
#[derive(Resource, Clone, Debug)]
pub struct Colliders {
    terrain: Arc<Terrain>,
    obstacles: Obstacles,
}

/// The first touch of a moving circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Where and when it touches.
    pub hit: SweepHit,
    /// The obstacle that it touches, by its index in [`Obstacles`]; `None` for a tile.
    pub obstacle: Option<usize>,
}

/// Adds the terrain of each level; the kinds of obstacles add their own.
pub(super) fn plugin(app: &mut App) {
    app.remove_on_unload::<Colliders>().add_spawner(SpawnStage::Resources, |world, level| {
        world.insert_resource(Colliders::new(level.terrain.clone()))
    });
}

impl Colliders {
    /// A terrain without obstacles.
    pub fn new(terrain: Arc<Terrain>) -> Self {
        let obstacles = Obstacles::new();
        Self { terrain, obstacles }
    }

    /// The tiles.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The obstacles.
    pub fn obstacles(&self) -> &Obstacles {
        &self.obstacles
    }

    /// The obstacles, to be moved or added to.
    pub fn obstacles_mut(&mut self) -> &mut Obstacles {
        &mut self.obstacles
    }

    /// Casts a ray of at most `max_distance` tiles over the tiles of a layer and the obstacles, which are in every layer. A
    /// ray from outside the map meets no obstacles.
    pub fn cast_ray(&self, layer: Layer, origin: Vec2, direction: RayDirection, max_distance: f32) -> RayCast<Surface> {
        let tiles = self.terrain.cast_ray(layer, origin, direction, max_distance);
        self.cast_against_obstacles(tiles, origin, direction, max_distance)
    }

    /// [`Self::cast_ray`], given what the ray hits among the tiles.
    pub(super) fn cast_against_obstacles(
        &self,
        tiles: RayCast,
        origin: Vec2,
        direction: RayDirection,
        max_distance: f32,
    ) -> RayCast<Surface> {
        match self.first_obstacle(origin, direction, tiles.end, max_distance) {
            Some(hit) => RayCast { end: hit.point, hit: Some(hit) },
            None => RayCast { end: tiles.end, hit: tiles.hit.map(|hit| hit.with_surface(Surface::Tile(hit.surface))) },
        }
    }

    /// Where a ray ends, and whether it hit something: [`Self::cast_ray`] without the description of the hit.
    pub(super) fn ray_end(
        &self,
        layer: Layer,
        origin: Vec2,
        direction: RayDirection,
        max_distance: f32,
    ) -> (Vec2, bool) {
        let RayCast { end, hit } = self.terrain.cast_ray(layer, origin, direction, max_distance);
        let obstacle = self.first_obstacle(origin, direction, end, max_distance);
        obstacle.map_or((end, hit.is_some()), |obstacle| (obstacle.point, true))
    }

    /// The first obstacle that a ray hits before its `end`.
    fn first_obstacle(
        &self,
        origin: Vec2,
        direction: RayDirection,
        end: Vec2,
        max_distance: f32,
    ) -> Option<RayHit<Surface>> {
        if self.obstacles.is_empty() || !self.terrain.contains_point(origin) {
            return None;
        }
        let mut near = self.obstacles.along_segment(origin, end).peekable();
        near.peek()?;
        let reach = origin.distance(end);
        let shapes = near.map(|index| (index, self.obstacles.shape(index)));
        let hit = cast_ray_closest(shapes, origin, direction, reach).filter(|hit| hit.distance < reach)?;
        let fraction = if max_distance > 0.0 { hit.distance / max_distance } else { 0.0 };
        Some(RayHit { fraction, ..hit.with_surface(Surface::Shape(hit.surface)) })
    }

    /// Whether nothing in a layer touches the open segment between two points, which may end on surfaces. Symmetric.
    pub fn line_of_sight(&self, a: Vec2, b: Vec2, layer: Layer) -> bool {
        self.terrain.line_of_sight(a, b, layer) && !self.is_obstacle_between(a, b)
    }

    fn is_obstacle_between(&self, a: Vec2, b: Vec2) -> bool {
        let Ok(direction) = RayDirection::new(b - a) else {
            let mut near = self.obstacles.in_box(Rect { min: a, max: a });
            return near.any(|index| self.obstacles.shape(index).contains(a));
        };
        let distance = a.distance(b);
        let back = RayDirection::from_unit(-direction.get());
        let mut near = self.obstacles.along_segment(a, b);
        near.any(|index| {
            let meets = |origin, direction| {
                let hit = self.obstacles.shape(index).cast_ray(origin, direction, distance);
                hit.is_some_and(|hit| hit.distance < distance)
            };
            meets(a, direction) && meets(b, back)
        })
    }

    /// Broad phase: whether a box holds nothing solid that a moving circle could touch; platforms count with
    /// [`Platforms::Land`]. Conservative: `true` is always right, `false` may be wrong. A box that reaches outside the
    /// map is never empty.
    #[inline]
    pub fn is_empty(&self, bounds: Rect, platforms: Platforms) -> bool {
        self.terrain.is_empty(bounds, platforms) && self.obstacles.in_box(bounds).next().is_none()
    }

    /// The first touch of a circle that moves by `delta` with tiles that stop bodies, platforms if they count, and obstacles.
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2, platforms: Platforms) -> Option<Contact> {
        self.sweep_circle_ignoring(None, center, radius, delta, platforms)
    }

    /// [`Self::sweep_circle`] as if one obstacle were missing.
    pub(crate) fn sweep_circle_ignoring(
        &self,
        ignored: Option<usize>,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        platforms: Platforms,
    ) -> Option<Contact> {
        let tiles = self.terrain.sweep_circle(center, radius, delta, platforms);
        let end = center + delta;
        let motion = Rect { min: center.min(end) - radius, max: center.max(end) + radius };
        let near = self.obstacles.in_box(motion).filter(|index| Some(*index) != ignored);
        let shapes = near.map(|index| (index, self.obstacles.shape(index)));
        match (tiles, sweep_circle_closest(shapes, center, radius, delta)) {
            (tiles, Some((hit, index))) if tiles.is_none_or(|tile| hit.fraction < tile.fraction) => {
                Some(Contact { hit, obstacle: Some(index) })
            }
            (tiles, _) => tiles.map(|hit| Contact { hit, obstacle: None }),
        }
    }

    /// How deep a circle lies in tiles that stop bodies or in an obstacle, whichever is deeper, in tiles; 0 when it is free.
    pub fn depth(&self, center: Vec2, radius: f32) -> f32 {
        let depth = self.terrain.depth(center, radius);
        self.obstacles.deepest_overlap(center, radius).map_or(depth, |(_, overlap)| depth.at_least(overlap.depth))
    }

    /// Whether a surface reflects beams.
    pub fn is_mirror(&self, surface: Surface) -> bool {
        match surface {
            Surface::Tile(tile) => tile.shape == TileShape::Mirror,
            Surface::Shape(index) => self.obstacles.surface(index) == MoverSurface::Mirror,
        }
    }

    /// The speed (tiles/s) at which a touched obstacle throws the ninja off, if it does.
    pub(super) fn bounce_strength(&self, obstacle: Option<usize>) -> Option<f32> {
        match self.obstacles.surface(obstacle?) {
            MoverSurface::Bumper { strength, .. } => Some(strength),
            MoverSurface::Plain | MoverSurface::Mirror => None,
        }
    }

    /// The velocity of a touched obstacle at a point, in tiles a second of the ninja's time; zero for tiles.
    pub(super) fn velocity_at(&self, obstacle: Option<usize>, point: Vec2) -> Vec2 {
        obstacle.map_or(Vec2::ZERO, |index| self.obstacles.velocity_at(index, point))
    }
}

/// The box of a circle that moves by `delta`, grown against rounding.
pub fn swept_bounds(center: Vec2, radius: f32, delta: Vec2) -> Rect {
    let (end, reach) = (center + delta, radius + MOTION_MARGIN);
    Rect { min: center.min(end) - reach, max: center.max(end) + reach }
}
