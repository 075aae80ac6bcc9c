//! Many rays at once: batches from one origin, and whole cones.

use bevy::math::Vec2;

use crate::geometry::ray::cone::{Cone, ConeError};
use crate::geometry::ray::{RayCast, RayDirection};
use crate::geometry::terrain::{Layer, Terrain};

impl Terrain {
    /// Casts many rays from one origin and appends an answer for each, bit for bit that of [`Self::cast_ray`].
    pub fn cast_many(
        &self,
        layer: Layer,
        origin: Vec2,
        directions: &[RayDirection],
        max_distance: f32,
        casts: &mut Vec<RayCast>,
    ) {
        casts.extend(directions.iter().map(|&direction| self.cast_inlined(layer, origin, direction, max_distance)));
    }

    /// Casts the rays of a cone, each by the rules of [`Self::cast_ray`], in the order of [`Cone::directions`].
    ///
    /// # Errors
    /// [`ConeError`] for a cone whose facing, field of view, number of rays, origin or maximum distance is out of
    /// range.
    pub fn cast_cone(&self, layer: Layer, cone: &Cone) -> Result<Vec<RayCast>, ConeError> {
        let directions = cone.checked_directions()?;
        let mut casts = Vec::with_capacity(directions.len());
        self.cast_many(layer, cone.origin, &directions, cone.max_distance, &mut casts);
        Ok(casts)
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use super::*;
    use crate::geometry::ray::RayError;
    use crate::geometry::tests::map::map;
    use crate::geometry::tests::random::Random;

    #[test]
    fn each_ray_of_a_batch_equals_the_single_ray_bit_for_bit() {
        let mut random = Random::new(51);
        for round in 0..200 {
            let filled = random.between(0.05, 0.5);
            let terrain = random.terrain(14, 11, filled);
            let lattice = [2.0, 64.0, 4096.0][random.below(3) as usize];
            let origin = Vec2::new(random.between(-1.0, 15.0), random.between(-1.0, 12.0));
            let origin = (origin * lattice).round() / lattice;
            let max_distance = [f32::INFINITY, 100.0, random.between(0.0, 9.0)][random.below(3) as usize];
            let rays = random.below(100) as usize;
            let cone =
                Cone { origin, facing: random.between(-9.0, 9.0), fov: random.between(0.0, TAU), rays, max_distance };
            let mut directions = cone.directions().unwrap();
            // Axes and diagonals, which meet corners.
            for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x as f32, y as f32))) {
                directions.extend(RayDirection::new(Vec2::new(x, y)));
            }
            for layer in [Layer::Light, Layer::Body] {
                let mut casts = vec![];
                terrain.cast_many(layer, origin, &directions, max_distance, &mut casts);
                let single: Vec<_> =
                    directions.iter().map(|&d| terrain.cast_ray(layer, origin, d, max_distance)).collect();
                assert_eq!(casts, single, "round {round} from {origin}");
            }
            let cone_casts = terrain.cast_cone(Layer::Light, &cone).unwrap();
            assert_eq!(cone_casts.len(), rays);
        }
    }

    #[test]
    fn malformed_cones_are_refused() {
        let terrain = map("...");
        let cone = Cone::new(Vec2::splat(0.5), 0.0, 1.0);
        let refused = |cone: Cone| terrain.cast_cone(Layer::Light, &cone).unwrap_err();
        assert!(matches!(refused(Cone { facing: f32::NAN, ..cone }), ConeError::Facing(_)));
        assert!(matches!(refused(Cone { fov: -0.1, ..cone }), ConeError::Fov(_)));
        assert!(matches!(refused(Cone { fov: 7.0, ..cone }), ConeError::Fov(_)));
        assert!(matches!(refused(Cone { rays: usize::MAX, ..cone }), ConeError::Rays(_)));
        assert!(matches!(refused(Cone { max_distance: f32::NAN, ..cone }), ConeError::Ray(RayError::MaxDistance(_))));
        assert!(matches!(refused(Cone { origin: Vec2::NAN, ..cone }), ConeError::Ray(RayError::Origin(_))));
    }

    #[test]
    fn a_cone_from_outside_the_map_enters_it() {
        let terrain = map("..#");
        let casts = terrain.cast_cone(Layer::Light, &Cone { rays: 3, ..Cone::new(Vec2::new(-1.0, 0.5), 0.0, 0.1) });
        for cast in casts.unwrap() {
            assert!(cast.hit.is_some_and(|hit| (hit.point.x, hit.normal) == (2.0, Vec2::NEG_X)), "{cast:?}");
        }
    }
}
