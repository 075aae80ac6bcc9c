//! Terrain and moving shapes as one world: rays, cones, reflected rays and moving circles against the kinds of solids
//! that a mask selects.

use std::ops::BitOr;

use bevy_math::Vec2;

use super::reflect::BOUNCES_MAX;
use crate::ray::cone::{Cone, ConeError};
use crate::ray::mirrors::{follow_mirrors, off_surface};
use crate::ray::{RayCast, RayDirection, RayError, RayHit, Surface, check_ray};
use crate::shapes::{PlacedShape, cast_ray_closest, sweep_circle_closest};
use crate::sweep::{Platforms, SweepHit};
use crate::terrain::{Layer, Terrain};

/// What a ray can hit: any of three kinds, combined with `|`.
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
    /// All three.
    pub const ALL: Self = Self(7);

    /// Whether this mask has all kinds of `other`.
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
    /// The shapes. A hit names one by its index.
    pub shapes: &'a [PlacedShape],
}

impl Scene<'_> {
    /// Casts a ray against the kinds in a mask, by the rules of [`Terrain::cast_ray`]. The nearest hit counts; at the
    /// same distance tiles come before shapes and earlier shapes before later ones. Shapes are also hit outside the
    /// map. Without a hit the ray ends as on the terrain. If the mask has no tiles, it ends at its maximum distance,
    /// or, when that is infinite, at its origin. A ray from a point that is not finite hits nothing; a maximum distance
    /// that is negative or not a number counts as 0.
    pub fn cast_ray(
        &self,
        mask: LayerMask,
        origin: Vec2,
        direction: RayDirection,
        max_distance: f32,
    ) -> RayCast<Surface> {
        let max_distance = max_distance.max(0.0);
        let mut end = None;
        let mut closest: Option<RayHit<Surface>> = None;
        for (bit, layer) in [(LayerMask::LIGHT, Layer::Light), (LayerMask::BODY, Layer::Body)] {
            if !mask.contains(bit) {
                continue;
            }
            let cast = self.terrain.cast_ray(layer, origin, direction, max_distance);
            end.get_or_insert(cast.end);
            if let Some(hit) = cast.hit
                && closest.is_none_or(|closest| hit.distance < closest.distance)
            {
                closest = Some(hit.with_surface(Surface::Tile(hit.surface)));
            }
        }
        let shapes = if mask.contains(LayerMask::SHAPES) { self.shapes } else { &[] };
        if let Some(hit) = cast_ray_closest(shapes.iter().enumerate(), origin, direction, max_distance)
            && closest.is_none_or(|closest| hit.distance < closest.distance)
        {
            closest = Some(hit.with_surface(Surface::Shape(hit.surface)));
        }
        let free = || if max_distance.is_finite() { origin + direction.get() * max_distance } else { origin };
        RayCast { end: closest.map_or_else(|| end.unwrap_or_else(free), |hit| hit.point), hit: closest }
    }

    /// [`Self::cast_ray`] that refuses malformed input, as [`Terrain::try_cast_ray`] does.
    ///
    /// # Errors
    /// As [`Terrain::try_cast_ray`].
    pub fn try_cast_ray(
        &self,
        mask: LayerMask,
        origin: Vec2,
        direction: impl TryInto<RayDirection, Error: Into<RayError>>,
        max_distance: f32,
    ) -> Result<RayCast<Surface>, RayError> {
        check_ray(origin, max_distance)?;
        Ok(self.cast_ray(mask, origin, direction.try_into().map_err(Into::into)?, max_distance))
    }

    /// Casts the rays of a cone, in the order of [`Cone::directions`].
    ///
    /// # Errors
    /// As [`Terrain::cast_cone`].
    pub fn cast_cone(&self, mask: LayerMask, cone: &Cone) -> Result<Vec<RayCast<Surface>>, ConeError> {
        let directions = cone.checked_directions()?;
        Ok(directions
            .into_iter()
            .map(|direction| self.cast_ray(mask, cone.origin, direction, cone.max_distance))
            .collect())
    }

    /// Casts a ray and follows it from mirror to mirror, tiles or shapes, by the rules of [`Terrain::cast_reflected`].
    /// After a shape, as after a slope, the next ray starts 1/2048 tile off the surface.
    ///
    /// # Errors
    /// As [`Terrain::try_cast_ray`].
    pub fn cast_reflected(
        &self,
        mask: LayerMask,
        origin: Vec2,
        direction: impl TryInto<RayDirection, Error: Into<RayError>>,
        max_distance: f32,
        bounces: usize,
        is_mirror: impl Fn(&RayHit<Surface>) -> bool,
    ) -> Result<Vec<RayCast<Surface>>, RayError> {
        let direction = direction.try_into().map_err(Into::into)?;
        check_ray(origin, max_distance)?;
        let on_lattice = |hit: &RayHit<Surface>| {
            matches!(hit.surface, Surface::Tile(_)) && (hit.normal.x == 0.0 || hit.normal.y == 0.0)
        };
        let segments = follow_mirrors(
            origin,
            direction,
            max_distance,
            bounces.min(BOUNCES_MAX),
            |origin, direction, max_distance| self.cast_ray(mask, origin, direction, max_distance),
            |hit| is_mirror(hit).then(|| if on_lattice(hit) { hit.point } else { off_surface(hit) }),
        );
        Ok(segments.map(|segment| segment.cast).collect())
    }

    /// The first touch of a moving circle with tiles that stop bodies, one-way platforms if `platforms` says so, and
    /// shapes, all at rest; with the index of the shape if it is one. At equal fractions tiles come before shapes and
    /// earlier shapes before later ones. Rules, range and accuracy are those of [`Terrain::sweep_circle`] and
    /// [`PlacedShape::sweep_circle`]. For a shape that moves during the sweep see
    /// [`PlacedShape::sweep_circle_while_moving`].
    pub fn sweep_circle(
        &self,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        platforms: Platforms,
    ) -> Option<(SweepHit, Option<usize>)> {
        let tile = self.terrain.sweep_circle(center, radius, delta, platforms);
        let shape = sweep_circle_closest(self.shapes.iter().enumerate(), center, radius, delta);
        match (tile, shape) {
            (Some(tile), Some((shape, _))) if tile.fraction <= shape.fraction => Some((tile, None)),
            (_, Some((shape, index))) => Some((shape, Some(index))),
            (tile, None) => tile.map(|tile| (tile, None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_4, PI};

    use bevy_math::IVec2;

    use super::*;
    use crate::ray::TileSurface;
    use crate::shapes::Shape;
    use crate::tests::map::map;
    use crate::tile::TileShape;

    fn ball(x: f32, y: f32) -> PlacedShape {
        PlacedShape::new(Shape::circle(0.25).unwrap(), Vec2::new(x, y))
    }

    #[test]
    fn a_mask_selects_what_a_ray_hits() {
        let terrain = map("....%.~.#");
        let shapes = [ball(2.5, 0.5), ball(1.5, 0.5)];
        let scene = Scene { terrain: &terrain, shapes: &shapes };
        let cast = |mask| {
            let hit = scene.try_cast_ray(mask, Vec2::new(0.5, 0.5), Vec2::X, 10.0).unwrap().hit;
            hit.map(|hit| (hit.surface, hit.distance, hit.fraction))
        };
        let tile = |x, shape| Surface::Tile(TileSurface { cell: IVec2::new(x, 0), shape });
        assert_eq!(cast(LayerMask::LIGHT), Some((tile(6, TileShape::Curtain), 5.5, 0.55)));
        assert_eq!(cast(LayerMask::BODY), Some((tile(4, TileShape::Glass), 3.5, 0.35)));
        assert_eq!(cast(LayerMask::LIGHT | LayerMask::BODY), Some((tile(4, TileShape::Glass), 3.5, 0.35)));
        assert_eq!(cast(LayerMask::ALL), Some((Surface::Shape(1), 0.75, 0.075)));
        assert_eq!(cast(LayerMask::NONE), None);
        let sweep = scene.sweep_circle(Vec2::new(0.5, 0.5), 0.25, Vec2::new(8.0, 0.0), Platforms::Ignore);
        assert_eq!(sweep.map(|(hit, index)| (hit.fraction, index)), Some((0.0625, Some(1))));
    }

    #[test]
    fn a_hit_on_a_shape_has_its_tangent_and_its_slope() {
        let terrain = map("...");
        let roof = [PlacedShape::new(Shape::segment(Vec2::ZERO, Vec2::new(2.0, 1.0)).unwrap(), Vec2::ZERO)];
        let scene = Scene { terrain: &terrain, shapes: &roof };
        let hit = scene.try_cast_ray(LayerMask::SHAPES, Vec2::new(1.0, 3.0), -PI / 2.0, 9.0).unwrap().hit.unwrap();
        assert!((hit.tangent() - Vec2::new(2.0, 1.0).normalize()).length() < 1e-6, "{hit:?}");
        assert!((hit.slope() - bevy_math::ops::atan(0.5)).abs() < 1e-6, "{hit:?}");
    }

    #[test]
    fn a_cone_hits_shapes_and_tiles() {
        let terrain = map("
            ....#
            ....#
            ....#
        ");
        let shapes = [ball(2.5, 1.5)];
        let scene = Scene { terrain: &terrain, shapes: &shapes };
        let cone = Cone { rays: 3, ..Cone::new(Vec2::new(0.5, 1.5), 0.0, FRAC_PI_4) };
        let surfaces = |mask| -> Vec<bool> {
            let casts = scene.cast_cone(mask, &cone).unwrap();
            casts.iter().map(|cast| matches!(cast.hit.unwrap().surface, Surface::Shape(0))).collect()
        };
        assert_eq!(surfaces(LayerMask::ALL), [false, true, false]);
        assert_eq!(surfaces(LayerMask::LIGHT), [false; 3]);
        assert_eq!(scene.cast_cone(LayerMask::ALL, &Cone::new(cone.origin, 0.0, 1.0)).unwrap().len(), 30);
        let refused = scene.cast_cone(LayerMask::ALL, &Cone { max_distance: f32::NAN, ..cone });
        assert!(matches!(refused, Err(ConeError::Ray(RayError::MaxDistance(_)))));
    }

    #[test]
    fn a_ray_goes_from_a_mirror_shape_to_a_tile_and_back() {
        let terrain = map("
            #####
            #....
            #....
            #####
        ");
        // A mirror at 45° turns a horizontal ray up to the ceiling.
        let mirror = Shape::segment(Vec2::new(-0.5, -0.5), Vec2::new(0.5, 0.5)).unwrap();
        let shapes = [PlacedShape::new(mirror, Vec2::new(3.0, 1.5))];
        let scene = Scene { terrain: &terrain, shapes: &shapes };
        let is_mirror = |hit: &RayHit<Surface>| matches!(hit.surface, Surface::Shape(_));
        let cast = |mask, bounces| {
            let casts = scene.cast_reflected(mask, Vec2::new(1.5, 1.5), Vec2::X, 10.0, bounces, is_mirror).unwrap();
            casts.into_iter().map(|cast| (cast.end * 256.0).round() / 256.0).collect::<Vec<_>>()
        };
        assert_eq!(cast(LayerMask::ALL, 5), [Vec2::new(3.0, 1.5), Vec2::new(3.0, 3.0)]);
        assert_eq!(cast(LayerMask::ALL, 0), [Vec2::new(3.0, 1.5)]);
        assert_eq!(cast(LayerMask::LIGHT, 5), [Vec2::new(5.0, 1.5)]);
        // With the ceiling as a mirror, too, the ray goes back along its path.
        let all = scene.cast_reflected(LayerMask::ALL, Vec2::new(1.5, 1.5), Vec2::X, 9.5, 9, |_| true).unwrap();
        assert_eq!(all.len(), 6, "the path of 9.5 tiles ends before it hits the left wall twice: {all:?}");
        assert!((all[3].end - Vec2::new(1.0, 1.5)).length() < 2e-3, "{all:?}");
    }

    #[test]
    fn malformed_rays_through_a_scene_are_refused() {
        let terrain = map("...");
        let scene = Scene { terrain: &terrain, shapes: &[] };
        let cast =
            |origin, direction: Vec2, max_distance| scene.try_cast_ray(LayerMask::ALL, origin, direction, max_distance);
        assert!(matches!(cast(Vec2::NAN, Vec2::X, 1.0), Err(RayError::Origin(_))));
        assert!(matches!(cast(Vec2::ZERO, Vec2::ZERO, 1.0), Err(RayError::Direction(_))));
        assert!(matches!(cast(Vec2::ZERO, Vec2::X, -1.0), Err(RayError::MaxDistance(_))));
    }
}
