//! Many rays from one origin.

use bevy::math::Vec2;

use crate::geometry::ray::{RayCast, RayDirection};
use crate::geometry::terrain::{Layer, Terrain};

impl Terrain {
    /// Casts many rays from one origin and appends an answer for each, bit for bit that of [`Self::cast`], without checks as
    /// there.
    pub fn cast_many(
        &self,
        layer: Layer,
        origin: Vec2,
        directions: &[RayDirection],
        limit: f32,
        casts: &mut Vec<RayCast>,
    ) {
        casts.reserve(directions.len());
        let rays = directions.iter();
        // A loop for each layer, compiled for it.
        match layer {
            Layer::Light => casts.extend(rays.map(|&d| self.cast_light(origin, d, limit))),
            Layer::Body => casts.extend(rays.map(|&d| self.cast(Layer::Body, origin, d, limit))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use super::*;
    use crate::geometry::ray::cone::Cone;
    use crate::geometry::tests::random::Random;

    #[test]
    fn many_rays_are_the_single_rays_bit_for_bit() {
        let mut random = Random::new(51);
        for round in 0..200 {
            let filled = random.between(0.05, 0.5);
            let terrain = random.terrain(14, 11, filled);
            let lattice = [2.0, 64.0, 4096.0][random.below(3) as usize];
            let origin = Vec2::new(random.between(-1.0, 15.0), random.between(-1.0, 12.0));
            let origin = (origin * lattice).round() / lattice;
            let limit = [f32::INFINITY, 100.0, random.between(0.0, 9.0)][random.below(3) as usize];
            let rays = random.below(100) as usize;
            let cone = Cone { origin, facing: random.between(-9.0, 9.0), fov: random.between(0.0, TAU), rays, limit };
            let mut directions = cone.directions().unwrap();
            // Axes and diagonals, which meet corners.
            for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x as f32, y as f32))) {
                directions.extend(RayDirection::new(Vec2::new(x, y)));
            }
            for layer in [Layer::Light, Layer::Body] {
                let mut casts = vec![];
                terrain.cast_many(layer, origin, &directions, limit, &mut casts);
                let single: Vec<_> = directions.iter().map(|&d| terrain.cast(layer, origin, d, limit)).collect();
                assert_eq!(casts, single, "round {round} from {origin}");
            }
            let cone_casts = terrain.cast_cone(Layer::Light, &cone).unwrap();
            assert_eq!(cone_casts.len(), rays);
        }
    }
}
