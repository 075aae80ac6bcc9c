//! Surroundings: the tiles and the obstacles among them, as one world to cast rays and sweep circles through. Without
//! obstacles every answer is the terrain's own.

use bevy::prelude::*;

use crate::geometry::ray::{RayCast, RayDirection, RayHit};
use crate::geometry::sweep::{Platforms, SweepHit};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::toolbox::scene::Surface;
use crate::level::MoverSurface;

use super::Obstacles;
use super::bins::places;

/// All that is solid: the tiles and the obstacles among them.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The tiles.
    pub terrain: &'a Terrain,
    /// What moves among them.
    pub obstacles: &'a Obstacles,
}

/// Tiles beside its way at which a circle is still called near: more than rounding can move it.
const NEAR: f32 = 1.0 / 256.0;

/// The first touch of a moving circle with the surroundings.
pub type Touch = (SweepHit, Option<usize>);

/// What a map without obstacles has.
static NO_OBSTACLES: Obstacles = Obstacles::none();

impl<'a> From<&'a Terrain> for Surroundings<'a> {
    /// The tiles alone.
    fn from(terrain: &'a Terrain) -> Self {
        Self { terrain, obstacles: &NO_OBSTACLES }
    }
}

impl Surroundings<'_> {
    /// Casts a ray over the tiles that stop light and the obstacles; one from outside the map meets no obstacles.
    #[inline]
    pub fn cast_light(&self, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast<Surface> {
        self.among_obstacles(self.terrain.cast_light(origin, direction, limit), origin, direction, limit)
    }

    /// [`Self::cast_light`] over the tiles that stop bodies; one-way platforms do not count.
    #[inline]
    pub fn cast_body(&self, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast<Surface> {
        self.among_obstacles(self.terrain.cast(Layer::Body, origin, direction, limit), origin, direction, limit)
    }

    /// Where a beam of light ends and whether it ends on something.
    #[inline]
    pub fn light_end(&self, origin: Vec2, direction: RayDirection, limit: f32) -> (Vec2, bool) {
        self.light_end_before(self.terrain.light_end(origin, direction, limit), origin, direction, limit)
    }

    /// [`Self::light_end`] of a beam of which it is known where it ends among the tiles alone.
    #[inline]
    pub(crate) fn light_end_before(
        &self,
        (end, hit): (Vec2, bool),
        origin: Vec2,
        direction: RayDirection,
        limit: f32,
    ) -> (Vec2, bool) {
        match self.first_obstacle(origin, direction, end, limit) {
            Some(hit) => (hit.point, true),
            None => (end, hit),
        }
    }

    /// A ray's answer from the terrain, cut short by the obstacles on its way.
    #[inline]
    pub(crate) fn among_obstacles(
        &self,
        cast: RayCast,
        origin: Vec2,
        direction: RayDirection,
        limit: f32,
    ) -> RayCast<Surface> {
        match self.first_obstacle(origin, direction, cast.end, limit) {
            Some(hit) => RayCast { end: hit.point, hit: Some(hit) },
            None => RayCast { end: cast.end, hit: cast.hit.map(|hit| hit.on(Surface::Tile(hit.surface))) },
        }
    }

    /// The first obstacle that a ray meets before its `end`; from outside the map it meets none.
    #[inline]
    fn first_obstacle(&self, origin: Vec2, direction: RayDirection, end: Vec2, limit: f32) -> Option<RayHit<Surface>> {
        if self.obstacles.is_empty() || !self.terrain.contains_point(origin) {
            return None;
        }
        let mask = self.obstacles.along(origin, end);
        if mask == 0 { None } else { self.first_of(mask, origin, direction, origin.distance(end), limit) }
    }

    /// The first obstacle of a mask that a ray meets nearer than `reach`.
    fn first_of(
        &self,
        mask: u64,
        origin: Vec2,
        direction: RayDirection,
        reach: f32,
        limit: f32,
    ) -> Option<RayHit<Surface>> {
        let mut first: Option<RayHit<Surface>> = None;
        for index in places(mask) {
            let reach = first.map_or(reach, |first| first.distance);
            if let Some(hit) = self.obstacles.shapes()[index].cast_ray(origin, direction, reach)
                && hit.distance < reach
            {
                let fraction = if limit > 0.0 { hit.distance / limit } else { 0.0 };
                first = Some(RayHit { fraction, ..hit.on(Surface::Shape(index)) });
            }
        }
        first
    }

    /// Whether nothing stops light between two points.
    #[inline]
    pub fn line_of_sight(&self, a: Vec2, b: Vec2) -> bool {
        self.terrain.line_of_sight(a, b, Layer::Light) && (self.obstacles.is_empty() || self.no_obstacle_between(a, b))
    }

    fn no_obstacle_between(&self, a: Vec2, b: Vec2) -> bool {
        let Ok(direction) = RayDirection::new(b - a) else {
            return places(self.obstacles.near(Rect { min: a, max: a }))
                .all(|index| !self.obstacles.shapes()[index].contains(a));
        };
        let distance = a.distance(b);
        let mut on_the_way = places(self.obstacles.along(a, b));
        on_the_way.all(|index| self.obstacles.shapes()[index].cast_ray(a, direction, distance).is_none())
    }

    /// Whether a quick look finds nothing that stops bodies anywhere near the way of a circle; platforms do not count. Such
    /// a way lies within the map.
    #[inline]
    pub(crate) fn is_clear(&self, center: Vec2, radius: f32, delta: Vec2) -> bool {
        let way = way(center, radius, delta);
        let Some(cells) = self.terrain.cells_within(way) else { return false };
        self.terrain.are_free(Layer::Body, cells) && (!self.obstacles.may_be_in(cells) || self.obstacles.near(way) == 0)
    }

    /// Whether a quick look finds nothing anywhere near the way of a circle that could touch it, platforms included. Such a
    /// way lies within the map; a circle inside something solid is in the open too, and no sweep holds it.
    #[inline]
    pub(crate) fn is_open(&self, center: Vec2, radius: f32, delta: Vec2) -> bool {
        let cells = self.terrain.cells_within(way(center, radius, delta));
        cells.is_some_and(|cells| self.terrain.are_open(cells)) && self.is_clear_of_obstacles(center, radius, delta)
    }

    /// [`Self::is_clear`] of the tiles alone.
    #[inline]
    pub(crate) fn is_clear_of_tiles(&self, center: Vec2, radius: f32, delta: Vec2) -> bool {
        let cells = self.terrain.cells_within(way(center, radius, delta));
        cells.is_some_and(|cells| self.terrain.are_free(Layer::Body, cells))
    }

    /// [`Self::is_clear`] of the obstacles alone.
    #[inline]
    pub(crate) fn is_clear_of_obstacles(&self, center: Vec2, radius: f32, delta: Vec2) -> bool {
        self.obstacles.is_empty() || self.obstacles.near(way(center, radius, delta)) == 0
    }

    /// The first touch of a moving circle with tiles that stop bodies, platforms if asked for, and obstacles; with the
    /// place of the obstacle if it is one.
    #[inline]
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2, platforms: Platforms) -> Option<Touch> {
        self.sweep_circle_past(0, center, radius, delta, platforms)
    }

    /// [`Self::sweep_circle`] as if the obstacles of a mask (a bit for each index) were not there.
    #[inline]
    pub fn sweep_circle_past(
        &self,
        ignored: u64,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        platforms: Platforms,
    ) -> Option<Touch> {
        let touch = self.terrain.sweep_circle(center, radius, delta, platforms).map(|hit| (hit, None));
        if self.obstacles.is_empty() {
            return touch;
        }
        self.touch_obstacles(touch, ignored, center, radius, delta)
    }

    fn touch_obstacles(
        &self,
        touch: Option<Touch>,
        ignored: u64,
        center: Vec2,
        radius: f32,
        delta: Vec2,
    ) -> Option<Touch> {
        let end = center + delta;
        let way = Rect { min: center.min(end) - radius, max: center.max(end) + radius };
        let mut first = touch;
        for index in places(self.obstacles.near(way) & !ignored) {
            if let Some(hit) = self.obstacles.shapes()[index].sweep_circle(center, radius, delta)
                && first.is_none_or(|(first, _)| hit.fraction < first.fraction)
            {
                first = Some((hit, Some(index)));
            }
        }
        first
    }

    /// How deep a circle lies in tiles that stop bodies or in an obstacle, whichever is deeper; 0 when it is free.
    pub fn depth(&self, center: Vec2, radius: f32) -> f32 {
        let depth = self.terrain.depth(center, radius);
        self.obstacles.deepest(center, radius).map_or(depth, |(_, overlap)| depth.max(overlap.depth))
    }

    /// The speed at which the thing that was touched throws the ninja off, if it does.
    #[inline]
    pub(crate) fn bounce_of(&self, obstacle: Option<usize>) -> Option<f32> {
        match self.obstacles.surface(obstacle?) {
            MoverSurface::Bumper { strength } => Some(strength),
            MoverSurface::Plain | MoverSurface::Mirror => None,
        }
    }

    /// The velocity of the thing that was touched, where it was touched, in tiles a second of the ninja's time.
    #[inline]
    pub(crate) fn velocity_at(&self, obstacle: Option<usize>, point: Vec2) -> Vec2 {
        obstacle.map_or(Vec2::ZERO, |index| self.obstacles.velocity_at(index, point))
    }
}

/// The box around the way of a circle, with room beside it.
#[inline]
fn way(center: Vec2, radius: f32, delta: Vec2) -> Rect {
    let (end, reach) = (center + delta, radius + NEAR);
    Rect { min: center.min(end) - reach, max: center.max(end) + reach }
}

#[cfg(test)]
mod tests {
    use bevy::math::UVec2;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::geometry::shapes::polygon::Polygon;
    use crate::geometry::tile::TileShape;
    use crate::level::{Aim, MoverSettings};
    use crate::sim::obstacles::Mover;

    #[test]
    fn a_way_that_is_called_clear_is_free_of_everything() {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(32);
        let (mut clear, mut open, mut near) = (0, 0, 0);
        for _ in 0..60 {
            let size = UVec2::new(chance.random_range(3..80), chance.random_range(3..30));
            let shapes = [TileShape::Solid, TileShape::Glass, TileShape::FloorRight, TileShape::OneWay];
            let tiles = (0..size.x * size.y)
                .map(|_| if chance.random_bool(0.05) { shapes[chance.random_range(0..4)] } else { TileShape::Empty });
            let terrain = Terrain::new(size, tiles.collect());
            let mut obstacles = Obstacles::on_map(size);
            let place = |chance: &mut Xoshiro256PlusPlus| {
                Vec2::new(chance.random_range(0.0..size.x as f32), chance.random_range(0.0..size.y as f32))
            };
            for _ in 0..chance.random_range(0..6) {
                let corners = [(-1.0, -0.5), (1.0, -0.5), (0.0, 1.0)].map(Vec2::from).to_vec();
                obstacles.add_mover(&Mover::new(&MoverSettings {
                    position: place(&mut chance),
                    shape: Polygon::new(corners).expect("a triangle"),
                    path: None,
                    turn: Aim::Fixed { angle: chance.random_range(0.0..6.0) },
                    surface: MoverSurface::Plain,
                }));
            }
            let around = Surroundings { terrain: &terrain, obstacles: &obstacles };
            for _ in 0..500 {
                let center = place(&mut chance);
                let radius = [0.0, 0.05, 0.4, 2.0][chance.random_range(0..4)];
                let delta = Vec2::from_angle(chance.random_range(0.0..6.3)) * chance.random_range(0.0..3.0);
                if !around.is_clear(center, radius, delta) {
                    near += 1;
                    continue;
                }
                clear += 1;
                let touch = around.sweep_circle(center, radius, delta, Platforms::Ignore);
                assert_eq!(touch, None, "{center} by {delta}, radius {radius}");
                if around.is_open(center, radius, delta) {
                    open += 1;
                    let touch = around.sweep_circle(center, radius, delta, Platforms::Land);
                    assert_eq!(touch, None, "{center} by {delta}, radius {radius}");
                }
                assert_eq!(around.depth(center, radius), 0.0, "{center}, radius {radius}");
                assert_eq!(around.depth(center + delta, radius), 0.0, "{center} by {delta}, radius {radius}");
            }
        }
        assert!(clear > open && open > 2000 && near > 5000, "{clear} clear, {open} of them open, {near} not");
    }
}
