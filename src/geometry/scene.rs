//! Terrain and moving shapes together: one ray over whichever of them a mask names.

use std::ops::BitOr;

use bevy::math::{IVec2, Vec2, ops};

use super::{
    ray::RayDirection,
    shape::PlacedShape,
    sweep::{Platforms, SweepHit},
    terrain::{Layer, Terrain},
    tile::TileShape,
};

/// What a ray is to meet: any of the three, joined by `|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerMask(u8);

impl LayerMask {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Tiles that stop light.
    pub const LIGHT: Self = Self(1);
    /// Tiles that stop bodies.
    pub const BODY: Self = Self(2);
    /// Moving shapes.
    pub const SHAPES: Self = Self(4);
    /// All of them.
    pub const ALL: Self = Self(7);

    /// Whether everything in `other` is in this mask.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for LayerMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A terrain and the shapes that move in it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The tiles.
    pub terrain: &'a Terrain,
    /// The shapes, known by their place in the slice.
    pub shapes: &'a [PlacedShape],
}

/// What was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A tile.
    Tile {
        /// Its cell.
        cell: IVec2,
        /// What fills the cell.
        shape: TileShape,
    },
    /// The moving shape at this place in [`Scene::shapes`].
    Shape(usize),
}

/// Where a ray met something of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneHit {
    /// The point of the hit, in tiles.
    pub point: Vec2,
    /// Distance from the ray's origin, in tiles.
    pub distance: f32,
    /// `distance` over the ray's length limit, in 0..=1; 0 when the limit is 0 or infinite.
    pub fraction: f32,
    /// Unit outward normal; `-direction` when `inside`.
    pub normal: Vec2,
    /// Whether the origin was already in it.
    pub inside: bool,
    /// What was hit.
    pub surface: Surface,
}

impl SceneHit {
    /// The angle of the surface in radians, -π..=π: 0 for a flat floor, positive where a floor rises to the right, a
    /// quarter turn for a wall that is exactly vertical.
    pub fn slope(&self) -> f32 {
        let tangent = -self.normal.perp();
        ops::atan2(tangent.y, tangent.x)
    }
}

/// What a ray through a scene came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneCast {
    /// Where the ray ends: the hit, the length limit, or the map's border.
    pub end: Vec2,
    /// What it hit, if anything.
    pub hit: Option<SceneHit>,
}

impl Scene<'_> {
    /// Casts a ray over what a mask names. The nearest hit counts, tiles before shapes and earlier shapes before later
    /// ones at the same distance. Shapes are met outside the map, too. Without any hit the ray ends as on the terrain
    /// ([`Terrain::cast_from_anywhere`]), or, when the mask names no tiles, at its limit if that is finite.
    pub fn cast_ray(&self, mask: LayerMask, origin: Vec2, direction: RayDirection, limit: f32) -> SceneCast {
        let limit = limit.max(0.0);
        let fraction = |distance: f32| if limit > 0.0 { distance / limit } else { 0.0 };
        let mut end = None;
        let mut best: Option<SceneHit> = None;
        for (bit, layer) in [(LayerMask::LIGHT, Layer::Light), (LayerMask::BODY, Layer::Body)] {
            if !mask.contains(bit) {
                continue;
            }
            let cast = self.terrain.cast_from_anywhere(layer, origin, direction, limit);
            end.get_or_insert(cast.end);
            if let Some(hit) = cast.hit
                && best.is_none_or(|best| hit.distance < best.distance)
            {
                best = Some(SceneHit {
                    point: hit.point,
                    distance: hit.distance,
                    fraction: hit.fraction,
                    normal: hit.normal,
                    inside: hit.inside,
                    surface: Surface::Tile { cell: hit.cell, shape: hit.shape },
                });
            }
        }
        let shapes = if mask.contains(LayerMask::SHAPES) { self.shapes } else { &[] };
        for (index, shape) in shapes.iter().enumerate() {
            let reach = best.map_or(limit, |best| best.distance);
            if let Some(hit) = shape.cast_ray(origin, direction, reach)
                && best.is_none_or(|best| hit.distance < best.distance)
            {
                best = Some(SceneHit {
                    point: hit.point,
                    distance: hit.distance,
                    fraction: fraction(hit.distance),
                    normal: hit.normal,
                    inside: hit.inside,
                    surface: Surface::Shape(index),
                });
            }
        }
        let free = || if limit.is_finite() { origin + direction.get() * limit } else { origin };
        SceneCast { end: best.map_or_else(|| end.unwrap_or_else(free), |hit| hit.point), hit: best }
    }

    /// The first touch of a moving circle with tiles that stop bodies, platforms if asked for, and shapes; with the index
    /// of the shape if it is one.
    pub fn sweep_circle(
        &self,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        platforms: Platforms,
    ) -> Option<(SweepHit, Option<usize>)> {
        let mut best = self.terrain.sweep_circle(center, radius, delta, platforms).map(|hit| (hit, None));
        for (index, shape) in self.shapes.iter().enumerate() {
            if let Some(hit) = shape.sweep_circle(center, radius, delta)
                && best.is_none_or(|(best, _)| hit.fraction < best.fraction)
            {
                best = Some((hit, Some(index)));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{polygon::Polygon, shape::Shape, tests::map::map};

    #[test]
    fn a_mask_says_what_a_ray_meets() {
        let terrain = map("....%.~.#");
        let shapes = [
            PlacedShape::new(Shape::Circle { radius: 0.25 }, Vec2::new(2.5, 0.5)),
            PlacedShape::new(Shape::Circle { radius: 0.25 }, Vec2::new(1.5, 0.5)),
        ];
        let scene = Scene { terrain: &terrain, shapes: &shapes };
        let cast = |mask| {
            let hit = scene.cast_ray(mask, Vec2::new(0.5, 0.5), RayDirection::new(Vec2::X).unwrap(), 10.0).hit;
            hit.map(|hit| (hit.surface, hit.distance, hit.fraction))
        };
        let tile = |x, shape| Surface::Tile { cell: IVec2::new(x, 0), shape };
        assert_eq!(cast(LayerMask::LIGHT), Some((tile(6, TileShape::Curtain), 5.5, 0.55)));
        assert_eq!(cast(LayerMask::BODY), Some((tile(4, TileShape::Glass), 3.5, 0.35)));
        assert_eq!(cast(LayerMask::LIGHT | LayerMask::BODY), Some((tile(4, TileShape::Glass), 3.5, 0.35)));
        assert_eq!(cast(LayerMask::ALL), Some((Surface::Shape(1), 0.75, 0.075)));
        assert_eq!(cast(LayerMask::NONE), None);
        let sweep = scene.sweep_circle(Vec2::new(0.5, 0.5), 0.25, Vec2::new(8.0, 0.0), Platforms::Ignore);
        assert_eq!(sweep.map(|(hit, index)| (hit.fraction, index)), Some((0.0625, Some(1))));
    }

    #[test]
    fn a_hit_tells_the_slope_of_its_surface() {
        let terrain = map("...#");
        let ramp = Polygon::new([(0., 0.), (1., 0.), (1., 1.)].map(Vec2::from).to_vec()).unwrap();
        let shapes = [PlacedShape::new(Shape::Polygon(ramp), Vec2::new(1.0, 0.0))];
        let scene = Scene { terrain: &terrain, shapes: &shapes };
        let slope = |x: f32, y: f32, direction| {
            let ray = scene.cast_ray(LayerMask::ALL, Vec2::new(x, y), RayDirection::new(direction).unwrap(), 9.0);
            ray.hit.map(|hit| hit.slope())
        };
        let quarter = std::f32::consts::FRAC_PI_2;
        assert_eq!(slope(2.5, 0.5, Vec2::X), Some(quarter), "an exactly vertical wall of tiles");
        assert_eq!(slope(2.5, 0.5, Vec2::NEG_X), Some(-quarter), "and of a shape, from its other side");
        let ramp = slope(1.5, 0.9, Vec2::NEG_Y).unwrap();
        assert!((ramp - quarter / 2.0).abs() < 1e-6, "{ramp}");
        assert_eq!(slope(3.5, 1.0, Vec2::NEG_Y), Some(0.0), "a flat floor");
    }
}
