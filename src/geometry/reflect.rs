//! Rays that mirrors throw back.

use bevy::math::Vec2;

use super::{
    ray::{RayCast, RayDirection, RayHit},
    terrain::{Layer, Terrain},
};

/// How far off a slanted mirror a reflected ray starts, in tiles: more than rounding its origin to the lattice moves it
/// (2⁻¹² / √2), so that it never starts behind the mirror.
const CLEARANCE: f32 = 1.0 / 2048.0;

impl RayHit {
    /// The direction in which a mirror throws back a ray that came along `direction`: `d - 2 (d · n) n`.
    pub fn reflect(&self, direction: RayDirection) -> RayDirection {
        let d = direction.get();
        RayDirection::from_unit((d - self.normal * (2.0 * d.dot(self.normal))).normalize())
    }
}

impl Terrain {
    /// Casts a ray and goes on from each hit that is a mirror, for at most `bounces` of them. The first answer is that of
    /// [`Self::cast`], each further one starts where the last ended, and `limit` is shared by all: it bounds the path.
    ///
    /// The path ends at what is no mirror, at an origin inside a solid, at the limit and at the map's border. From a slope
    /// or a corner, the next ray starts 1/2048 tile off the surface.
    pub fn cast_reflected(
        &self,
        layer: Layer,
        origin: Vec2,
        direction: RayDirection,
        limit: f32,
        bounces: usize,
        is_mirror: impl Fn(&RayHit) -> bool,
    ) -> Vec<RayCast> {
        let (mut origin, mut direction, mut left) = (origin, direction, limit);
        let mut casts = vec![];
        loop {
            let cast = self.cast(layer, origin, direction, left);
            casts.push(cast);
            let Some(hit) = cast.hit.filter(|hit| !hit.inside && is_mirror(hit)) else { break };
            if casts.len() > bounces {
                break;
            }
            direction = hit.reflect(direction);
            left -= hit.distance;
            let straight = hit.normal.x == 0.0 || hit.normal.y == 0.0;
            origin = if straight { hit.point } else { hit.point + hit.normal * CLEARANCE };
        }
        casts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::tests::{map::map, random::Random};

    fn path(terrain: &Terrain, origin: (f32, f32), direction: (f32, f32), limit: f32, bounces: usize) -> Vec<Vec2> {
        let direction = RayDirection::new(direction.into()).unwrap();
        let casts = terrain.cast_reflected(Layer::Light, origin.into(), direction, limit, bounces, |_| true);
        casts.into_iter().map(|cast| cast.end).collect()
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
    fn only_mirrors_reflect() {
        let terrain = map("#..~");
        let direction = RayDirection::new(Vec2::X).unwrap();
        let is_mirror = |hit: &RayHit| hit.shape == crate::geometry::tile::TileShape::Solid;
        let origin = Vec2::new(1.5, 0.5);
        let casts = terrain.cast_reflected(Layer::Light, origin, direction, f32::INFINITY, 9, is_mirror);
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
        let mut random = Random(61);
        for _ in 0..2_000 {
            let origin = Vec2::new(random.between(2.0, 6.0), random.between(2.2, 3.8));
            let direction = RayDirection::from_unit(random.unit_vector());
            let casts = room.cast_reflected(Layer::Light, origin, direction, f32::INFINITY, 40, |_| true);
            for cast in &casts {
                assert!(cast.hit.is_some(), "{origin} along {direction:?} got out at {}", cast.end);
            }
        }
    }
}
