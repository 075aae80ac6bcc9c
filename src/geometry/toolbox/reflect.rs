//! Rays that mirrors throw back.

use bevy::math::Vec2;

use crate::geometry::ray::{RayCast, RayDirection, RayError, RayHit, check_ray};
use crate::geometry::terrain::{Layer, Terrain};

/// The most times that a ray is thrown back: between two parallel mirrors it would go on for ever.
pub const BOUNCES_MAX: usize = 1024;

/// How far off a surface that does not lie on the lattice a reflected ray starts, in tiles: more than rounding its origin
/// to the lattice moves it (2⁻¹² / √2), so that it never starts behind the mirror.
const CLEARANCE: f32 = 1.0 / 2048.0;

impl Terrain {
    /// Casts a ray and goes on from each hit that is a mirror, for at most `bounces` of them and no more than
    /// [`BOUNCES_MAX`]. The first answer is that of [`Self::cast_ray`], each further one starts where the last ended, and
    /// `limit` is shared by all: it bounds the path.
    ///
    /// The path ends at what is no mirror, at an origin inside a solid, at the limit and where it leaves the map. From a
    /// slope or a corner, the next ray starts 1/2048 tile off the surface.
    ///
    /// # Errors
    /// As [`Self::cast_ray`].
    pub fn cast_reflected(
        &self,
        layer: Layer,
        origin: Vec2,
        direction: impl TryInto<RayDirection, Error: Into<RayError>>,
        limit: f32,
        bounces: usize,
        is_mirror: impl Fn(&RayHit) -> bool,
    ) -> Result<Vec<RayCast>, RayError> {
        let direction = direction.try_into().map_err(Into::into)?;
        // The sides of a cell lie on the lattice: from there a ray starts exactly.
        let leave = |hit: &RayHit| if hit.normal.x == 0.0 || hit.normal.y == 0.0 { hit.point } else { cleared(hit) };
        reflected(
            |origin, direction, limit| self.cast(layer, origin, direction, limit),
            origin,
            direction,
            limit,
            bounces,
            |hit| is_mirror(hit).then(|| leave(hit)),
        )
    }
}

/// Follows a ray from mirror to mirror. `cast` casts one ray; `mirror` says where the next one starts if a hit is on a
/// mirror.
pub(crate) fn reflected<S: Copy>(
    cast: impl Fn(Vec2, RayDirection, f32) -> RayCast<S>,
    mut origin: Vec2,
    mut direction: RayDirection,
    limit: f32,
    bounces: usize,
    mirror: impl Fn(&RayHit<S>) -> Option<Vec2>,
) -> Result<Vec<RayCast<S>>, RayError> {
    check_ray(origin, limit)?;
    let bounces = bounces.min(BOUNCES_MAX);
    let mut left = limit;
    let mut casts = vec![];
    loop {
        let one = cast(origin, direction, left);
        casts.push(one);
        let Some(hit) = one.hit.filter(|hit| !hit.inside && casts.len() <= bounces) else { break };
        let Some(start) = mirror(&hit) else { break };
        (origin, direction) = (start, direction.reflect(hit.normal));
        left -= hit.distance;
    }
    Ok(casts)
}

/// A point just off the surface of a hit.
pub(crate) fn cleared<S>(hit: &RayHit<S>) -> Vec2 {
    hit.point + hit.normal * CLEARANCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::tests::map::map;
    use crate::geometry::tests::random::Random;

    fn path(terrain: &Terrain, origin: (f32, f32), direction: (f32, f32), limit: f32, bounces: usize) -> Vec<Vec2> {
        let direction = RayDirection::new(direction.into()).unwrap();
        let casts = terrain.cast_reflected(Layer::Light, origin.into(), direction, limit, bounces, |_| true);
        casts.unwrap().into_iter().map(|cast| cast.end).collect()
    }

    #[track_caller]
    fn assert_path(got: &[Vec2], expected: &[(f32, f32)]) {
        let near = |(a, &b): (&Vec2, &(f32, f32))| a.distance(b.into()) < 2e-3;
        assert!(got.len() == expected.len() && got.iter().zip(expected).all(near), "{got:?}, not {expected:?}");
    }

    #[test]
    fn a_ray_between_two_walls_bounces_as_often_as_it_may() {
        let terrain = map("
            #####
            #...#
            #####
        ");
        let once = path(&terrain, (1.5, 1.5), (1.0, 0.0), f32::INFINITY, 1);
        assert_path(&once, &[(4.0, 1.5), (1.0, 1.5)]);
        assert_eq!(path(&terrain, (1.5, 1.5), (1.0, 0.0), f32::INFINITY, 50).len(), 51);
        let zigzag = path(&terrain, (1.5, 1.0), (1.0, 1.0), f32::INFINITY, 2);
        assert_path(&zigzag, &[(2.5, 2.0), (3.5, 1.0), (4.0, 1.5)]);
        assert_path(&path(&terrain, (1.5, 1.5), (1.0, 0.0), 4.0, 9), &[(4.0, 1.5), (2.5, 1.5)]);
    }

    #[test]
    fn a_slope_turns_a_ray_by_a_quarter() {
        let terrain = map("
            ....
            ....
            .../
        ");
        assert_path(&path(&terrain, (0.5, 0.5), (1.0, 0.0), f32::INFINITY, 9), &[(3.5, 0.5), (3.5, 3.0)]);
    }

    #[test]
    fn a_corner_throws_a_ray_back_the_way_it_came() {
        let terrain = map("
            ...#
            ...#
            ####
        ");
        let got = path(&terrain, (1.0, 3.0), (1.0, -1.0), f32::INFINITY, 9);
        assert_path(&got, &[(3.0, 1.0), (1.0, 3.0)]);
    }

    #[test]
    fn bounces_are_capped_between_two_parallel_mirrors() {
        let terrain = map("#..#");
        let got = path(&terrain, (1.5, 0.5), (1.0, 0.0), f32::INFINITY, usize::MAX);
        assert_eq!(got.len(), BOUNCES_MAX + 1);
    }

    #[test]
    fn a_ray_from_outside_is_reflected_by_the_first_wall_that_it_meets() {
        let terrain = map("
            ...
            ../
        ");
        assert_path(&path(&terrain, (-2.0, 0.5), (1.0, 0.0), f32::INFINITY, 9), &[(2.5, 0.5), (2.5, 2.0)]);
        // Thrown back from the map's edge it leaves the map at once, and ends there as any ray does.
        assert_path(&path(&terrain, (4.0, 0.5), (-1.0, 0.0), 3.0, 9), &[(3.0, 0.5), (3.0, 0.5)]);
    }

    #[test]
    fn malformed_reflected_rays_are_refused() {
        let terrain = map("...");
        let cast = |origin, angle: f32, limit| {
            terrain.cast_reflected(Layer::Light, origin, angle, limit, 1, |_| true).map(|casts| casts.len())
        };
        assert_eq!(cast(Vec2::splat(0.5), 1.0, 2.0), Ok(1));
        assert!(matches!(cast(Vec2::NAN, 1.0, 2.0), Err(RayError::Origin(_))));
        assert!(matches!(cast(Vec2::ZERO, f32::INFINITY, 2.0), Err(RayError::Angle(_))));
        assert!(matches!(cast(Vec2::ZERO, 1.0, -2.0), Err(RayError::Limit(_))));
    }

    #[test]
    fn only_mirrors_reflect() {
        let terrain = map("#..~");
        let direction = RayDirection::new(Vec2::X).unwrap();
        let is_mirror = |hit: &RayHit| hit.surface.shape == crate::geometry::tile::TileShape::Solid;
        let origin = Vec2::new(1.5, 0.5);
        let casts = terrain.cast_reflected(Layer::Light, origin, direction, f32::INFINITY, 9, is_mirror).unwrap();
        assert_eq!(casts.len(), 1);
    }

    #[test]
    fn reflected_rays_never_leak_out_of_a_sealed_room() {
        let room = map(r"
            #########
            #}..#..{#
            #...'...#
            #.......#
            #..=....#
            #\...<(/#
            #########
        ");
        let mut random = Random::new(61);
        for _ in 0..2_000 {
            let origin = Vec2::new(random.between(2.0, 6.0), random.between(2.2, 3.8));
            let direction = RayDirection::from_unit(random.unit_vector());
            let casts = room.cast_reflected(Layer::Light, origin, direction, f32::INFINITY, 40, |_| true).unwrap();
            for cast in &casts {
                assert!(cast.hit.is_some(), "{origin} along {direction:?} got out at {}", cast.end);
            }
        }
    }
}
